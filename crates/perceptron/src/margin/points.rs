//! Reads the signed examples v = y·x as integer vectors with one common unit, and evaluates both bounds on the margin exactly.

use super::nearest::Nearest;
use super::weights::Weights;
use crate::sample::{Dense, Features, Rational, Sample, Separator};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero, float::FloatCore};

/// The signed examples v_i = y_i x_i of a sample, as integer vectors in one common unit; floats are read as integers over a power of two.
pub(super) struct Points<'a> {
    sample: &'a Sample,
    unit: Rational,
    /// For float features, the exponent e of the unit 2ᵉ (a placeholder if all features are zero); otherwise 0.
    exponent: i16,
    /// Largest absolute value of a feature: in units for exact features, as it is for floats.
    largest: f64,
}

/// Splits a float into `mantissa · 2^exponent` with an odd mantissa; zero gets the largest exponent, so that zeros never determine the common
/// exponent of several floats.
fn decoded(value: f64) -> (i64, i16) {
    let (mantissa, exponent, sign) = value.integer_decode();
    if mantissa == 0 {
        return (0, i16::MAX);
    }
    let zeros = mantissa.trailing_zeros();
    (
        i64::from(sign) * (mantissa >> zeros) as i64,
        exponent + zeros as i16,
    )
}

fn scaled_integers(values: &[f64], exponent: i16) -> Vec<BigInt> {
    let shifted = |(mantissa, own): (i64, i16)| {
        if mantissa == 0 {
            BigInt::zero()
        } else {
            BigInt::from(mantissa) << (own - exponent) as usize
        }
    };
    values
        .iter()
        .map(|&value| shifted(decoded(value)))
        .collect()
}

fn smallest_exponent(values: &[f64]) -> i16 {
    values
        .iter()
        .map(|&value| decoded(value).1)
        .min()
        .unwrap_or(0)
}

fn power_of_two(exponent: i16) -> Rational {
    let power = BigInt::one() << exponent.unsigned_abs() as usize;
    if exponent < 0 {
        Rational::from_big(BigInt::one(), power)
    } else {
        Rational::from_big(power, BigInt::one())
    }
}

/// The inner product Σ a_j b_j of two integer vectors, in machine words if they suffice.
pub(super) fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
    // A product of two 64-bit words always fits 128 bits; only the sum can overflow.
    let narrow = |x: &BigInt| x.to_i64().map(i128::from);
    let words = a.iter().zip(b).try_fold(0i128, |sum, (x, y)| {
        sum.checked_add(narrow(x)? * narrow(y)?)
    });
    words.map_or_else(|| a.iter().zip(b).map(|(x, y)| x * y).sum(), BigInt::from)
}

/// Divides the integers by their greatest common divisor.
pub(super) fn primitive(mut values: Vec<BigInt>) -> Vec<BigInt> {
    let divisor = values.iter().fold(BigInt::zero(), |divisor, value| {
        match divisor.is_zero() {
            true => value.abs(),
            // The first divisor is short already, and the gcd of two numbers takes as long as the longer one.
            false => divisor.gcd(&(value % &divisor)),
        }
    });
    if !divisor.is_zero() && !divisor.is_one() {
        values
            .iter_mut()
            .for_each(|value| *value = &*value / &divisor);
    }
    values
}

/// Pairs the indices of examples with their positive integer weights, as [`Weights`].
pub(super) fn paired(support: &[usize], weights: Vec<BigInt>) -> Weights {
    let mut pairs: Weights = support
        .iter()
        .copied()
        .zip(
            weights
                .into_iter()
                .map(|w| Rational::from_big(w, BigInt::one())),
        )
        .collect();
    pairs.sort_by_key(|&(example, _)| example);
    pairs
}

/// Converts the float weights of a point of the hull to proportional integers, to a precision of 2⁻⁶⁰ of the largest weight; smaller weights are left
/// out.
pub(super) fn integer_weights(found: &Nearest) -> Weights {
    // Never zero, because the weights are divided by it.
    let largest = found
        .weights
        .iter()
        .copied()
        .fold(f64::MIN_POSITIVE, f64::max);
    let rounded = found
        .weights
        .iter()
        .map(|w| BigInt::from((w / largest * (1u64 << 60) as f64) as i64));
    let (support, weights) = found
        .support
        .iter()
        .copied()
        .zip(rounded)
        .filter(|(_, w)| w.is_positive())
        .unzip::<_, _, Vec<_>, Vec<_>>();
    paired(&support, primitive(weights))
}

