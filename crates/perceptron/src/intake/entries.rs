//! Makes a feature store from the entries of a sparse file, with only the features that occur.

use super::DataFault;
use super::numbers::NumberList;
use crate::sample::Features;

/// The largest size of a dense store, in numbers, that is made from a sparse file.
const MOST_DENSE: usize = 1 << 25;

/// Makes the feature store of a sparse file: `numbers` are the values that it lists, `indices` their feature indices, and `starts` the positions at
/// which rows begin. `names` becomes the names of the features: of those `chosen`, or of all that occur. The store is dense if the file lists at least a third of all values, or if
/// a sparse store cannot hold them.
pub(super) fn store(
    numbers: NumberList,
    mut indices: Vec<u32>,
    starts: &[usize],
    (names, chosen): (&mut Vec<String>, Option<&[u32]>),
) -> Result<Features, DataFault> {
    let mut occurring = chosen.unwrap_or(&indices).to_vec();
    occurring.sort_unstable();
    occurring.dedup();
    *names = occurring.iter().map(u32::to_string).collect();
    for index in &mut indices {
        *index = occurring.binary_search(index).unwrap_or_default() as u32;
    }
    let (rows, dimension) = (starts.len() - 1, names.len());
    if dimension == 0 {
        return Err(
            DataFault::new("no line has an entry", "lines such as `+1 1:0.5 3:2`")
                .on(1)
                .help("check that this is the file you mean: without entries all features are 0"),
        );
    }
    if numbers.are_narrow() && 3 * indices.len() < rows * dimension {
        let store = numbers.into_sparse(dimension, &indices, starts);
        return store.ok_or_else(|| {
            DataFault::new(
                "the numbers do not fit 56 bits over a common denominator",
                "decimals with fewer digits",
            )
        });
    }
    if rows * dimension > MOST_DENSE {
        return Err(DataFault::new(
            "the numbers do not fit 56 bits over a common denominator, and with their zeros written out they are too many to store as floats",
            "decimals with fewer digits, or fewer features",
        ));
    }
    let mut written = NumberList::new();
    for ends in starts.windows(2) {
        let mut next = ends[0];
        for column in 0..dimension as u32 {
            let is_here = next < ends[1] && indices[next] == column;
            written.push_of(&numbers, is_here.then_some(next));
            next += usize::from(is_here);
        }
    }
    Ok(written.into_rows(dimension))
}
