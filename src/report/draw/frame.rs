//! Lays a chart out on a sheet: title, legend, axes, and the rectangle that the data fill.

use super::DrawError;
use super::boxes::Extent;
use super::canvas::{load_fonts, text_width};
use super::direct::{names, room_at_ends};
use super::lanes::{boxed, levelled};
use super::legend::legend;
use super::looks::{Look, looks};
use super::marks::{Layer, marks, painted};
use super::panel::panel;
use super::ruler::{PADDING, Ruler, Tick};
use super::shapes::{Anchor, INK, Ink, Picture, Place, Shape, fitted, stroke, words};
use claims::figure::chart::{Axis, Chart, Scale, Series};

pub(super) const WIDTH: f64 = 1200.0;
const HEIGHT: f64 = 750.0;
pub(super) const MARGIN: f64 = 28.0;

/// Free space right of the data, for half of the last tick's label.
const RIGHT: f64 = 44.0;

const TITLE: f64 = 34.0;
const LABEL: f64 = 28.0;
pub(super) const TEXT: f64 = 26.0;

/// The space that an axis label takes.
const LABEL_SPACE: f64 = 48.0;

/// The space that a line of tick labels takes, from the axis on.
const TICK_SPACE: f64 = 44.0;

/// The height of one category drawn downwards, and what they may take together.
const ROW: f64 = 36.0;
const ROWS: std::ops::RangeInclusive<f64> = 300.0..=1600.0;

/// The height of a marker within a category, where several series share it.
const LANE: f64 = 21.0;

/// The least height of an axis of numbers, however tall the legend.
const LEAST: f64 = 440.0;

/// The share of an axis of numbers left free at both ends for boxes that stand at the outermost values.
const BOX_PADDING: f64 = 0.1;

/// The most that tick labels left of the data may take.
const WIDEST_LABEL: f64 = 500.0;

/// Between the title and the data, where no legend stands.
const BELOW_TITLE: f64 = 10.0;

const AXIS: Ink = (90, 90, 90);
pub(super) const GRID: Ink = (218, 218, 218);
const FAINT: Ink = (238, 238, 238);
const BAND: Ink = (243, 245, 247);

/// The rectangle that the data fill, with a ruler along each side.
pub(super) struct Frame<'a> {
    pub(super) x: Ruler<'a>,
    y: Ruler<'a>,
    /// Whether the x axis runs downwards, because its categories have long names.
    downwards: bool,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// The shapes of a chart that is already drawable.
pub(super) fn picture(chart: &Chart) -> Result<Picture, DrawError> {
    load_fonts()?;
    let (mut shapes, top) = head(&chart.title);
    if chart.points().next().is_none() {
        return Ok(panel(&chart.caption, shapes, top));
    }
    let (frame, layers, names) = named(chart, &looks(&chart.series), top);
    shapes.extend(frame.grid());
    shapes.extend(frame.labels_below());
    shapes.extend(frame.labels_beside());
    shapes.extend(frame.axes(&chart.x, &chart.y));
    shapes.extend(painted(layers));
    shapes.extend(names);
    Ok(Picture {
        width: WIDTH,
        height: frame.sheet_height(),
        shapes,
    })
}

/// The frame with its data and their names: at the end of lines, else beside the data, else in a legend above them.
fn named<'a>(chart: &'a Chart, looks: &[Look], top: f64) -> (Frame<'a>, Vec<Layer>, Vec<Shape>) {
    let rooms = room_at_ends(chart).into_iter().chain([0.0]);
    for room in rooms {
        let frame = Frame::with_room(chart, top + BELOW_TITLE, room);
        let layers = marks(&frame, &chart.series, looks);
        if let Some(names) = names(&frame, &chart.series, looks, &layers) {
            return (frame, layers, names);
        }
    }
    let (entries, top) = legend(chart, looks, top, WIDTH - 2.0 * MARGIN);
    let frame = Frame::new(chart, top);
    let layers = marks(&frame, &chart.series, looks);
    (frame, layers, entries)
}

