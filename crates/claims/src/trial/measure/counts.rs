//! Fills the counts of a run into its row.

use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{RunResult, StopReason, Variant};

columns! {
    /// Passes over the sample, the clean one included.
    PASSES: u64 = "passes" in "passes";
    /// Examples shown.
    DRAWS: u64 = "draws" in "examples";
    /// Examples shown up to the last change of the vector, its example included; 0 if it never changed.
    DRAWS_UNTIL_LAST_UPDATE: u64 = "draws_until_last_update" in "examples";
    /// Changes of the vector; with the order all-orders, of a longest run, as all counts are.
    UPDATES: u64 = "updates" in "updates";
    /// Wrong predictions among the examples shown; the tie convention says whether a score of 0 is one.
    MISTAKES: u64 = "mistakes" in "mistakes";
    /// Examples shown with y⟨w, x⟩ below the threshold; for rules without a threshold, the mistakes.
    MARGIN_MISTAKES: u64 = "margin_mistakes" in "mistakes";
    /// Number of different examples among the margin mistakes; empty for a mutant that does not update on exactly these.
    DISTINCT_MARGIN_MISTAKES: u64 = "distinct_margin_mistakes" in "examples";
    /// Whether the first example of the sample was ever updated on.
    FIRST_EXAMPLE_UPDATED: bool = "first_example_updated" in "";
    /// Sum of the positions in the sample, from 1, of the different examples updated on.
    UPDATED_POSITIONS: u64 = "updated_positions" in "positions";
    /// Reason why the run stopped: clean-pass, end-of-stream, quiet-period, update-cap, undecided, out-of-range or failed; with the order all-orders
    /// also cycle (some order never ends), never (none ends) and state-cap.
    STOP_REASON: StopReason = "stop_reason" in "";
    /// Reason why the trial has no result, in words; empty if it has one.
    FAILURE: String = "failure" in "";
}

/// Fills the stop reason of a run and its counts of passes, examples shown, updates and mistakes. For a learner that sees the sample as a whole the
/// counts stay missing, because it makes no updates, which differs from 0 updates.
pub(in crate::trial) fn fill(record: &mut Record, learned: &RunResult, variant: &Variant) {
    record.set(columns::STOP_REASON, learned.reason);
    if learned.reason.is_failure() {
        let words = learned.failure.clone();
        let words = words.unwrap_or_else(|| "exact integers left their range".to_owned());
        record.set(columns::FAILURE, words);
    }
    // If some order never ends, there is no run to count.
    let is_no_run = matches!(
        learned.reason,
        StopReason::Cycle | StopReason::Never | StopReason::StateCap
    );
    if is_no_run || !variant.walks() {
        return;
    }
    let counts = learned.counts;
    record.set(columns::PASSES, counts.passes);
    record.set(columns::DRAWS, counts.draws);
    record.set(columns::DRAWS_UNTIL_LAST_UPDATE, counts.last_update);
    record.set(columns::UPDATES, counts.updates);
    record.set(columns::MISTAKES, counts.mistakes);
    record.set(columns::MARGIN_MISTAKES, counts.margin_mistakes);
    let [distinct, positions] = distinct(&learned.updates);
    if counts.margin_mistakes == counts.updates {
        record.set(columns::DISTINCT_MARGIN_MISTAKES, distinct);
    }
    record.set(columns::UPDATED_POSITIONS, positions);
    record.set(columns::FIRST_EXAMPLE_UPDATED, learned.updates.contains(&0));
}

/// Returns the number of different examples in a list of indices, and the sum of their positions counted from 1.
fn distinct(examples: &[usize]) -> [u64; 2] {
    const WORD: usize = u64::BITS as usize;
    let most = examples.iter().max().copied().unwrap_or(0);
    // One bit per example up to the largest index; a short bitmap needs no allocation.
    let (mut few, mut many) = ([0_u64; 4], Vec::new());
    let seen = match few.get_mut(..=most / WORD) {
        Some(few) => few,
        None => {
            many.resize(most / WORD + 1, 0);
            &mut many[..]
        }
    };
    let [mut count, mut positions] = [0; 2];
    for &example in examples {
        let (word, bit) = (&mut seen[example / WORD], 1 << (example % WORD));
        let is_new = u64::from(*word & bit == 0);
        *word |= bit;
        count += is_new;
        positions += is_new * (example as u64 + 1);
    }
    [count, positions]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    proptest::proptest! {
        #[test]
        fn examples_are_counted_once(examples in proptest::collection::vec(0..900_usize, 0..40)) {
            let different: BTreeSet<usize> = examples.iter().copied().collect();
            let positions = different.iter().map(|&example| example as u64 + 1).sum();
            proptest::prop_assert_eq!(distinct(&examples), [different.len() as u64, positions]);
        }
    }
}
