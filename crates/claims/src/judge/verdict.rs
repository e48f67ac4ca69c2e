//! Holds a verdict with all its evidence, as `verdicts.json` stores it.

use super::{Evidence, Status};
use crate::claim::{FormWord, StatedClaim, VerdictKind};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A verdict on one claim in one cell for one variant (or pair).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// Name of the experiment.
    pub experiment: String,
    /// The claim's id in the spec.
    pub id: String,
    /// The claim's name in the registry.
    pub claim: String,
    /// The claim that it is a control of.
    pub control_of: Option<String>,
    /// The quantifier.
    pub form: FormWord,
    /// The rows that the claim sees at once.
    pub scope: String,
    /// Where the claim is stated.
    pub source: String,
    /// The cell's parameters.
    pub cell: Option<Map<String, Value>>,
    /// The variant, or the list of a pair, or null.
    pub variant: Value,
    /// The verdict.
    pub verdict: VerdictKind,
    /// The verdict that the spec expects.
    pub expected: VerdictKind,
    /// Whether the two are equal.
    pub as_expected: bool,
    /// The factor on the limit.
    pub scale: f64,
    /// The relative slack.
    pub slack: f64,
    /// The source of γ.
    pub margin: String,
    /// The tie convention of the learner.
    pub ties: Option<String>,
    /// The tie convention of the test.
    pub test_ties: Option<String>,
    /// Trials seen.
    pub trials: u64,
    /// Trials to which the claim applies.
    pub applicable: u64,
    /// The applicable trials that count as evidence, if they are fewer: copies of one run count once, and a comparison of two formulas of the cell
    /// counts 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub independent: Option<u64>,
    /// The first variant of the cell that has the same runs: the same counts and stop reason, and the same numbers in every column that claims read.
    /// Trials without a result are no runs. The verdicts on both rest on the same evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_runs_as: Option<String>,
    /// Trials dropped because the premise fails.
    pub inapplicable: u64,
    /// Applicable trials without a result, or cut off.
    pub failed: u64,
    /// Reason why a trial that ended well has no result, if the claim gives one: the first such reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Applicable trials for which rounding left a sign open.
    pub undecided: u64,
    /// Estimated number of further replicates until a decision.
    pub needed: Option<u64>,
    /// Largest observed value.
    pub observed_max: Option<f64>,
    /// Mean observed value.
    pub observed_mean: Option<f64>,
    /// Smallest limit, scale included.
    pub limit_min: Option<f64>,
    /// Largest observed ÷ limit; for expectations, mean observed ÷ mean limit.
    pub tightness_max: Option<f64>,
    /// The factor on the limit below which (for lower bounds, above which) these same rows would have violated the claim.
    pub refuted_below: Option<f64>,
    /// The expectation as a fraction, if it is known as one.
    pub exact: Option<String>,
    /// Interval of the quantity that the method estimates.
    pub interval: Option<[f64; 2]>,
    /// For statistical verdicts, the estimated probability that other draws lead to the same verdict.
    pub power: Option<f64>,
    /// Error probability spent on this verdict.
    pub alpha: f64,
    /// The method by which the verdict was reached.
    pub method: String,
    /// Address of the trial that came closest to its limit, or decides; `None` for a claim about all cells.
    #[serde(default)]
    pub closest: Option<String>,
    /// Address of a trial that shows a violation (or, for `exists`, that shows the claim).
    pub witness: Option<String>,
    /// The command that repeats the witness.
    pub replay: Option<String>,
}

/// Rounds to 12 significant digits, the precision of a verdict file; `None` if the value is not finite.
pub(super) fn rounded(value: f64) -> Option<f64> {
    if value.is_finite() {
        format!("{value:.11e}").parse().ok()
    } else {
        None
    }
}

impl Verdict {
    /// The trials that count as evidence.
    pub fn evidence(&self) -> u64 {
        self.independent.unwrap_or(self.applicable)
    }

    /// A verdict `inapplicable`, with all fields filled that need no decision.
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
            missing: evidence.missing.clone(),
            undecided: evidence.count(Status::Undecided),
            observed_max: evidence.observed_max.and_then(rounded),
            observed_mean: rounded(mean),
            limit_min: evidence.limit_min.and_then(rounded),
            closest: evidence
                .nearest()
                .map(|address| format!("{experiment}:{address}")),
            method: "no applicable trial".into(),
            ..Self::of_claim(experiment, claim)
        };
        verdict.decided(VerdictKind::Inapplicable)
    }

    /// A verdict filled from the claim alone, without trials.
    fn of_claim(experiment: &str, claim: &StatedClaim) -> Self {
        Self {
            experiment: experiment.into(),
            id: claim.id.clone(),
            claim: claim.name().into(),
            control_of: claim.control_of.clone(),
            form: claim.form().into(),
            scope: claim.statement.scope.as_str().into(),
            source: claim.claim.source(),
            expected: claim.expect,
            scale: claim.scale.to_f64(),
            slack: claim.slack,
            margin: claim.margin.label(),
            ..Self::default()
        }
    }

    /// The verdict with its kind, which is compared with the expected one.
    pub(super) fn decided(self, word: VerdictKind) -> Self {
        Self {
            verdict: word,
            as_expected: word == self.expected,
            ..self
        }
    }

    /// The verdict with a witness and the command that repeats it.
    pub(super) fn witnessed(self, address: &str) -> Self {
        let witness = format!("{}:{address}", self.experiment);
        let quoted = witness.replace('\'', r"'\''");
        Self {
            replay: Some(format!("perceptron-lab replay '{quoted}'")),
            witness: Some(witness),
            ..self
        }
    }
}

fn name(subject: &[String]) -> Value {
    match subject {
        [] => Value::Null,
        [one] => Value::String(one.clone()),
        several => several.iter().cloned().map(Value::String).collect(),
    }
}
