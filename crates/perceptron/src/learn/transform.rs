//! Changes a sample before the learner sees it, so that a spec can say what a learner must not notice.

use crate::documented::Invalid;
use crate::sample::{Dense, Features, Integers, Label, OutOfRange, Rational, dot};
use crate::seed::Seed;
use serde::{Deserialize, Serialize};

/// A change of the sample, as `transform = …` in a variant. The columns of a row stay those of the sample that was drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Transform {
    /// x ↦ c·x.
    Rescale(Rational),
    /// x ↦ its coordinates permuted, some with their sign turned, as this seed draws it once for all samples.
    SignedPermutation {
        /// The seed.
        seed: u64,
    },
    /// (x, y) ↦ (−x, −y).
    Reflect,
    /// x ↦ x/‖x‖.
    Normalize,
    /// A mutant of the former: x ↦ x/‖x‖².
    Invert,
    /// x ↦ all products of `degree` factors among the features and the constant r: the map of the kernel (r² + ⟨x, z⟩)^degree.
    PolynomialMap {
        /// Number of factors, from 1.
        degree: u32,
        /// r.
        constant: Rational,
        /// A mutant: true leaves out the products that start with the last two features in either order.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        dropped: bool,
    },
}

impl Transform {
    /// Whether every norm, and the margin of the separator that goes with it, stays as it was.
    pub fn is_isometry(&self) -> bool {
        matches!(self, Self::SignedPermutation { .. } | Self::Reflect)
    }

    /// Whether it is wrong on purpose.
    pub fn is_mutant(&self) -> bool {
        matches!(
            self,
            Self::Invert | Self::PolynomialMap { dropped: true, .. }
        )
    }

    /// What is wrong with its settings.
    pub fn invalid(&self) -> Option<Invalid> {
        let wrong = |problem: String, allowed| Some(Invalid::new("transform", problem, allowed));
        match self {
            Self::Rescale(factor) if factor.is_negative() || factor.is_zero() => wrong(
                format!("the factor {factor} is not positive"),
                "an exact number above 0",
            ),
            Self::PolynomialMap { degree: 0, .. } => {
                wrong("the degree is 0".into(), "an integer from 1")
            }
            _ => None,
        }
    }

    /// The word in a row.
    pub fn word(&self) -> String {
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

    /// The labels as the learner is shown them.
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

    /// The features as the learner is shown them: exact where they were, but for norms that are no fractions.
    pub fn features(&self, features: &Features) -> Result<Features, OutOfRange> {
        match self {
            Self::Normalize => Ok(features.normalized()),
            _ if features.is_exact() => {
                let rows =
                    (0..features.examples()).filter_map(|example| features.exact_row(example));
                let rows: Vec<Vec<Rational>> = rows.map(|row| self.exact(row)).collect();
                let dimension = rows.first().map_or(features.dimension(), Vec::len);
                Integers::from_rationals(dimension, &rows.concat()).map(Features::Integers)
            }
            _ => {
                let rows: Vec<Vec<f64>> = (0..features.examples())
                    .map(|example| self.float(features.row(example)))
                    .collect();
                let dimension = rows.first().map_or(features.dimension(), Vec::len);
                Ok(Features::Dense(Dense::new(dimension, rows.concat())))
            }
        }
    }

    fn exact(&self, row: Vec<Rational>) -> Vec<Rational> {
        match self {
            Self::Rescale(factor) => row.iter().map(|x| x * factor).collect(),
            Self::SignedPermutation { seed } => permuted(*seed, &row, |x| -x),
            Self::Reflect => row.iter().map(|x| -x).collect(),
            Self::Normalize => row,
            Self::Invert => {
                let square = row
                    .iter()
                    .fold(Rational::zero(), |sum, x| &sum + &x.square());
                if square.is_zero() {
                    row
                } else {
                    row.iter().map(|x| x / &square).collect()
                }
            }
            Self::PolynomialMap {
                degree,
                constant,
                dropped,
            } => mapped(row, constant.clone(), *degree, *dropped, |a, b| a * b),
        }
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

fn permuted<N: Clone>(seed: u64, row: &[N], negative: impl Fn(&N) -> N) -> Vec<N> {
    let mut stream = Seed::root(seed).child("signed-permutation").stream();
    let mut places: Vec<usize> = (0..row.len()).collect();
    stream.shuffle(&mut places);
    places
        .into_iter()
        .map(|place| {
            if stream.label() == Label::Negative {
                negative(&row[place])
            } else {
                row[place].clone()
            }
        })
        .collect()
}

/// All products of `degree` factors of (x, r), in every order: with each product as often as it can be ordered, no root of a
/// multinomial coefficient is needed, and the map stays exact.
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
        transform
            .exact(row.iter().map(|&x| Rational::from(x)).collect())
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn every_transform_does_what_its_formula_says_exactly_and_in_floats() {
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
    fn a_signed_permutation_keeps_every_absolute_value_and_is_the_same_for_every_row() {
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
    fn only_a_reflection_turns_labels() {
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
