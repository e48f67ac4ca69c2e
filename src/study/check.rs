//! Checks specs before they are run: their size, the verdicts that no run can change, and the runs that may not end.

use super::empty_figures::COUNTS;
use super::known_verdict::KnownVerdict;
use super::{
    empty_columns, empty_figures, external_programs, idle_learners, looks, never_applicable,
    nontermination,
};
use claims::claim::{Registered, StatedClaim};
use claims::numbers::number;
use claims::spec::{Cell, Spec};
use claims::trial::{Block, Row, Setting};
use perceptron::learn::Order;
use serde::Serialize;

/// Result of `check` on one spec.
#[derive(Serialize)]
pub struct Checked {
    /// Name of the experiment.
    pub experiment: String,
    /// Title of the spec.
    pub title: String,
    /// Number of cells, that is, of points of the spec's parameter grid.
    pub cells: usize,
    /// Number of trials that a run makes, at most.
    pub trials_at_most: u64,
    /// Number of verdicts that a run will give, over all claims, cells and variants.
    pub verdicts: usize,
    /// Number of verdicts that spend a part of α, the spec's error probability, because their claims are about a mean or a probability.
    pub statistical_verdicts: u64,
    /// Verdicts that every run must give, known without running the spec.
    pub bound: Vec<KnownVerdict>,
    /// Warnings that deserve attention before the spec is run.
    pub warnings: Vec<String>,
}

