//! Counts, for each value of a weighted sum, the sign vectors that give it.

/// Largest number of counts that the table of weighted sums may hold at once, about 100 MB; larger problems are refused.
const MOST_CELLS: u128 = 1 << 22;
/// Number of table cells per sign vector up to which a table of all possible sums is cheaper than a list of the sums that occur.
const CELLS_PER_VECTOR: u128 = 16;

/// How sign vectors in {−1, +1}ⁿ are counted: by their number, or as a fraction of all sign vectors.
pub(super) trait SignCount: Copy {
    /// The count of no sign vector: 0.
    const ZERO: Self;
    /// The count of the only sign vector with no coordinates: 1.
    const ONE: Self;
    /// The count of the union of two disjoint sets of sign vectors.
    fn plus(self, other: Self) -> Self;
    /// The count of all combinations of a sign vector of one set with one of another set, in other coordinates.
    fn times(self, other: Self) -> Self;
    /// The count after one more coordinate is appended to every sign vector, with one fixed sign out of two.
    fn branch(self) -> Self;
}

/// Exact numbers of sign vectors, for at most 127 coordinates.
impl SignCount for u128 {
    const ZERO: Self = 0;
    const ONE: Self = 1;
    fn plus(self, other: Self) -> Self {
        self + other
    }
    fn times(self, other: Self) -> Self {
        self * other
    }
    fn branch(self) -> Self {
        self
    }
}

/// Fractions of all sign vectors, which cannot overflow.
impl SignCount for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn plus(self, other: Self) -> Self {
        self + other
    }
    fn times(self, other: Self) -> Self {
        self * other
    }
    fn branch(self) -> Self {
        0.5 * self
    }
}

/// The values that a weighted sum takes over sign vectors, in increasing order, each with the count of sign vectors that give it.
pub(super) type Sums<T> = Vec<(i128, T)>;

/// Counts, for each value, the sign vectors for which the weights at the +1 coordinates sum to it; `None` if there are too many different sums.
pub(super) fn all_sums<T: SignCount>(weights: &[i64]) -> Option<Sums<T>> {
    Some(gather(&tabulate(weights, false)?))
}

/// Like [`all_sums`], but counts only the sign vectors with more +1 than −1.
pub(super) fn majority_sums<T: SignCount>(weights: &[i64]) -> Option<Sums<T>> {
    let rows = tabulate(weights, true)?;
    // A majority has more than half of the coordinates +1, whether their number is odd or even.
    Some(gather(&rows[weights.len() / 2 + 1..]))
}

/// One row of the table of weighted sums: for each value, the count of the sign vectors that give it, among all of them or those with the same number
/// of +1.
#[derive(Clone)]
enum CountRow<T> {
    /// The smallest value, and the counts of all consecutive values from it on.
    Dense(i128, Vec<T>),
    /// Only the values that occur, with their counts.
    Sparse(Sums<T>),
}

/// Builds the table of weighted sums over sign vectors by adding one coordinate after the other. With `ranked`, row j counts the sign vectors with j
/// coordinates +1; otherwise there is one row. `None` if the table gets too large.
fn tabulate<T: SignCount>(weights: &[i64], ranked: bool) -> Option<Vec<CountRow<T>>> {
    let height = if ranked { weights.len() + 1 } else { 1 };
    let dense = suits_a_table(weights, height as u128);
    let empty = if dense {
        CountRow::Dense(0, Vec::new())
    } else {
        CountRow::Sparse(Vec::new())
    };
    let mut rows = vec![if dense {
        CountRow::Dense(0, vec![T::ONE])
    } else {
        CountRow::Sparse(vec![(0, T::ONE)])
    }];
    for weight in weights {
        let next = |rank: usize| {
            let below = if ranked {
                rank.checked_sub(1)
            } else {
                Some(rank)
            };
            let rising = below.and_then(|rank| rows.get(rank)).unwrap_or(&empty);
            rows.get(rank)
                .unwrap_or(&empty)
                .joined(rising, i128::from(*weight))
        };
        // After k weights there is no row above k.
        rows = (0..height.min(rows.len() + 1)).map(next).collect();
        if rows.iter().map(CountRow::cells).sum::<u128>() > MOST_CELLS {
            return None;
        }
    }
    Some(rows)
}

/// Whether a dense table of `height` rows, one cell for every possible sum of the weights, fits in memory and is not mostly empty.
fn suits_a_table(weights: &[i64], height: u128) -> bool {
    let width: u128 = weights
        .iter()
        .map(|weight| u128::from(weight.unsigned_abs()))
        .sum::<u128>()
        + 1;
    let cells = width.saturating_mul(height);
    // From 100 weights on, `MOST_CELLS` is always the smaller bound, and the product below could overflow.
    let vectors = if weights.len() < 100 {
        1_u128 << weights.len()
    } else {
        u128::MAX / CELLS_PER_VECTOR
    };
    cells <= MOST_CELLS.min(vectors * CELLS_PER_VECTOR)
}

