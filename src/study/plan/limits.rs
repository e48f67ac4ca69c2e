//! Says how long the replicates may take that are run to measure a cell.

use std::time::Duration;

/// Time after which the replicates that are run to measure a cell are ended.
pub(super) const LONGEST: Duration = Duration::from_secs(2);

/// Time spent on measuring one cell that is enough, once `SOME` replicates of the cell were run.
pub(super) const ENOUGH: Duration = Duration::from_millis(100);

/// Fewest replicates of a cell to measure: if a few samples are hard and most are easy, a single one says little.
pub(super) const SOME: u64 = 5;
