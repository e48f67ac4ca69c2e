//! Computes the limits that several claims share, with exact fractions where the row has them.

use super::MarginSource;
use crate::trial::Trial;
use perceptron::sample::{Quantity, Rational};

/// (R/γ)², with R the radius of the sample.
pub(super) fn squared_ratio(row: &Trial, margin: &MarginSource) -> Option<Quantity> {
    Some(row.radius_squared.as_ref()?.over(&margin.squared(row)?))
}

/// The bound on updates that the row's rule obeys when ‖x‖² ≤ `radius_squared`: R²/γ² for the perceptron, and
/// (R² + 2·threshold/step)/γ² for the margin perceptron (theory C-H5).
pub(super) fn update_bound(
    row: &Trial,
    radius_squared: &Quantity,
    margin: &MarginSource,
) -> Option<Quantity> {
    let slack = margin_slack(row)?;
    Some(radius_squared.plus(&slack).over(&margin.squared(row)?))
}

/// 2·threshold/step for the margin perceptron, zero for rules without a threshold.
pub(super) fn margin_slack(row: &Trial) -> Option<Quantity> {
    let Some(threshold) = &row.threshold else {
        return Some(Quantity::count(0));
    };
    let ratio = threshold / row.step.as_ref()?;
    Some(Quantity::exact(&ratio + &ratio))
}

/// Cover's C(N, d) of a row's N points in d dimensions, by his recursion C(N, d) = C(N−1, d) + C(N−1, d−1).
pub(super) fn cover(row: &Trial) -> Rational {
    let mut counts = vec![Rational::new(2, 1); row.dimension as usize + 1];
    counts[0] = Rational::zero();
    for _ in 1..row.examples {
        counts = (0..counts.len())
            .map(|d| {
                if d == 0 {
                    Rational::zero()
                } else {
                    &counts[d] + &counts[d - 1]
                }
            })
            .collect();
    }
    counts.pop().unwrap_or_else(Rational::zero)
}

/// 2^N, the labelings of a row's N points.
pub(super) fn labelings(row: &Trial) -> Rational {
    (0..row.examples).fold(Rational::one(), |power, _| &power + &power)
}

/// The number of examples, which a count over one stream, or of different examples, cannot exceed.
pub(super) fn sample_size(row: &Trial) -> Quantity {
    Quantity::count(row.examples)
}

/// The number of examples for a run that shows each once; runs over many passes have no such bound.
pub(super) fn stream_length(row: &Trial) -> Option<Quantity> {
    (row.order.as_deref() == Some("stream")).then(|| sample_size(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_recursion_gives_the_known_counts_and_frequencies() {
        let row = |examples, dimension| Trial {
            examples,
            dimension,
            ..Trial::empty()
        };
        for (examples, dimension, count) in [
            (4, 2, 8),
            (6, 2, 12),
            (6, 3, 32),
            (7, 3, 44),
            (8, 3, 58),
            (7, 4, 84),
            (3, 5, 8),
            (1, 1, 2),
        ] {
            assert_eq!(
                cover(&row(examples, dimension)),
                Rational::new(count, 1),
                "{examples} {dimension}"
            );
        }
        for (examples, dimension, frequency) in [
            (10, 5, 0.5),
            (20, 10, 0.5),
            (15, 5, 0.0897827),
            (12, 3, 0.0327148),
        ] {
            let row = row(examples, dimension);
            assert!(
                ((&cover(&row) / &labelings(&row)).to_f64() - frequency).abs() < 5e-8,
                "{examples} {dimension}"
            );
        }
    }
}
