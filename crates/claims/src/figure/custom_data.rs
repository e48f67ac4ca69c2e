//! Collects the trials of a figure whose axes a spec chooses, and draws its chart.

use super::NO_TRIALS;
use super::cells::{Cells, axis};
use super::chart::{Chart, Mark, Point, Series, SeriesRole};
use super::custom::{CustomFigure, HorizontalAxis, PlottedQuantity, SeriesKey, number};
use super::labels::{extent, with};
use crate::stats::{self, Moments, WeightedMean};
use crate::trial::{AnyColumn, Block, Row, Values, columns};
use perceptron::sample::Rational;
use std::collections::{BTreeMap, BTreeSet};

/// The error probability of each end of an error bar: together 1 %.
const TAIL: f64 = 0.005;

/// Most different values of x in a series of means. With more values, or if x differs between the trials of a cell, trials are drawn one by one.
const MOST_PLACES: usize = 512;

/// Most trials of a series that are drawn one by one.
const MOST_DRAWN: usize = 400;

/// Most series; the caption says how many further ones are left out.
const MOST_SERIES: usize = 30;

/// The trials of a figure read so far.
#[derive(Debug, Clone)]
pub(super) struct CustomFigureData {
    figure: CustomFigure,
    /// The series, by the index of the quantity and the order of their keys.
    groups: BTreeMap<SeriesName, CustomSeries>,
    /// The number of trials by cell, and of trials without both numbers.
    trials: BTreeMap<usize, usize>,
    without: usize,
    left_out: BTreeSet<String>,
}

/// The name of a series: the index of its quantity, the key by which the series of a quantity are sorted, and its label.
type SeriesName = (usize, Vec<String>, String);

/// The trials of one series.
#[derive(Debug, Clone, Default)]
struct CustomSeries {
    /// The points by increasing x, until there are too many.
    places: BTreeMap<u64, CustomPoint>,
    is_crowded: bool,
    /// The last cell, and the x of its first trial.
    cell: Option<(usize, u64)>,
    /// Every `stride`-th trial.
    drawn: Vec<(f64, f64)>,
    stride: usize,
    seen: usize,
}

/// The trials of one series with the same x.
#[derive(Debug, Clone)]
struct CustomPoint {
    x: f64,
    /// The smallest of the values.
    least: f64,
    moments: Moments,
    weighted: WeightedMean,
    has_weights: bool,
}

impl CustomFigureData {
    pub(super) fn new(figure: CustomFigure) -> Self {
        Self {
            figure,
            groups: BTreeMap::new(),
            trials: BTreeMap::new(),
            without: 0,
            left_out: BTreeSet::new(),
        }
    }

    /// Adds the trials of a block.
    pub(super) fn add(&mut self, cells: &Cells, cell: usize, block: &Block) {
        let drawn = self.figure.cells.as_ref();
        if drawn.is_none_or(|drawn| drawn.contains(&cell)) {
            block.all().for_each(|row| self.push(cells, cell, &row));
        }
    }

    fn push(&mut self, cells: &Cells, cell: usize, row: &Row) {
        let x = match &self.figure.x {
            HorizontalAxis::Quantity(quantity) => quantity.number(row),
            HorizontalAxis::Parameter(path) => cells.number(cell, path),
        };
        let values = self.figure.y.iter().map(|(y, _)| y.number(row)).collect();
        let values: Vec<Option<f64>> = values;
        let is_whole = x.is_some() && values.iter().all(Option::is_some) && !row.is_failed();
        self.without += usize::from(!is_whole);
        let Some(x) = x.filter(|x| x.is_finite() && !row.is_failed()) else {
            return;
        };
        if values.iter().any(Option::is_some) {
            *self.trials.entry(cell).or_default() += 1;
        }
        for (quantity, y) in values.into_iter().enumerate() {
            if let Some(y) = y {
                self.place(cells, cell, row, (quantity, x, y));
            }
        }
    }

    /// Adds a value of a quantity to its series.
    fn place(
        &mut self,
        cells: &Cells,
        cell: usize,
        row: &Row,
        (quantity, x, y): (usize, f64, f64),
    ) {
        let name = self.name(cells, cell, row, quantity);
        let is_known = self.groups.contains_key(&name);
        if !is_known && self.groups.len() == MOST_SERIES {
            self.left_out.insert(name.2);
            return;
        }
        let weight = row.get(columns::WEIGHT).map(Rational::to_f64);
        let group = self.groups.entry(name).or_default();
        group.push(cell, (x, y), weight);
    }