/// A verdict as a word, the reason why every run must give it, and the change of the spec that would allow another verdict, if there is one.
type Reasoned = (&'static str, String, Option<String>);

/// Checks a spec without running it.
pub fn check(spec: &Spec) -> Checked {
    let judge_spec = spec.judge_spec();
    let replicates: u64 = spec
        .cells
        .iter()
        .map(|cell| spec.most_replicates(cell))
        .sum();
    let statistical = judge_spec
        .claims
        .iter()
        .filter(|claim| claim.form().is_statistical());
    let bound = bounds(spec);
    Checked {
        experiment: spec.name.clone(),
        title: spec.title.clone(),
        cells: spec.cells.len(),
        trials_at_most: replicates * spec.rows_per_replicate() as u64,
        verdicts: judge_spec.verdicts(),
        statistical_verdicts: statistical.map(|claim| claim.verdicts() as u64).sum(),
        warnings: warned(spec, &bound),
        bound,
    }
}

/// Returns the warnings about a spec, one line each.
pub fn warnings(spec: &Spec) -> Vec<String> {
    warned(spec, &bounds(spec))
}

fn warned(spec: &Spec, bound: &[KnownVerdict]) -> Vec<String> {
    let others = [
        never_applicable::warnings(spec, bound),
        nontermination::warnings(spec),
        empty_figures::warnings(spec),
        empty_columns::warnings(spec),
        idle_learners::warnings(spec),
        unexplained_slacks(spec),
        unstated_ranges(spec),
        looks::warning(spec).into_iter().collect(),
        of_data(spec),
    ];
    let announced = external_programs::announced(spec).into_iter();
    announced.chain(others.into_iter().flatten()).collect()
}

/// Largest relative widening of a claim's limit (its `slack`) for which the spec need not give a reason.
const LARGE_SLACK: f64 = 0.05;

/// Warnings about claims of the spec with a large slack and no reason for it. Controls are left out, because a control has the slack of its claim.
fn unexplained_slacks(spec: &Spec) -> Vec<String> {
    let claims = spec.claims.iter().filter(|claim| {
        claim.slack > LARGE_SLACK && claim.slack_reason.is_none() && claim.control_of.is_none()
    });
    claims
        .map(|claim| {
            format!(
                "claim `{}` has a slack of {} but no slack_reason: add one, so that the report can say why the slack is so large",
                claim.id, claim.slack
            )
        })
        .collect()
}

fn bounds(spec: &Spec) -> Vec<KnownVerdict> {
    let of_claim = |claim: &StatedClaim| {
        let cells = claim.cells.iter().map(|&cell| &spec.cells[cell]);
        cells
            .flat_map(|cell| bound(spec, claim, cell))
            .collect::<Vec<_>>()
    };
    spec.claims.iter().flat_map(of_claim).collect()
}

fn bound(spec: &Spec, claim: &StatedClaim, cell: &Cell) -> Vec<KnownVerdict> {
    let block = spec.design(cell).prototype();
    let outcome = |subject: Vec<String>| {
        let (verdict, because, mend) = bound_verdict(claim, &block, &subject)?;
        let (id, cell) = (claim.id.clone(), cell.key.clone());
        Some(KnownVerdict {
            id,
            cell,
            variant: subject.join(", "),
            verdict,
            because,
            mend,
            as_expected: claim.expect.as_str() == verdict,
        })
    };
    claim.subjects().into_iter().filter_map(outcome).collect()
}

/// Returns the verdict that every run must give on a claim, if it follows from what is known before a sample is drawn.
fn bound_verdict(claim: &StatedClaim, block: &Block, subject: &[String]) -> Option<Reasoned> {
    let rows = rows_of(block, subject);
    let settings: Vec<&Setting> = rows.iter().map(Row::setting).collect();
    if let Some(failed) = claim.fails_before_a_run(&settings) {
        let mend = failed.mend();
        let because = format!("premise \"{}\" fails", failed.label());
        return Some(("inapplicable", because, mend));
    }
    let limit = vacuous_limit(claim, &rows).filter(|_| !lacks_range(claim))?;
    let by = match &claim.claim {
        Registered::Conjecture(own) if own.trivial.is_some() => ", if `trivial` is right",
        Registered::Conjecture(own) if own.may_leave_range() => {
            "; a trial without a value, or with one outside of the range, makes it inconclusive"
        }
        _ => "",
    };
    let because = format!("the limit {limit} cannot be exceeded{by}");
    Some(("vacuous", because, None))
}

/// Sentences about oddities in the data files of a spec.
fn of_data(spec: &Spec) -> Vec<String> {
    let remarks = spec.data_remarks.iter();
    remarks
        .map(|remark| format!("{}: {remark}", spec.name))
        .collect()
}

/// The limit of a claim, if it is known before a run and cannot be exceeded.
fn vacuous_limit(claim: &StatedClaim, rows: &[Row]) -> Option<String> {
    let limit = claim.limit(rows)?;
    let is_vacuous = claim.is_vacuous(rows, &limit);
    is_vacuous.then(|| number(limit.value))
}

/// Whether the claim is one of the spec's own about a mean that needs the key `range` and does not have it.
fn lacks_range(claim: &StatedClaim) -> bool {
    matches!(&claim.claim, Registered::Conjecture(own) if own.lacks_range())
}

/// Warnings about claims about means of numbers that need not lie in [0, 1], the range that is assumed because the spec states none.
fn unstated_ranges(spec: &Spec) -> Vec<String> {
    let line = |claim: &StatedClaim| {
        let most = most_of_a_count(spec, claim).map_or("MOST".to_owned(), |most| most.to_string());
        let meaning = match most.as_str() {
            "MOST" => ", where no run exceeds MOST",
            _ => "",
        };
        format!(
            "{}: claim `{}` is about a mean without the key `range`, so observed numbers outside [0, 1] count as missing; add the line range = [0, {most}]{meaning}",
            spec.name, claim.id
        )
    };
    let lacking = spec.claims.iter().filter(|claim| lacks_range(claim));
    lacking.map(line).collect()
}

/// The largest value of the count that a claim observes, if every run shows each example once; `None` if the claim observes something else.
fn most_of_a_count(spec: &Spec, claim: &StatedClaim) -> Option<u64> {
    let observed = claim.statement.observed.as_column()?;
    let cells = claim.cells.iter().map(|&cell| &spec.cells[cell]);
    let settings = cells.flat_map(|cell| spec.design(cell).settings);
    let own = settings.filter(|setting| {
        let name = setting.name.as_ref();
        name.is_none_or(|name| claim.variants.contains(name))
    });
    let each = own.map(|setting| {
        let is_stream = matches!(setting.order(), Some(Order::Stream));
        is_stream.then(|| setting.examples())
    });
    let each: Option<Vec<u64>> = each.collect();
    each?
        .into_iter()
        .max()
        .filter(|_| COUNTS.contains(&observed))
}

/// The rows of the variants that a verdict is about; without variants the only row.
fn rows_of<'a>(block: &'a Block, subject: &[String]) -> Vec<Row<'a>> {
    match subject {
        [] => block.row(0, 0).into_iter().collect(),
        names => block.all().filter(|row| is_of(row, names)).collect(),
    }
}

fn is_of(row: &Row, names: &[String]) -> bool {
    row.setting()
        .name
        .as_ref()
        .is_some_and(|name| names.contains(name))
}
