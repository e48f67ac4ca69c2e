//! Compares the mistakes on examples that nothing separates with the two bounds at a named comparator.

use super::frames::{Frame, Searched};
use super::proved_number::ProvedNumber;
use super::runs::{DataAnalysis, LearnerTrials, variant};
use crate::study::StudyError;
use claims::claim::{Registered, StatedClaim};
use claims::trial::{Measure, Row, columns};
use perceptron::learn::{Comparator, ComparatorVector, Variant};
use perceptron::sample::{Rational, Sample};
use serde::Serialize;
use serde_json::json;
use std::slice;
use std::sync::Arc;

/// The margin of the comparator divided by R. It is fixed for all files, because a margin chosen for the smallest bound would depend on the run.
const MARGIN_OVER_RADIUS: (i64, i64) = (1, 4);

/// The mistakes of one pass over examples that nothing separates, and what two theorems without separability allow.
#[derive(Debug, Clone, Serialize)]
pub struct ComparedMistakes {
    /// The learner that made the pass.
    pub learner: &'static str,
    /// The vector of the comparator: the last one of the pass, scaled to length 1.
    pub vector: String,
    /// The margin ρ = γ of the comparator, a quarter of R.
    pub margin: ProvedNumber,
    /// Mistakes of the pass, in the order of the file.
    pub mistakes: u64,
    /// L, the sum of the hinge losses max(0, 1 − y⟨u, x⟩/ρ) over the mistakes.
    pub hinge_sum: ProvedNumber,
    /// The bound [(R/ρ + √(R²/ρ² + 4L))/2]² on the mistakes.
    pub hinge_bound: ProvedNumber,
    /// D², the sum of the squared deficits max(0, γ − y⟨u, x⟩)² over the mistakes.
    pub deficit_squared: ProvedNumber,
    /// The bound ((R + D)/γ)² on the mistakes.
    pub deficit_bound: ProvedNumber,
}

/// Makes one pass of the perceptron in every frame that no vector separates, through the origin and with an offset, and evaluates both bounds.
pub(super) fn compared(
    data: &DataAnalysis,
    searched: &[Searched],
) -> Result<Vec<ComparedMistakes>, StudyError> {
    let learners = [
        ("perceptron", Frame::Origin),
        ("perceptron with offset", Frame::Offset),
    ];
    let sample = Arc::new(Sample {
        planted: None,
        ..data.sample.clone()
    });
    let mut found = Vec::new();
    for (learner, frame) in learners {
        let is_it = |found: &&Searched| found.frame == frame && found.is_separable() == Some(false);
        if searched.iter().any(|searched| is_it(&searched)) {
            found.extend(pass(data, learner, frame, &sample)?);
        }
    }
    Ok(found)
}

/// Makes one pass in a frame; `None` if the run failed, or if its last vector is zero.
fn pass(
    data: &DataAnalysis,
    learner: &'static str,
    frame: Frame,
    sample: &Arc<Sample>,
) -> Result<Option<ComparedMistakes>, StudyError> {
    let (part, of) = MARGIN_OVER_RADIUS;
    let comparator = Comparator {
        vector: ComparatorVector::Last,
        margin: None,
        margin_squared: None,
        margin_over_radius: Some(Rational::new(part, of)),
    };
    let vector = comparator.vector.label();
    let variant = Variant {
        comparator: Some(comparator),
        ..variant("{ perceptron = {} }", frame, "stream")?
    };
    let design = data.design(learner, variant, sample, &[Measure::Comparator]);
    let trial = LearnerTrials {
        learner,
        block: design.block([0]),
    };
    let bounds = ["hinge-mistake-bound", "deficit-mistake-bound"].map(claim);
    let [hinge, deficit] = bounds;
    let (hinge, deficit) = (hinge?, deficit?);
    Ok(trial
        .row()
        .and_then(|row| compared_mistakes(&row, learner, vector, [&hinge, &deficit])))
}

fn compared_mistakes(
    row: &Row,
    learner: &'static str,
    vector: String,
    [hinge, deficit]: [&StatedClaim; 2],
) -> Option<ComparedMistakes> {
    let limit = |claim: &StatedClaim| {
        let limit = claim.limit(slice::from_ref(row))?;
        Some(ProvedNumber::of(&limit))
    };
    let margin = row.get(columns::COMPARATOR_MARGIN_SQUARED)?.sharp_root();
    Some(ComparedMistakes {
        learner,
        vector,
        margin: ProvedNumber::of(&margin),
        mistakes: row.copied(columns::MISTAKES)?,
        hinge_sum: ProvedNumber::of(row.get(columns::COMPARATOR_HINGE_SUM)?),
        hinge_bound: limit(hinge)?,
        deficit_squared: ProvedNumber::of(row.get(columns::COMPARATOR_DEFICIT_SQUARED)?),
        deficit_bound: limit(deficit)?,
    })
}

/// The claim of the registry with this name, without keys of its own.
fn claim(name: &str) -> Result<StatedClaim, StudyError> {
    let claim: Registered = serde_json::from_value(json!({ name: {} }))
        .map_err(|error| StudyError::usage(format!("{name}: {error}")))?;
    Ok(StatedClaim::plain(claim))
}
