//! Holds a verdict with all its evidence, as `verdicts.json` stores it.

use super::described::described;
use super::{Evidence, PairCounts, Status};
use crate::claim::{Form, StatedClaim, StatedIn, VerdictKind};
use crate::trial::columns;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

described! {
in ""
/// A verdict on one claim in one cell for one variant (or pair).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Name of the experiment.
    pub experiment: String,
    /// The claim's id in the spec.
    pub id: String,
    /// The theorem that the claim states, or conjecture, stated-value and the like.
    pub claim: String,
    /// The claim that this one is a control of, made wrong on purpose; null if it is no control.
    pub control_of: Option<String>,
    /// The form of the claim, such as surely or in-expectation; `explain form` says more.
    pub form: Form,
    /// The trials that the claim compares at once: one trial, a pair of variants on one sample, or all cells.
    pub scope: String,
    /// Where the claim is stated, such as a theorem of one of the notes.
    pub source: String,
    /// The note or the exercise that makes the statement; null if the spec itself makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stated_in: Option<StatedIn>,
    /// The numbers of the statements that the claim is about, in addition to those of a theorem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub number: Vec<String>,
    /// The cell's parameters.
    pub cell: Option<Map<String, Value>>,
    /// Name of the variant, list of the two names of a pair, or null if no learner runs.
    pub variant: Value,
    /// The verdict.
    pub verdict: VerdictKind,
    /// The verdict that the spec expects.
    pub expected: VerdictKind,
    /// Whether the verdict is the one that the spec expects; true of a goal, reached or not.
    pub as_expected: bool,
    /// Whether the claim compares more than two variants and expects nothing; `expected` then says nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub asks_which: bool,
    /// Number of the first replicates that the claim is judged on, because a column that it reads is measured on no others (`fewer_replicates`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged_on: Option<u64>,
    /// Whether the claim is a goal, which is reached if `verdict` is `expected`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub goal: bool,
    /// The factor by which the claim's limit is multiplied, 1 unless the spec states another.
    pub scale: f64,
    /// The relative widening of the limit that the spec states, such as 0.1 for 10 %.
    pub slack: f64,
    /// Which margin γ enters the bound: of the sample, the maximum one, of the population, or a number.
    pub margin: String,
    /// Whether a score of 0 counts as a mistake for the learner.
    pub ties: Option<String>,
    /// Whether a score of 0 counts as an error on a test example.
    pub test_ties: Option<String>,
    /// Number of trials, or of pairs on one sample, that were run.
    pub trials: u64,
    /// Number of trials to which the claim applies.
    pub applicable: u64,
    /// The applicable trials that count as evidence, if they are fewer. Copies of one run count once, and a comparison of two formulas of the cell
    /// counts 0. For a claim about a distribution function, the trials up to the last look count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub independent: Option<u64>,
    /// The first variant of the cell that has the same runs: the same counts and stop reason, and the same numbers in every column that claims read.
    /// Trials without a result are no runs. The verdicts on both rest on the same evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_runs_as: Option<String>,
    /// Number of trials dropped because the claim's premise fails on them.
    pub inapplicable: u64,
    /// The premise that failed on these trials, in words: of the first of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_premise: Option<String>,
    /// Number of applicable trials without a result, or cut off at a cap.
    pub failed: u64,
    /// Reason why a trial that ended well has no result, if the claim gives one: the first such reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Number of applicable trials for which rounding errors left the sign of a score open, or how observed value and limit compare.
    pub undecided: u64,
    /// Where the arithmetic was too coarse to compare observed value and limit, with both: the first such trial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coarse: Option<String>,
    /// Number of trials on which observed value and limit count as equal although the arithmetic tells them apart only so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal: Option<u64>,
    /// The largest part of the larger of the two by which they may differ on these trials; 0 if formulas agree in 1000 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_within: Option<f64>,
    /// Estimated number of further replicates until a decision.
    pub needed: Option<u64>,
    /// Largest observed value over the applicable trials.
    pub observed_max: Option<f64>,
    /// Mean observed value over the applicable trials; for a claim about all cells, the slope or rank correlation.
    pub observed_mean: Option<f64>,
    /// Smallest limit over the applicable trials, multiplied by `scale`.
    pub limit_min: Option<f64>,
    /// Largest observed ÷ limit; for expectations, mean observed ÷ mean limit; for probabilities, `exceeded` ÷ `allowed`.
    pub tightness_max: Option<f64>,
    /// The factor on the limit below which (for lower bounds, above which) these same rows would have violated the claim.
    pub refuted_below: Option<f64>,
    /// Whether a verdict `holds` comes from drawn trials that could have refuted no factor on the limit, however small: the observed number was 0 in
    /// every trial, or the lower bound on its mean is 0. No count of what held includes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub nothing_refutable: bool,
    /// Of a claim about a probability, the share of the runs beyond the limit; of a complete enumeration, their probability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exceeded: Option<f64>,
    /// Of a claim about a probability, the probability δ that it allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed: Option<f64>,
    /// The expectation as a fraction, if it is known as one.
    pub exact: Option<String>,
    /// For a claim about a mean over pairs: in how many pairs the first variant has the smaller number. It describes, and spends no α.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<PairCounts>,
    /// For a pair of variants that both draw at random: whether they share their random draws (key `draws`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares_draws: Option<bool>,
    /// Interval [lower, upper], whose confidence is 1 − `alpha`, or 99 % where `alpha` is 0 and the interval only describes. What it is about goes by
    /// `form` and `claim`. Of a claim about every run: the probability of a violation (Clopper–Pearson). Of one about a mean: that mean, or if the
    /// limit is measured the mean of observed − limit, valid at every number of trials. Of one about a probability: the probability to exceed the
    /// limit. Of a distribution function: its largest distance from the stated one. Of an illustration: the mean, by Student. Of a claim about all
    /// cells: the median over batches of the exponent or of the rank correlation.
    pub interval: Option<[f64; 2]>,
    /// Number of trials that decide a claim about every trial by violating it, or a claim about some trial by showing it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deciding: Option<u64>,
    /// For verdicts that chance has a part in, the estimated probability that other draws lead to the same verdict.
    pub power: Option<f64>,
    /// Error probability spent on this verdict.
    pub alpha: f64,
    /// The method by which the verdict was reached.
    pub method: String,
    /// Address of the trial that came closest to its limit, or decides; null for a claim about all cells.
    #[serde(default)]
    pub closest: Option<String>,
    /// Address of the trial that violates the claim (or, for the form `exists`, that proves it).
    pub witness: Option<String>,
    /// The command that runs the trial at the address in `witness` again.
    pub replay: Option<String>,
}
}

