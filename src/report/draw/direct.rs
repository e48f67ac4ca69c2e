//! Writes the names of a few series next to their data, if free positions are found for all of them.

use super::boxes::Extent;
use super::fonts::text_width;
use super::frame::Frame;
use super::marks::Layer;
use super::series_role::is_scattered;
use super::series_styles::{SeriesStyle, readable};
use super::shapes::{Anchor, Ink, Pixel, Shape, stroke};
use super::sheet::{Sheet, TEXT};
use claims::figure::chart::{Chart, Mark, Scale, Series};

/// Most series whose names are written next to their data; charts with more get a legend, which is then easier to read.
const MOST: usize = 4;

/// Distance between the name of a series and its data, in pixels.
const GAP: f64 = 16.0;

/// Least distance in pixels between the name of a series and the data of another one, so that the name is not taken for theirs.
const APART: f64 = 12.0;

/// Widest name of a series, in pixels on the sheet of a report, for which space is reserved at the end of lines.
const WIDEST_AT_END: f64 = 300.0;

/// Distance in pixels between points along a line next to which a name may be placed; and (next constant) the largest number of them.
const STRIDE: f64 = 40.0;
const MOST_PLACES: usize = 100;

/// Distances between name and data that are tried, in pixels, in this order. Beyond the first, a thin line connects the two.
const DISTANCES: [f64; 4] = [GAP, 40.0, 80.0, 130.0];

/// Colour of the thin line that connects a name with its data.
const GREY: Ink = (120, 120, 120);

/// Colour of the rectangle under the name of a series, which hides the grid.
const SHEET: Ink = (255, 255, 255);

/// Width in pixels that names need at the right end of lines; `None` if a series is not a line along numbers, or a name is too long.
pub(super) fn room_at_ends(chart: &Chart, sheet: Sheet) -> Option<f64> {
    let named = || chart.series.iter().filter(|one| !one.label.is_empty());
    let are_lines =
        !chart.series.iter().any(is_scattered) && !matches!(chart.x.scale, Scale::Categories(_));
    let widths = named().map(|one| text_width(&one.label, TEXT, false));
    let widest = widths.fold(0.0, f64::max);
    let is_short = widest > 0.0 && widest <= sheet.share(WIDEST_AT_END) && named().count() <= MOST;
    (are_lines && is_short).then_some(widest)
}

/// Places the names of all series next to their data, each on a rectangle that hides the grid; `None` if a legend is needed instead.
pub(super) fn names(
    frame: &Frame,
    series: &[Series],
    looks: &[SeriesStyle],
    layers: &[Layer],
) -> Option<Vec<Shape>> {
    let named = series.iter().enumerate();
    let named: Vec<(usize, &Series)> = named.filter(|(_, one)| !one.label.is_empty()).collect();
    if named.len() > MOST || series.iter().any(|one| one.mark == Mark::Tiles) {
        return None;
    }
    let mut names: Vec<PlacedName> = Vec::new();
    for (at, one) in named {
        let places = places(frame, one);
        let tried = DISTANCES.into_iter().flat_map(|distance| {
            let around = |place| around(&one.label, place, distance);
            places.iter().copied().flat_map(around).collect::<Vec<_>>()
        });
        let is_free = |name: &PlacedName| {
            frame.free_space().holds(&name.extent)
                && names.iter().all(|other| !other.meets(name))
                && layers.iter().all(|layer| !layer.covers(at, &name.extent))
                && layers.iter().all(|layer| !layer.is_under(at, name.leader))
        };
        names.push(PlacedName {
            series: at,
            ..tried.into_iter().find(is_free)?
        });
    }
    let drawn = |name: &PlacedName| name.shapes(&series[name.series].label, &looks[name.series]);
    Some(names.iter().flat_map(drawn).collect())
}

/// The name of a series at a position on the sheet.
struct PlacedName {
    series: usize,
    at: Pixel,
    extent: Extent,
    /// Thin line from the name to the data, if the name is not next to them.
    leader: Option<[Pixel; 2]>,
}

impl PlacedName {
    /// Whether this name or its line overlaps another name or that name's line.
    fn meets(&self, other: &Self) -> bool {
        let crosses = |one: &Self, two: &Self| {
            let line = one
                .leader
                .map(|ends| stroke(ends.to_vec(), GREY, 1.0, None));
            line.is_some_and(|line| two.extent.is_covered_by(&line))
        };
        let near = self.extent.grown(8.0).meets(&other.extent);
        near || crosses(self, other) || crosses(other, self)
    }

    fn shapes(&self, label: &str, look: &SeriesStyle) -> Vec<Shape> {
        let Extent {
            left,
            top,
            right,
            bottom,
        } = self.extent.grown(1.0);
        let sheet = Shape::Area {
            outline: vec![(left, top), (right, top), (right, bottom), (left, bottom)],
            ink: SHEET,
        };
        let words = Shape::Words {
            text: label.to_owned(),
            at: self.at,
            size: TEXT,
            ink: readable(look.ink),
            bold: false,
            anchor: Anchor::LeftMiddle,
        };
        let leader = self
            .leader
            .map(|ends| stroke(ends.to_vec(), GREY, 1.5, None));
        leader.into_iter().chain([sheet, words]).collect()
    }
}

