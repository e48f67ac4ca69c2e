//! Fills what a run counted into its row.

use super::{Record, columns, exploration};
use perceptron::learn::{Learned, Variant};

/// Fills the counts of a run; a learner that sees the sample as a whole makes no updates, which is not the same as none.
pub(super) fn fill(record: &mut Record, learned: &Learned, variant: &Variant) {
    record.set(columns::STOP_REASON, learned.reason);
    if learned.reason.is_failure() {
        let words = learned.failure.clone();
        let words = words.unwrap_or_else(|| "exact integers left their range".to_owned());
        record.set(columns::FAILURE, words);
    }
    if !exploration::describe(record, learned) || !variant.walks() {
        return;
    }
    let counts = learned.counts;
    record.set(columns::PASSES, counts.passes);
    record.set(columns::DRAWS, counts.draws);
    record.set(columns::DRAWS_UNTIL_LAST_UPDATE, counts.last_update);
    record.set(columns::UPDATES, counts.updates);
    record.set(columns::MISTAKES, counts.mistakes);
    record.set(columns::MARGIN_MISTAKES, counts.margin_mistakes);
    let mut different = learned.updates.clone();
    different.sort_unstable();
    different.dedup();
    if counts.margin_mistakes == counts.updates {
        record.set(columns::DISTINCT_MARGIN_MISTAKES, different.len() as u64);
    }
    let positions = different.iter().map(|&example| example as u64 + 1);
    record.set(columns::UPDATED_POSITIONS, positions.sum::<u64>());
    record.set(columns::FIRST_EXAMPLE_UPDATED, learned.updates.contains(&0));
}