/// Merges all rows of the table of weighted sums into one list, adding the counts of equal values.
fn gather<T: SignCount>(rows: &[CountRow<T>]) -> Sums<T> {
    let mut sums: Sums<T> = Vec::new();
    for row in rows {
        match row {
            CountRow::Dense(first, counts) => sums.extend((*first..).zip(counts.iter().copied())),
            CountRow::Sparse(entries) => sums.extend_from_slice(entries),
        }
    }
    merged(sums)
}

fn merged<T: SignCount>(mut sums: Sums<T>) -> Sums<T> {
    sums.sort_by_key(|(value, _)| *value);
    sums.dedup_by(|later, kept| {
        let same = later.0 == kept.0;
        if same {
            kept.1 = kept.1.plus(later.1);
        }
        same
    });
    sums
}

impl<T: SignCount> CountRow<T> {
    /// The row after one more coordinate: it is −1 for the sign vectors in `self`, whose sums stay, and +1 for those in `rising`, whose sums grow by
    /// `weight`.
    fn joined(&self, rising: &Self, weight: i128) -> Self {
        match (self, rising) {
            (Self::Dense(first, staying), Self::Dense(risen, moving)) => {
                overlaid((*first, staying), (risen + weight, moving))
            }
            _ => {
                let moved = rising
                    .entries()
                    .iter()
                    .map(|(value, count)| (value + weight, count.branch()));
                let stayed = self
                    .entries()
                    .iter()
                    .map(|(value, count)| (*value, count.branch()));
                Self::Sparse(merged(stayed.chain(moved).collect()))
            }
        }
    }

    fn entries(&self) -> &[(i128, T)] {
        match self {
            Self::Sparse(entries) => entries,
            // One table is all dense or all sparse, so there is nothing to list here.
            Self::Dense(..) => &[],
        }
    }

    fn cells(&self) -> u128 {
        match self {
            Self::Dense(_, counts) => counts.len() as u128,
            Self::Sparse(entries) => entries.len() as u128,
        }
    }
}

/// Adds two dense rows, each its smallest value and its counts, that may start at different values; every count is first branched by
/// [`SignCount::branch`].
fn overlaid<T: SignCount>(a: (i128, &[T]), b: (i128, &[T])) -> CountRow<T> {
    // An empty row has no values, so its start must not widen the range.
    let parts: Vec<_> = [a, b]
        .into_iter()
        .filter(|(_, counts)| !counts.is_empty())
        .collect();
    let first = parts.iter().map(|(first, _)| *first).min().unwrap_or(0);
    let end = parts
        .iter()
        .map(|(first, counts)| first + counts.len() as i128)
        .max()
        .unwrap_or(0);
    let mut sums = vec![T::ZERO; (end - first) as usize];
    for (start, counts) in parts {
        for (sum, count) in sums[(start - first) as usize..].iter_mut().zip(counts) {
            *sum = sum.plus(count.branch());
        }
    }
    CountRow::Dense(first, sums)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dense_table_and_a_sparse_list_count_alike() {
        let small = [3, -1, 0, 4, -2, 2, 2, 1, 5];
        let large = small.map(|weight| weight * 1_000_000_007);
        assert!(suits_a_table(&small, 10) && !suits_a_table(&large, 10));
        let scaled = |sums: Sums<u128>| -> Sums<u128> {
            sums.into_iter()
                .filter(|entry| entry.1 > 0)
                .map(|(value, count)| (value * 1_000_000_007, count))
                .collect()
        };
        assert_eq!(all_sums(&small).map(scaled), all_sums(&large));
        assert_eq!(majority_sums(&small).map(scaled), majority_sums(&large));
    }

    #[test]
    fn probabilities_are_counts_over_all_sign_vectors() {
        let weights = [3, -1, 0, 4, -2];
        let (counts, shares) = (
            majority_sums::<u128>(&weights).unwrap(),
            majority_sums::<f64>(&weights).unwrap(),
        );
        for (count, share) in counts.iter().zip(&shares) {
            assert_eq!((count.0, count.1 as f64 / 32.0), *share);
        }
        assert_eq!(counts.iter().map(|entry| entry.1).sum::<u128>(), 16);
    }

    #[test]
    fn too_many_different_sums_are_refused() {
        let weights: Vec<i64> = (0..38).map(|index| 3_i64.pow(index)).collect();
        assert_eq!(all_sums::<u128>(&weights), None);
    }
}