fn head(title: &str) -> (Vec<Shape>, f64) {
    let (text, size) = fitted(title, TITLE, WIDTH - 2.0 * MARGIN, true);
    let at = (MARGIN, MARGIN);
    let title = Shape::Words {
        text,
        at,
        size,
        ink: INK,
        bold: true,
        anchor: Anchor::LeftTop,
    };
    (vec![title], MARGIN + TITLE + 16.0)
}

impl<'a> Frame<'a> {
    pub(super) fn new(chart: &'a Chart, top: f64) -> Self {
        Self::with_room(chart, top, 0.0)
    }

    /// The same with so much room right of the data for the names of lines.
    fn with_room(chart: &'a Chart, top: f64, room: f64) -> Self {
        let across: Vec<_> = chart.points().map(|point| point.x).collect();
        let padding = if chart.series.iter().any(boxed) {
            BOX_PADDING
        } else {
            PADDING
        };
        let up: Vec<_> = chart.points().flat_map(|point| point.heights()).collect();
        let (x, y) = (
            Ruler::new(&chart.x, &across, padding),
            Ruler::new(&chart.y, &up, PADDING),
        );
        let downwards = !names_fit(&chart.x.scale);
        let beside = if downwards { &x } else { &y }.ticks();
        let widest = beside
            .iter()
            .map(|tick| text_width(&tick.label, TEXT, false))
            .fold(0.0, f64::max);
        let left = MARGIN + LABEL_SPACE + widest.min(WIDEST_LABEL) + 14.0;
        let below = TICK_SPACE + LABEL_SPACE + MARGIN / 2.0;
        let height = match &chart.x.scale {
            Scale::Categories(names) if downwards => {
                let row = ROW.max(LANE * lanes(&chart.series) as f64);
                (names.len() as f64 * row).clamp(*ROWS.start(), *ROWS.end())
            }
            _ => (HEIGHT - top - below).max(LEAST),
        };
        Self {
            x,
            y,
            downwards,
            left,
            top,
            width: WIDTH - left - RIGHT - room,
            height,
        }
    }

    fn sheet_height(&self) -> f64 {
        (self.top + self.height + TICK_SPACE + LABEL_SPACE + MARGIN / 2.0).ceil()
    }

    /// The place of a point, moved along the x axis by some pixels.
    pub(super) fn at(&self, x: f64, y: f64, moved: f64) -> Place {
        let (across, down) = self.place(self.x.fraction(x), self.y.fraction(y));
        if self.downwards {
            (across, down + moved)
        } else {
            (across + moved, down)
        }
    }

    /// The place of a fraction of the x axis and one of the y axis.
    fn place(&self, x: f64, y: f64) -> Place {
        let (across, down) = if self.downwards { (y, x) } else { (x, 1.0 - y) };
        (
            self.left + across * self.width,
            self.top + down * self.height,
        )
    }

    /// The rectangle itself.
    pub(super) fn extent(&self) -> Extent {
        let corner = (self.left + self.width, self.top + self.height);
        Extent::around(&[(self.left, self.top), corner])
    }

    /// Where names of series may stand: in the rectangle, and right of it.
    pub(super) fn room(&self) -> Extent {
        Extent {
            right: WIDTH - MARGIN / 2.0,
            ..self.extent().grown(-4.0)
        }
    }

    /// What the pair of categories of a point takes of it.
    pub(super) fn slot_at(&self, x: f64, y: f64) -> Extent {
        let halves = [&self.x, &self.y].map(|ruler| ruler.slot().unwrap_or(0.0) / 2.0);
        let (x, y) = (self.x.fraction(x), self.y.fraction(y));
        let corner = |sign: f64| self.place(x + sign * halves[0], y + sign * halves[1]);
        Extent::around(&[corner(-1.0), corner(1.0)])
    }

    /// The length of the x axis in pixels.
    pub(super) fn length(&self) -> f64 {
        if self.downwards {
            self.height
        } else {
            self.width
        }
    }

