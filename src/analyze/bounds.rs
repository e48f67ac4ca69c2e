//! Evaluates the theorems of the registry on the examples: each gives a number, or the premise that fails.

use super::proved_number::ProvedNumber;
use super::runs::LearnerTrials;
use crate::study::StudyError;
use claims::claim::{MarginSource, Registered, StatedClaim};
use claims::trial::Row;
use serde::Serialize;
use serde_json::{Value, json};
use std::slice;

/// A theorem with a bound: its name, its keys, a short form of its formula, and the quantity that it bounds.
struct Theorem {
    name: &'static str,
    keys: fn() -> Value,
    formula: &'static str,
    bounds: &'static str,
}

const fn theorem(name: &'static str, formula: &'static str, bounds: &'static str) -> Theorem {
    let keys = || json!({});
    Theorem {
        name,
        keys,
        formula,
        bounds,
    }
}

/// Theorems with a bound that are evaluated on the user's data.
const THEOREMS: [Theorem; 14] = [
    theorem("online-mistake-bound", "(R/γ)²", "mistakes"),
    theorem("offset-mistake-bound", "(R²+1)(1+b²)/γ²", "updates"),
    theorem("normalized-mistake-bound", "1/γₙ²", "mistakes"),
    theorem("margin-mistake-bound", "3/γ²", "margin mistakes"),
    Theorem {
        keys: || json!({ "norm": "any" }),
        ..theorem("margin-mistake-bound", "(R²+2)/γ²", "margin mistakes")
    },
    theorem(
        "distinct-mistakes-bound",
        "(R²+2τ/η)/γ²",
        "different examples mistaken",
    ),
    theorem(
        "leave-one-out-errors-bound",
        "examples ever mistaken",
        "leave-one-out errors",
    ),
    theorem(
        "leave-one-out-error-bound",
        "(R²+2τ/η)/(γ²m)",
        "expected leave-one-out error",
    ),
    theorem(
        "leave-one-out-risk-bound",
        "(R²+2τ/η)/(γ²(N+1))",
        "expected risk",
    ),
    Theorem {
        keys: || json!({ "delta": "1/20" }),
        ..theorem(
            "random-draws-bound",
            "(R²+2τ/η)N/(γ²δ), δ = 1/20",
            "draws with replacement",
        )
    },
    theorem("majority-mistake-bound", "n·r", "mistakes"),
    Theorem {
        keys: || json!({ "class": "homogeneous" }),
        ..theorem(
            "uniform-deviation-bound",
            "ULLN, d features",
            "|empirical risk − risk|",
        )
    },
    Theorem {
        keys: || json!({ "class": "affine" }),
        ..theorem(
            "uniform-deviation-bound",
            "ULLN, d + 1 with an offset",
            "|empirical risk − risk|",
        )
    },
    Theorem {
        keys: || json!({ "constant": 1.0, "exponent": 1.0 }),
        ..theorem("sample-complexity", "VC: C(d+ln(1/δ))/N with C = 1", "risk")
    },
];

/// Bound of a theorem on these examples, for one learner.
#[derive(Debug, Clone, Serialize)]
pub struct Bound {
    /// Name of the theorem; `explain` says more.
    pub claim: &'static str,
    /// Short form of the bound's formula, such as (R/γ)².
    pub formula: &'static str,
    /// Quantity that the theorem bounds, such as mistakes.
    pub bounds: &'static str,
    /// Learner that the theorem is about; if it is about none, the learner that misses the fewest of its premises.
    pub learner: &'static str,
    /// Whether all premises of the theorem hold.
    pub applies: bool,
    /// Premises of the theorem that fail, in words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<String>,
    /// Value of the bound on the examples; if the theorem does not apply, the value that it would have.
    pub limit: Option<ProvedNumber>,
    /// Whether the limit is vacuous at this size, because nothing that can be observed exceeds it.
    pub vacuous: bool,
    /// Observed value of the bounded quantity in the learner's run.
    pub observed: Option<ProvedNumber>,
    /// Source of the theorem in the notes or the literature.
    pub source: String,
}

/// Evaluates all theorems with a bound on the runs of the learners.
pub(super) fn all(trials: &[LearnerTrials]) -> Result<Vec<Bound>, StudyError> {
    let mut bounds = Vec::new();
    for theorem in &THEOREMS {
        let claim = registered(theorem)?;
        let spoken: Vec<Bound> = trials
            .iter()
            .filter_map(|trial| theorem.of(&claim, trial))
            .collect();
        if spoken.iter().any(|bound| bound.applies) {
            bounds.extend(spoken.into_iter().filter(|bound| bound.applies));
        } else {
            bounds.extend(spoken.into_iter().min_by_key(|bound| bound.fails.len()));
        }
    }
    bounds.sort_by_key(|bound| !bound.applies);
    Ok(bounds)
}

fn registered(theorem: &Theorem) -> Result<StatedClaim, StudyError> {
    let tagged = json!({ theorem.name: (theorem.keys)() });
    let claim: Registered = serde_json::from_value(tagged)
        .map_err(|error| StudyError::usage(format!("{}: {error}", theorem.name)))?;
    Ok(StatedClaim::plain(claim).with_margin(MarginSource::Sample))
}

impl Theorem {
    /// Evaluates the theorem, as a claim, on the trial of one learner; `None` if the claim says nothing of it.
    fn of(&self, claim: &StatedClaim, trial: &LearnerTrials) -> Option<Bound> {
        let row = trial.row()?;
        let rows = slice::from_ref(&row);
        let (fails, limit) = (fails(claim, &row), claim.limit(rows));
        Some(Bound {
            claim: self.name,
            formula: self.formula,
            bounds: self.bounds,
            learner: trial.learner,
            applies: fails.is_empty(),
            fails,
            vacuous: limit
                .as_ref()
                .is_some_and(|limit| claim.is_vacuous(rows, limit)),
            limit: limit.as_ref().map(ProvedNumber::of),
            observed: claim.observed(rows).as_ref().map(ProvedNumber::of),
            source: claim.claim.printed().source,
        })
    }
}

/// Premises of a claim that fail on a trial, in words.
fn fails(claim: &StatedClaim, row: &Row) -> Vec<String> {
    let premises = claim.statement.premises.iter();
    let failing = premises.filter(|premise| !premise.holds(row));
    failing.map(|premise| explained(premise.label())).collect()
}

/// Rephrases a premise about the distribution for a file, because it is unknown how the file was drawn.
fn explained(words: &str) -> String {
    match words {
        "iid" | "independent examples, given the target" => {
            format!("{words}: a file does not say how its rows were drawn")
        }
        words => words.to_owned(),
    }
}
