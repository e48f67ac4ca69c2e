//! Turns series into strokes, markers, error bars and boxes that differ in more than colour.

use super::frame::Frame;
use super::lanes::{Lane, Lanes};
use super::marker_size::{CROWD, MARKER, SMALL_MARKER};
use super::overlap::sizes;
use super::series_role::{boxed, is_scattered, levelled};
use super::series_styles::{SeriesStyle, haloed, marker, pale};
use super::shapes::{Pixel, Shape, stroke};
use super::tiles::tiles;
use claims::figure::chart::{Mark, Point, Series, SeriesRole, Spread};
use claims::numbers::number;

/// Half the length in pixels of a stroke that stands for a single point of a bound or a reference.
const STROKE: f64 = 26.0;
const SHORT_STROKE: f64 = 14.0;

/// Distance in pixels from which a mark says what it shows.
const REACH: f64 = 12.0;

/// The shapes that draw the data of one series.
pub(super) struct Layer {
    /// Index of the series in its chart.
    pub(super) series: usize,
    pub(super) shapes: Vec<Shape>,
    /// What marks say when the pointer is on them.
    hints: Vec<Shape>,
    /// Band under the line of the series; unlike the other shapes, it may be covered by names.
    band: Option<Shape>,
}

impl Layer {
    /// Shapes of the series that no name may cover.
    pub(super) fn obstacles(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter()
    }
}

/// Draws the data of every series. References come first and bounds last, so that nothing hides a bound.
pub(super) fn marks(frame: &Frame, series: &[Series], looks: &[SeriesStyle]) -> Vec<Layer> {
    let lanes = Lanes::new(frame, series);
    let sizes = sizes(frame, series);
    let layer = |role: SeriesRole| match role {
        SeriesRole::Reference => 0,
        SeriesRole::Observed | SeriesRole::Control => 1,
        SeriesRole::Bound => 2,
    };
    let mut order: Vec<usize> = (0..series.len()).collect();
    order.sort_by_key(|&at| layer(series[at].role));
    let drawn = |at: usize| Layer {
        series: at,
        band: band(frame, &series[at], &looks[at]),
        hints: hints(frame, &series[at], lanes.lane(series, at)),
        shapes: drawn(
            frame,
            &series[at],
            &looks[at],
            (lanes.lane(series, at), &sizes[at]),
        ),
    };
    order.into_iter().map(drawn).collect()
}

/// The shapes of all series, bands below everything else.
pub(super) fn painted(layers: Vec<Layer>) -> Vec<Shape> {
    let bands: Vec<Shape> = layers.iter().filter_map(|one| one.band.clone()).collect();
    let hints: Vec<Shape> = layers.iter().flat_map(|one| one.hints.clone()).collect();
    let shapes = layers.into_iter().flat_map(|one| one.shapes);
    bands.into_iter().chain(shapes).chain(hints).collect()
}

/// What the marks of a series say: the setting or the run that each shows, and its number with the ends of its spread.
fn hints(frame: &Frame, series: &Series, lane: Lane) -> Vec<Shape> {
    let points = series.points.iter().filter(|point| !point.of.is_empty());
    let hint = |point: &Point| Shape::Hint {
        center: frame.at(point.x, point.y, lane.moved),
        radius: REACH,
        text: match series.label.as_str() {
            "" => format!("{}: {}", point.of, said(point)),
            label => format!("{label}, {}: {}", point.of, said(point)),
        },
    };
    points.map(hint).collect()
}

/// The number of a point, with the ends of its spread.
fn said(point: &Point) -> String {
    let middle = match point.spread {
        Spread::Shade(value) => number(value),
        _ => number(point.y),
    };
    match &point.spread {
        Spread::Interval { lower, upper } => {
            format!("{middle} ({} to {})", number(*lower), number(*upper))
        }
        Spread::Quartiles { min, max, .. } => {
            format!("{middle} ({} to {})", number(*min), number(*max))
        }
        Spread::None | Spread::Shade(_) => middle,
    }
}

