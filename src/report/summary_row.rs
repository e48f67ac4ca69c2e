//! Summarizes the verdicts on one claim of an experiment.

use claims::claim::{Form, LimitDirection, StatedIn, VerdictKind};
use claims::judge::Verdict;
use claims::numbers::percent;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// All verdicts on one claim of one experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct SummaryRow {
    /// The name of the experiment.
    pub experiment: String,
    /// The claim's id in the spec.
    pub id: String,
    /// The name of the claim in the registry; `conjecture` if the spec states its formula.
    pub claim: String,
    /// Whether the claim is a control.
    pub control: bool,
    /// The claim that this one is a control of, if it is one.
    pub control_of: Option<String>,
    /// The note or the exercise that makes the statement; `None` if the spec itself makes it.
    pub stated_in: Option<StatedIn>,
    /// The claim's form, which is its quantifier: on every trial, in expectation, and so on.
    pub form: String,
    /// The factor by which the claim scales its limit; 1 unless the claim is a control.
    pub scale: f64,
    /// Whether the limit bounds from above, from below, or both.
    pub direction: LimitDirection,
    /// Number of cells in which the claim was judged.
    pub cells: usize,
    /// Number of trials that the claim was judged on, over all cells and variants.
    pub trials: u64,
    /// Number of trials that count as evidence. Copies of one run, and variants with identical runs, count once; 0 if only formulas are compared.
    pub runs: u64,
    /// For a claim that two expectations are equal: largest distance from the limit to an end of a confidence interval, relative to the limit.
    pub within: Option<f64>,
    /// Observed ÷ limit in the verdict closest to a violation; of a claim about a probability, share of the runs beyond the limit ÷ allowed probability.
    pub tightness: Option<f64>,
    /// Of a claim about a probability, how often its limit was exceeded in the verdict closest to a violation.
    pub exceedance: Option<Exceedance>,
    /// Whether the claim has a positive numeric limit on one side.
    pub has_limit: bool,
    /// The factor on the limit below which (for a lower bound, above which) some verdict would have been a refutation.
    pub refuted_below: Option<f64>,
    /// The verdicts on the claim, one per cell and variant.
    pub words: Vec<VerdictKind>,
    /// Like `words`, but variants with identical runs in a cell count once.
    pub distinct: Vec<VerdictKind>,
    /// Number of verdicts `holds` in `distinct` whose trials could have refuted no factor on the limit. They are not counted as agreement.
    pub silent: u64,
    /// The verdict on which all cells and variants agree, or the count of each kind: `mixed: 3 holds, 1 vacuous`.
    pub verdict: String,
    /// The verdict that the spec expects.
    pub expected: VerdictKind,
    /// Whether every verdict is the expected one; true of a goal, reached or not.
    pub as_expected: bool,
    /// Of a goal, whether it is reached; `None` of other claims.
    pub reached: Option<bool>,
    /// Whether the claim is about pairs of runs.
    pub is_of_pairs: bool,
    /// Whether the claim asks which of several variants is smaller, and expects nothing.
    pub asks_which: bool,
}

/// How often the runs of a setting were beyond the limit of a claim about a probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exceedance {
    /// The share of the runs beyond the limit; of a complete enumeration, their probability.
    pub share: f64,
    /// The probability that the claim allows.
    pub allowed: f64,
    /// Whether the share is a probability over all possible runs, instead of an estimate.
    is_probability: bool,
}

impl Exceedance {
    /// How often the limit was exceeded according to a verdict; `None` if it is on a claim of another form, or was stored without these numbers.
    pub(super) fn of(verdict: &Verdict) -> Option<Self> {
        let (share, allowed) = verdict.exceeded.zip(verdict.allowed)?;
        Some(Self {
            share,
            allowed,
            is_probability: verdict.alpha == 0.0,
        })
    }

    /// The share of the allowed probability that is used; 1 if all of it is.
    pub(super) fn used(self) -> f64 {
        self.share / self.allowed
    }

    /// How often the limit was exceeded, in words.
    pub(super) fn words(self) -> String {
        let (share, used, allowed) = (self.share, self.used(), self.allowed);
        let [share, used, allowed] = [share, used, allowed].map(percent);
        let often = match self.is_probability {
            true => format!("with probability {share}"),
            false => format!("in {share} of runs"),
        };
        format!("beyond the bound {often}, {used} of the allowed {allowed}")
    }
}

/// Whose statement a claim makes, and whether it is expected to agree with the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementKind {
    /// A claim that is not expected to be refuted.
    Claim,
    /// A statement that a note prints, and that is expected to be refuted.
    Printed,
    /// A statement that an exercise makes, and that is expected to be refuted.
    Exercise,
    /// A statement that no note and no exercise makes, and that is expected to be refuted.
    Guess,
    /// A claim made wrong on purpose.
    Control,
}

