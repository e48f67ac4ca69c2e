//! Holds a direction that is meant to classify a sample, and measures the margins it has there.
//!
//! A separator may have an intercept. With a constant feature c it becomes the weight b/c, so the bound by the affine margin is (R/γ)² of the
//! examples that the perceptron sees, and no second geometry is measured. Where a distribution draws the labels of its atoms anew for each sample,
//! the signs of the planted separator hold these labels.

mod floats;

use super::dense::dot_bounds;
use super::{Features, Label, Margins, Quantity, Rational, Sample};
use floats::float_margins;
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A direction, not necessarily of unit length; every margin below divides by its norm.
#[derive(Debug, Clone, PartialEq)]
pub enum Separator {
    /// An integer direction: margins on exact features are then exact.
    Integers(Vec<i64>),
    /// An integer direction u and an intercept b, for scores ⟨u, x⟩ + b; without a constant feature only u is used.
    Affine(Vec<i64>, Rational),
    /// A real direction.
    Dense(Vec<f64>),
}

impl Separator {
    /// The direction u as floats, without the intercept.
    pub fn to_floats(&self) -> Vec<f64> {
        match self {
            Self::Integers(direction) | Self::Affine(direction, _) => {
                direction.iter().map(|&u| u as f64).collect()
            }
            Self::Dense(direction) => direction.clone(),
        }
    }

    /// The number of entries of the direction.
    pub fn dimension(&self) -> usize {
        match self {
            Self::Integers(direction) | Self::Affine(direction, _) => direction.len(),
            Self::Dense(direction) => direction.len(),
        }
    }

    /// Converts the direction to features with one more coordinate, the constant c. An intercept b becomes the weight b/c; a direction without an
    /// intercept gives the new coordinate the weight 0.
    pub fn with_offset(&self, constant: &Rational) -> Self {
        match self {
            Self::Integers(direction) => {
                Self::Integers(direction.iter().copied().chain([0]).collect())
            }
            // A feature that is always 0 cannot carry an intercept.
            Self::Affine(direction, _) if constant.is_zero() => {
                Self::Integers(direction.clone()).with_offset(constant)
            }
            Self::Affine(direction, intercept) => embedded(direction, &(intercept / constant)),
            Self::Dense(direction) => Self::Dense(direction.iter().copied().chain([0.0]).collect()),
        }
    }

    /// Replaces the intercept by `change` of it, if the separator has one; an intercept that becomes zero is dropped.
    pub fn with_intercept(&self, change: impl Fn(&Rational) -> Rational) -> Self {
        match self {
            Self::Affine(direction, intercept) => match change(intercept) {
                none if none.is_zero() => Self::Integers(direction.clone()),
                changed => Self::Affine(direction.clone(), changed),
            },
            other => other.clone(),
        }
    }

