//! Changes a sample before the learner sees it, so that a spec can state which changes must not affect a learner.

mod distribution;
mod shape;

use crate::documented::Invalid;
use crate::sample::{
    Dense, Features, Integers, Label, OutOfRange, Rational, Rounded, Separator, dot,
};
use crate::seed::Seed;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};
use serde::{Deserialize, Serialize};

/// A change of the sample before the learner sees it, written `transform = …` in a variant. All measurements of a trial describe the changed sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Transform {
    /// x ↦ c·x.
    Rescale(Rational),
    /// x ↦ its coordinates permuted, some with their sign flipped; the seed fixes one such map for all samples.
    SignedPermutation {
        /// Seed from which the permutation and the signs are drawn.
        seed: u64,
    },
    /// (x, y) ↦ (−x, −y).
    Reflect,
    /// x ↦ x/‖x‖, exact if all norms are fractions. Examples that share a norm that is not a fraction stay as they are if the run does not depend on
    /// a common factor (a rule without a threshold, no offset). Then the columns of norms and margins stay as they are, too.
    Normalize,
    /// A mutant of `Normalize`: x ↦ x/‖x‖².
    Invert,
    /// x ↦ all products of `degree` factors among the features and the constant r: the map of the kernel (r² + ⟨x, z⟩)^degree.
    PolynomialMap {
        /// Number of factors of each product, from 1.
        degree: u32,
        /// The constant r, which is a factor like the features.
        constant: Rational,
        /// A mutant: true leaves out the products that start with the last two features in either order.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        dropped: bool,
    },
}

impl Transform {
    /// Whether every norm, and the margin of the transformed separator, stay the same.
    pub fn is_isometry(&self) -> bool {
        matches!(self, Self::SignedPermutation { .. } | Self::Reflect)
    }

    /// Whether the transform is wrong on purpose: a mutant for controls.
    pub fn is_mutant(&self) -> bool {
        matches!(
            self,
            Self::Invert | Self::PolynomialMap { dropped: true, .. }
        )
    }

    /// Checks the settings of the transform; returns the problem, if any.
    pub fn invalid(&self) -> Option<Invalid> {
        let wrong = |problem: String, allowed| Some(Invalid::new("transform", problem, allowed));
        match self {
            Self::Rescale(factor) if factor.is_negative() || factor.is_zero() => wrong(
                format!("the factor {factor} is not positive"),
                "an exact number above 0, such as { rescale = \"1/2\" }",
            ),
            Self::PolynomialMap { degree: 0, .. } => {
                wrong("the degree is 0".into(), "an integer from 1")
            }
            _ => None,
        }
    }

    /// Returns the transform as results name it, such as `rescale 3/2`.
    pub fn label(&self) -> String {
        match self {
            Self::Rescale(factor) => format!("rescale {factor}"),
            Self::SignedPermutation { seed } => format!("signed-permutation {seed}"),
            Self::Reflect => "reflect".into(),
            Self::Normalize => "normalize".into(),
            Self::Invert => "invert".into(),
            Self::PolynomialMap {
                degree,
                constant,
                dropped: false,
            } => format!("polynomial-map {degree} {constant}"),
            Self::PolynomialMap {
                degree,
                constant,
                dropped: true,
            } => format!("polynomial-map {degree} {constant} dropped"),
        }
    }

    /// Returns the labels of a sample after the transform.
    pub fn labels(&self, labels: &[Label]) -> Vec<Label> {
        let turn = |label: &Label| {
            if *self == Self::Reflect {
                label.opposite()
            } else {
                *label
            }
        };
        labels.iter().map(turn).collect()
    }

    /// Returns the features of all examples after the transform: exact if they were exact, except for norms that are not fractions. `scale_free` says
    /// that a common factor of all examples changes nothing.
    pub fn features(&self, features: &Features, scale_free: bool) -> Result<Features, OutOfRange> {
        match self {
            Self::Normalize => normalized(features, scale_free),
            Self::Invert if features.is_exact() => {
                let rows =
                    (0..features.examples()).filter_map(|example| features.exact_row(example));
                let rows: Vec<_> = rows.flat_map(inverted).collect();
                Integers::from_rationals(features.dimension(), &rows).map(Features::Integers)
            }
            _ if features.is_exact() => self.integers(features).map(Features::Integers),
            _ => {
                let rows: Vec<Vec<f64>> = (0..features.examples())
                    .map(|example| self.float(features.row(example).into_owned()))
                    .collect();
                let dimension = rows.first().map_or(features.dimension(), Vec::len);
                let rows = Dense::new(dimension, rows.concat());
                Ok(match features {
                    Features::Rounded(_) | Features::Wide(_) => {
                        Features::Rounded(Rounded::new(rows))
                    }
                    _ => Features::Dense(rows),
                })
            }
        }
    }

