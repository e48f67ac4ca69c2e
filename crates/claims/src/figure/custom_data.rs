//! Collects the trials of a figure whose axes a spec chooses, and draws its chart.

use super::NO_TRIALS;
use super::between::{Curves, meeting};
use super::cells::{Cells, axis};

use super::chart::{Axis, Chart, Mark, Point, Scale, Series};
use super::crossing::crossing;
use super::custom::{CustomFigure, HorizontalAxis, PlottedQuantity, SeriesKey, number};
use super::custom_series::{CustomSeries, CustomSeriesKind, ordered};
use super::cut::cut_above;
use super::labels::{PAIRS, RUNS, extent_of, with};
use crate::trial::{AnyColumn, Block, Row, Values, columns};
use perceptron::sample::Rational;
use std::collections::{BTreeMap, BTreeSet};

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

/// The name of a series: the index of its quantity, the key by which the series of a quantity are sorted, its label, and its panel.
type SeriesName = (usize, Vec<String>, String, String);

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
            let points = self.figure.points(block);
            let places =
                (0..block.len()).flat_map(|place| points.iter().map(move |of| (place, of)));
            let rows = places.filter_map(|(place, of)| block.rows(place, of));
            rows.for_each(|rows| self.push(cells, cell, &rows));
        }
    }

    /// Adds a trial, or a pair of trials on one sample.
    fn push(&mut self, cells: &Cells, cell: usize, rows: &[Row]) {
        let x = match &self.figure.x {
            HorizontalAxis::Quantity(quantity) => quantity.number(rows),
            HorizontalAxis::Parameter(path) => cells.number(cell, path),
        };
        let values = self.figure.y.iter().map(|(y, _)| y.number(rows)).collect();
        let values: Vec<Option<f64>> = values;
        let is_failed = rows.iter().any(Row::is_failed);
        let is_whole = x.is_some() && values.iter().all(Option::is_some) && !is_failed;
        self.without += usize::from(!is_whole);
        let Some(x) = x.filter(|x| x.is_finite() && !is_failed) else {
            return;
        };
        if values.iter().any(Option::is_some) {
            *self.trials.entry(cell).or_default() += 1;
        }
        for (quantity, y) in values.into_iter().enumerate() {
            if let Some(y) = y {
                self.place(cells, cell, &rows[0], (quantity, x, y));
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
        let has_bands = self.figure.has_bands;
        let new = || CustomSeries::new(has_bands, row.setting().name.clone());
        let group = self.groups.entry(name).or_insert_with(new);
        group.push((cell, row.replicate), (x, y), weight);
    }

    /// Returns the name of the series of a quantity to which a trial belongs.
    fn name(&self, cells: &Cells, cell: usize, row: &Row, quantity: usize) -> SeriesName {
        let part = |by: &SeriesKey| match by {
            SeriesKey::Variant => {
                let name = match &self.figure.pair {
                    Some([first, second]) => format!("{first} and {second}"),
                    None => row.setting().name.clone().unwrap_or_default(),
                };
                (name.clone(), name)
            }
            SeriesKey::Parameter(path) => {
                let value = cells.value(cell, path).unwrap_or_default();
                let order = cells.number(cell, path).map_or(value.clone(), sortable);
                (order, cells.phrase(path, &value))
            }
            SeriesKey::Column(column) => {
                let value = meaning(row, *column);
                let order = number(row, *column).map_or(value.clone(), sortable);
                (order, format!("{} = {value}", column.description()))
            }
        };
        let panel = self.figure.panels.iter();
        let (mut order, panel): (Vec<String>, Vec<String>) = panel
            .map(|path| part(&SeriesKey::Parameter(path.clone())))
            .unzip();
        let (own, parts): (Vec<String>, Vec<String>) = self.figure.by.iter().map(part).unzip();
        order.extend(own);
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        // The name of the only quantity is that of the axis.
        let named = match self.figure.y.as_slice() {
            [_] if !parts.is_empty() => String::new(),
            several => self.figure.named(&several[quantity].1),
        };
        let label = with(&named, &parts.join(", "));
        (quantity, order, label, panel.concat())
    }

    /// Draws the chart; if no trial has both numbers, the chart says so.
    pub(super) fn chart(&self, curves: &Curves) -> Chart {
        let cells = curves.cells;
        let (stem, title) = (self.figure.stem(), self.figure.titled(cells));
        if self.groups.is_empty() {
            return Chart::without_data(stem, title, NO_TRIALS);
        }
        let is_crowded = self.groups.values().any(|group| group.is_crowded);
        let series = self.series(curves, is_crowded);
        let (series, cut) = match self.figure.most {
            Some(most) => cut_above(most, series, |_| true),
            None => (series, String::new()),
        };
        let points = || series.iter().flat_map(|series| &series.points);
        let across: Vec<f64> = points().map(|point| point.x).collect();
        let up: Vec<f64> = points().flat_map(Point::heights).collect();
        let is_mean = !is_crowded && self.figure.axes[1].is_none();
        let mean = if is_mean { "mean " } else { "" };
        let scaled = |label: String, values: &[f64], is_log: Option<bool>| match is_log {
            Some(true) => Axis::log(label),
            Some(false) => Axis::linear(label),
            None => axis(label, values),
        };
        let [x_log, y_log] = self.figure.logarithmic;
        Chart {
            name: stem,
            title,
            caption: self.caption(is_crowded) + &cut,
            x: scaled(self.figure.along(cells)[1].clone(), &across, x_log),
            y: scaled(format!("{mean}{}", self.figure.up()[1]), &up, y_log),
            series,
        }
    }

    /// Draws the series. A quantity that is constant in each cell and has the same points in all its series of a panel is drawn once, without the keys
    /// of the series in its label.
    fn series(&self, curves: &Curves, is_crowded: bool) -> Vec<Series> {
        let cells = curves.cells;
        let mut drawn: Vec<Series> = Vec::new();
        for (quantity, (y, name)) in self.figure.y.iter().enumerate() {
            let is_constant = y.is_constant();
            let kind = CustomSeriesKind {
                is_crowded,
                is_constant,
            };
            let own = self.groups.iter().filter(|((of, ..), _)| *of == quantity);
            let own = own.map(|((.., label, panel), group)| {
                let series = group.series(label, kind, cells).in_panel(panel.clone());
                match is_constant && series.mark == Mark::Line {
                    true => self.smooth(curves, y, group, series),
                    false => series,
                }
            });
            let mut own: Vec<Series> = own.collect();
            let first = |series: &Series, all: &[Series]| {
                let mut others = all.iter().filter(|other| other.panel == series.panel);
                others.next().map(|first| first.points.clone())
            };
            let is_alike = |series: &Series| first(series, &own).as_ref() == Some(&series.points);
            if is_constant && !name.is_empty() && own.iter().all(is_alike) {
                own.dedup_by(|later, earlier| later.panel == earlier.panel);
                own.iter_mut()
                    .for_each(|series| series.label = name.clone());
            }
            drawn.extend(own);
        }
        drawn.extend(crossing(&drawn));
        drawn
    }

    /// The series of a quantity that settings determine, as a curve.
    fn smooth(
        &self,
        curves: &Curves,
        quantity: &PlottedQuantity,
        group: &CustomSeries,
        series: Series,
    ) -> Series {
        let values: Vec<f64> = group.placed.iter().map(|(_, x)| *x).collect();
        let is_log =
            self.figure.logarithmic[0].unwrap_or_else(|| axis("", &values).scale == Scale::Log);
        let variants = match &self.figure.pair {
            Some(pair) => pair.to_vec(),
            None => group.variant.iter().cloned().collect(),
        };
        let along = curves.along(&group.placed, is_log);
        let number = |rows: &[Row]| quantity.number(rows);
        let curve = along.and_then(|along| curves.curve(&along, &variants, number));
        let points = meeting(curve, series.points);
        Series { points, ..series }
    }

    fn caption(&self, is_crowded: bool) -> String {
        let [one, many] = match self.figure.pair {
            Some(_) => PAIRS,
            None => RUNS,
        };
        let trials = self.trials.iter().map(|(cell, trials)| (*cell, *trials));
        let extent = extent_of([one, many], trials);
        let has_bands = self.figure.has_bands && self.groups.values().any(CustomSeries::is_banded);
        let drawn = if is_crowded {
            let seen: usize = self.groups.values().map(|group| group.seen).sum();
            let drawn: usize = self.groups.values().map(|group| group.drawn.len()).sum();
            match drawn < seen {
                true => format!("Every marker is a {one}, {drawn} of {seen}, evenly chosen"),
                false => format!("Every marker is a {one}"),
            }
        } else if has_bands {
            format!(
                "Means over the {many} with the same x; the bands hold the middle 90 % of the {many}"
            )
        } else if self.is_complete() {
            "Exact means over all outcomes".to_owned()
        } else {
            format!(
                "Means over the {many} with the same x; the bars are Student t intervals at 99 %, for display only"
            )
        };
        let without = match self.without {
            0 => String::new(),
            count => format!(" {count} {many} do not have all of the numbers."),
        };
        let left_out = match self.left_out.len() {
            0 => String::new(),
            count => format!(" {count} further series are left out."),
        };
        let meaning = self.meaning();
        format!("{meaning}{drawn}; {extent}.{without}{left_out}")
    }

    /// Whether all trials are outcomes of complete enumerations.
    fn is_complete(&self) -> bool {
        let mut points = self.groups.values().flat_map(|group| group.places.values());
        points.all(|point| point.values.is_enumeration())
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

/// Maps floats to texts of the same order.
fn sortable(value: f64) -> String {
    format!("{:016x}", ordered(value))
}
