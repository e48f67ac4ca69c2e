//! Defines figures whose axes a spec chooses: columns and formulas against a column, a parameter or a formula, for questions that no claim asks.

use super::cells::Cells;
use super::labels::capitalised;
use crate::claim::Formula;
use crate::trial::{AnyColumn, Block, ColumnKind, Origin, Row};
use std::collections::BTreeSet;

/// The quantity along the horizontal axis.
#[derive(Debug, Clone, PartialEq)]
pub enum HorizontalAxis {
    /// A parameter of the cells, by its path in the spec.
    Parameter(String),
    /// A column, or a formula over columns and parameters.
    Quantity(PlottedQuantity),
}

/// A number of a trial that can be drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum PlottedQuantity {
    /// A column of numbers, or of truth values, which count as 1 and 0.
    Column(AnyColumn),
    /// A formula over columns and parameters.
    Formula(Formula),
}

/// A quantity whose values distinguish the series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeriesKey {
    /// The variants.
    Variant,
    /// A column.
    Column(AnyColumn),
    /// A parameter of the cells, by its path in the spec.
    Parameter(String),
}

/// A figure with axes that a spec chooses, with one series per quantity and combination of the values of `by`.
#[derive(Debug, Clone, PartialEq)]
pub struct CustomFigure {
    /// The quantity along the horizontal axis.
    pub x: HorizontalAxis,
    /// The quantities along the vertical axis, each with its label in the legend. A single quantity needs none.
    pub y: Vec<(PlottedQuantity, String)>,
    /// The labels of the horizontal and of the vertical axis; by default the description of the (first) quantity.
    pub axes: [Option<String>; 2],
    /// Whether the horizontal and the vertical axis are logarithmic; by default they are if the values span a wide range.
    pub logarithmic: [Option<bool>; 2],
    /// The cells that are drawn, by index; all if `None`.
    pub cells: Option<BTreeSet<usize>>,
    /// The variants that are drawn, by name; all if `None`.
    pub variants: Option<BTreeSet<String>>,
    /// The two variants whose trials on one sample make one point, if a formula reads `first.` and `second.`.
    pub pair: Option<[String; 2]>,
    /// The parameter of the cells that makes small panels, by its path in the spec.
    pub panels: Option<String>,
    /// Whether a band shows the middle 90 % of the runs, in place of the interval on the mean.
    pub has_bands: bool,
    /// The largest value that is drawn, for example 1 if bounds on a probability say nothing above it.
    pub most: Option<f64>,
    /// The quantities that distinguish the series.
    pub by: Vec<SeriesKey>,
    /// The title above the figure; by default it is made from the axes.
    pub title: Option<String>,
}

impl PlottedQuantity {
    fn columns(&self) -> Vec<AnyColumn> {
        match self {
            Self::Column(column) => vec![*column],
            Self::Formula(formula) => formula.columns(),
        }
    }

    /// Whether it is computed from a pair of trials.
    pub(crate) fn is_of_pairs(&self) -> bool {
        matches!(self, Self::Formula(formula) if formula.is_placed() || formula.is_of_pairs())
    }

    /// Returns its value in a trial, or in a pair of trials, if it has one that is finite.
    pub(super) fn number(&self, rows: &[Row]) -> Option<f64> {
        let found = match self {
            Self::Column(column) => number(rows.first()?, *column),
            Self::Formula(formula) => {
                let found = formula.value(rows).ok();
                found.map(|quantity| quantity.value)
            }
        };
        found.filter(|value| value.is_finite())
    }

    /// Whether it has one value for all trials of a variant in a cell, as the limit of a claim often has.
    pub(crate) fn is_constant(&self) -> bool {
        match self {
            Self::Column(column) => matches!(column.declared().origin, Origin::Setting(_)),
            Self::Formula(formula) => formula.is_constant(),
        }
    }

    /// Returns its description, then its description with the unit.
    pub(crate) fn descriptions(&self) -> [String; 2] {
        match self {
            Self::Column(column) => [column.description(), column.description_with_unit()],
            Self::Formula(formula) => [formula.to_string(), formula.to_string()],
        }
    }