impl<'a> Points<'a> {
    /// Reads the signed examples of a sample; `None` if a feature is not finite.
    pub(super) fn new(sample: &'a Sample) -> Option<Self> {
        let mut points = Self {
            sample,
            unit: Rational::one(),
            exponent: 0,
            largest: 0.0,
        };
        points.largest = (0..points.len())
            .flat_map(|i| points.floats(i))
            .try_fold(0.0, |a: f64, b| b.is_finite().then(|| a.max(b.abs())))?;
        match &sample.features {
            Features::Signs(store) => points.unit = store.scale().clone(),
            Features::Integers(store) => points.unit = Rational::new(1, store.denominator()),
            Features::Sparse(store) => points.unit = Rational::new(1, store.denominator()),
            Features::Wide(store) => {
                points.unit = Rational::from_big(1.into(), store.denominator().into());
            }
            Features::Dense(_) | Features::Rounded(_) => {
                points.exponent = (0..points.len())
                    .map(|i| smallest_exponent(&points.floats(i)))
                    .min()?;
                // If all features are zero, no feature sets an exponent, and its placeholder must not become the unit.
                points.unit = power_of_two(if points.largest > 0.0 {
                    points.exponent
                } else {
                    0
                });
            }
        }
        Some(points)
    }

    /// Whether features have more than 64 bits, so that a direction of 64-bit integers need not separate them.
    pub(super) fn are_wide(&self) -> bool {
        matches!(self.sample.features, Features::Wide(_))
    }

    /// Number of examples.
    pub(super) fn len(&self) -> usize {
        self.sample.labels.len()
    }

    /// Number of features.
    pub(super) fn dimension(&self) -> usize {
        self.sample.features.dimension()
    }

    /// The signed example v_i = y_i x_i as exact integers, in the common unit.
    pub(super) fn row(&self, example: usize) -> Vec<BigInt> {
        let sign = self.sample.labels[example].sign();
        let unsigned = match (
            &self.sample.features,
            self.sample.features.integer_row(example),
        ) {
            (Features::Wide(store), _) => store
                .row(example)
                .iter()
                .copied()
                .map(BigInt::from)
                .collect(),
            (_, Some(row)) => row.into_iter().map(BigInt::from).collect(),
            (_, None) => scaled_integers(&self.sample.features.row(example), self.exponent),
        };
        if sign > 0 {
            unsigned
        } else {
            unsigned.into_iter().map(|x| -x).collect()
        }
    }

    /// The features x_i of an example as floats: rounded multiples of the unit for exact features, unchanged for float features.
    fn floats(&self, example: usize) -> Vec<f64> {
        match (
            &self.sample.features,
            self.sample.features.integer_row(example),
        ) {
            (Features::Wide(store), _) => store.row(example).iter().map(|&x| x as f64).collect(),
            (_, Some(row)) => row.into_iter().map(|x| x as f64).collect(),
            (_, None) => self.sample.features.row(example).into_owned(),
        }
    }

    /// All signed examples v_i = y_i x_i as rows of floats, scaled by a power of two to entries of at most one.
    pub(super) fn signed_floats(&self) -> Dense {
        // Scaling by a power of two loses no digits (short of underflow) and changes no weights.
        let exponent = if self.largest > 0.0 {
            libm::ilogb(self.largest) + 1
        } else {
            0
        };
        let signed = |i: usize| {
            let sign = self.sample.labels[i].value();
            self.floats(i)
                .into_iter()
                .map(move |x| libm::scalbn(sign * x, -exponent))
        };
        Dense::new(self.dimension(), (0..self.len()).flat_map(signed).collect())
    }

    /// Whether all features of an example are zero.
    pub(super) fn is_zero(&self, example: usize) -> bool {
        self.row(example).iter().all(BigInt::is_zero)
    }

    /// The radius of the sample, max ‖x_i‖, rounded up.
    pub(super) fn radius(&self) -> f64 {
        (0..self.len())
            .map(|i| self.sample.features.norm_squared(i).upper)
            .fold(0.0, f64::max)
            .sqrt()
            .next_up()
    }

    /// Converts a squared norm of integer vectors from squared units to the scale of the features.
    pub(super) fn in_units(&self, squared: &Rational) -> Rational {
        squared * &self.unit.square()
    }