    /// Transforms exact features in integers throughout, over one denominator.
    fn integers(&self, features: &Features) -> Result<Integers, OutOfRange> {
        let dimension = self.dimension(features.dimension()).ok_or(OutOfRange)?;
        let common = self.common(&features.unit())?;
        let mut values = Vec::with_capacity(features.examples() * dimension);
        for example in 0..features.examples() {
            let row = features.integer_row(example).ok_or(OutOfRange)?;
            let scaled = row.iter().map(|x| x.checked_mul(common.factor));
            let row = scaled.collect::<Option<Vec<i64>>>().ok_or(OutOfRange)?;
            values.extend(self.integer_row(row, common.constant)?);
        }
        Ok(Integers::new(dimension, values, common.denominator))
    }

    fn integer_row(&self, row: Vec<i64>, constant: i64) -> Result<Vec<i64>, OutOfRange> {
        match self {
            Self::SignedPermutation { seed } => Ok(permuted(*seed, &row, |x| -x)),
            Self::Reflect => Ok(row.into_iter().map(|x| -x).collect()),
            Self::PolynomialMap {
                degree, dropped, ..
            } => {
                let row = row.into_iter().map(Some).collect();
                let times = |a: &Option<i64>, b: &Option<i64>| a.as_ref()?.checked_mul((*b)?);
                let products = mapped(row, Some(constant), *degree, *dropped, times);
                products
                    .into_iter()
                    .collect::<Option<_>>()
                    .ok_or(OutOfRange)
            }
            Self::Rescale(_) | Self::Normalize | Self::Invert => Ok(row),
        }
    }

    /// Returns the integers with which feature values in multiples of `unit` are transformed, and the common denominator of the results.
    fn common(&self, unit: &Rational) -> Result<ExactIntegers, OutOfRange> {
        let (unit, constant, degree) = match self {
            Self::Rescale(factor) => (unit * factor, Rational::zero(), 1),
            Self::PolynomialMap {
                degree, constant, ..
            } => (unit.clone(), constant.clone(), *degree),
            _ => (unit.clone(), Rational::zero(), 1),
        };
        let common = unit.denominator().lcm(&constant.denominator());
        let over_common =
            |number: &Rational| (number.numerator() * (&common / number.denominator())).to_i64();
        let denominator = common
            .to_i64()
            .and_then(|common| common.checked_pow(degree));
        let all = over_common(&unit)
            .zip(over_common(&constant))
            .zip(denominator);
        let ((factor, constant), denominator) = all.ok_or(OutOfRange)?;
        Ok(ExactIntegers {
            factor,
            constant,
            denominator,
        })
    }

    /// Returns the number of features after the transform, for this number before it; `None` if it exceeds the range of `usize`.
    pub fn dimension(&self, features: usize) -> Option<usize> {
        match self {
            Self::PolynomialMap {
                degree, dropped, ..
            } => {
                let factors = features.checked_add(1)?;
                let all = factors.checked_pow(*degree)?;
                // Two of the products of the first two factors are left out, with all that begin with them.
                let missing = factors
                    .checked_pow(degree.saturating_sub(2))
                    .map(|rest| 2 * rest);
                let has_pair = *dropped && *degree >= 2 && features >= 2;
                all.checked_sub(missing.filter(|_| has_pair).unwrap_or(0))
            }
            _ => Some(features),
        }
    }