impl StatementKind {
    /// The kind of a claim that is no control.
    pub(super) fn of(stated_in: Option<&StatedIn>, is_to_fail: bool) -> Self {
        match stated_in {
            _ if !is_to_fail => Self::Claim,
            Some(StatedIn::Note { .. }) => Self::Printed,
            Some(StatedIn::Exercise { .. }) => Self::Exercise,
            None => Self::Guess,
        }
    }
}

impl SummaryRow {
    /// Whose statement the claim makes, and whether it is expected to agree with the numbers.
    pub(super) fn kind(&self) -> StatementKind {
        match self.control {
            true => StatementKind::Control,
            false => StatementKind::of(self.stated_in.as_ref(), self.expected.refutes()),
        }
    }

    /// The claim's id and, in parentheses, whether it is a control, where its statement is made, or that it is a guess.
    pub(super) fn title(&self) -> String {
        let remark = match (&self.stated_in, self.kind()) {
            (_, StatementKind::Control) => Some("control".to_owned()),
            (_, StatementKind::Guess) => Some("a guess".to_owned()),
            (Some(StatedIn::Exercise { .. }), _) => Some("exercise".to_owned()),
            (place, _) => place.as_ref().map(StatedIn::to_string),
        };
        match remark {
            Some(remark) => format!("{} ({remark})", self.id),
            None => self.id.clone(),
        }
    }

    /// Whether the claim is a formula that the spec states itself, instead of a theorem.
    pub fn is_conjecture(&self) -> bool {
        self.claim == "conjecture"
    }

    /// Whether every verdict on the claim refutes it.
    pub fn is_refuted(&self) -> bool {
        self.words.iter().all(|word| word.refutes())
    }
}
/// One row per claim of an experiment, in the order in which they first appear.
pub fn summarise(verdicts: &[Verdict]) -> Vec<SummaryRow> {
    let mut groups: Vec<Vec<&Verdict>> = Vec::new();
    let mut known = BTreeMap::new();
    for verdict in verdicts {
        let group = *known
            .entry((&verdict.experiment, &verdict.id))
            .or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(verdict);
    }
    groups.iter().map(|group| row(group)).collect()
}

fn row(verdicts: &[&Verdict]) -> SummaryRow {
    let (first, distinct) = (verdicts[0], distinct(verdicts));
    let direction = first.form.direction();
    let ratios = verdicts.iter().filter_map(|verdict| tightness(verdict));
    let exceedances = verdicts
        .iter()
        .filter_map(|verdict| Exceedance::of(verdict));
    let refuted = verdicts.iter().filter_map(|verdict| verdict.refuted_below);
    let asks_which = first.asks_which;
    let words: Vec<VerdictKind> = verdicts.iter().map(|verdict| verdict.verdict).collect();
    SummaryRow {
        experiment: first.experiment.clone(),
        id: first.id.clone(),
        claim: first.claim.clone(),
        control: first.control_of.is_some(),
        control_of: first.control_of.clone(),
        stated_in: first.stated_in.clone(),
        form: first.form.as_str().into(),
        scale: first.scale,
        direction,
        cells: cells(verdicts),
        trials: verdicts.iter().map(|verdict| verdict.trials).sum(),
        runs: distinct.iter().map(|verdict| verdict.evidence()).sum(),
        within: verdicts
            .iter()
            .filter_map(|verdict| within(verdict))
            .reduce(f64::max),
        tightness: ratios.reduce(closest(direction)),
        exceedance: exceedances.max_by(|a, b| a.used().total_cmp(&b.used())),
        has_limit: verdicts.iter().any(|verdict| has_limit(verdict)),
        refuted_below: refuted.reduce(closest(direction)),
        distinct: distinct.iter().map(|verdict| verdict.verdict).collect(),
        silent: distinct
            .iter()
            .filter(|verdict| verdict.nothing_refutable)
            .count() as u64,
        verdict: match asks_which {
            true => decided(&words) + " decided",
            false => agreed(words.iter().copied()),
        },
        expected: first.expected,
        as_expected: verdicts.iter().all(|verdict| verdict.as_expected),
        words,
        asks_which,
        is_of_pairs: first.variant.is_array(),
        reached: first.goal.then(|| {
            verdicts
                .iter()
                .all(|verdict| verdict.verdict == verdict.expected)
        }),
    }
}

/// The forms of claims that have a limit on one side.
pub(super) const LIMITING: [Form; 4] = [
    Form::Surely,
    Form::InExpectation,
    Form::WithProbability,
    Form::LowerBound,
];

