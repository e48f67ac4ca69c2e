//! Records which numbers of a file were rounded to doubles.

use super::content::NumberPlace;
use std::collections::BTreeSet;

/// Largest number of rounded numbers whose positions in the file are recorded.
const MOST_NAMED: usize = 20;

/// The numbers of a file that were rounded to doubles.
#[derive(Default)]
pub(super) struct RoundedNumbers {
    /// Positions in the file of the first ones.
    pub places: Vec<NumberPlace>,
    pub count: u64,
    /// The examples that have such numbers, in ascending order.
    pub examples: Vec<usize>,
    /// The names of the features that have such numbers.
    pub features: BTreeSet<String>,
}

impl RoundedNumbers {
    /// Records the rounded numbers, by their places among all numbers in ascending order. `owner` returns the example and the name of the feature of a
    /// place, and `lines` are the lines of the examples.
    pub(super) fn of(
        places: &[usize],
        lines: &[u64],
        owner: impl Fn(usize) -> (usize, String),
    ) -> Self {
        let mut found = Self {
            count: places.len() as u64,
            ..Self::default()
        };
        for &place in places {
            let (example, name) = owner(place);
            if found.places.len() < MOST_NAMED {
                let (line, name) = (lines[example], name.clone());
                found.places.push(NumberPlace { line, name });
            }
            found.examples.push(example);
            found.features.insert(name);
        }
        found.examples.dedup();
        found
    }
}