    /// Returns the planted separator in terms of the transformed features, if there were `drawn` features before; `None` if it has no counterpart
    /// there.
    pub fn separator(&self, planted: &Separator, drawn: usize) -> Option<Separator> {
        match self {
            Self::Rescale(factor) => Some(planted.with_intercept(|b| b * factor)),
            Self::Reflect => Some(planted.with_intercept(|b| -b)),
            Self::SignedPermutation { seed } => Some(planted.mapped(
                |direction| permuted(*seed, direction, |u| -u),
                |direction| permuted(*seed, direction, |u| -u),
            )),
            // A direction through the origin stays one; an intercept would differ from example to example.
            Self::Normalize | Self::Invert => Some(planted.with_intercept(|_| Rational::zero())),
            Self::PolynomialMap {
                degree,
                constant,
                dropped,
            } => {
                let reaches = !*dropped && (*degree == 1 || !constant.is_zero());
                let places = self.dimension(drawn).filter(|_| reaches)?;
                Some(planted.with_intercept(|_| Rational::zero()).mapped(
                    |direction| linear_terms(direction, *degree, places),
                    |direction| linear_terms(direction, *degree, places),
                ))
            }
        }
    }

    /// Maps the weights of the transformed features back to weights of the original ones, if the transform only permutes them or changes lengths.
    pub fn drawn_direction<N: Clone + std::ops::Neg<Output = N>>(&self, weights: &[N]) -> Vec<N> {
        let Self::SignedPermutation { seed } = self else {
            return weights.to_vec();
        };
        let mut drawn = weights.to_vec();
        for (weight, (place, turned)) in weights.iter().zip(places(*seed, weights.len())) {
            drawn[place] = if turned {
                -weight.clone()
            } else {
                weight.clone()
            };
        }
        drawn
    }

    fn float(&self, row: Vec<f64>) -> Vec<f64> {
        match self {
            Self::Rescale(factor) => row.iter().map(|x| x * factor.to_f64()).collect(),
            Self::SignedPermutation { seed } => permuted(*seed, &row, |x| -x),
            Self::Reflect => row.iter().map(|x| -x).collect(),
            Self::Normalize => row,
            Self::Invert => {
                let square = dot(&row, &row);
                if square == 0.0 {
                    row
                } else {
                    row.iter().map(|x| x / square).collect()
                }
            }
            Self::PolynomialMap {
                degree,
                constant,
                dropped,
            } => mapped(row, constant.to_f64(), *degree, *dropped, |a, b| a * b),
        }
    }
}

/// Integers of an exact transform: values are multiplied by `factor`, `constant` is the r of a polynomial map, and the results are over
/// `denominator`.
struct ExactIntegers {
    factor: i64,
    constant: i64,
    denominator: i64,
}

fn inverted(row: Vec<Rational>) -> Vec<Rational> {
    let square = row
        .iter()
        .fold(Rational::zero(), |sum, x| &sum + &x.square());
    if square.is_zero() {
        return row;
    }
    row.iter().map(|x| x / &square).collect()
}

/// Returns, for each coordinate after the signed permutation of this seed, the index of the coordinate that it comes from, and whether its sign is
/// flipped.
fn places(seed: u64, dimension: usize) -> Vec<(usize, bool)> {
    let mut stream = Seed::root(seed).child("signed-permutation").stream();
    let mut places: Vec<usize> = (0..dimension).collect();
    stream.shuffle(&mut places);
    places
        .into_iter()
        .map(|place| (place, stream.label() == Label::Negative))
        .collect()
}

fn permuted<N: Clone>(seed: u64, row: &[N], negative: impl Fn(&N) -> N) -> Vec<N> {
    let coordinate = |(place, turned): (usize, bool)| {
        if turned {
            negative(&row[place])
        } else {
            row[place].clone()
        }
    };
    places(seed, row.len())
        .into_iter()
        .map(coordinate)
        .collect()
}

/// Returns the weights of a polynomial map's products that score like `direction` u: u_i on the product x_i·r·…·r, and zero on all others. `places`
/// is the number of products.
fn linear_terms<N: Clone + Zero>(direction: &[N], degree: u32, places: usize) -> Vec<N> {
    let factors = direction.len() + 1;
    let below = factors.pow(degree - 1);
    let mut weights = vec![N::zero(); places];
    for (i, u) in direction.iter().enumerate() {
        // The last place of the block of x_i: all other factors are the constant.
        weights[i * below + below - 1] = u.clone();
    }
    weights
}

