//! Draws any column against any other, or against a parameter, for questions that no claim asks.

use super::NO_TRIALS;
use super::cells::{Cells, axis};
use super::chart::{Chart, Mark, Point, Series, SeriesRole};
use super::labels::{capitalised, extent};
use crate::stats::{self, Moments, WeightedMean};
use crate::trial::{AnyColumn, Block, ColumnKind, Row, Values, columns};
use perceptron::sample::Rational;
use std::collections::{BTreeMap, BTreeSet};

/// The error probability of each end of an error bar: together 1 %.
const TAIL: f64 = 0.005;

/// Largest number of different x in a series of means. With more, or if x differs between the trials of a cell, trials are drawn one by one.
const MOST_PLACES: usize = 512;

/// A series whose trials are drawn one by one is thinned when it has more than twice this number of them.
const MOST_DRAWN: usize = 400;

/// Largest number of series in a custom figure; the caption says how many further ones are left out.
const MOST_SERIES: usize = 30;

/// The quantity along the horizontal axis of a custom figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HorizontalAxis {
    /// A column of numbers.
    Column(AnyColumn),
    /// A parameter of the cells, by its path in the spec.
    Parameter(String),
}

/// A quantity whose values distinguish the series of a custom figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeriesKey {
    /// The name of the variant.
    Variant,
    /// The value of a column.
    Column(AnyColumn),
    /// A parameter of the cells, by its path in the spec.
    Parameter(String),
}

/// A figure with axes that a spec chooses: a column against another column or a parameter, with one series per combination of the values of `by`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomFigure {
    /// The quantity along the horizontal axis.
    pub x: HorizontalAxis,
    /// The column along the vertical axis.
    pub y: AnyColumn,
    /// The quantities that distinguish the series.
    pub by: Vec<SeriesKey>,
    /// The title above the figure; by default it is made from the axes.
    pub title: Option<String>,
}

/// What a custom figure needs of the trials read so far.
#[derive(Debug, Clone)]
pub(super) struct CustomFigureData {
    own: CustomFigure,
    groups: BTreeMap<(Vec<String>, String), CustomSeries>,
    /// The number of trials that are shown, by cell; `without` counts the trials that lack x or y.
    trials: BTreeMap<usize, usize>,
    without: usize,
    left_out: BTreeSet<String>,
}

/// The trials of one series of a custom figure: means by x, and single trials in case means cannot be drawn.
#[derive(Debug, Clone, Default)]
struct CustomSeries {
    /// The trials grouped by x, in increasing order, until there are too many different x.
    places: BTreeMap<u64, CustomPoint>,
    is_crowded: bool,
    /// The cell of the last trial, and the x (as an ordered integer) of the first trial of that cell.
    cell: Option<(usize, u64)>,
    /// The (x, y) of every `stride`-th trial.
    drawn: Vec<(f64, f64)>,
    stride: usize,
    seen: usize,
}

/// The mean of y over the trials of one series with the same x.
#[derive(Debug, Clone)]
struct CustomPoint {
    x: f64,
    moments: Moments,
    weighted: WeightedMean,
    has_weights: bool,
}

impl CustomFigure {
    /// Returns the columns that the figure reads.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let along = match &self.x {
            HorizontalAxis::Column(column) => Some(*column),
            HorizontalAxis::Parameter(_) => None,
        };
        let by = self.by.iter().filter_map(|by| match by {
            SeriesKey::Column(column) => Some(*column),
            SeriesKey::Variant | SeriesKey::Parameter(_) => None,
        });
        [self.y].into_iter().chain(along).chain(by).collect()
    }

    /// Returns the name of the figure's file without its extension: `Y-against-X`.
    pub fn stem(&self) -> String {
        let along = match &self.x {
            HorizontalAxis::Column(column) => column.name(),
            HorizontalAxis::Parameter(path) => path.rsplit('.').next().unwrap_or(path),
        };
        let plain = |letter: char| match letter {
            letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
            _ => '-',
        };
        format!("{}-against-{along}", self.y.name())
            .chars()
            .map(plain)
            .collect()
    }
}

