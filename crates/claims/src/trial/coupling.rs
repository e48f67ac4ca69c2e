//! Measures whether leaving out an example that was never updated on leaves the run as it was.

use perceptron::learn::{Learned, Learner};
use std::collections::BTreeSet;

/// The number of examples without an update whose removal, on the same draws, changes the sequence of updates.
pub(super) fn differences(learner: &Learner, learned: &Learned, examples: usize) -> u64 {
    let updated: BTreeSet<usize> = learned.updates.iter().copied().collect();
    let idle = (0..examples).filter(|example| !updated.contains(example));
    idle.filter(|&example| learner.run(Some(example)).updates != learned.updates)
        .count() as u64
}