    /// The number of bits that entries of an integer direction may have, so that its scores and its squared norm stay below 2¹²⁶.
    pub(super) fn direction_bits(&self) -> u64 {
        let bits = |value: f64| libm::ilogb(value.max(1.0)) as u64 + 1;
        let terms = bits(self.dimension() as f64);
        (126 - terms)
            .saturating_sub(bits(self.largest))
            .min((126 - terms) / 2)
    }

    /// Scales a float direction so that its largest entry has up to 52 bits, and rounds the entries to integers.
    pub(super) fn rounded(&self, direction: &[f64]) -> Vec<i64> {
        let largest = direction
            .iter()
            .fold(f64::MIN_POSITIVE, |a, b| a.max(b.abs()));
        // A float has no digits for more than 52 bits.
        let factor = libm::scalbn(1.0, self.direction_bits().min(52) as i32);
        direction
            .iter()
            .map(|x| (x / largest * factor).round() as i64)
            .collect()
    }

    /// The squared margin (min ⟨u, v_i⟩ / ‖u‖)² of a direction u on the signed examples v_i, exactly; `None` if the direction does not separate.
    pub(super) fn margin_squared(&self, separator: &Separator) -> Option<Rational> {
        let direction = match separator {
            Separator::Integers(direction) | Separator::Affine(direction, _) => {
                direction.iter().map(|&u| BigInt::from(u)).collect()
            }
            Separator::Dense(direction) => scaled_integers(direction, smallest_exponent(direction)),
        };
        let smallest = (0..self.len())
            .map(|i| dot(&self.row(i), &direction))
            .min()?;
        let squared = || Rational::from_big(&smallest * &smallest, dot(&direction, &direction));
        // Squaring would hide a negative score.
        smallest.is_positive().then(|| self.in_units(&squared()))
    }

    /// Σ λ_i v_i over the signed examples v_i, as integers in the common unit, for integer weights λ_i.
    pub(super) fn combination(&self, weights: &Weights) -> Vec<BigInt> {
        let mut sum = vec![BigInt::zero(); self.dimension()];
        for (example, weight) in weights {
            sum.iter_mut()
                .zip(self.row(*example))
                .for_each(|(s, x)| *s += weight.numerator() * x);
        }
        sum
    }

    /// The squared norm ‖Σ λ_i v_i / Σ λ_i‖² of a point of the hull of the signed examples, exactly and in the scale of the features, for integer
    /// weights λ_i.
    pub(super) fn hull_norm_squared(&self, weights: &Weights) -> Rational {
        let (point, total) = (
            self.combination(weights),
            weights.iter().map(|(_, w)| w.numerator()).sum::<BigInt>(),
        );
        self.in_units(&Rational::from_big(dot(&point, &point), &total * &total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Integers, Label};

    #[test]
    fn primitive_integers_have_no_common_divisor_and_stay_in_proportion() {
        let of = |values: &[i64]| primitive(values.iter().map(|&x| x.into()).collect());
        let big = |values: &[i64]| values.iter().map(|&x| x.into()).collect::<Vec<BigInt>>();
        assert_eq!(of(&[6, -9, 0]), big(&[2, -3, 0]));
        assert_eq!(of(&[-4]), big(&[-1]));
        assert_eq!(of(&[4, 9]), big(&[4, 9]));
        assert_eq!(of(&[0, 0]), big(&[0, 0]));
    }

    #[test]
    fn directions_have_as_many_bits_as_their_scores_and_norms_allow() {
        for (dimension, largest) in [(1, 1), (2, 1), (3, 1000), (70, 1 << 40), (1000, 1 << 62)] {
            let mut row = vec![0; dimension];
            row[dimension - 1] = largest;
            let sample = Sample {
                features: Features::Integers(Integers::new(dimension, row, 1)),
                labels: vec![Label::Positive],
                planted: None,
            };
            let bits = Points::new(&sample).map_or(0, |points| points.direction_bits());
            // Both sums stay below 2¹²⁶, for the number of entries, their bits and the bits of the features; with one more bit one of them would not.
            let length = |number: u64| u64::from(u64::BITS - number.leading_zeros());
            let (terms, size) = (length(dimension as u64), length(largest as u64));
            let fits = |bits: u64| terms + size + bits <= 126 && terms + 2 * bits <= 126;
            assert!(
                fits(bits) && !fits(bits + 1),
                "{dimension} {largest}: {bits}"
            );
        }
    }
}