    fn grid(&self) -> Vec<Shape> {
        if self.y.slot().is_some() {
            return vec![];
        }
        let along_x = |at: f64| vec![self.place(at, 0.0), self.place(at, 1.0)];
        let along_y = |at: f64| vec![self.place(0.0, at), self.place(1.0, at)];
        let minor = self
            .x
            .minor()
            .into_iter()
            .map(along_x)
            .chain(self.y.minor().into_iter().map(along_y));
        let x_major = self
            .x
            .ticks()
            .into_iter()
            .filter(|_| self.x.slot().is_none())
            .map(|tick| along_x(tick.at));
        let major = x_major.chain(self.y.ticks().into_iter().map(|tick| along_y(tick.at)));
        let floors = self
            .x
            .floor_ends()
            .map(along_x)
            .into_iter()
            .chain(self.y.floor_ends().map(along_y));
        let faint = minor.map(|path| stroke(path, FAINT, 1.0, None));
        let light = major.map(|path| stroke(path, GRID, 1.0, None));
        let broken = floors.map(|path| stroke(path, AXIS, 1.0, Some((4.0, 6.0))));
        self.bands()
            .into_iter()
            .chain(faint)
            .chain(light)
            .chain(broken)
            .collect()
    }

    /// Every other category shaded, so that the eye stays within one.
    fn bands(&self) -> Vec<Shape> {
        let Some(slot) = self.x.slot() else {
            return vec![];
        };
        let shaded = self.x.ticks().into_iter().skip(1).step_by(2);
        let band = |tick: Tick| {
            let (from, to) = (tick.at - slot / 2.0, tick.at + slot / 2.0);
            let outline = [(from, 0.0), (from, 1.0), (to, 1.0), (to, 0.0)]
                .map(|(x, y)| self.place(x, y))
                .to_vec();
            Shape::Area { outline, ink: BAND }
        };
        shaded.map(band).collect()
    }

    fn axes(&self, x: &Axis, y: &Axis) -> [Shape; 3] {
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        let corner = vec![(self.left, self.top), (self.left, bottom), (right, bottom)];
        let (below, beside) = if self.downwards { (y, x) } else { (x, y) };
        let (text, size) = fitted(&below.label, LABEL, WIDTH - 2.0 * MARGIN, false);
        let half = text_width(&text, size, false) / 2.0;
        let middle = (self.left + self.width / 2.0).min(WIDTH - MARGIN - half);
        let name_below = words(
            &text,
            (middle, self.top + self.height + TICK_SPACE),
            size,
            Anchor::CenterTop,
        );
        let (text, size) = fitted(&beside.label, LABEL, self.height, false);
        let name_beside = words(
            &text,
            (MARGIN + 8.0, self.top + self.height / 2.0),
            size,
            Anchor::Upwards,
        );
        [stroke(corner, AXIS, 2.0, None), name_below, name_beside]
    }

    fn labels_below(&self) -> Vec<Shape> {
        let ruler = if self.downwards { &self.y } else { &self.x };
        let place = |tick: &Tick| {
            (
                self.left + tick.at * self.width,
                self.top + self.height + 12.0,
            )
        };
        let all = ruler.ticks();
        let fine = self.apart(all.clone());
        // A part of 1, 2, 5, 10 would puzzle: rather powers of ten alone.
        let kept = match fine.len() < all.len() {
            true => self.apart(ruler.coarse_ticks()),
            false => fine,
        };
        kept.iter()
            .map(|tick| words(&tick.label, place(tick), TEXT, Anchor::CenterTop))
            .collect()
    }

    /// The ticks below the data whose labels have room beside those before them.
    fn apart(&self, ticks: Vec<Tick>) -> Vec<Tick> {
        let mut free = f64::NEG_INFINITY;
        let fits = |tick: &Tick| {
            let half = text_width(&tick.label, TEXT, false) / 2.0;
            let middle = tick.at * self.width;
            let fits = middle - half >= free;
            if fits {
                free = middle + half + 14.0;
            }
            fits
        };
        ticks.into_iter().filter(fits).collect()
    }