    /// Returns the name of the series of a quantity to which a trial belongs.
    fn name(&self, cells: &Cells, cell: usize, row: &Row, quantity: usize) -> SeriesName {
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
        let (order, parts): (Vec<String>, Vec<String>) = self.figure.by.iter().map(part).unzip();
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let label = with(&self.figure.y[quantity].1, &parts.join(", "));
        (quantity, order, label)
    }

    /// Draws the chart; if no trial has both numbers, the chart says so.
    pub(super) fn chart(&self, cells: &Cells) -> Chart {
        let (stem, title) = (self.figure.stem(), self.figure.titled(cells));
        if self.groups.is_empty() {
            return Chart::without_data(stem, title, NO_TRIALS);
        }
        let is_crowded = self.groups.values().any(|group| group.is_crowded);
        let whole: Vec<Series> = self
            .groups
            .iter()
            .map(|((quantity, _, label), group)| {
                group.series(label, is_crowded, self.figure.y[*quantity].0.is_constant())
            })
            .collect();
        let (series, cut) = self.cut(whole);
        let points = || series.iter().flat_map(|series| &series.points);
        let across: Vec<f64> = points().map(|point| point.x).collect();
        let up: Vec<f64> = points().flat_map(Point::heights).collect();
        let is_mean = !is_crowded && self.figure.axes[1].is_none();
        let mean = if is_mean { "mean " } else { "" };
        Chart {
            name: stem,
            title,
            caption: self.caption(is_crowded) + &cut,
            x: axis(self.figure.along(cells)[1].clone(), &across),
            y: axis(format!("{mean}{}", self.figure.up()[1]), &up),
            series,
        }
    }

    /// Removes the values above the largest one that is drawn, and returns a sentence that counts them.
    fn cut(&self, mut series: Vec<Series>) -> (Vec<Series>, String) {
        let Some(most) = self.figure.most else {
            return (series, String::new());
        };
        let mut cut = Vec::new();
        for series in &mut series {
            let all = series.points.len();
            series.points.retain(|point| point.y <= most);
            match all - series.points.len() {
                0 => {}
                one => cut.push(format!("{} ({one})", series.label)),
            }
        }
        series.retain(|series| !series.points.is_empty());
        let sentence = match cut.as_slice() {
            [] => String::new(),
            cut => format!(
                " Nothing is drawn above {most}, where a bound says nothing; this leaves out points of: {}.",
                cut.join(", ")
            ),
        };
        (series, sentence)
    }

    fn caption(&self, is_crowded: bool) -> String {
        let extent = extent(self.trials.iter().map(|(cell, trials)| (*cell, *trials)));
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
            count => format!(" {count} runs do not have all of the numbers."),
        };
        let left_out = match self.left_out.len() {
            0 => String::new(),
            count => format!(" {count} further series are left out."),
        };
        let meaning = self.meaning();
        format!("{meaning}{drawn}; {extent}.{without}{left_out}")
    }

    /// Explains the column along the vertical axis, if there is only one.
    fn meaning(&self) -> String {
        match self.figure.y.as_slice() {
            [(PlottedQuantity::Column(column), _)] => {
                column.declared().meaning.trim().replace('\n', " ") + " "
            }
            _ => String::new(),
        }
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

    /// Draws the series; a quantity that is constant in each cell is drawn as a limit.
    fn series(&self, label: &str, is_crowded: bool, is_constant: bool) -> Series {
        if is_constant && !self.is_crowded {
            let points = self.places.values();
            let points = points.map(|at| Point::new(at.x, at.moments.mean()));
            return Series::new(label, SeriesRole::Bound, Mark::Line, points.collect());
        }
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
            least: f64::INFINITY,
            moments: Moments::default(),
            weighted: WeightedMean::default(),
            has_weights: true,
        }
    }

    fn push(&mut self, y: f64, weight: Option<f64>) {
        self.has_weights &= weight.is_some();
        self.least = self.least.min(y);
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
            // The mean of values that are not negative is not negative.
            let lower = match self.least >= 0.0 {
                true => (mean - radius).max(0.0),
                false => mean - radius,
            };
            Point::interval(self.x, mean, lower, mean + radius)
        } else {
            Point::new(self.x, mean)
        }
    }
}

/// Returns the value of a column in words.
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

/// Maps floats to integers of the same order.
fn ordered(value: f64) -> u64 {
    // Both zeros map to one integer, and so do numbers that differ only by rounding.
    let bits = ((value + 0.0).to_bits() + (1 << 7)) & !0xff;
    if bits >> 63 == 1 {
        !bits
    } else {
        bits | 1 << 63
    }
}

/// Maps floats to texts of the same order.
fn sortable(value: f64) -> String {
    format!("{:016x}", ordered(value))
}
