//! Says in sentences where a run goes if nothing separates the examples: how long its vector can become, its period, and its long run.

use crate::numbers::{counted, passes, with_decimals};
use perceptron::learn::{Learner, Order};
use perceptron::long_run::{ClosedSet, CyclicRun, LongRun, SignedExamples};
use perceptron::sample::Rational;

/// Most reachable weight vectors that are listed.
const MOST_VECTORS: usize = 20_000;

/// Most reachable weight vectors for which the long run is solved.
const MOST_SOLVED: usize = 300;

/// Most passes of the search for a period.
const MOST_PASSES: u64 = 10_000;

/// The sentences for a learner on a sample that nothing separates; none if its features are floats, or if too many vectors can be reached.
pub(super) fn sentences(learner: &Learner) -> Vec<String> {
    let Some(examples) = SignedExamples::of(learner) else {
        return Vec::new();
    };
    let mut words = Vec::new();
    let set = ClosedSet::explore(&examples, MOST_VECTORS).ok().flatten();
    if let Some(set) = &set {
        words.push(format!(
            "Nothing separates the examples, so the run never ends; but its vector stays bounded. Whatever the order of the examples, it can be one of \
             {}, and ‖w‖² ≤ {}.",
            counted(set.len() as u64, "vector"),
            fraction(&set.largest_norm_squared())
        ));
    }
    if learner.variant().order == Order::Cyclic
        && let Ok(Some(run)) = CyclicRun::of(&examples, MOST_PASSES)
    {
        words.push(format!(
            "In this order the run repeats itself: its period is {}, after {} without repetition, and ‖w‖² ≤ {} throughout.",
            passes(run.period),
            passes(run.before),
            fraction(&run.largest_norm_squared)
        ));
    }
    let solved = set.filter(|set| set.len() <= MOST_SOLVED);
    words.extend(solved.and_then(|set| LongRun::of(&set)).map(|long_run| {
        let means = &long_run.means;
        format!(
            "In random order, in the long run, {} of the examples shown have y⟨w, x⟩ ≤ 0, {} have y⟨w, x⟩ < 0, and the mean of ‖w‖² is {}.",
            fraction(&means.errors),
            fraction(&means.strict_errors),
            fraction(&means.norm_squared)
        )
    }));
    words
}

fn fraction(value: &Rational) -> String {
    with_decimals(&value.to_string(), value.to_f64())
}
