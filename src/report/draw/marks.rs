//! Turns series into strokes, markers, error bars and boxes that differ in more than colour.

use super::canvas::{Ink, Place, Shape};
use super::frame::{Frame, stroke};
use claims::figure::chart::{Mark, Point, Role, Series, Spread};

/// How a series looks, in the data and in the legend.
pub(super) struct Look {
    ink: Ink,
    marker: Marker,
    width: f64,
    dash: Option<(f64, f64)>,
    /// A factor on markers and lines along an axis of numbers.
    size: f64,
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

/// Half the size of a marker, and of one in a crowd.
const MARKER: f64 = 8.0;
const SMALL_MARKER: f64 = 4.5;
const CROWD: usize = 150;

/// The widest group of boxes side by side on an axis of numbers, the room that its ends leave free for them.
const WIDEST_GROUP: f64 = 170.0;

/// Half the widest box, and half the length of a stroke that stands for a single point of a bound, or of a reference.
const WIDEST_BOX: f64 = 30.0;
const STROKE: f64 = 26.0;
const SHORT_STROKE: f64 = 14.0;

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

/// Every series, references first and bounds last, so that nothing hides a bound.
pub(super) fn marks(frame: &Frame, series: &[Series], looks: &[Look]) -> Vec<Shape> {
    let lanes = Lanes::new(frame, series);
    let layer = |role: Role| match role {
        Role::Reference => 0,
        Role::Observed | Role::Control => 1,
        Role::Bound => 2,
    };
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by_key(|&at| layer(series[at].role));
    order
        .into_iter()
        .flat_map(|at| drawn(frame, &series[at], &looks[at], lanes.lane(series, at)))
        .collect()
}

/// A short piece of the series for the legend, from `start` to the right.
pub(super) fn sample(series: &Series, look: &Look, start: Place, length: f64) -> Vec<Shape> {
    let middle = (start.0 + length / 2.0, start.1);
    let line = (levelled(series) || series.mark != Mark::Points).then(|| {
        stroke(
            vec![start, (start.0 + length, start.1)],
            look.ink,
            look.width,
            look.dash,
        )
    });
    let boxed = boxed(series).then(|| Shape::Area {
        outline: rectangle(middle, 18.0, 12.0),
        ink: pale(look.ink),
    });
    let marker =
        (!levelled(series) && series.mark != Mark::Line).then(|| marker(look, middle, MARKER));
    line.into_iter()
        .chain(boxed)
        .chain(marker.into_iter().flatten())
        .collect()
}

/// Bounds, references and the lines of controls are levels to compare with; markers are for what was computed.
fn levelled(series: &Series) -> bool {
    matches!(series.role, Role::Bound | Role::Reference)
        || (series.role == Role::Control && series.mark == Mark::Line)
}

/// Whether the series has boxes, which need room along the x axis.
pub(super) fn boxed(series: &Series) -> bool {
    series
        .points
        .iter()
        .any(|point| matches!(point.spread, Spread::Quartiles { .. }))
}

/// The lanes side by side in which series share a category or a value of x without hiding each other.
struct Lanes {
    count: usize,
    width: f64,
    slot: Option<f64>,
}

/// How far a series is moved along the x axis, half its box, and half a category where there are any.
#[derive(Clone, Copy)]
struct Lane {
    moved: f64,
    half: f64,
    level: Option<f64>,
}

impl Lanes {
    fn new(frame: &Frame, series: &[Series]) -> Self {
        let slot = frame.x.slot().map(|share| share * frame.length());
        let count = series
            .iter()
            .filter(|series| needs_lane(series, slot))
            .count();
        let room = slot.unwrap_or_else(|| smallest_gap(frame, series));
        Self {
            count,
            width: 0.8 * room / count.max(1) as f64,
            slot,
        }
    }

    fn lane(&self, series: &[Series], at: usize) -> Lane {
        let rank = series[..at]
            .iter()
            .filter(|series| needs_lane(series, self.slot))
            .count() as f64;
        let centered = rank - self.count.saturating_sub(1) as f64 / 2.0;
        let moved = if needs_lane(&series[at], self.slot) {
            centered * self.width
        } else {
            0.0
        };
        Lane {
            moved,
            half: (0.4 * self.width).min(WIDEST_BOX),
            level: self.slot.map(|slot| slot / 2.0),
        }
    }
}

fn needs_lane(series: &Series, slot: Option<f64>) -> bool {
    boxed(series) || (slot.is_some() && !levelled(series))
}

/// The smallest distance in pixels between different values of x, at most what boxes can use.
fn smallest_gap(frame: &Frame, series: &[Series]) -> f64 {
    let mut places: Vec<f64> = series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| frame.x.fraction(point.x))
        .collect();
    places.sort_by(f64::total_cmp);
    let gaps = places
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) * frame.length())
        .filter(|gap| *gap > 0.0);
    gaps.fold(WIDEST_GROUP, f64::min)
}

