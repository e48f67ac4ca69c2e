//! Evaluates the theorems of the registry on the examples: each gives a number, or the premise that fails.

use super::proved_number::ProvedNumber;
use super::runs::LearnerTrials;
use crate::report::sides;
use crate::study::StudyError;
use claims::claim::{MarginSource, Registered, StatedClaim};
use claims::trial::Row;
use serde::Serialize;
use serde_json::{Value, json};
use std::slice;

/// Theorems with a bound that are evaluated on the user's data, each with its keys.
fn theorems() -> [(&'static str, Value); 14] {
    let plain = |name| (name, json!({}));
    [
        plain("online-mistake-bound"),
        plain("offset-mistake-bound"),
        plain("normalized-mistake-bound"),
        plain("margin-mistake-bound"),
        ("margin-mistake-bound", json!({ "norm": "any" })),
        plain("distinct-mistakes-bound"),
        plain("leave-one-out-errors-bound"),
        plain("leave-one-out-error-bound"),
        plain("leave-one-out-risk-bound"),
        ("random-draws-bound", json!({ "delta": "1/20" })),
        plain("majority-mistake-bound"),
        ("uniform-deviation-bound", json!({ "class": "homogeneous" })),
        ("uniform-deviation-bound", json!({ "class": "affine" })),
        (
            "sample-complexity",
            json!({ "constant": 1.0, "exponent": 1.0 }),
        ),
    ]
}

/// Bound of a theorem on these examples, for one learner.
#[derive(Debug, Clone, Serialize)]
pub struct Bound {
    /// Name of the theorem; `explain` says more.
    pub claim: &'static str,
    /// The bound as the theorem's formula states it, such as (D/γ)².
    pub formula: String,
    /// Quantity that the theorem bounds, such as mistakes.
    pub bounds: String,
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
    for (name, keys) in theorems() {
        let claim = registered(name, &keys)?;
        let spoken: Vec<Bound> = trials
            .iter()
            .filter_map(|trial| Bound::of(name, &claim, trial))
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

fn registered(name: &str, keys: &Value) -> Result<StatedClaim, StudyError> {
    let claim: Registered = serde_json::from_value(json!({ name: keys }))
        .map_err(|error| StudyError::usage(format!("{name}: {error}")))?;
    Ok(StatedClaim::plain(claim).with_margin(MarginSource::Sample))
}

impl Bound {
    /// Evaluates a theorem, as a claim, on the trial of one learner; `None` if the claim says nothing of it.
    fn of(claim_name: &'static str, claim: &StatedClaim, trial: &LearnerTrials) -> Option<Self> {
        let row = trial.row()?;
        let rows = slice::from_ref(&row);
        let (fails, limit) = (fails(claim, &row), claim.limit(rows));
        let [bounds, formula] = sides(claim);
        Some(Self {
            claim: claim_name,
            formula,
            bounds,
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
