//! Measures how far the returned vector has come along the planted separator.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::View;
use perceptron::sample::dot;

columns! {
    /// ⟨w, u⟩/‖u‖ of the returned vector w and the planted separator u; empty if the learner sees other features than those drawn, and for a vote.
    OUTPUT_PROGRESS: f64 = "output_progress" in "norm";
}

/// Measures ⟨w, u⟩/‖u‖ of the returned vector, for figures; claims about the progress after every update read the invariants.
pub(super) struct OutputProgress;

impl Measurement for OutputProgress {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        record.set(columns::OUTPUT_PROGRESS, progress(run));
    }
}

fn progress(run: &CompletedRun) -> Option<f64> {
    let is_plain = run.fresh.as_ref()?.view().is_some_and(View::is_plain);
    let separator = run
        .drawn
        .filter(|_| is_plain)?
        .planted
        .as_ref()?
        .to_floats();
    let weights = &run.result.hypothesis.as_ref()?.linear()?.weights;
    let length = dot(&separator, &separator).sqrt();
    (weights.len() == separator.len()).then(|| dot(weights, &separator) / length)
}