    fn labels_beside(&self) -> Vec<Shape> {
        let (ruler, down) = if self.downwards {
            (&self.x, 1.0)
        } else {
            (&self.y, -1.0)
        };
        let from = if self.downwards {
            self.top
        } else {
            self.top + self.height
        };
        let place = |tick: &Tick| (self.left - 12.0, from + down * tick.at * self.height);
        let mut last = f64::NEG_INFINITY;
        let apart = |tick: &Tick| {
            let fits = tick.at * self.height >= last + TEXT;
            if fits {
                last = tick.at * self.height;
            }
            fits
        };
        let label = |tick: Tick| {
            let (text, size) = fitted(&tick.label, TEXT, WIDEST_LABEL, false);
            words(&text, place(&tick), size, Anchor::RightMiddle)
        };
        ruler.ticks().into_iter().filter(apart).map(label).collect()
    }
}

/// How many series stand side by side in a category.
fn lanes(series: &[Series]) -> usize {
    series.iter().filter(|one| !levelled(one)).count()
}

/// Whether the names of categories fit side by side below the widest possible frame.
fn names_fit(scale: &Scale) -> bool {
    let Scale::Categories(names) = scale else {
        return true;
    };
    let slot = (WIDTH - 2.0 * MARGIN - LABEL_SPACE - 2.0 * TEXT - RIGHT) / names.len() as f64;
    names
        .iter()
        .all(|name| text_width(name, TEXT, false) + 16.0 <= slot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::figure::chart::{Mark, Point, Role};

    fn drawn(names: &[&str], labels: usize) -> Picture {
        let names: Vec<String> = names.iter().copied().map(String::from).collect();
        let points: Vec<_> = (0..names.len())
            .map(|index| Point::new(index as f64, 1.0))
            .collect();
        let series = |at| {
            Series::new(
                format!("a series with the number {at}"),
                Role::Observed,
                Mark::Points,
                points.clone(),
            )
        };
        let chart = Chart {
            name: "test".into(),
            title: "a title that is much too long for its line ".repeat(5),
            caption: String::new(),
            x: Axis::categories("cell", names),
            y: Axis::linear("tightness"),
            series: (0..labels).map(series).collect(),
        };
        picture(&chart).unwrap()
    }

    fn place_of(picture: &Picture, wanted: &str) -> Place {
        let mut places = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Words { text, at, .. } if text == wanted => Some(*at),
            _ => None,
        });
        places.next().unwrap()
    }

    #[test]
    fn categories_with_short_names_run_to_the_right() {
        let picture = drawn(&["d = 5", "d = 10"], 1);
        let (first, second) = (place_of(&picture, "d = 5"), place_of(&picture, "d = 10"));
        assert!(first.0 < second.0 && first.1 == second.1);
    }

    #[test]
    fn categories_with_long_names_run_downwards() {
        let long = [
            "generator.majority.dimension=101",
            "generator.majority.dimension=301",
            "relevant=9 and more of it",
        ];
        let picture = drawn(&long, 1);
        let (first, second) = (place_of(&picture, long[0]), place_of(&picture, long[1]));
        assert!(first.1 < second.1 && first.0 == second.0);
    }

    #[test]
    fn every_shape_stays_on_the_sheet() {
        let picture = drawn(&["one", "two"], 20);
        let inside = |(x, y): &Place| {
            (0.0..=picture.width).contains(x) && (0.0..=picture.height).contains(y)
        };
        for shape in &picture.shapes {
            let places = match shape {
                Shape::Stroke { path, .. } | Shape::Area { outline: path, .. } => path.clone(),
                Shape::Disc { center: at, .. } | Shape::Words { at, .. } => vec![*at],
            };
            assert!(places.iter().all(inside), "{shape:?}");
        }
    }
}
