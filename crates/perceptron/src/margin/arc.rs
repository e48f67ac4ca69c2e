//! Computes the arc of consistent directions in the plane in closed form, and from its length the largest margin of the examples scaled to norm 1.

use crate::sample::{Quantity, Sample};
use std::f64::consts::PI;

/// A bound on the error of the arc's length in half-turns. The arc has two angles by `atan2`, each within one unit in the last place of π, from
/// coordinates that err by at most three half-units. Together with π and 2π as floats and three roundings, they err by less than 4·10⁻¹⁵, which are
/// 2·10⁻¹⁵ half-turns.
const ARC_ERROR: f64 = 2e-15;

/// A bound on the error of sin(πb/2) for a float b in [0, 1]: π/2 as a float, the product and the sine.
const SINE_ERROR: f64 = 1e-15;

/// The length W of the arc of unit vectors that classify a sample of the plane correctly, in half-turns: W/π, from 0 (nothing separates the sample) to
/// 1 (one example, or several on one ray). `None` in other dimensions and for an empty sample.
///
/// # Formula
/// The directions of y·x leave a largest gap G between neighbours on the circle; W = max(0, G − π), because a normal is consistent exactly if it is
/// less than a quarter-turn from all of them.
/// # Source
/// docs/theory.md: X4.
pub fn consistent_arc(sample: &Sample) -> Option<Quantity> {
    if sample.features.dimension() != 2 || sample.labels.is_empty() {
        return None;
    }
    let signed = sample.labels.iter().enumerate().map(|(example, label)| {
        let row = sample.features.row(example);
        [label.value() * row[0], label.value() * row[1]]
    });
    let mut angles = Vec::with_capacity(sample.labels.len());
    for [x, y] in signed {
        // No direction scores above 0 on the zero vector.
        if x == 0.0 && y == 0.0 {
            return Some(Quantity::count(0));
        }
        angles.push(libm::atan2(y, x));
    }
    angles.sort_unstable_by(f64::total_cmp);
    let around = angles[0] + 2.0 * PI - angles[angles.len() - 1];
    let gaps = angles.windows(2).map(|pair| pair[1] - pair[0]);
    let share = (gaps.fold(around, f64::max) - PI) / PI;
    if share < -ARC_ERROR {
        return Some(Quantity::count(0));
    }
    let near = Quantity::within(share, ARC_ERROR);
    Some(Quantity {
        value: near.value.clamp(0.0, 1.0),
        lower: near.lower.max(0.0),
        upper: near.upper.min(1.0),
        exact: None,
    })
}

/// The largest margin of the examples of the plane, each divided by its norm, from the length of their arc in half-turns.
///
/// # Formula
/// γ* = sin(W/2): the middle of the arc is farthest from both of its ends.
/// # Source
/// docs/theory.md: X4.
pub fn margin_of_arc(arc: &Quantity) -> Quantity {
    let sine = |share: f64| libm::sin(0.5 * PI * share);
    if arc.upper == 0.0 {
        return Quantity::count(0);
    }
    Quantity {
        value: sine(arc.value),
        lower: (sine(arc.lower) - SINE_ERROR).max(0.0),
        upper: (sine(arc.upper) + SINE_ERROR).min(1.0),
        exact: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::{Separability, separability};
    use crate::sample::{Dense, Features, Label};
    use proptest::prelude::*;

    fn sample(points: &[(f64, f64, bool)]) -> Sample {
        let rows: Vec<f64> = points.iter().flat_map(|(x, y, _)| [*x, *y]).collect();
        Sample {
            features: Features::Dense(Dense::new(2, rows)),
            labels: points
                .iter()
                .map(|(_, _, up)| Label::of_sign(*up))
                .collect(),
            planted: None,
        }
    }

    fn encloses(found: &Quantity, value: f64) -> bool {
        found.lower <= value && value <= found.upper && found.upper - found.lower < 1e-14
    }

    #[test]
    fn arcs_of_known_samples_are_enclosed() {
        for (points, due) in [
            (vec![(3.0, 0.0, true)], 1.0),
            (vec![(3.0, 0.0, true), (0.0, 2.0, true)], 0.5),
            (vec![(3.0, 0.0, true), (0.0, 2.0, false)], 0.5),
            (
                vec![(1.0, 1.0, true), (-1.0, 1.0, true), (0.0, 5.0, true)],
                0.5,
            ),
            (vec![(1.0, 0.0, true), (-1.0, 0.0, true)], 0.0),
            (
                vec![(1.0, 0.0, true), (-1.0, 1.0, true), (-1.0, -1.0, true)],
                0.0,
            ),
            (vec![(0.0, 0.0, true), (1.0, 0.0, true)], 0.0),
            // The gap between neighbours that holds the negative first axis.
            (vec![(-1.0, 1.0, true), (-1.0, -1.0, true)], 0.5),
        ] {
            let arc = consistent_arc(&sample(&points)).unwrap();
            assert!(encloses(&arc, due), "{points:?}: {arc:?}");
        }
    }

    #[test]
    fn margin_of_a_right_angle_is_the_root_of_one_half() {
        let margin = margin_of_arc(&Quantity::within(0.5, 1e-15));
        assert!(encloses(&margin, 0.5_f64.sqrt()), "{margin:?}");
        assert_eq!(margin_of_arc(&Quantity::count(0)), Quantity::count(0));
    }

    proptest! {
        /// The certified interval of another algorithm, which knows no angles, must meet the closed form; and so must its answer that nothing separates.
        #[test]
        fn margin_in_closed_form_is_the_certified_largest_margin(
            turns in prop::collection::vec((0.0..2.0 * PI, any::<bool>()), 1..12), planted: bool,
        ) {
            let point = |&(turn, up): &(f64, bool)| {
                let (y, x) = (libm::sin(turn), libm::cos(turn));
                (x, y, if planted { x >= 0.0 } else { up })
            };
            let sample = sample(&turns.iter().map(point).collect::<Vec<_>>());
            let margin = margin_of_arc(&consistent_arc(&sample).unwrap());
            match separability(&sample) {
                Separability::Separable(found) => {
                    let squared = margin.times(&margin);
                    // The points are unit vectors up to rounding.
                    prop_assert!((squared.value - found.squared.value).abs() < 1e-13, "{margin:?} {found:?}");
                }
                Separability::NotSeparable(_) => prop_assert_eq!(margin.lower, 0.0),
                Separability::Open { .. } => prop_assert!(margin.upper < 1e-12),
            }
        }
    }
}
