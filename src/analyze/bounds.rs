//! Asks the theorems of the registry what they say of the examples: a number, or the premise that fails.

use super::proved_number::ProvedNumber;
use super::runs::LearnerTrials;
use crate::study::StudyError;
use claims::claim::{MarginSource, Registered, StatedClaim};
use claims::trial::Row;
use serde::Serialize;
use serde_json::{Value, json};
use std::slice;

/// A theorem that bounds something: its name, its keys, its formula in a word, and what it bounds.
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

/// The theorems that are asked.
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

/// What a theorem says of the examples under a learner.
#[derive(Debug, Clone, Serialize)]
pub struct Bound {
    /// The theorem's name; `explain` says more.
    pub claim: &'static str,
    /// Its formula in a word.
    pub formula: &'static str,
    /// What it bounds.
    pub bounds: &'static str,
    /// The learner it speaks of; the one that misses fewest premises where it speaks of none.
    pub learner: &'static str,
    /// Whether all its premises hold.
    pub applies: bool,
    /// The premises that fail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fails: Vec<String>,
    /// Its limit; where it does not apply, the one it would have.
    pub limit: Option<ProvedNumber>,
    /// Whether that limit says nothing at this size, because nothing can exceed it.
    pub vacuous: bool,
    /// What was observed.
    pub observed: Option<ProvedNumber>,
    /// Where it is stated.
    pub source: String,
}

/// What all theorems say.
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
        .map_err(|error| StudyError::Usage(format!("error: {}: {error}", theorem.name)))?;
    Ok(StatedClaim::plain(claim).with_margin(MarginSource::Sample))
}

impl Theorem {
    /// What it says of a trial.
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
            source: claim.claim.source(),
        })
    }
}

/// The premises that fail, in words.
fn fails(claim: &StatedClaim, row: &Row) -> Vec<String> {
    let premises = claim.statement.premises.iter();
    let failing = premises.filter(|premise| !premise.holds(row));
    failing.map(|premise| explained(premise.words())).collect()
}

/// A premise about the law, in words about a file, of which nobody knows how it was drawn.
fn explained(words: &str) -> String {
    match words {
        "iid" | "independent examples, given the target" => {
            format!("{words}: a file does not say how its rows were drawn")
        }
        words => words.to_owned(),
    }
}
