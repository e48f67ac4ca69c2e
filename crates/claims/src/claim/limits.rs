//! States the limits that several claims share, with exact fractions where the trials have them.

use super::{MarginSource, Term};
use crate::trial::{AnyColumn, Row, columns};
use perceptron::learn::{Arithmetic, Order};
use perceptron::sample::{Quantity, Rational};

/// The limit (R/γ)², with R the largest norm in the sample and γ from the given source.
pub fn squared_ratio(margin: &MarginSource) -> Term {
    Term::from(columns::RADIUS_SQUARED).over(margin.squared())
}

/// The limit ⌊(R/γ)²/2⌋ + 1 on the mistakes of the perceptron in a plane (docs/theory.md, X10). Unless a run is exact, (R/γ)² is widened before it is
/// rounded down, because a run in floats may have the mistakes of a sequence with a slightly smaller margin.
pub fn plane_bound(margin: &MarginSource) -> Term {
    let rounding = Term::of([], |row| {
        let is_exact = row.setting().arithmetic() == Some(Arithmetic::Exact);
        Some(match is_exact {
            true => Quantity::count(1),
            false => Quantity::raised_by(WIDENED),
        })
    });
    let half = squared_ratio(margin).times(rounding).over(2);
    half.map(|half| Some(half.floor().plus(&Quantity::count(1))))
}

/// The part of (R/γ)² by which it is widened if scores are floats: far more than rounding changes scores, far less than data change them.
const WIDENED: f64 = 1.0 / (1_u64 << 40) as f64;

/// The limit on the number of updates of the cell's rule if all ‖x‖² ≤ `radius_squared` = R²: R²/γ² for the perceptron, and
/// (R² + 2·threshold/step)/γ² for the margin perceptron (docs/theory.md, C-H5).
pub fn update_bound(radius_squared: impl Into<Term>, margin: &MarginSource) -> Term {
    let raised = radius_squared.into().plus(margin_slack());
    raised.over(margin.squared())
}

/// A finite number of a spec as the fraction that it spells: 0.1 means 1/10, and not the nearest float.
pub(super) fn as_written(number: f64) -> Rational {
    Rational::from_decimal(number).unwrap_or_else(Rational::zero)
}

/// The term 2·threshold/step by which the margin perceptron's bound on updates exceeds R² in the numerator; zero for rules without a threshold.
pub fn margin_slack() -> Term {
    Term::of([columns::THRESHOLD.any(), columns::STEP.any()], |row| {
        let Some(threshold) = row.get(columns::THRESHOLD) else {
            return Some(Quantity::count(0));
        };
        let ratio = threshold / row.get(columns::STEP)?;
        Some(Quantity::exact(&ratio + &ratio))
    })
}

const SIZE: [AnyColumn; 2] = [columns::EXAMPLES.any(), columns::DIMENSION.any()];

/// Cover's number C(N, d) of labelings of N points in general position in d dimensions that a half-space through 0 realizes, by C(N, d) = C(N−1, d) +
/// C(N−1, d−1).
pub fn cover() -> Term {
    Term::of(SIZE, |row| {
        let (examples, dimension) = (
            row.copied(columns::EXAMPLES)?,
            row.copied(columns::DIMENSION)?,
        );
        Some(Quantity::exact(cover_count(examples, dimension)))
    })
}

fn cover_count(examples: u64, dimension: u64) -> Rational {
    let mut counts = vec![Rational::new(2, 1); dimension as usize + 1];
    counts[0] = Rational::zero();
    for _ in 1..examples {
        let next = |d: usize| match d {
            0 => Rational::zero(),
            d => &counts[d] + &counts[d - 1],
        };
        counts = (0..counts.len()).map(next).collect();
    }
    counts.swap_remove(dimension as usize)
}

/// 2^N, the number of labelings of N points.
pub fn labelings() -> Term {
    Term::of([columns::EXAMPLES.any()], |row| {
        let examples = row.copied(columns::EXAMPLES)?;
        let all = (0..examples).fold(Rational::one(), |power, _| &power + &power);
        Some(Quantity::exact(all))
    })
}

/// The number of examples in the sample. A count over one stream, or a count of different examples, cannot exceed this number.
pub fn sample_size() -> Term {
    Term::from(columns::EXAMPLES)
}

/// The leave-one-out error as a fraction; its column holds the nearest float.
pub fn leave_one_out_error() -> Term {
    let error = Term::from(columns::LEAVE_ONE_OUT_ERRORS).over(sample_size());
    error.known_as(columns::LEAVE_ONE_OUT_ERROR)
}

/// The largest number of mistakes that a run can make, known without any theorem: 0 if the zero vector is right on every example, and the number of
/// examples for a run that shows each once. It is missing for runs over many passes, which have no such bound.
pub fn most_mistakes() -> Term {
    let most = |row: &Row| {
        let setting = row.setting();
        match setting.order() {
            _ if setting.makes_no_mistake() => Some(Quantity::count(0)),
            Some(Order::Stream) => row.quantity(columns::EXAMPLES.any()),
            _ => None,
        }
    };
    Term::of([columns::EXAMPLES.any(), columns::ORDER.any()], most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_function_count_gives_the_known_counts_and_frequencies() {
        let counts = [
            (4, 2, 8),
            (6, 2, 12),
            (6, 3, 32),
            (7, 3, 44),
            (8, 3, 58),
            (7, 4, 84),
            (3, 5, 8),
            (1, 1, 2),
        ];
        for (examples, dimension, count) in counts {
            let known = Rational::new(count, 1);
            assert_eq!(
                cover_count(examples, dimension),
                known,
                "{examples} {dimension}"
            );
        }
        let frequencies = [
            (10, 5, 0.5),
            (20, 10, 0.5),
            (15, 5, 0.0897827),
            (12, 3, 0.0327148),
        ];
        for (examples, dimension, frequency) in frequencies {
            let share = cover_count(examples, dimension).to_f64() / 2f64.powi(examples as i32);
            assert!((share - frequency).abs() < 5e-8, "{examples} {dimension}");
        }
    }
}