/// Draws a short piece of the series for the legend, from `start` to the right, `length` pixels long.
pub(super) fn sample(series: &Series, look: &SeriesStyle, start: Pixel, length: f64) -> Vec<Shape> {
    let middle = (start.0 + length / 2.0, start.1);
    let line = (levelled(series) || !is_scattered(series)).then(|| {
        stroke(
            vec![start, (start.0 + length, start.1)],
            look.ink,
            look.width,
            look.dash,
        )
    });
    let boxed = (boxed(series) || series.mark == Mark::Band).then(|| Shape::Area {
        outline: rectangle(middle, 18.0, 12.0),
        ink: pale(look.ink),
    });
    let marker = (!levelled(series) && !matches!(series.mark, Mark::Line | Mark::Band))
        .then(|| marker(look, middle, MARKER));
    boxed
        .into_iter()
        .chain(line)
        .chain(marker.into_iter().flatten())
        .collect()
}

fn drawn(
    frame: &Frame,
    series: &Series,
    look: &SeriesStyle,
    (lane, sizes): (Lane, &[f64]),
) -> Vec<Shape> {
    let single = series.points.len() == 1;
    let categories = lane.level.is_some();
    match series.mark {
        Mark::Tiles => return tiles(frame, series),
        Mark::Band if !single => return banded(frame, series, look),
        _ => {}
    }
    if levelled(series) && (categories || single || is_scattered(series)) {
        return levels(frame, series, look, lane);
    }
    let is_joined = !is_scattered(series) && !categories && !single;
    let line = lines(frame, series, lane)
        .filter(|path| is_joined && path.len() > 1)
        .map(|path| stroke(path, look.ink, look.width, look.dash));
    let marked = !levelled(series) && (series.mark != Mark::Line || single || categories);
    let radius = marked.then(|| radius(series));
    let points = series.points.iter().zip(sizes).flat_map(|(point, size)| {
        let spot = PlacedPoint {
            frame,
            point,
            look,
            lane,
        };
        let place = frame.at(point.x, point.y, lane.moved);
        let marker = radius.map(|radius| haloed(look, place, radius * size));
        let spread = spot.spread();
        spread.into_iter().chain(marker.into_iter().flatten())
    });
    line.chain(points).collect()
}

/// The points of a series as paths. A path ends where a logarithmic axis breaks off before its zero, because no line leads there.
fn lines(frame: &Frame, series: &Series, lane: Lane) -> impl Iterator<Item = Vec<Pixel>> {
    let strips = [&frame.x, &frame.y].map(|ruler| ruler.floor_ends().is_some());
    let is_zero = move |point: &Point| [strips[0] && point.x <= 0.0, strips[1] && point.y <= 0.0];
    let parts = series.points.chunk_by(move |a, b| is_zero(a) == is_zero(b));
    parts.map(move |part| {
        let path = part.iter();
        path.map(|point| frame.at(point.x, point.y, lane.moved))
            .collect()
    })
}

/// Lower and upper end of a point's interval; twice the point itself if it has none.
fn interval(point: &Point) -> [f64; 2] {
    match point.spread {
        Spread::Interval { lower, upper } => [lower, upper],
        _ => [point.y, point.y],
    }
}

/// The lower and the upper edge of the band of a series, in pixels.
fn edges(frame: &Frame, series: &Series) -> [Vec<Pixel>; 2] {
    [0, 1].map(|end| {
        let points = series.points.iter();
        points
            .map(|point| frame.at(point.x, interval(point)[end], 0.0))
            .collect()
    })
}

/// The area between the lower and upper ends of the intervals of a series.
fn band(frame: &Frame, series: &Series, look: &SeriesStyle) -> Option<Shape> {
    let is_band = series.mark == Mark::Band && series.points.len() > 1;
    is_band.then(|| {
        let [lower, upper] = edges(frame, series);
        Shape::Veil {
            outline: upper.into_iter().chain(lower.into_iter().rev()).collect(),
            ink: look.ink,
        }
    })
}

