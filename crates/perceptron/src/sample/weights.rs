//! Holds exact integer weights: i64 while they fit, then i128, and an error when even that is too small.

/// Error: an exact computation left the range of i128, or a feature left the range of i64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the exact computation left the range of 128-bit integers; use smaller denominators or fewer updates, or set arithmetic = \"f64\""
)]
pub struct OutOfRange;

/// A weight vector of integers, in units of the learner's step divided by the common denominator of the features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegerWeights {
    entries: Entries,
    /// An upper bound on the absolute values of the weights; saturates.
    reach: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Entries {
    Narrow(Vec<i64>),
    Wide(Vec<i128>),
}

impl IntegerWeights {
    /// The weight vector 0 with `dimension` entries.
    pub fn zero(dimension: usize) -> Self {
        Self {
            entries: Entries::Narrow(zeros(dimension)),
            reach: 0,
        }
    }

    /// The weight vector with these entries.
    pub fn from_integers(values: &[i64]) -> Self {
        let reach = values
            .iter()
            .map(|value| value.unsigned_abs())
            .max()
            .unwrap_or(0);
        Self {
            entries: Entries::Narrow(values.to_vec()),
            reach,
        }
    }

    /// The weights, if all are known to be at most `limit` in absolute value, so that the caller's sums of products cannot overflow.
    pub fn within(&self, limit: u64) -> Option<&[i64]> {
        match &self.entries {
            Entries::Narrow(values) if self.reach <= limit => Some(values),
            _ => None,
        }
    }

    /// Adds `factor · x` to the weight at `index`, for each given `(index, x)` with |x| ≤ `largest`; promotes the weights to i128 if one may exceed
    /// 64 bits.
    pub fn add(
        &mut self,
        factor: i64,
        largest: u64,
        entries: impl Iterator<Item = (usize, i64)>,
    ) -> Result<(), OutOfRange> {
        self.reach = self
            .reach
            .saturating_add(factor.unsigned_abs().saturating_mul(largest));
        if self.reach > i64::MAX as u64 {
            self.promote();
        }
        match &mut self.entries {
            Entries::Narrow(values) => entries.for_each(|(index, x)| values[index] += factor * x),
            Entries::Wide(values) => {
                for (index, x) in entries {
                    let product = i128::from(factor) * i128::from(x);
                    values[index] = values[index].checked_add(product).ok_or(OutOfRange)?;
                }
            }
        }
        Ok(())
    }

    fn promote(&mut self) {
        if let Entries::Narrow(values) = &self.entries {
            self.entries = Entries::Wide(values.iter().map(|&v| i128::from(v)).collect());
        }
    }

    /// Σ w_j x_j over the given `(index, x)` pairs.
    pub fn dot(&self, entries: impl Iterator<Item = (usize, i64)>) -> Result<i128, OutOfRange> {
        let mut sum: i128 = 0;
        match &self.entries {
            // A product of two i64 fits an i128.
            Entries::Narrow(values) => {
                for (index, x) in entries {
                    let product = i128::from(values[index]) * i128::from(x);
                    sum = sum.checked_add(product).ok_or(OutOfRange)?;
                }
            }
            Entries::Wide(values) => {
                for (index, x) in entries {
                    let product = values[index].checked_mul(i128::from(x));
                    let more = product.and_then(|product| sum.checked_add(product));
                    sum = more.ok_or(OutOfRange)?;
                }
            }
        }
        Ok(sum)
    }

    /// The weights divided by `unit`, as floats.
    pub fn to_floats(&self, unit: f64) -> Vec<f64> {
        match &self.entries {
            Entries::Narrow(values) => values.iter().map(|&v| v as f64 / unit).collect(),
            Entries::Wide(values) => values.iter().map(|&v| v as f64 / unit).collect(),
        }
    }

    /// The weights as integers of 64 bits; `None` if one does not fit.
    pub fn to_integers(&self) -> Option<Vec<i64>> {
        match &self.entries {
            Entries::Narrow(values) => Some(values.clone()),
            Entries::Wide(values) => values.iter().map(|&v| i64::try_from(v).ok()).collect(),
        }
    }
}

/// Returns `length` zeros. Short vectors are made by copying zeros instead of requesting zeroed memory, because allocators reuse freed blocks for
/// ordinary requests only. The compiler requests zeroed memory wherever it sees that zeros are written.
fn zeros(length: usize) -> Vec<i64> {
    const FEW: usize = 256;
    match length {
        0..=FEW => [0].repeat(length),
        _ => vec![0; length],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_outgrows_64_bits_is_promoted_and_stays_exact() {
        let mut weights = IntegerWeights::zero(1);
        for number in 1..=4 {
            assert_eq!(
                weights.add(1, i64::MAX as u64, [(0, i64::MAX)].into_iter()),
                Ok(())
            );
            // The limit is inclusive: the largest number of 64 bits still fits.
            let narrow = weights.within(i64::MAX as u64);
            assert_eq!(narrow, (number == 1).then_some(&[i64::MAX][..]));
        }
        assert_eq!(
            weights.dot([(0, 2)].into_iter()),
            Ok(8 * i128::from(i64::MAX))
        );
        assert_eq!(weights.to_integers(), None);
        assert_eq!(weights.within(u64::MAX), None);
    }

    #[test]
    fn a_product_beyond_128_bits_is_an_error_and_never_wraps() {
        let mut weights = IntegerWeights::zero(1);
        for _ in 0..4 {
            assert!(
                weights
                    .add(i64::MAX, i64::MAX as u64, [(0, i64::MAX)].into_iter())
                    .is_ok()
            );
            if weights.dot([(0, i64::MAX)].into_iter()).is_err() {
                return;
            }
        }
        panic!("an overflow went unnoticed");
    }
}