fn drawn(frame: &Frame, series: &Series, look: &Look, lane: Lane) -> Vec<Shape> {
    let single = series.points.len() == 1;
    let categories = lane.level.is_some();
    if levelled(series) && (categories || single || series.mark == Mark::Points) {
        let stroke = if series.role == Role::Reference {
            SHORT_STROKE
        } else {
            STROKE
        };
        return series
            .points
            .iter()
            .map(|point| level(frame, point, look, lane.level.unwrap_or(stroke)))
            .collect();
    }
    let line = (series.mark != Mark::Points && !categories && !single).then(|| {
        let path = series
            .points
            .iter()
            .map(|point| frame.at(point.x, point.y, lane.moved));
        stroke(path.collect(), look.ink, look.width * look.size, look.dash)
    });
    let marked = !levelled(series) && (series.mark != Mark::Line || single || categories);
    let size = if categories { 1.0 } else { look.size };
    let radius = size
        * if series.points.len() > CROWD {
            SMALL_MARKER
        } else {
            MARKER
        };
    let points = series.points.iter().flat_map(|point| {
        let place = frame.at(point.x, point.y, lane.moved);
        let marker = if marked {
            marker(look, place, radius)
        } else {
            vec![]
        };
        spread(frame, point, look, lane).into_iter().chain(marker)
    });
    line.into_iter().chain(points).collect()
}

fn level(frame: &Frame, point: &Point, look: &Look, half: f64) -> Shape {
    let path = [-half, half].map(|moved| frame.at(point.x, point.y, moved));
    stroke(path.to_vec(), look.ink, look.width, look.dash)
}

fn spread(frame: &Frame, point: &Point, look: &Look, lane: Lane) -> Vec<Shape> {
    let bar = |from: f64, to: f64| {
        let ends = [from, to].map(|y| frame.at(point.x, y, lane.moved));
        stroke(ends.to_vec(), look.ink, 2.0, None)
    };
    let across = |y: f64, half: f64, width: f64| {
        let ends = [-half, half].map(|side| frame.at(point.x, y, lane.moved + side));
        stroke(ends.to_vec(), look.ink, width, None)
    };
    match &point.spread {
        Spread::None => vec![],
        Spread::Interval { lower, upper } => {
            vec![
                bar(*lower, *upper),
                across(*lower, 7.0, 2.0),
                across(*upper, 7.0, 2.0),
            ]
        }
        Spread::Quartiles {
            min,
            q25,
            q75,
            max,
            outliers,
        } => {
            let corners = [
                (*q25, -1.0),
                (*q25, 1.0),
                (*q75, 1.0),
                (*q75, -1.0),
                (*q25, -1.0),
            ];
            let outline = corners
                .map(|(y, side)| frame.at(point.x, y, lane.moved + side * lane.half))
                .to_vec();
            let fill = Shape::Area {
                outline: outline.clone(),
                ink: pale(look.ink),
            };
            let mut shapes = vec![
                bar(*min, *q25),
                bar(*q75, *max),
                fill,
                stroke(outline, look.ink, 2.0, None),
            ];
            shapes.extend([*min, *max].map(|y| across(y, lane.half / 2.0, 2.0)));
            shapes.push(across(point.y, lane.half, 4.0));
            let disc = |y: &f64| Shape::Disc {
                center: frame.at(point.x, *y, lane.moved),
                radius: 3.0,
                ink: look.ink,
            };
            shapes.extend(outliers.iter().map(disc));
            shapes
        }
    }
}

fn marker(look: &Look, center: Place, radius: f64) -> Vec<Shape> {
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

fn rectangle((x, y): Place, half_width: f64, half_height: f64) -> Vec<Place> {
    let (left, right, top, bottom) = (
        x - half_width,
        x + half_width,
        y - half_height,
        y + half_height,
    );
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

/// The colour mixed with three parts of white.
fn pale((red, green, blue): Ink) -> Ink {
    let mixed = |channel: u8| 191 + channel / 4;
    (mixed(red), mixed(green), mixed(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

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