/// Observed ÷ limit of a verdict. A verdict on a claim about a probability that was stored without the share of the runs beyond the limit has none.
pub(super) fn tightness(verdict: &Verdict) -> Option<f64> {
    let is_known = verdict.form != Form::WithProbability || verdict.exceeded.is_some();
    verdict.tightness_max.filter(|_| is_known)
}

/// Whether a verdict has a numeric limit. A limit of 0 does not count, because it only says that something does not happen.
pub(super) fn has_limit(verdict: &Verdict) -> bool {
    LIMITING.contains(&verdict.form) && verdict.limit_min.is_some_and(|limit| limit > 0.0)
}

/// Whether the interval of a verdict on a mean is that of observed − limit, because the limit is measured, too: the observed mean lies outside of it.
pub(super) fn is_of_difference(verdict: &Verdict) -> bool {
    let outside = |[lower, upper]: [f64; 2]| {
        let mean = verdict.observed_mean;
        mean.is_some_and(|mean| mean < lower || mean > upper)
    };
    verdict.interval.is_some_and(outside)
}

/// For a claim that two expectations are equal: the largest distance from the limit to an end of the confidence interval, relative to the limit. If
/// the limit is itself measured, the interval is that of the difference. For a claim about a distribution function: the upper bound on its distance.
pub(super) fn within(verdict: &Verdict) -> Option<f64> {
    if verdict.form == Form::HasDistribution {
        return verdict.interval.map(|[_, upper]| upper);
    }
    if verdict.form != Form::ExpectationIdentity || verdict.exact.is_some() {
        return None;
    }
    let [lower, upper] = verdict.interval?;
    let limit = verdict.observed_mean? / verdict.tightness_max?;
    let center = match is_of_difference(verdict) {
        true => 0.0,
        false => limit,
    };
    let farthest = (upper - center).abs().max((lower - center).abs());
    (limit > 0.0).then_some(farthest / limit)
}

/// Picks, of two ratios observed ÷ limit, the one closer to a violation.
pub(super) fn closest(direction: LimitDirection) -> fn(f64, f64) -> f64 {
    match direction {
        LimitDirection::Above | LimitDirection::Both => f64::max,
        // For a lower bound, the smallest ratio is the closest.
        LimitDirection::Below => f64::min,
    }
}

/// Number of distinct cells among the verdicts.
fn cells(verdicts: &[&Verdict]) -> usize {
    let cells = verdicts
        .iter()
        .map(|verdict| serde_json::json!(verdict.cell).to_string());
    cells.collect::<BTreeSet<_>>().len()
}

/// Counts the verdicts of each kind, by the kind's word.
pub(super) fn counts(words: impl Iterator<Item = VerdictKind>) -> BTreeMap<&'static str, u64> {
    let mut counts = BTreeMap::new();
    words.for_each(|word| *counts.entry(word.as_str()).or_default() += 1);
    counts
}

/// Joins counts of verdicts in one phrase, such as `3 holds, 1 vacuous`.
pub(super) fn listed(counts: &BTreeMap<&str, u64>) -> String {
    let parts = counts.iter().map(|(word, count)| format!("{count} {word}"));
    parts.collect::<Vec<_>>().join(", ")
}

/// How many verdicts on comparisons of several variants are decided: `2 of 6`.
pub(super) fn decided(words: &[VerdictKind]) -> String {
    let is_open = |word: &&VerdictKind| !matches!(word, VerdictKind::Holds | VerdictKind::Violated);
    let open = words.iter().filter(is_open).count();
    format!("{} of {}", words.len() - open, words.len())
}

fn agreed(words: impl Iterator<Item = VerdictKind>) -> String {
    let counts = counts(words);
    if counts.len() == 1 {
        counts.into_keys().collect()
    } else {
        format!("mixed: {}", listed(&counts))
    }
}

/// Text that identifies the runs of a verdict: its cell, and the first variant there with the same runs.
fn whose_runs(verdict: &Verdict) -> String {
    let variant = match &verdict.same_runs_as {
        Some(first) => &Value::String(first.clone()),
        None => &verdict.variant,
    };
    serde_json::json!([verdict.cell, variant]).to_string()
}

/// The verdicts on one claim; of variants with identical runs in a cell, only the first is kept.
pub(super) fn distinct<'a>(verdicts: &[&'a Verdict]) -> Vec<&'a Verdict> {
    let mut seen = BTreeSet::new();
    let mut distinct = verdicts.to_vec();
    distinct.retain(|verdict| seen.insert(whose_runs(verdict)) || verdict.same_runs_as.is_none());
    distinct
}