impl Verdict {
    /// The names of the fields, in their order, those of the pairs among them, each with what it means.
    pub fn fields() -> impl Iterator<Item = (&'static str, &'static str)> {
        let inner = |name: &str| match name {
            "pairs" => PairCounts::FIELDS,
            _ => &[],
        };
        let own = Self::FIELDS.iter();
        own.flat_map(move |field| std::iter::once(field).chain(inner(field.0)))
            .copied()
    }
}

/// Rounds to 12 significant digits, the precision of a verdict file; `None` if the value is not finite.
pub(super) fn rounded(value: f64) -> Option<f64> {
    if value.is_finite() {
        format!("{value:.11e}").parse().ok()
    } else {
        None
    }
}

/// Rounds the ends of the interval of pairs to the precision of a verdict file.
fn rounded_ends(pairs: PairCounts) -> PairCounts {
    let ends = pairs.interval;
    PairCounts {
        interval: ends.and_then(|[lower, upper]| Some([rounded(lower)?, rounded(upper)?])),
        ..pairs
    }
}

impl Verdict {
    /// The number of trials that count as evidence; copies of one run count once, and trials after the last look at a distribution function do not.
    pub fn evidence(&self) -> u64 {
        self.independent.unwrap_or(self.applicable)
    }

    /// Makes a verdict `inapplicable` in which all fields are filled that do not depend on the decision.
    pub(super) fn blank(
        experiment: &str,
        parameters: Option<&Map<String, Value>>,
        subject: &[String],
        evidence: &Evidence,
    ) -> Self {
        let claim = evidence.claim;
        let (mean, _) = evidence.means();
        let verdict = Self {
            cell: parameters.cloned(),
            variant: name(subject),
            ties: evidence.ties.0.clone(),
            test_ties: evidence.ties.1.clone(),
            trials: evidence.cases(),
            applicable: evidence.applicable(),
            independent: evidence.independent(),
            inapplicable: evidence.count(Status::Inapplicable),
            failed: evidence.count(Status::Failed) + evidence.count(Status::Capped),
            failed_premise: evidence.reasons.failed_premise.clone(),
            missing: evidence.reasons.missing.clone(),
            undecided: evidence.count(Status::Undecided),
            coarse: evidence.reasons.coarse.clone(),
            equal: evidence.runs.equal.map(|(count, _)| count),
            equal_within: evidence.runs.equal.and_then(|(_, within)| rounded(within)),
            observed_max: evidence.observed_max.and_then(rounded),
            observed_mean: rounded(mean),
            limit_min: evidence.limit_min.and_then(rounded),
            closest: evidence
                .runs
                .nearest()
                .map(|address| format!("{experiment}:{address}")),
            pairs: evidence.pair_counts().map(rounded_ends),
            shares_draws: evidence.shares_draws,
            method: "no applicable trial".into(),
            ..Self::of_claim(experiment, claim)
        };
        verdict.decided(VerdictKind::Inapplicable)
    }

