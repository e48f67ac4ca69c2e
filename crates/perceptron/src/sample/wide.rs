//! Stores rational features whose numerators need more than 64 bits, so that decimals of many digits keep their exact values.

use super::{Dense, FeatureStore, OutOfRange, Quantity, Rational, Rounded};
use num_bigint::BigInt;
use num_traits::Zero;

/// Feature vectors, one per example, as rows of `dimension` numerators of up to 127 bits over a common positive denominator.
///
/// Margins and norms are exact. Learners run on the nearest doubles, each of which is within half an ulp of its fraction. Their scores carry an
/// error bound ([`Rounded`]): a decision that rounding could reverse is not made.
#[derive(Debug, Clone, PartialEq)]
pub struct WideIntegers {
    numerators: Vec<i128>,
    denominator: i128,
    doubles: Rounded,
}

impl WideIntegers {
    /// Stores rows of `dimension` numerators each, laid end to end, over `denominator` ≥ 1.
    pub fn new(dimension: usize, numerators: Vec<i128>, denominator: i128) -> Self {
        let double =
            |&numerator: &i128| Rational::from_big(numerator.into(), denominator.into()).to_f64();
        let doubles = numerators.iter().map(double).collect();
        Self {
            doubles: Rounded::new(Dense::new(dimension, doubles)),
            numerators,
            denominator,
        }
    }

    /// Number of examples.
    pub fn examples(&self) -> usize {
        self.doubles.rows().examples()
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.doubles.dimension()
    }

    /// The common denominator of all features.
    pub fn denominator(&self) -> i128 {
        self.denominator
    }

    /// The numerators of one example's features.
    pub fn row(&self, example: usize) -> &[i128] {
        let dimension = self.dimension();
        &self.numerators[example * dimension..(example + 1) * dimension]
    }

    /// The features of one example as fractions.
    pub fn exact_row(&self, example: usize) -> Vec<Rational> {
        let fraction = |&x: &i128| Rational::from_big(x.into(), self.denominator.into());
        self.row(example).iter().map(fraction).collect()
    }

    /// The features of all examples as the nearest doubles.
    pub fn doubles(&self) -> &Rounded {
        &self.doubles
    }

    /// ‖x‖² of one example.
    pub fn norm_squared(&self, example: usize) -> Quantity {
        let squares = self.row(example).iter().map(|&x| BigInt::from(x).pow(2));
        let sum = squares.fold(BigInt::zero(), |sum, square| sum + square);
        Quantity::exact(Rational::from_big(
            sum,
            BigInt::from(self.denominator).pow(2),
        ))
    }

    /// Returns a store of the examples with these indices.
    pub fn selected(&self, examples: &[usize]) -> Self {
        let rows = examples.iter().flat_map(|&example| self.row(example));
        Self::new(self.dimension(), rows.copied().collect(), self.denominator)
    }

    /// Appends a constant feature to every example.
    ///
    /// # Errors
    /// The constant times the denominator of the features is not an integer, or does not fit 127 bits.
    pub fn with_offset(&self, constant: &Rational) -> Result<Self, OutOfRange> {
        let scaled = constant * &Rational::from_big(self.denominator.into(), 1.into());
        let is_whole = scaled.denominator() == BigInt::from(1);
        let last = i128::try_from(scaled.numerator()).ok().filter(|_| is_whole);
        let last = last.ok_or(OutOfRange)?;
        let width = self.dimension() + 1;
        let mut numerators = Vec::with_capacity(self.examples() * width);
        for example in 0..self.examples() {
            numerators.extend_from_slice(self.row(example));
            numerators.push(last);
        }
        Ok(Self::new(width, numerators, self.denominator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerators_that_round_to_one_double_stay_apart() {
        let top = i128::from(i64::MAX);
        let store = WideIntegers::new(1, vec![top, top - 1], 1);
        assert_eq!(store.doubles().row(0), store.doubles().row(1));
        assert_ne!(store.row(0), store.row(1));
        let square = |example| store.norm_squared(example).exact;
        assert_ne!(square(0), square(1));
        let due = Rational::from_big(BigInt::from(top).pow(2), 1.into());
        assert_eq!(square(0), Some(due));
    }

    #[test]
    fn a_constant_feature_is_over_the_denominator_of_the_others() {
        let store = WideIntegers::new(2, vec![1, 2, 3, 4], 10);
        let found = store.with_offset(&Rational::one()).unwrap();
        assert_eq!((found.row(1), found.denominator()), (&[3, 4, 10][..], 10));
        assert_eq!(found.selected(&[1]).row(0), [3, 4, 10]);
        assert!(store.with_offset(&Rational::new(1, 3)).is_err());
        let huge = WideIntegers::new(1, vec![1], 10_i128.pow(38));
        assert!(huge.with_offset(&Rational::from(2_i64)).is_err());
    }
}