    /// Applies a linear map to the direction: `integers` to an integer direction, `floats` to a real one. An intercept stays as it is.
    pub fn mapped(
        &self,
        integers: impl Fn(&[i64]) -> Vec<i64>,
        floats: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Self {
        match self {
            Self::Integers(direction) => Self::Integers(integers(direction)),
            Self::Affine(direction, intercept) => {
                Self::Affine(integers(direction), intercept.clone())
            }
            Self::Dense(direction) => Self::Dense(floats(direction)),
        }
    }

    /// ‖u‖² of the direction u, without the intercept.
    pub fn norm_squared(&self) -> Quantity {
        match self {
            Self::Integers(direction) | Self::Affine(direction, _) => {
                Quantity::exact(sum_of_squares(direction).into())
            }
            Self::Dense(direction) => dot_bounds(direction, direction),
        }
    }

    /// The margins of this direction on a sample with at least one example, exact if direction and features are; an intercept is ignored.
    pub fn margins(&self, sample: &Sample) -> Margins {
        match self {
            Self::Integers(direction) | Self::Affine(direction, _)
                if sample.features.is_exact() =>
            {
                exact_margins(direction, sample)
            }
            _ => float_margins(&self.to_floats(), sample),
        }
    }
}

/// A separator along the vector (u, last), where u is `direction`: a positive multiple in integers, or floats if an integer needs more than 64 bits.
fn embedded(direction: &[i64], last: &Rational) -> Separator {
    // A positive factor does not change the direction, and makes the last entry whole.
    let scaled = direction.iter().map(|&u| (last.denominator() * u).to_i64());
    let integers: Option<Vec<i64>> = scaled.chain([last.numerator().to_i64()]).collect();
    let floats = || {
        direction
            .iter()
            .map(|&u| u as f64)
            .chain([last.to_f64()])
            .collect()
    };
    integers.map_or_else(|| Separator::Dense(floats()), Separator::Integers)
}

fn sum_of_squares(direction: &[i64]) -> i128 {
    let squares = direction.iter().map(|&u| i128::from(u) * i128::from(u));
    squares.sum()
}

/// The exact margins of an integer direction on a sample. Scores and norms are compared as integers, and only the smallest become fractions.
fn exact_margins(direction: &[i64], sample: &Sample) -> Margins {
    let (smallest, (score, norm_squared)) = least_scores(direction, sample);
    let (unit, length_squared) = (sample.features.unit(), sum_of_squares(direction));
    let fraction = |score: i128, by: i128| {
        // A square says nothing about a margin that is not positive.
        let score = Some(score).filter(|score| *score > 0 && by != 0)?;
        Some(square_over(score, by, length_squared))
    };
    let margin_squared = match sample.features.squared_denominator() {
        Some(denominator) => fraction(smallest, denominator),
        None => fraction(smallest, 1).map(|square| &square * &unit.square()),
    };
    let length = Rational::from(length_squared).to_f64().sqrt();
    Margins {
        margin: smallest as f64 * unit.to_f64() / length,
        margin_squared: margin_squared
            .filter(|_| !unit.is_zero())
            .map(Quantity::exact),
        normalized_margin: score as f64 / (norm_squared.max(1) as f64).sqrt() / length,
        normalized_margin_squared: fraction(score, norm_squared).map(Quantity::exact),
    }
}

/// The fraction s²/(a·b) for the score s, reduced once if numerator and denominator fit i128.
fn square_over(score: i128, a: i128, b: i128) -> Rational {
    let words = score.checked_mul(score).zip(a.checked_mul(b));
    words.map_or_else(
        || &Rational::from(score).square() / &(&Rational::from(a) * &Rational::from(b)),
        |(square, below)| Rational::of_double_words(square, below),
    )
}

/// The smallest score y⟨u, x⟩, and the score and squared norm of the example with the smallest y⟨u, x⟩/‖x‖, which may be another example.
fn least_scores(direction: &[i64], sample: &Sample) -> (i128, (i128, i128)) {
    let features = &sample.features;
    // All signs have one norm.
    if let Features::Signs(signs) = features
        && let Some([(_, least), _]) = signs.extreme_scores(direction, &sample.labels)
    {
        return (least.into(), (least.into(), signs.dimension() as i128));
    }
    // Without features, all scores and norms are zero.
    if features.dimension() == 0 {
        return (0, (0, 0));
    }
    let signed = |example: usize, score: i128| match sample.labels[example] {
        Label::Positive => score,
        Label::Negative => -score,
    };
    let (mut smallest, mut flattest) = (i128::MAX, (i128::MAX, 1));
    let squares = features.exact_squares().unwrap_or_default();
    let first = features.exact_norm_squared(0).unwrap_or(0);
    // If all norms are equal, the smallest score also has the smallest score per norm.
    if squares.iter().all(|&square| square == first) {
        features.each_exact_dot(direction, |example, score| {
            smallest = smallest.min(signed(example, score));
        });
        return (smallest, (smallest, first));
    }
    features.each_exact_dot(direction, |example, score| {
        let scored = (signed(example, score), squares[example]);
        smallest = smallest.min(scored.0);
        if is_flatter(scored, flattest) {
            flattest = scored;
        }
    });
    (smallest, flattest)
}

/// Whether score/norm of `a` is below that of `b`, both given as (score, squared norm), in exact integers.
fn is_flatter(a: (i128, i128), b: (i128, i128)) -> bool {
    if a.1 == b.1 {
        return a.0 < b.0;
    }
    // s/‖x‖ compared as signed squares, multiplied crosswise: no root and no fraction.
    let words = |(score, _): (i128, i128), other: (i128, i128)| {
        let square = score.checked_mul(score.abs())?;
        square.checked_mul(other.1.max(1))
    };
    let integers = |(score, _): (i128, i128), other: (i128, i128)| {
        BigInt::from(score) * BigInt::from(score.abs()) * BigInt::from(other.1.max(1))
    };
    let smaller = words(a, b).zip(words(b, a)).map(|(a, b)| a < b);
    b.0 == i128::MAX || smaller.unwrap_or_else(|| integers(a, b) < integers(b, a))
}

#[cfg(test)]
mod tests {
    use super::super::{Features, Integers, Label, Sparse};
    use super::*;

