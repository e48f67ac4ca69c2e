//! Turns series into strokes, markers, error bars and boxes that differ in more than colour.

use super::frame::Frame;
use super::lanes::{Lane, Lanes, boxed, levelled};
use super::looks::{Look, marker, pale};
use super::shapes::{Place, Shape, stroke};
use claims::figure::chart::{Mark, Point, Role, Series, Spread};

/// Half the size of a marker, and of one in a crowd.
const MARKER: f64 = 8.0;
const SMALL_MARKER: f64 = 4.5;
const CROWD: usize = 150;

/// Half the length of a stroke that stands for a single point of a bound, or of a reference.
const STROKE: f64 = 26.0;
const SHORT_STROKE: f64 = 14.0;

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

fn drawn(frame: &Frame, series: &Series, look: &Look, lane: Lane) -> Vec<Shape> {
    let single = series.points.len() == 1;
    let categories = lane.level.is_some();
    if levelled(series) && (categories || single || series.mark == Mark::Points) {
        return levels(frame, series, look, lane);
    }
    let line = (series.mark != Mark::Points && !categories && !single).then(|| {
        let points = series.points.iter();
        let path = points.map(|point| frame.at(point.x, point.y, lane.moved));
        stroke(path.collect(), look.ink, look.width * look.size, look.dash)
    });
    let marked = !levelled(series) && (series.mark != Mark::Line || single || categories);
    let radius = marked.then(|| radius(series, look, categories));
    let points = series.points.iter().flat_map(|point| {
        let spot = Spot {
            frame,
            point,
            look,
            lane,
        };
        let place = frame.at(point.x, point.y, lane.moved);
        let marker = radius.map(|radius| marker(look, place, radius));
        let spread = spot.spread();
        spread.into_iter().chain(marker.into_iter().flatten())
    });
    line.into_iter().chain(points).collect()
}

/// A short stroke across each point, over a whole category where there are any.
fn levels(frame: &Frame, series: &Series, look: &Look, lane: Lane) -> Vec<Shape> {
    let short = if series.role == Role::Reference {
        SHORT_STROKE
    } else {
        STROKE
    };
    let half = lane.level.unwrap_or(short);
    let level = |point: &Point| {
        let path = [-half, half].map(|moved| frame.at(point.x, point.y, moved));
        stroke(path.to_vec(), look.ink, look.width, look.dash)
    };
    series.points.iter().map(level).collect()
}

fn radius(series: &Series, look: &Look, categories: bool) -> f64 {
    let size = if categories { 1.0 } else { look.size };
    let is_crowd = series.points.len() > CROWD;
    size * if is_crowd { SMALL_MARKER } else { MARKER }
}

/// A point where it is drawn.
struct Spot<'a> {
    frame: &'a Frame<'a>,
    point: &'a Point,
    look: &'a Look,
    lane: Lane,
}

impl Spot<'_> {
    /// What is known of the values around the point.
    fn spread(&self) -> Vec<Shape> {
        match &self.point.spread {
            Spread::None => vec![],
            Spread::Interval { lower, upper } => {
                let ends = [*lower, *upper].map(|end| self.across(end, 7.0, 2.0));
                [vec![self.along(*lower, *upper)], ends.to_vec()].concat()
            }
            Spread::Quartiles {
                min,
                q25,
                q75,
                max,
                outliers,
            } => {
                let half = self.lane.half;
                let whiskers = [self.along(*min, *q25), self.along(*q75, *max)];
                let ends = [*min, *max].map(|end| self.across(end, half / 2.0, 2.0));
                let outliers = outliers.iter().map(|value| self.outlier(*value));
                let middle = [self.across(self.point.y, half, 4.0)];
                let shapes = whiskers.into_iter().chain(self.quartiles(*q25, *q75));
                shapes.chain(ends).chain(middle).chain(outliers).collect()
            }
        }
    }

    /// A stroke along the axis of values.
    fn along(&self, from: f64, to: f64) -> Shape {
        let ends = [from, to].map(|y| self.frame.at(self.point.x, y, self.lane.moved));
        stroke(ends.to_vec(), self.look.ink, 2.0, None)
    }

    /// A stroke across it.
    fn across(&self, y: f64, half: f64, width: f64) -> Shape {
        let moved = self.lane.moved;
        let ends = [-half, half].map(|side| self.frame.at(self.point.x, y, moved + side));
        stroke(ends.to_vec(), self.look.ink, width, None)
    }

    /// A box from one quartile to the other.
    fn quartiles(&self, q25: f64, q75: f64) -> [Shape; 2] {
        let corners = [
            (q25, -1.0),
            (q25, 1.0),
            (q75, 1.0),
            (q75, -1.0),
            (q25, -1.0),
        ];
        let corner = |(y, side): (f64, f64)| {
            let moved = self.lane.moved + side * self.lane.half;
            self.frame.at(self.point.x, y, moved)
        };
        let outline = corners.map(corner).to_vec();
        let fill = Shape::Area {
            outline: outline.clone(),
            ink: pale(self.look.ink),
        };
        [fill, stroke(outline, self.look.ink, 2.0, None)]
    }

    fn outlier(&self, y: f64) -> Shape {
        Shape::Disc {
            center: self.frame.at(self.point.x, y, self.lane.moved),
            radius: 3.0,
            ink: self.look.ink,
        }
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