impl CustomFigureData {
    pub(super) fn new(own: CustomFigure) -> Self {
        Self {
            own,
            groups: BTreeMap::new(),
            trials: BTreeMap::new(),
            without: 0,
            left_out: BTreeSet::new(),
        }
    }

    /// Adds trials of a cell, given by its index, to the figure.
    pub(super) fn add(&mut self, cells: &Cells, cell: usize, block: &Block) {
        block.all().for_each(|row| self.push(cells, cell, &row));
    }

    fn push(&mut self, cells: &Cells, cell: usize, row: &Row) {
        let x = match &self.own.x {
            HorizontalAxis::Column(column) => number(row, *column),
            HorizontalAxis::Parameter(path) => cells.number(cell, path),
        };
        let numbers = x.zip(number(row, self.own.y));
        let numbers = numbers.filter(|(x, y)| x.is_finite() && y.is_finite() && !row.is_failed());
        let Some((x, y)) = numbers else {
            self.without += 1;
            return;
        };
        let label = self.label(cells, cell, row);
        let is_known = self.groups.contains_key(&label);
        if !is_known && self.groups.len() == MOST_SERIES {
            self.left_out.insert(label.1);
            return;
        }
        *self.trials.entry(cell).or_default() += 1;
        let weight = row.get(columns::WEIGHT).map(Rational::to_f64);
        let group = self.groups.entry(label).or_default();
        group.push(cell, (x, y), weight);
    }

    /// Returns, for the series to which a trial belongs, the key by which series are sorted and the series' label.
    fn label(&self, cells: &Cells, cell: usize, row: &Row) -> (Vec<String>, String) {
        let part = |by: &SeriesKey| match by {
            SeriesKey::Variant => {
                let name = row.setting().name.clone().unwrap_or_default();
                (name.clone(), name)
            }
            SeriesKey::Parameter(path) => {
                let value = cells.value(cell, path).unwrap_or_default();
                let order = cells.number(cell, path).map_or(value.clone(), sortable);
                (order, format!("{} {value}", cells.key_in_words(path)))
            }
            SeriesKey::Column(column) => {
                let value = meaning(row, *column);
                let order = number(row, *column).map_or(value.clone(), sortable);
                (order, format!("{} {value}", column.description()))
            }
        };
        let (order, parts): (Vec<String>, Vec<String>) = self.own.by.iter().map(part).unzip();
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        (order, parts.join(", "))
    }

    /// Draws the chart from the trials added so far; if no trial has both x and y, the chart says so.
    pub(super) fn chart(&self, cells: &Cells) -> Chart {
        let along = match &self.own.x {
            HorizontalAxis::Column(column) => {
                (column.description(), column.description_with_unit())
            }
            HorizontalAxis::Parameter(path) => (cells.key_in_words(path), cells.key_in_words(path)),
        };
        let title = format!(
            "{} against {}",
            capitalised(&self.own.y.description()),
            along.0
        );
        let title = self.own.title.clone().unwrap_or(title);
        if self.groups.is_empty() {
            return Chart::without_data(self.own.stem(), title, NO_TRIALS);
        }
        let is_crowded = self.groups.values().any(|group| group.is_crowded);
        let series: Vec<Series> = self
            .groups
            .iter()
            .map(|((_, label), group)| group.series(label, is_crowded))
            .collect();
        let points = || series.iter().flat_map(|series| &series.points);
        let across: Vec<f64> = points().map(|point| point.x).collect();
        let up: Vec<f64> = points().flat_map(Point::heights).collect();
        let mean = if is_crowded { "" } else { "mean " };
        Chart {
            name: self.own.stem(),
            title,
            caption: self.caption(is_crowded),
            x: axis(along.1, &across),
            y: axis(format!("{mean}{}", self.own.y.description_with_unit()), &up),
            series,
        }
    }

