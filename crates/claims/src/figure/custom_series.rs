//! Collects the trials of one series of a figure whose axes a spec chooses.

use super::cells::Cells;
use super::chart::{Mark, Point, Series, SeriesRole};
use crate::stats::Summary;
use std::collections::BTreeMap;

/// The levels of the quantiles between which the middle 90 % of the runs lie.
const MIDDLE: [f64; 2] = [0.05, 0.95];

/// Most different values of x in a series of means. With more values, or if x differs between the trials of a cell, trials are drawn one by one.
const MOST_PLACES: usize = 512;

/// Most trials of a series that are drawn one by one.
const MOST_DRAWN: usize = 400;

/// How a series is drawn.
#[derive(Debug, Clone, Copy)]
pub(super) struct CustomSeriesKind {
    /// Whether the trials of the figure are drawn one by one.
    pub(super) is_crowded: bool,
    /// Whether the quantity has one value for all trials of a cell.
    pub(super) is_constant: bool,
}

/// The cell and the replicate of a trial.
pub(super) type Run = (usize, u64);

/// The trials of one series.
#[derive(Debug, Clone, Default)]
pub(super) struct CustomSeries {
    /// The points by increasing x, until there are too many.
    pub(super) places: BTreeMap<u64, CustomPoint>,
    pub(super) is_crowded: bool,
    /// The cells with the x of their first trials, and the variant of the first trial.
    pub(super) placed: Vec<(usize, f64)>,
    pub(super) variant: Option<String>,
    /// The last cell, and the x of its first trial.
    cell: Option<(usize, u64)>,
    /// Every `stride`-th trial.
    pub(super) drawn: Vec<(f64, f64, Run)>,
    stride: usize,
    pub(super) seen: usize,
    /// Whether the distribution of the values with the same x is kept, for a band.
    has_band: bool,
}

/// The trials of one series with the same x.
#[derive(Debug, Clone)]
pub(super) struct CustomPoint {
    x: f64,
    /// The statistics of the values; quantiles if a band shows them.
    pub(super) values: Summary,
}

impl CustomSeries {
    pub(super) fn new(has_band: bool, variant: Option<String>) -> Self {
        Self {
            has_band,
            variant,
            ..Self::default()
        }
    }

    pub(super) fn push(&mut self, run: Run, (x, y): (f64, f64), weight: Option<f64>) {
        let cell = run.0;
        if self.seen.is_multiple_of(self.stride.max(1)) {
            self.drawn.push((x, y, run));
        }
        self.seen += 1;
        // At twice the maximum every second trial is dropped, so that the remaining ones are spread evenly.
        if self.drawn.len() > 2 * MOST_DRAWN {
            let mut index = 0;
            self.drawn.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride = 2 * self.stride.max(1);
        }
        let key = ordered(x);
        let first = match self.cell {
            Some((last, first)) if last == cell => first,
            _ => {
                self.placed.push((cell, x));
                key
            }
        };
        self.cell = Some((cell, first));
        let is_full = self.places.len() == MOST_PLACES && !self.places.contains_key(&key);
        self.is_crowded |= is_full || first != key;
        if self.is_crowded {
            return;
        }
        let has_band = self.has_band;
        self.places
            .entry(key)
            .or_insert_with(|| CustomPoint {
                x,
                values: Summary::new(has_band),
            })
            .values
            .push(y, weight, 1);
    }

    /// Draws the series; a quantity that is constant in each cell is drawn as a limit.
    pub(super) fn series(&self, label: &str, kind: CustomSeriesKind, cells: &Cells) -> Series {
        if kind.is_constant && !self.is_crowded {
            let points = self.places.values();
            let points = points.map(|at| Point::new(at.x, at.values.mean()));
            return Series::new(label, SeriesRole::Bound, Mark::Line, points.collect());
        }
        if kind.is_crowded {
            let points = self.drawn.iter().map(|&(x, y, (cell, replicate))| {
                let run = format!("{}, run {replicate}", cells.name(cell));
                Point::new(x, y).named(run)
            });
            return Series::new(label, SeriesRole::Observed, Mark::Points, points.collect());
        }
        let named = |(key, point): (&u64, Point)| point.named(self.setting_at(cells, *key));
        if self.is_banded() {
            let points = self
                .places
                .iter()
                .map(|(key, at)| named((key, at.banded())));
            return Series::new(label, SeriesRole::Observed, Mark::Band, points.collect());
        }
        let points = self.places.iter().map(|(key, at)| named((key, at.point())));
        let points: Vec<Point> = points.collect();
        Series::new(label, SeriesRole::Observed, Mark::joining(&points), points)
    }

    /// Whether the series is a band, which has more than one place.
    pub(super) fn is_banded(&self) -> bool {
        self.has_band && self.places.len() > 1
    }

    /// The setting whose trials have this x; empty if there are several.
    fn setting_at(&self, cells: &Cells, key: u64) -> String {
        let mut here = self.placed.iter().filter(|(_, x)| ordered(*x) == key);
        match (here.next(), here.next()) {
            (Some((cell, _)), None) => cells.name(*cell).to_owned(),
            _ => String::new(),
        }
    }
}

impl CustomPoint {
    /// The mean, with the 5 % and the 95 % quantile of the values.
    fn banded(&self) -> Point {
        let [lower, upper] = MIDDLE.map(|level| self.values.quantile(level));
        Point::interval(self.x, self.values.mean(), lower, upper)
    }

    fn point(&self) -> Point {
        let (mean, radius) = (self.values.mean(), self.values.half_width(None));
        if radius.is_finite() && radius > 0.0 {
            // The mean of values that are not negative is not negative.
            let lower = match self.values.ends()[0] >= 0.0 {
                true => (mean - radius).max(0.0),
                false => mean - radius,
            };
            Point::interval(self.x, mean, lower, mean + radius)
        } else {
            Point::new(self.x, mean)
        }
    }
}

/// Maps floats to integers of the same order.
pub(super) fn ordered(value: f64) -> u64 {
    // Both zeros map to one integer, and so do numbers that differ only by rounding.
    let bits = ((value + 0.0).to_bits() + (1 << 7)) & !0xff;
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}