    /// Makes a verdict with only those fields filled that come from the claim itself.
    fn of_claim(experiment: &str, claim: &StatedClaim) -> Self {
        Self {
            experiment: experiment.into(),
            id: claim.id.clone(),
            claim: claim.name().into(),
            control_of: claim.control_of.clone(),
            form: claim.form(),
            scope: claim.statement.scope.as_str().into(),
            source: claim.claim.printed().source,
            stated_in: claim.stated_in.clone(),
            number: claim.number.clone(),
            expected: claim.expect,
            goal: claim.goal,
            asks_which: claim.asks_which,
            judged_on: claim.judged_on,
            scale: claim.scale.to_f64(),
            slack: claim.slack,
            margin: claim.margin.label(),
            ..Self::default()
        }
    }

    /// Adds to the method that the claim speaks of estimates, if it says so and reads any.
    pub(super) fn naming_estimates(self, evidence: &Evidence) -> Self {
        if !evidence.claim.about_estimates || evidence.estimates.is_empty() {
            return self;
        }
        let (method, columns) = (&self.method, evidence.estimates.join("`, `"));
        Self {
            method: format!(
                "{method}; of the Monte Carlo estimates in `{columns}`, not of what they estimate"
            ),
            ..self
        }
    }

    /// Adds to the method that the claim is about a data file, if it reads errors on examples of one.
    pub(super) fn naming_the_file(self, claim: &StatedClaim) -> Self {
        let reads = claim.statement.reads();
        if !reads.contains(&columns::TEST_ERROR.any()) {
            return self;
        }
        let method = format!(
            "{}; about this file, and not about fresh examples",
            self.method
        );
        Self { method, ..self }
    }

    /// Returns the verdict with `word` as its decision, compared with the one that the spec expects.
    pub(super) fn decided(self, word: VerdictKind) -> Self {
        let is_open = word == VerdictKind::Inconclusive || self.undecided > 0;
        Self {
            verdict: word,
            as_expected: self.goal || self.asks_which || word == self.expected,
            coarse: self.coarse.filter(|_| is_open),
            ..self
        }
    }

    /// Returns the verdict with the remark, if it is true, that the trials could have refuted no factor on the limit. Where nothing is drawn, or the
    /// limit stands for 0, an observed 0 is the right answer.
    pub(super) fn noting_what_could_be_refuted(self, evidence: &Evidence) -> Self {
        let is_silent = self.verdict == VerdictKind::Holds
            && self.refuted_below == Some(0.0)
            && !evidence.is_exhaustive()
            && !evidence.vacuity.is_tolerance(evidence.limit_min);
        if !is_silent {
            return self;
        }
        let why = match self.observed_max {
            Some(most) if most > 0.0 => "the lower bound on the mean is 0",
            _ => "the observed number was 0 in every trial",
        };
        Self {
            method: format!(
                "{}; {why}, so no factor on the limit could be refuted",
                self.method
            ),
            nothing_refutable: true,
            ..self
        }
    }

    /// The verdict in words for tables: its word, and whether its trials could have refuted nothing.
    pub fn words(&self) -> &'static str {
        match self.nothing_refutable {
            true => "holds, but nothing could be refuted",
            false => self.verdict.as_str(),
        }
    }

    /// Whether the verdict counts as agreement: it is `holds` or `shown`, and its trials could have refuted some factor on the limit.
    pub fn agrees(&self) -> bool {
        let stands = matches!(self.verdict, VerdictKind::Holds | VerdictKind::Shown);
        stands && !self.nothing_refutable
    }

    /// Returns the verdict with the trial at this address as its witness, and the command that runs this trial again.
    pub(super) fn witnessed(self, address: &str) -> Self {
        let witness = format!("{}:{address}", self.experiment);
        Self {
            replay: Some(replay_command(&witness)),
            witness: Some(witness),
            ..self
        }
    }
}

/// The command that runs the trial at an address again, as a shell reads it.
pub fn replay_command(address: &str) -> String {
    // After two hyphens an address is no option, whatever it begins with.
    let end_of_options = if address.starts_with('-') { "-- " } else { "" };
    let quoted = address.replace('\'', r"'\''");
    format!("perceptron-lab replay {end_of_options}'{quoted}'")
}

fn name(subject: &[String]) -> Value {
    match subject {
        [] => Value::Null,
        [one] => Value::String(one.clone()),
        several => several.iter().cloned().map(Value::String).collect(),
    }
}
