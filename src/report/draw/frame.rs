//! Maps data to positions on a sheet: the rectangle of the data, with a ruler along each axis.

use super::boxes::Extent;
use super::fonts::text_width;
use super::ruler::{PADDING, Ruler};
use super::series_role::{boxed, levelled};
use super::shapes::Pixel;
use super::sheet::{LABEL_SPACE, MARGIN, Sheet, TEXT, TICK_SPACE};
use claims::figure::chart::{Chart, Mark, Scale, Series};

/// Free space to the right of the data in pixels, for half of the last tick's label.
const RIGHT: f64 = 44.0;

/// Space below the data in pixels, for the labels and the name of the axis.
pub(super) const BELOW: f64 = TICK_SPACE + LABEL_SPACE + MARGIN / 2.0;

/// Height in pixels of one category if the x axis runs downwards; and (next constant) the range of the total height.
const ROW: f64 = 36.0;
const ROWS: std::ops::RangeInclusive<f64> = 300.0..=1600.0;

/// Height in pixels of a marker within a category that several series share.
const LANE: f64 = 21.0;

/// Fraction of a numeric x axis that is left free at both ends for boxes at the outermost values.
const BOX_PADDING: f64 = 0.1;

/// The rectangle on the sheet in which data are drawn, with a ruler along each axis that maps values to positions.
pub(super) struct Frame<'a> {
    pub(super) sheet: Sheet,
    pub(super) x: Ruler<'a>,
    pub(super) y: Ruler<'a>,
    /// Whether the x axis runs downwards, which it does if its categories have long names.
    pub(super) downwards: bool,
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'a> Frame<'a> {
    pub(super) fn new(chart: &'a Chart, sheet: Sheet, top: f64) -> Self {
        Self::with_room(chart, sheet, top, 0.0)
    }

    /// Like [`new`](Self::new), but reserves `room` pixels to the right of the data for the names of lines.
    pub(super) fn with_room(chart: &'a Chart, sheet: Sheet, top: f64, room: f64) -> Self {
        let across: Vec<_> = chart.points().map(|point| point.x).collect();
        let padding = if chart.series.iter().any(boxed) {
            BOX_PADDING
        } else {
            PADDING
        };
        let up: Vec<_> = chart.points().flat_map(|point| point.heights()).collect();
        let (x, y) = (
            Ruler::new(&chart.x, &across, padding).with_ticks_at(&marked(chart, &across)),
            Ruler::new(&chart.y, &up, PADDING),
        );
        let downwards = !names_fit(&chart.x.scale, sheet);
        let beside = if downwards { &x } else { &y }.ticks();
        let widest = beside
            .iter()
            .map(|tick| text_width(&tick.label, TEXT, false))
            .fold(0.0, f64::max);
        let left = MARGIN + LABEL_SPACE + widest.min(sheet.widest_label()) + 14.0;
        let height = match &chart.x.scale {
            Scale::Categories(names) if downwards && sheet.height.is_none() => {
                let row = ROW.max(LANE * lanes(&chart.series) as f64);
                (names.len() as f64 * row).clamp(*ROWS.start(), *ROWS.end())
            }
            _ => sheet.numeric_height(top + BELOW),
        };
        Self {
            sheet,
            x,
            y,
            downwards,
            left,
            top,
            width: sheet.width - left - RIGHT - room,
            height,
        }
    }

    pub(super) fn sheet_height(&self) -> f64 {
        let own = (self.top + self.height + BELOW).ceil();
        self.sheet.height.unwrap_or(own)
    }

    /// Position on the sheet of a point with values x and y, shifted along the x axis by `moved` pixels.
    pub(super) fn at(&self, x: f64, y: f64, moved: f64) -> Pixel {
        let (across, down) = self.place(self.x.fraction(x), self.y.fraction(y));
        if self.downwards {
            (across, down + moved)
        } else {
            (across + moved, down)
        }
    }

    /// Position on the sheet of a point that is given as fractions of the two axes.
    pub(super) fn place(&self, x: f64, y: f64) -> Pixel {
        let (across, down) = if self.downwards { (y, x) } else { (x, 1.0 - y) };
        (
            self.left + across * self.width,
            self.top + down * self.height,
        )
    }

    /// The rectangle in which data are drawn.
    pub(super) fn extent(&self) -> Extent {
        let corner = (self.left + self.width, self.top + self.height);
        Extent::around(&[(self.left, self.top), corner])
    }

    /// The region where names of series may be placed: the rectangle of the data and the space to its right.
    pub(super) fn free_space(&self) -> Extent {
        Extent {
            right: self.sheet.width - MARGIN / 2.0,
            ..self.extent().grown(-4.0)
        }
    }

    /// The part of the rectangle that belongs to the pair of categories of a point, for a map with tiles.
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
}

/// The values of x that have marks, at which a few ticks can stand; all values if there are only lines.
fn marked(chart: &Chart, across: &[f64]) -> Vec<f64> {
    let with_marks = chart.series.iter().filter(|one| one.mark != Mark::Line);
    let marked: Vec<f64> = with_marks
        .flat_map(|one| one.points.iter().map(|point| point.x))
        .collect();
    match marked.is_empty() {
        true => across.to_vec(),
        false => marked,
    }
}

/// Number of series, without bounds and other levels, that are drawn next to each other in a category.
fn lanes(series: &[Series]) -> usize {
    series.iter().filter(|one| !levelled(one)).count()
}

/// Whether the names of an axis' categories fit next to each other below the widest possible frame.
fn names_fit(scale: &Scale, sheet: Sheet) -> bool {
    let Scale::Categories(names) = scale else {
        return true;
    };
    let slot = (sheet.inner_width() - LABEL_SPACE - 2.0 * TEXT - RIGHT) / names.len() as f64;
    names
        .iter()
        .all(|name| text_width(name, TEXT, false) + 16.0 <= slot)
}
