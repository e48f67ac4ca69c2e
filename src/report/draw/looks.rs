//! Gives every series a look of its own: colour, marker and dashes.

use super::shapes::{Ink, Place, Shape, stroke};
use claims::figure::chart::{Role, Series};

/// How a series looks, in the data and in the legend.
pub(super) struct Look {
    pub(super) ink: Ink,
    marker: Marker,
    pub(super) width: f64,
    pub(super) dash: Option<(f64, f64)>,
    /// A factor on markers and lines along an axis of numbers.
    pub(super) size: f64,
}

#[derive(Clone, Copy)]
enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Wedge,
    Cross,
    Plus,
}

/// Colours of Okabe and Ito that remain distinct under every colour blindness, then two of Tol's.
const OBSERVED: [(Ink, Marker); 6] = [
    ((0, 114, 178), Marker::Disc),
    ((0, 158, 115), Marker::Square),
    ((204, 121, 167), Marker::Triangle),
    ((230, 159, 0), Marker::Diamond),
    ((86, 180, 233), Marker::Wedge),
    ((136, 34, 85), Marker::Plus),
];
const CONTROL: Ink = (213, 60, 0);
const CONTROL_MARKERS: [Marker; 2] = [Marker::Cross, Marker::Plus];
const BOUND: Ink = (20, 20, 20);
const BOUND_DASHES: [(f64, f64); 3] = [(18.0, 9.0), (5.0, 6.0), (34.0, 10.0)];
const CONTROL_DASHES: [Option<(f64, f64)>; 3] = [None, Some((10.0, 6.0)), Some((3.0, 5.0))];
const REFERENCE: Ink = (130, 130, 130);

/// Earlier series are drawn larger, so that one which lies exactly under another still shows.
const SIZES: [f64; 4] = [1.3, 1.0, 0.75, 0.55];

/// One look per series; series of one role differ in marker, dashes or colour.
pub(super) fn looks(series: &[Series]) -> Vec<Look> {
    let rank = |at: usize| {
        series[..at]
            .iter()
            .filter(|other| other.role == series[at].role)
            .count()
    };
    (0..series.len())
        .map(|at| look(series[at].role, rank(at)))
        .collect()
}

fn look(role: Role, rank: usize) -> Look {
    let (observed, marker) = OBSERVED[rank % OBSERVED.len()];
    match role {
        Role::Observed => Look {
            ink: observed,
            marker,
            width: 2.0,
            dash: None,
            size: SIZES[rank.min(SIZES.len() - 1)],
        },
        Role::Control => {
            let (marker, dash) = (
                CONTROL_MARKERS[rank % CONTROL_MARKERS.len()],
                CONTROL_DASHES[rank % CONTROL_DASHES.len()],
            );
            Look {
                ink: CONTROL,
                marker,
                width: 3.0,
                dash,
                size: 1.0,
            }
        }
        Role::Bound => Look {
            ink: BOUND,
            marker,
            width: 4.0,
            dash: Some(BOUND_DASHES[rank % BOUND_DASHES.len()]),
            size: 1.0,
        },
        Role::Reference => Look {
            ink: REFERENCE,
            marker,
            width: 2.0,
            dash: None,
            size: 1.0,
        },
    }
}

/// The marker of a series around a place.
pub(super) fn marker(look: &Look, center: Place, radius: f64) -> Vec<Shape> {
    let around = |corners: &[(f64, f64)]| {
        let outline = corners
            .iter()
            .map(|(x, y)| (center.0 + x * radius, center.1 + y * radius))
            .collect();
        vec![Shape::Area {
            outline,
            ink: look.ink,
        }]
    };
    let crossed = |ends: [(f64, f64); 4]| {
        let [a, b, c, d] = ends.map(|(x, y)| (center.0 + x * radius, center.1 + y * radius));
        vec![
            stroke(vec![a, b], look.ink, 4.0, None),
            stroke(vec![c, d], look.ink, 4.0, None),
        ]
    };
    match look.marker {
        Marker::Disc => vec![Shape::Disc {
            center,
            radius,
            ink: look.ink,
        }],
        Marker::Square => around(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
        Marker::Triangle => around(&[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)]),
        Marker::Diamond => around(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)]),
        Marker::Wedge => around(&[(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)]),
        Marker::Cross => crossed([(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)]),
        Marker::Plus => crossed([(-1.2, 0.0), (1.2, 0.0), (0.0, -1.2), (0.0, 1.2)]),
    }
}

/// The colour mixed with three parts of white.
pub(super) fn pale((red, green, blue): Ink) -> Ink {
    let mixed = |channel: u8| 191 + channel / 4;
    (mixed(red), mixed(green), mixed(blue))
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::figure::chart::Mark;

    #[test]
    fn series_of_one_role_do_not_look_alike() {
        let series = |role| vec![Series::new("", role, Mark::Line, vec![]); 2];
        let observed = looks(&series(Role::Observed));
        assert_ne!(observed[0].ink, observed[1].ink);
        assert_ne!(
            marker(&observed[0], (0.0, 0.0), 1.0),
            marker(&observed[1], (0.0, 0.0), 1.0)
        );
        let bounds = looks(&series(Role::Bound));
        assert_ne!(bounds[0].dash, bounds[1].dash);
        let controls = looks(&series(Role::Control));
        assert_ne!(
            marker(&controls[0], (0.0, 0.0), 1.0),
            marker(&controls[1], (0.0, 0.0), 1.0)
        );
    }

    #[test]
    fn a_tint_is_pale_and_white_stays_bright() {
        assert_eq!(
            (pale((0, 0, 0)), pale((255, 255, 255))),
            ((191, 191, 191), (254, 254, 254))
        );
    }
}
