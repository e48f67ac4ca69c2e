//! Holds some rows of a block, and gathers their values for a column.

use claims::trial::{Batch, Block};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// Some rows of a block, with the parameters of its cell.
pub(super) struct BlockRows {
    pub cell: Arc<Map<String, Value>>,
    pub block: Arc<Block>,
    /// Positions among the rows of the block, replicate by replicate.
    pub rows: Range<usize>,
}

impl BlockRows {
    /// Passes every row to `take`: the entry of its variant in `of_variants`, and its position among the replicates.
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

/// Picks one value for every row, from data that is computed once per batch.
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

/// Number of rows.
pub(super) fn count(parts: &[BlockRows]) -> usize {
    parts.iter().map(|part| part.rows.len()).sum()
}
