//! Reads a sample as integers times one unit and sums them exactly. Certificates are made and checked with this arithmetic.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use perceptron::sample::{Dense, Features, Label, Rational, Sample};
use std::borrow::Cow;

/// Bound on the components of an integer direction, below which its inner products with examples are summed in machine integers.
const NARROW: i64 = 1 << 31;

/// A sample whose features are integers times one unit. Floats are read as integers over a power of two.
pub(super) struct Integral<'a> {
    sample: &'a Sample,
    /// The common denominator of all float features; 1 if the features are exact.
    common: BigInt,
}

impl<'a> Integral<'a> {
    /// Reads a sample as integers times a unit; `None` if a feature is not a finite number.
    pub(super) fn new(sample: &'a Sample) -> Option<Self> {
        let mut common = BigInt::one();
        if !sample.features.is_exact() {
            for value in (0..sample.labels.len())
                .flat_map(|example| sample.features.row(example).into_owned())
            {
                let fraction = Rational::from_float(value.is_finite().then_some(value)?);
                // Denominators of floats are powers of two, so the largest is a multiple of all others.
                common = common.max(fraction.denominator().clone());
            }
        }
        Some(Self { sample, common })
    }

    /// Number of examples in the sample.
    pub(super) fn examples(&self) -> usize {
        self.sample.labels.len()
    }

    /// Number of features of each example.
    pub(super) fn dimension(&self) -> usize {
        self.sample.features.dimension()
    }

    /// The label of an example.
    pub(super) fn label(&self, example: usize) -> Label {
        self.sample.labels[example]
    }

    /// The features of one example as floats.
    pub(super) fn floats(&self, example: usize) -> Vec<f64> {
        self.sample.features.row(example).into_owned()
    }

    /// The features of all examples as floats.
    pub(super) fn dense(&self) -> Cow<'a, Dense> {
        match &self.sample.features {
            Features::Dense(store) => Cow::Borrowed(store),
            features => Cow::Owned(features.to_dense()),
        }
    }

    /// The unit: the feature value that the integer 1 stands for.
    pub(super) fn unit(&self) -> Rational {
        &self.sample.features.unit() / &Rational::from_big(self.common.clone(), BigInt::one())
    }

    /// The nonzero features of one example as integers in units, each with the index of the feature.
    pub(super) fn row(&self, example: usize) -> Vec<(usize, BigInt)> {
        match self.sample.features.integer_row(example) {
            Some(row) => row
                .into_iter()
                .enumerate()
                .filter(|(_, x)| *x != 0)
                .map(|(j, x)| (j, x.into()))
                .collect(),
            None => {
                let fractions = self
                    .floats(example)
                    .into_iter()
                    .map(Rational::from_float)
                    .enumerate()
                    .filter(|(_, x)| !x.is_zero());
                fractions
                    .map(|(j, x)| (j, x.numerator() * (&self.common / x.denominator())))
                    .collect()
            }
        }
    }

    /// ‖x‖² of an example, in squared units of the features.
    pub(super) fn norm_squared(&self, example: usize) -> BigInt {
        match self.sample.features.exact_norm_squared(example) {
            Some(square) => square.into(),
            None => self.row(example).iter().map(|(_, x)| x * x).sum(),
        }
    }

    /// R², the largest ‖x‖² in the sample.
    pub(super) fn radius_squared(&self) -> Rational {
        let largest = (0..self.examples())
            .map(|example| self.norm_squared(example))
            .max()
            .unwrap_or_default();
        &Rational::from_big(largest, BigInt::one()) * &self.unit().square()
    }

    /// Returns the squared margin (min y⟨u, x⟩/‖u‖)² of an integer direction u; `None` if y⟨u, x⟩ is not positive on every example, or if the sample
    /// is empty.
    pub(super) fn margin_squared(&self, direction: &[BigInt]) -> Option<Rational> {
        let narrow: Option<Vec<i64>> = direction
            .iter()
            .map(|u| u.to_i64().filter(|u| u.abs() < NARROW))
            .collect();
        let score = |example: usize| {
            let words = narrow
                .as_ref()
                .and_then(|narrow| self.sample.features.exact_dot(example, narrow));
            let score = words.map_or_else(|| dot(&self.row(example), direction), BigInt::from);
            score * self.label(example).sign()
        };
        let smallest = (0..self.examples())
            .map(score)
            .min()
            .filter(Signed::is_positive)?;
        let length_squared: BigInt = direction.iter().map(|u| u * u).sum();
        Some(&Rational::from_big(&smallest * &smallest, length_squared) * &self.unit().square())
    }

    /// Returns Σ λ_i y_i x_i in units of the features and Σ λ_i, for weights λ given as (i, λ_i), both multiplied by one positive factor that makes
    /// all λ_i integers.
    pub(super) fn combination(&self, weights: &[(usize, Rational)]) -> (Vec<BigInt>, BigInt) {
        let factors = integers(
            &weights
                .iter()
                .map(|(_, weight)| weight.clone())
                .collect::<Vec<_>>(),
        );
        let mut sum = vec![BigInt::zero(); self.dimension()];
        for ((example, _), factor) in weights.iter().zip(&factors) {
            let signed = factor * self.label(*example).sign();
            self.row(*example)
                .into_iter()
                .for_each(|(j, x)| sum[j] += x * &signed);
        }
        (sum, factors.iter().sum())
    }

    /// Returns ‖Σ λ_i y_i x_i / Σ λ_i‖², an upper bound on the square of every margin of the sample, for weights λ ≥ 0 given as (i, λ_i) that have a
    /// positive sum.
    pub(super) fn hull_squared(&self, weights: &[(usize, Rational)]) -> Rational {
        let (point, total) = self.combination(weights);
        let length_squared: BigInt = point.iter().map(|x| x * x).sum();
        &Rational::from_big(length_squared, &total * &total) * &self.unit().square()
    }
}

/// The inner product Σ x_j u_j of a sparse row, given as (j, x_j), with a vector u.
pub(super) fn dot(row: &[(usize, BigInt)], vector: &[BigInt]) -> BigInt {
    row.iter()
        .map(|(j, x)| x * &vector[*j])
        .fold(BigInt::zero(), |sum, term| sum + term)
}

/// Multiplies all components of a direction by one positive factor that makes them integers, so that the direction stays the same.
pub(super) fn integers(direction: &[Rational]) -> Vec<BigInt> {
    let common = direction
        .iter()
        .fold(BigInt::one(), |lcm, u| lcm.lcm(&u.denominator()));
    direction
        .iter()
        .map(|u| u.numerator() * (&common / u.denominator()))
        .collect()
}
