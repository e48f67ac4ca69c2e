//! Measures whether the run stays the same if an example is left out on which it never updated.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Learner, RunResult, StopReason};
use std::collections::BTreeSet;

columns! {
    /// Number of examples without an update whose removal, on the same random draws, changes the sequence of updates.
    COUPLING_DIFFERENCES: u64 = "coupling_differences" in "examples";
}

/// Measures whether leaving out an example that was never updated on changes the run, by running without each such example.
pub(super) struct Coupling;

impl Measurement for Coupling {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        if let Some(learner) = run.learner {
            measure(record, learner, run.result);
        }
    }

    fn retrains(&self) -> bool {
        true
    }

    fn forbids_shortcuts(&self) -> bool {
        true
    }
}

/// Counts the examples without an update whose removal, on the same random draws, changes the sequence of updates. The count is missing if rounding
/// ended one of the two runs early, because the other one then goes further.
fn measure(record: &mut Record, learner: &Learner, learned: &RunResult) {
    let updated: BTreeSet<usize> = learned.updates.iter().copied().collect();
    let examples = 0..learner.labels().len();
    let idle: Vec<usize> = examples
        .filter(|example| !updated.contains(example))
        .collect();
    let is_decided = |run: &RunResult| run.reason != StopReason::Undecided;
    let differs = |example: usize| {
        let other = Some(learner.run(Some(example))).filter(is_decided)?;
        Some(u64::from(other.updates != learned.updates))
    };
    if is_decided(learned) {
        let differ = |idle: &[usize]| idle.iter().copied().map(differs).collect();
        let differences = learner.threads().map(&idle, differ).into_iter();
        let differences: Option<u64> = differences.sum();
        record.set(columns::COUPLING_DIFFERENCES, differences);
    }
}
