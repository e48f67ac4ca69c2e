//! Holds some rows of a block, and gathers their values for a column.

use claims::trial::{Batch, Block};
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// Consecutive rows (trials) of a block, with the parameters of the block's cell.
pub(super) struct BlockRows {
    pub cell: Arc<Map<String, Value>>,
    pub block: Arc<Block>,
    /// Positions of these rows in the block, where the rows are counted replicate by replicate and, within a replicate, variant by variant.
    pub rows: Range<usize>,
}

impl BlockRows {
    /// Calls `take` for every row, with the element of `of_variants` that belongs to its variant and the position of its replicate in the block.
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

/// Picks one value for every row: `of` prepares data once per batch (the trials of one variant), and `pick` takes the value of a replicate from it.
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

/// Number of rows in all parts together.
pub(super) fn count(parts: &[BlockRows]) -> usize {
    parts.iter().map(|part| part.rows.len()).sum()
}