    fn caption(&self, is_crowded: bool) -> String {
        let extent = extent(self.trials.iter().map(|(cell, trials)| (*cell, *trials)));
        let meaning = self.own.y.declared().meaning.trim().replace('\n', " ");
        let drawn = if is_crowded {
            let seen: usize = self.groups.values().map(|group| group.seen).sum();
            let drawn: usize = self.groups.values().map(|group| group.drawn.len()).sum();
            match drawn < seen {
                true => format!("Every marker is a run, {drawn} of {seen}, evenly chosen"),
                false => "Every marker is a run".to_owned(),
            }
        } else {
            "Means over the runs with the same x; the bars are Student t intervals at 99 %, for display only".to_owned()
        };
        let without = match self.without {
            0 => String::new(),
            count => format!(" {count} runs do not have both numbers."),
        };
        let left_out = match self.left_out.len() {
            0 => String::new(),
            count => format!(" {count} further series are left out."),
        };
        format!("{meaning} {drawn}; {extent}.{without}{left_out}")
    }
}

impl CustomSeries {
    fn push(&mut self, cell: usize, (x, y): (f64, f64), weight: Option<f64>) {
        if self.seen.is_multiple_of(self.stride.max(1)) {
            self.drawn.push((x, y));
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
            _ => key,
        };
        self.cell = Some((cell, first));
        let is_full = self.places.len() == MOST_PLACES && !self.places.contains_key(&key);
        self.is_crowded |= is_full || first != key;
        if self.is_crowded {
            return;
        }
        self.places
            .entry(key)
            .or_insert_with(|| CustomPoint::at(x))
            .push(y, weight);
    }

    fn series(&self, label: &str, is_crowded: bool) -> Series {
        if is_crowded {
            let points = self.drawn.iter().map(|&(x, y)| Point::new(x, y));
            return Series::new(label, SeriesRole::Observed, Mark::Points, points.collect());
        }
        let points = self.places.values().map(CustomPoint::point).collect();
        Series::new(label, SeriesRole::Observed, Mark::LinePoints, points)
    }
}

impl CustomPoint {
    fn at(x: f64) -> Self {
        Self {
            x,
            moments: Moments::default(),
            weighted: WeightedMean::default(),
            has_weights: true,
        }
    }

    fn push(&mut self, y: f64, weight: Option<f64>) {
        self.has_weights &= weight.is_some();
        self.moments.push(y);
        self.weighted.push(y, weight.unwrap_or(1.0));
    }

    fn point(&self) -> Point {
        if self.has_weights {
            return Point::new(self.x, self.weighted.value());
        }
        let (mean, radius) = (
            self.moments.mean(),
            stats::student_radius(&self.moments, TAIL),
        );
        if radius.is_finite() && radius > 0.0 {
            Point::interval(self.x, mean, mean - radius, mean + radius)
        } else {
            Point::new(self.x, mean)
        }
    }
}

/// Returns the value of a column on a trial as a number, 1 or 0 for a truth value.
fn number(row: &Row, column: AnyColumn) -> Option<f64> {
    match column.declared().kind {
        ColumnKind::Flag => Some(row.quantity(column)?.value),
        _ => row.number(column),
    }
}

/// Returns the value of a column on a trial as text, "unknown" if there is none.
fn meaning(row: &Row, column: AnyColumn) -> String {
    let Some((values, place)) = row.value(column) else {
        return "unknown".to_owned();
    };
    let text = match values {
        Values::Text(values) => values[place].clone(),
        Values::Flag(values) => {
            values[place].map(|flag| if flag { "yes" } else { "no" }.to_owned())
        }
        Values::Reason(values) => values[place].map(|reason| reason.as_str().to_owned()),
        _ => values.float(place).map(|number| number.to_string()),
    };
    text.unwrap_or_else(|| "unknown".to_owned())
}

/// Maps a float to an integer such that integers order as the floats do; floats that differ only by rounding map to the same one.
fn ordered(value: f64) -> u64 {
    // Both zeros map to one integer, and so do numbers that differ only by rounding.
    let bits = ((value + 0.0).to_bits() + (1 << 7)) & !0xff;
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}

/// Maps a float to a text such that texts sort as the floats do.
fn sortable(value: f64) -> String {
    format!("{:016x}", ordered(value))
}