/// The line of a series with a band, with thin lines along the band's edges that show where bands overlap.
fn banded(frame: &Frame, series: &Series, look: &SeriesStyle) -> Vec<Shape> {
    let points = series.points.iter();
    let path = points.map(|point| frame.at(point.x, point.y, 0.0));
    let line = stroke(path.collect(), look.ink, 3.0, look.dash);
    let edges = edges(frame, series).map(|path| stroke(path, look.ink, 1.0, None));
    edges.into_iter().chain([line]).collect()
}

/// A short stroke across each point of the series; across the whole category if the axis has categories.
fn levels(frame: &Frame, series: &Series, look: &SeriesStyle, lane: Lane) -> Vec<Shape> {
    let short = if series.role == SeriesRole::Reference {
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

fn radius(series: &Series) -> f64 {
    match series.points.len() > CROWD {
        true => SMALL_MARKER,
        false => MARKER,
    }
}

/// A point of a series, with what is needed to draw it on the sheet.
struct PlacedPoint<'a> {
    frame: &'a Frame<'a>,
    point: &'a Point,
    look: &'a SeriesStyle,
    lane: Lane,
}

impl PlacedPoint<'_> {
    /// Draws the distribution of values around the point, as far as it is known: an interval, or a box plot with outliers.
    fn spread(&self) -> Vec<Shape> {
        match &self.point.spread {
            Spread::None | Spread::Shade(_) => vec![],
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

    /// A stroke at the point's x, between two values of the y axis.
    fn along(&self, from: f64, to: f64) -> Shape {
        let ends = [from, to].map(|y| self.frame.at(self.point.x, y, self.lane.moved));
        stroke(ends.to_vec(), self.look.ink, 2.0, None)
    }

    /// A stroke at the value y across the point's x, `half` pixels to either side.
    fn across(&self, y: f64, half: f64, width: f64) -> Shape {
        let moved = self.lane.moved;
        let ends = [-half, half].map(|side| self.frame.at(self.point.x, y, moved + side));
        stroke(ends.to_vec(), self.look.ink, width, None)
    }

    /// A box of a box plot, from the lower to the upper quartile.
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

fn rectangle((x, y): Pixel, half_width: f64, half_height: f64) -> Vec<Pixel> {
    let (left, right, top, bottom) = (
        x - half_width,
        x + half_width,
        y - half_height,
        y + half_height,
    );
    vec![(left, top), (right, top), (right, bottom), (left, bottom)]
}

#[cfg(test)]
mod tests {
    use super::super::fonts::load_fonts;
    use super::super::sheet::Sheet;
    use super::*;
    use claims::figure::chart::{Axis, Chart};

    #[test]
    fn no_line_leads_through_the_break_of_an_axis_to_zero() {
        load_fonts().unwrap();
        let points = |heights: [f64; 4]| -> Vec<Point> {
            let all = (1..).zip(heights);
            all.map(|(x, y)| Point::new(f64::from(x), y)).collect()
        };
        for (heights, due) in [
            ([0.1, 0.01, 0.0, 0.0], vec![2, 2]),
            ([0.0, 0.1, 0.2, 0.1], vec![1, 3]),
            ([0.4, 0.3, 0.2, 0.1], vec![4]),
        ] {
            let line = Series::new(
                "seen",
                SeriesRole::Observed,
                Mark::LinePoints,
                points(heights),
            );
            let chart = Chart {
                name: "test".into(),
                title: "Test".into(),
                caption: String::new(),
                x: Axis::linear("x"),
                y: Axis::log("y"),
                series: vec![line],
            };
            let frame = Frame::new(&chart, Sheet::default(), 100.0);
            let lane = Lane {
                moved: 0.0,
                half: 0.0,
                level: None,
            };
            let paths = lines(&frame, &chart.series[0], lane);
            assert_eq!(paths.map(|path| path.len()).collect::<Vec<_>>(), due);
        }
    }
}