impl Layer {
    /// Whether the shapes of this series overlap the name of the given series, or come too close to it if it is another series.
    fn covers(&self, series: usize, name: &Extent) -> bool {
        let by = if self.series == series { 2.0 } else { APART };
        let near = name.grown(by);
        self.obstacles().any(|shape| near.is_covered_by(shape))
    }

    /// Whether the connecting line of another series' name crosses markers, boxes or tiles of this series, and so would seem to point there.
    fn is_under(&self, series: usize, leader: Option<[Pixel; 2]>) -> bool {
        let Some(ends) = leader.filter(|_| self.series != series) else {
            return false;
        };
        let line = stroke(ends.to_vec(), GREY, 4.0, None);
        let is_crossed = |shape: &Shape| {
            let is_marker = !matches!(shape, Shape::Stroke { .. });
            is_marker && Extent::of(shape).is_covered_by(&line)
        };
        self.obstacles().any(is_crossed)
    }
}

/// Points of the series, in pixels, next to which its name may be placed, from the right end to the left.
fn places(frame: &Frame, series: &Series) -> Vec<Pixel> {
    let points = series.points.iter().rev();
    let corners: Vec<Pixel> = points
        .map(|point| frame.at(point.x, point.y, 0.0))
        .collect();
    let mut places: Vec<Pixel> = corners.first().copied().into_iter().collect();
    for ends in corners.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let is_line = !is_scattered(series);
        let pieces = if is_line {
            (length / STRIDE).ceil().clamp(1.0, 40.0) as usize
        } else {
            1
        };
        let along = (1..=pieces).map(|piece| piece as f64 / pieces as f64);
        places.extend(along.map(|share| {
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            (from.0 + share * x, from.1 + share * y)
        }));
    }
    if series.mark == Mark::Band {
        let edges = series.points.iter().flat_map(|point| {
            let heights = point.heights().into_iter().skip(1).rev();
            heights.map(|height| frame.at(point.x, height, 0.0))
        });
        places.extend(edges);
    }
    let stride = places.len().div_ceil(MOST_PLACES);
    places.into_iter().step_by(stride.max(1)).collect()
}

/// Candidate positions of a name at a distance from a point: right of the point, above, below, left, and towards the corners.
fn around(label: &str, (x, y): Pixel, distance: f64) -> Vec<PlacedName> {
    let width = text_width(label, TEXT, false);
    let half = TEXT / 2.0;
    let (up, down) = (y - distance - half, y + distance + half);
    let (left, right) = (x - distance - width, x + distance);
    let middle = x - width / 2.0;
    let spots = [
        (right, y),
        (right, y - half),
        (right, y + half),
        (middle, up),
        (middle, down),
        (left, y),
        (x - width, up),
        (x, down),
        (x, up),
        (x - width, down),
    ];
    let name = |at| {
        let extent = Extent::of_words(label, at, TEXT, false, Anchor::LeftMiddle);
        let nearest = (
            x.clamp(extent.left, extent.right),
            y.clamp(extent.top, extent.bottom),
        );
        PlacedName {
            series: 0,
            at,
            extent,
            leader: (distance > GAP).then_some([(x, y), nearest]),
        }
    };
    spots.map(name).into()
}

#[cfg(test)]
mod tests {
    use super::super::fonts::load_fonts;
    use super::*;
    use claims::figure::chart::{Axis, Point, SeriesRole};

    #[test]
    fn a_name_stands_right_of_its_point_a_little_above_or_a_little_below() {
        load_fonts().unwrap();
        let places = around("seen", (100.0, 200.0), GAP);
        let [level, above, below] = [0, 1, 2].map(|place| &places[place].extent);
        assert!(level.left > 100.0 && above.top < level.top && level.top < below.top);
        assert_eq!([above.left, below.left], [level.left; 2]);
    }

    #[test]
    fn names_may_be_placed_all_along_a_line_at_small_steps() {
        load_fonts().unwrap();
        let points = [(0.0, 0.0), (0.1, 1.0), (1.0, 0.3)].map(|(x, y)| Point::new(x, y));
        let line = Series::new("seen", SeriesRole::Observed, Mark::Line, points.to_vec());
        let chart = Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: String::new(),
            x: Axis::linear("x"),
            y: Axis::linear("y"),
            series: vec![line],
        };
        let frame = Frame::new(&chart, Sheet::default(), 100.0);
        let found = places(&frame, &chart.series[0]);
        let steps = found.windows(2);
        let steps = steps.map(|ends| (ends[1].0 - ends[0].0).hypot(ends[1].1 - ends[0].1));
        let steps: Vec<f64> = steps.collect();
        let is_small = |step: &f64| (STRIDE / 2.0..=STRIDE + 1e-9).contains(step);
        assert!(steps.len() > 20 && steps.iter().all(is_small), "{steps:?}");
    }
}
