//! Finds the parameters in which cells differ.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Keys of the parameters that differ between cells, given the parameters of every cell.
pub fn varying_keys<'a>(
    cells: impl Iterator<Item = &'a Map<String, Value>>,
) -> BTreeSet<&'a String> {
    let cells: Vec<_> = cells.collect();
    let keys: BTreeSet<&String> = cells.iter().flat_map(|cell| cell.keys()).collect();
    let differs = |key: &&String| {
        cells
            .iter()
            .any(|cell| cell.get(*key) != cells[0].get(*key))
    };
    keys.into_iter().filter(differs).collect()
}
