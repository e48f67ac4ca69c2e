//! Measures whether leaving out an example that was never updated on leaves the run as it was.

use super::{Record, columns};
use perceptron::learn::{Learned, Learner};
use std::collections::BTreeSet;

/// Counts the examples without an update whose removal, on the same draws, changes the sequence of updates.
pub(super) fn measure(record: &mut Record, learner: &Learner, learned: &Learned) {
    let updated: BTreeSet<usize> = learned.updates.iter().copied().collect();
    let idle = (0..learner.labels().len()).filter(|example| !updated.contains(example));
    let differs = |example: &usize| learner.run(Some(*example)).updates != learned.updates;
    let differences = idle.filter(differs).count() as u64;
    record.set(columns::COUPLING_DIFFERENCES, differences);
}