    fn stem(&self) -> String {
        match self {
            Self::Column(column) => column.name().to_owned(),
            Self::Formula(formula) => formula.to_string(),
        }
    }
}

impl CustomFigure {
    /// Returns the columns that the figure reads.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let along = match &self.x {
            HorizontalAxis::Quantity(quantity) => quantity.columns(),
            HorizontalAxis::Parameter(_) => Vec::new(),
        };
        let by = self.by.iter().filter_map(|by| match by {
            SeriesKey::Column(column) => Some(*column),
            SeriesKey::Variant | SeriesKey::Parameter(_) => None,
        });
        let up = self.y.iter().flat_map(|(quantity, _)| quantity.columns());
        up.chain(along).chain(by).collect()
    }

    /// Returns the variants in a block whose trials on one sample make one point, by position: each that is drawn by itself, or the pair.
    pub(super) fn points(&self, block: &Block) -> Vec<Vec<usize>> {
        let place = |name: &String| {
            let mut batches = block.batches.iter();
            batches.position(|batch| batch.setting.name.as_ref() == Some(name))
        };
        let all = || (0..block.batches.len()).collect();
        let named = |drawn: &BTreeSet<String>| drawn.iter().filter_map(place).collect();
        let drawn: Vec<usize> = self.variants.as_ref().map_or_else(all, named);
        let Some([first, second]) = &self.pair else {
            return drawn.into_iter().map(|place| vec![place]).collect();
        };
        let pair = place(first).zip(place(second));
        pair.map(|(first, second)| vec![first, second])
            .into_iter()
            .collect()
    }

    /// Returns the stem of the figure's file.
    pub fn stem(&self) -> String {
        let along = match &self.x {
            HorizontalAxis::Quantity(quantity) => self.named(&quantity.stem()),
            HorizontalAxis::Parameter(path) => path.rsplit('.').next().unwrap_or(path).to_owned(),
        };
        match (self.y.as_slice(), &self.title) {
            ([(PlottedQuantity::Column(column), _)], _) => {
                file_stem(&format!("{}-against-{along}", column.name()))
            }
            (_, Some(title)) => file_stem(title),
            (_, None) => file_stem(&format!("{}-against-{along}", self.up()[0])),
        }
    }

    /// A text with the names of the two variants in place of `first` and `second`.
    pub(super) fn named(&self, text: &str) -> String {
        match &self.pair {
            Some([first, second]) => text
                .replace("first.", &format!("{first}."))
                .replace("second.", &format!("{second}.")),
            None => text.to_owned(),
        }
    }

    /// Returns the description of the horizontal axis, then that with its unit.
    pub(super) fn along(&self, cells: &Cells) -> [String; 2] {
        match (&self.axes[0], &self.x) {
            (Some(label), _) => [label.clone(), label.clone()],
            (None, HorizontalAxis::Quantity(quantity)) => {
                quantity.descriptions().map(|text| self.named(&text))
            }
            (None, HorizontalAxis::Parameter(path)) => {
                [cells.key_in_words(path), cells.key_in_words(path)]
            }
        }
    }

    /// Returns the description of the vertical axis, then that with its unit.
    pub(super) fn up(&self) -> [String; 2] {
        match (&self.axes[1], self.y.first()) {
            (Some(label), _) => [label.clone(), label.clone()],
            (None, Some((quantity, _))) => quantity.descriptions().map(|text| self.named(&text)),
            (None, None) => [String::new(), String::new()],
        }
    }

    /// Returns the title, in words made from the axes if the spec has none.
    pub(super) fn titled(&self, cells: &Cells) -> String {
        let made = || {
            let [up, along] = [&self.up()[0], &self.along(cells)[0]];
            format!("{} against {along}", capitalised(up))
        };
        self.title.clone().unwrap_or_else(made)
    }
}

/// Makes a file name of a text: letters and digits, with single hyphens for everything else.
fn file_stem(text: &str) -> String {
    let parts = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// Returns the number of a column: 1 or 0 for a truth value.
pub(super) fn number(row: &Row, column: AnyColumn) -> Option<f64> {
    match column.declared().kind {
        ColumnKind::Flag => Some(row.quantity(column)?.value),
        _ => row.number(column),
    }
}