/// Divides every example by its norm: exactly if all norms are fractions, not at all if they share another norm and `scale_free` is true, otherwise
/// rounded.
fn normalized(features: &Features, scale_free: bool) -> Result<Features, OutOfRange> {
    if !features.is_exact() {
        return Ok(features.normalized());
    }
    let rows = (0..features.examples()).filter_map(|example| features.exact_row(example));
    let unit = |row: Vec<Rational>| {
        let square = row
            .iter()
            .fold(Rational::zero(), |sum, x| &sum + &x.square());
        let norm = if square.is_zero() {
            Rational::one()
        } else {
            square.exact_root()?
        };
        Some(row.iter().map(|x| x / &norm).collect::<Vec<_>>())
    };
    match rows.map(unit).collect::<Option<Vec<_>>>() {
        Some(rows) => {
            Integers::from_rationals(features.dimension(), &rows.concat()).map(Features::Integers)
        }
        None if scale_free => Ok(features.normalized()),
        None => Ok(Features::Rounded(Rounded::new(
            features.to_dense().normalized(),
        ))),
    }
}

/// Returns all products of `degree` factors of (x, r), in every order. Each product occurs as often as it can be ordered, so no root of a multinomial
/// coefficient is needed, and the map stays exact.
fn mapped<N: Clone>(
    row: Vec<N>,
    constant: N,
    degree: u32,
    dropped: bool,
    times: impl Fn(&N, &N) -> N,
) -> Vec<N> {
    let features = row.len();
    let factors: Vec<N> = row.into_iter().chain([constant]).collect();
    let mut products = factors.clone();
    for level in 2..=degree {
        let is_dropped = |i: usize, j: usize| {
            dropped && level == 2 && i != j && i.max(j) + 1 == features && i.min(j) + 2 == features
        };
        let pairs = products
            .iter()
            .enumerate()
            .flat_map(|(i, a)| factors.iter().enumerate().map(move |(j, b)| (i, a, j, b)));
        products = pairs
            .filter(|&(i, _, j, _)| !is_dropped(i, j))
            .map(|(_, a, _, b)| times(a, b))
            .collect();
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(transform: &Transform, row: &[i64]) -> Vec<String> {
        let features = Features::Integers(Integers::new(row.len(), row.to_vec(), 1));
        let changed = transform.features(&features, false).unwrap();
        let row = changed.exact_row(0).unwrap();
        row.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn transforms_match_their_formulas_in_fractions_and_floats() {
        let one = Rational::one();
        for (transform, expected) in [
            (Transform::Rescale(Rational::new(3, 2)), vec!["3/2", "3"]),
            (Transform::Reflect, vec!["-1", "-2"]),
            (Transform::Invert, vec!["1/5", "2/5"]),
            (
                Transform::PolynomialMap {
                    degree: 2,
                    constant: one.clone(),
                    dropped: false,
                },
                vec!["1", "2", "1", "2", "4", "2", "1", "2", "1"],
            ),
            (
                Transform::PolynomialMap {
                    degree: 2,
                    constant: one,
                    dropped: true,
                },
                vec!["1", "1", "4", "2", "1", "2", "1"],
            ),
        ] {
            assert_eq!(exact(&transform, &[1, 2]), expected, "{transform:?}");
            let floats = transform.float(vec![1.0, 2.0]);
            let expected: Vec<f64> = expected
                .iter()
                .filter_map(|x| x.parse::<Rational>().ok())
                .map(|x| x.to_f64())
                .collect();
            assert_eq!(floats, expected, "{transform:?}");
        }
    }

    #[test]
    fn signed_permutation_keeps_absolute_values_and_is_equal_for_all_rows() {
        let transform = Transform::SignedPermutation { seed: 7 };
        let (a, b) = (
            transform.float(vec![1.0, 2.0, 3.0, 4.0]),
            transform.float(vec![10.0, 20.0, 30.0, 40.0]),
        );
        let mut sizes: Vec<f64> = a.iter().map(|x| x.abs()).collect();
        sizes.sort_by(f64::total_cmp);
        assert_eq!(sizes, [1.0, 2.0, 3.0, 4.0]);
        assert!(a.iter().zip(&b).all(|(x, y)| 10.0 * x == *y) && a != [1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn only_reflection_flips_labels() {
        assert_eq!(
            Transform::Reflect.labels(&[Label::Positive]),
            [Label::Negative]
        );
        assert_eq!(
            Transform::Normalize.labels(&[Label::Positive]),
            [Label::Positive]
        );
    }
}
