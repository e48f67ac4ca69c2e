//! Checks specs before they are run: their size, and what is bound to be vacuous or inapplicable.

use super::{CliError, Outcome, Settings, print_json};
use claims::claim::StatedClaim;
use claims::spec::{Cell, Spec};
use claims::trial::Trial;
use serde::Serialize;
use std::path::PathBuf;

/// What `check` says of a spec.
#[derive(Serialize)]
struct Checked {
    experiment: String,
    title: String,
    cells: usize,
    trials_at_most: u64,
    verdicts: usize,
    statistical_verdicts: u64,
    bound: Vec<Bound>,
}

/// A verdict that no run can change.
#[derive(Serialize)]
struct Bound {
    id: String,
    cell: String,
    variant: String,
    verdict: &'static str,
    because: String,
}

pub(super) fn check(paths: &[PathBuf], settings: &Settings) -> Result<Outcome, CliError> {
    let checked = paths
        .iter()
        .map(|path| Spec::read(path).map(|spec| describe(&spec)))
        .collect::<Result<Vec<_>, _>>()?;
    if settings.json {
        print_json(&checked)?;
        return Ok(Outcome::AsExpected);
    }
    for spec in &checked {
        println!("{}: {}", spec.experiment, spec.title);
        println!(
            "  {} cells, at most {} trials, {} verdicts ({} statistical)",
            spec.cells, spec.trials_at_most, spec.verdicts, spec.statistical_verdicts
        );
        for bound in &spec.bound {
            println!(
                "  bound to be {}: {} [{}] {}: {}",
                bound.verdict, bound.id, bound.variant, bound.cell, bound.because
            );
        }
    }
    Ok(Outcome::AsExpected)
}

fn describe(spec: &Spec) -> Checked {
    let bench = spec.bench();
    let replicates = spec
        .cells
        .iter()
        .filter_map(|cell| spec.schedule(cell).last().copied());
    Checked {
        experiment: spec.name.clone(),
        title: spec.title.clone(),
        cells: spec.cells.len(),
        trials_at_most: replicates
            .map(|count| count * spec.rows_per_replicate() as u64)
            .sum(),
        verdicts: bench.verdicts(),
        statistical_verdicts: bench
            .claims
            .iter()
            .filter(|claim| claim.form().is_statistical())
            .map(|claim| claim.verdicts() as u64)
            .sum(),
        bound: spec
            .claims
            .iter()
            .flat_map(|claim| {
                claim
                    .cells
                    .iter()
                    .flat_map(|&cell| bound(spec, claim, &spec.cells[cell]))
            })
            .collect(),
    }
}

fn bound(spec: &Spec, claim: &StatedClaim, cell: &Cell) -> Vec<Bound> {
    let design = spec.design(cell);
    let row = |name: &String| {
        cell.variants
            .iter()
            .position(|(other, _)| other == name)
            .map(|index| design.prototype(index))
    };
    let subjects = claim.subjects().into_iter();
    let outcome = |subject: Vec<String>| {
        let rows: Vec<Trial> = if subject.is_empty() {
            vec![design.prototype(0)]
        } else {
            subject.iter().filter_map(row).collect()
        };
        let (verdict, because) = fate(claim, &rows.iter().collect::<Vec<_>>())?;
        Some(Bound {
            id: claim.id.clone(),
            cell: cell.key.clone(),
            variant: subject.join(", "),
            verdict,
            because,
        })
    };
    subjects.filter_map(outcome).collect()
}

/// The verdict that is bound to come, from what is known before anything is drawn.
fn fate(claim: &StatedClaim, rows: &[&Trial]) -> Option<(&'static str, String)> {
    let premises = claim.statement.premises(&claim.margin);
    let known = premises
        .iter()
        .filter(|premise| !premise.depends_on_sample());
    if let Some(failed) = known
        .into_iter()
        .find(|premise| !rows.iter().all(|row| premise.holds(row)))
        .filter(|_| !claim.premise_waived)
    {
        return Some(("inapplicable", format!("premise unmet: {}", failed.words())));
    }
    let limit = claim.limit(rows)?;
    claim.is_vacuous(rows, &limit).then(|| {
        (
            "vacuous",
            format!("the limit {:.4} cannot be exceeded", limit.value),
        )
    })
}
