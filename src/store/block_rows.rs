//! Holds some rows of a block, and gathers values of them for a column.

use claims::trial::{Batch, Block};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// Some rows of a block, and the parameters of its cell.
pub(super) struct BlockRows {
    pub cell: Arc<Map<String, Value>>,
    pub block: Arc<Block>,
    /// Places among the rows of the block, replicate by replicate.
    pub rows: Range<usize>,
}

impl BlockRows {
    /// Hands over every row: what is known of its variant, and its place among the replicates.
    pub(super) fn each<S>(&self, of_variants: &[S], mut take: impl FnMut(&S, usize)) {
        let width = of_variants.len();
        let (mut place, mut variant) = (self.rows.start / width, self.rows.start % width);
        for _ in self.rows.clone() {
            take(&of_variants[variant], place);
            variant += 1;
            if variant == width {
                (place, variant) = (place + 1, 0);
            }
        }
    }
}

/// What is picked for every row, from what a batch has of all its trials.
pub(super) fn gathered<'p, S, T>(
    parts: &'p [BlockRows],
    of: impl Fn(&'p Batch) -> S,
    pick: impl Fn(&S, usize) -> T,
) -> Vec<T> {
    let mut all = Vec::with_capacity(count(parts));
    for part in parts {
        let of_variants: Vec<S> = part.block.batches.iter().map(&of).collect();
        part.each(&of_variants, |of, place| all.push(pick(of, place)));
    }
    all
}

/// The number of rows.
pub(super) fn count(parts: &[BlockRows]) -> usize {
    parts.iter().map(|part| part.rows.len()).sum()
}
