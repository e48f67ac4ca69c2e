//! Writes the names of few series beside their data, where free places are found for all of them.

use super::boxes::Extent;
use super::frame::{Frame, TEXT};
use super::looks::{Look, readable};
use super::marks::Layer;
use super::shapes::{Anchor, Place, Shape};
use claims::figure::chart::{Mark, Series};

/// Beyond so many series, a legend is easier to read.
const MOST: usize = 4;

/// The distance between a name and its data.
const GAP: f64 = 14.0;

/// The least distance between a name and the data of another series, so that nobody takes it for theirs.
const APART: f64 = 18.0;

/// The distance of places along a line at which a name may stand, and how many places are tried.
const STRIDE: f64 = 40.0;
const MOST_PLACES: usize = 400;

/// The sheet behind a name, which hides the grid.
const SHEET: (u8, u8, u8) = (255, 255, 255);

/// A name at its place, with the sheet behind it; `None` where a legend is needed.
pub(super) fn names(
    frame: &Frame,
    series: &[Series],
    looks: &[Look],
    layers: &[Layer],
) -> Option<Vec<Shape>> {
    let named = series.iter().enumerate();
    let named: Vec<(usize, &Series)> = named.filter(|(_, one)| !one.label.is_empty()).collect();
    if named.len() > MOST || series.iter().any(|one| one.mark == Mark::Tiles) {
        return None;
    }
    let mut taken: Vec<Extent> = Vec::new();
    let mut shapes = Vec::new();
    for (at, one) in named {
        let size = TEXT;
        let free = |extent: &Extent| {
            frame.extent().grown(-4.0).holds(extent)
                && taken.iter().all(|other| !other.grown(8.0).meets(extent))
                && layers.iter().all(|layer| !layer.covers(at, extent))
        };
        let mut tried = places(frame, one)
            .into_iter()
            .flat_map(|place| around(&one.label, place, size));
        let (at_place, extent) = tried.find(|(_, extent)| free(extent))?;
        taken.push(extent);
        shapes.extend(written(&one.label, at_place, extent, &looks[at]));
    }
    Some(shapes)
}

impl Layer {
    /// Whether it covers a part of where a series' name would stand; the names of others keep further away.
    fn covers(&self, series: usize, name: &Extent) -> bool {
        let by = if self.series == series { 2.0 } else { APART };
        let near = name.grown(by);
        self.obstacles().any(|shape| near.is_covered_by(shape))
    }
}

fn written(label: &str, at: Place, extent: Extent, look: &Look) -> [Shape; 2] {
    let Extent {
        left,
        top,
        right,
        bottom,
    } = extent.grown(1.0);
    let sheet = Shape::Area {
        outline: vec![(left, top), (right, top), (right, bottom), (left, bottom)],
        ink: SHEET,
    };
    let words = Shape::Words {
        text: label.to_owned(),
        at,
        size: TEXT,
        ink: readable(look.ink),
        bold: false,
        anchor: Anchor::LeftMiddle,
    };
    [sheet, words]
}

/// Places of the series beside which its name may stand: from the right end of a line to the left, points in their order.
fn places(frame: &Frame, series: &Series) -> Vec<Place> {
    let points = series.points.iter().rev();
    let corners: Vec<Place> = points
        .map(|point| frame.at(point.x, point.y, 0.0))
        .collect();
    let mut places: Vec<Place> = corners.first().copied().into_iter().collect();
    for ends in corners.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let is_line = series.mark != Mark::Points;
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
    places.truncate(MOST_PLACES);
    places
}

/// Where a name may stand around a place: to its right, above, below, to its left, and towards the corners.
fn around(label: &str, (x, y): Place, size: f64) -> Vec<(Place, Extent)> {
    let width = super::canvas::text_width(label, size, false);
    let (up, down) = (y - GAP - size / 2.0, y + GAP + size / 2.0);
    let (left, right) = (x - GAP - width, x + GAP);
    let spots = [
        (right, y),
        (x - width / 2.0, up),
        (x - width / 2.0, down),
        (left, y),
        (x - width, up),
        (x, down),
        (x, up),
        (x - width, down),
    ];
    let extent = |at| Extent::of_words(label, at, size, false, Anchor::LeftMiddle);
    spots.map(|at| (at, extent(at))).to_vec()
}