    fn basis(dimension: usize) -> Sample {
        let values = (0..dimension * dimension)
            .map(|k| i64::from(k % (dimension + 1) == 0))
            .collect();
        let labels = (0..dimension)
            .map(|i| Label::of_sign(i % 2 == 0))
            .collect::<Vec<_>>();
        let direction = labels.iter().map(|l: &Label| l.sign()).collect();
        Sample {
            features: Features::Integers(Integers::new(dimension, values, 1)),
            labels,
            planted: Some(Separator::Integers(direction)),
        }
    }

    #[test]
    fn the_squared_margin_of_a_basis_is_exactly_one_over_its_dimension() {
        for dimension in [1, 2, 3, 49, 300] {
            let sample = basis(dimension);
            let margins = sample.planted.as_ref().map(|u| u.margins(&sample));
            let square = margins.and_then(|m| m.margin_squared).and_then(|q| q.exact);
            assert_eq!(square, Some(Rational::new(1, dimension as i64)));
        }
    }

    /// The smallest y⟨u, x⟩|y⟨u, x⟩| over ‖u‖², and over ‖u‖²‖x‖², in fractions.
    fn slowly(
        direction: &[i64],
        rows: &[Vec<i64>],
        labels: &[Label],
        denominator: i64,
    ) -> [Rational; 2] {
        let dot = |a: &[i64], b: &[i64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i64>();
        let signed = |(row, label): (&Vec<i64>, &Label)| {
            let score = dot(direction, row) * label.sign();
            let square = Rational::new(score * score.abs(), dot(direction, direction));
            let flat = &square / &Rational::from(dot(row, row).max(1));
            [&square / &Rational::new(denominator * denominator, 1), flat]
        };
        let all = rows.iter().zip(labels).map(signed);
        let least = |[a, b]: [Rational; 2], [c, d]: [Rational; 2]| [a.min(c), b.min(d)];
        all.reduce(least).unwrap()
    }

    proptest::proptest! {
        #[test]
        fn exact_margins_are_the_least_of_all_examples(
            direction in proptest::collection::vec(-9..9_i64, 3),
            mut rows in proptest::collection::vec(proptest::collection::vec(-4..5_i64, 3), 1..6),
            sides: [bool; 6],
            is_along_axes: bool,
            is_classified: bool,
            denominator in 1..4_i64,
        ) {
            proptest::prop_assume!(direction != [0; 3]);
            if is_along_axes {
                rows.iter_mut().for_each(|row| *row = vec![row[0].signum(), 0, row[0].signum() ^ 1]);
            }
            let score = |row: &Vec<i64>| row.iter().zip(&direction).map(|(x, u)| x * u).sum::<i64>();
            let side = |(row, side): (&Vec<i64>, bool)| match is_classified {
                true => Label::of_sign(score(row) > 0),
                false => Label::of_sign(side),
            };
            let labels: Vec<Label> = rows.iter().zip(sides).map(side).collect();
            let [plain, flat] = slowly(&direction, &rows, &labels, denominator);
            let stores = [
                Features::Integers(Integers::new(3, rows.concat(), denominator)),
                Features::Sparse(Sparse::new(3, &rows.iter().map(|row| row.iter().copied().enumerate().collect()).collect::<Vec<_>>(), denominator)),
            ];
            for features in stores {
                let sample = Sample { features, labels: labels.clone(), planted: None };
                let found = Separator::Integers(direction.clone()).margins(&sample);
                for (due, margin, square) in [
                    (&plain, found.margin, found.margin_squared),
                    (&flat, found.normalized_margin, found.normalized_margin_squared),
                ] {
                    let is_positive = *due > Rational::zero();
                    proptest::prop_assert_eq!(square.and_then(|square| square.exact), is_positive.then(|| due.clone()));
                    proptest::prop_assert!((margin * margin.abs() - due.to_f64()).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn an_intercept_becomes_the_weight_of_the_constant_feature() {
        let affine = Separator::Affine(vec![1, 2], Rational::new(-3, 2));
        assert_eq!(
            affine.with_offset(&Rational::one()),
            Separator::Integers(vec![2, 4, -3])
        );
        assert_eq!(
            affine.with_offset(&Rational::new(1, 2)),
            Separator::Integers(vec![1, 2, -3])
        );
        assert_eq!(
            affine.with_offset(&Rational::zero()),
            Separator::Integers(vec![1, 2, 0])
        );
    }

    #[test]
    fn a_direction_that_misclassifies_has_a_negative_margin_and_no_square() {
        let mut sample = basis(3);
        sample.labels[0] = Label::Negative;
        let margins = Separator::Integers(vec![1, -1, 1]).margins(&sample);
        assert!(margins.margin < 0.0 && margins.margin_squared.is_none());
    }
}
