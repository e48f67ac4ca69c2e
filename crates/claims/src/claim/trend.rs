//! Describes what a claim says over all cells: how a statistic of one column changes with another column.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::{Measure, Trial};
use perceptron::sample::Quantity;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::sync::LazyLock;

/// A column of the row that holds a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column(String);

impl Column {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// What must be measured for it.
    pub fn measures(&self) -> Vec<Measure> {
        Measure::of_column(&self.0).to_vec()
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        static NUMBERS: LazyLock<Vec<&'static str>> = LazyLock::new(|| Trial::numbers().collect());
        let name = String::deserialize(input)?;
        if NUMBERS.contains(&name.as_str()) {
            Ok(Self(name))
        } else {
            Err(de::Error::unknown_variant(&name, &NUMBERS))
        }
    }
}

/// What stands for the trials of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Statistic {
    /// Their mean, which heavy tails can dominate.
    Mean,
    /// Their median.
    Median,
    /// Their quantile at a level between 0 and 1.
    Quantile(f64),
}

impl Statistic {
    /// What is wrong with it, for the key `statistic`.
    pub(super) fn fault(self) -> Option<(&'static str, &'static str)> {
        let outside = matches!(self, Self::Quantile(level) if !(level > 0.0 && level < 1.0));
        outside.then_some((
            "statistic",
            "\"median\", \"mean\" or { quantile = a number above 0 and below 1 }",
        ))
    }
}

/// What is expected of the points that the cells make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Proxy {
    /// The log–log slope lies within `exponent ± tolerance`, its interval included.
    Exponent {
        /// The exponent.
        exponent: f64,
        /// How far from it the interval may reach.
        tolerance: f64,
    },
    /// Spearman's rank correlation is at least this; where `falling`, that of −y.
    Rank {
        /// The least correlation.
        at_least: f64,
        /// Whether y is to fall as x rises.
        falling: bool,
    },
}

/// A statistic of one column against another one, over cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Trend {
    /// The column y.
    pub of: Column,
    /// The column x, whose median over a cell is used.
    pub against: Column,
    /// What y stands for in a cell.
    pub statistic: Statistic,
    /// What is expected.
    pub proxy: Proxy,
}

/// A claim about all cells of a sweep at once: an illustration that observes nothing on single rows.
pub(super) trait OverCells {
    /// What it says over the cells.
    fn over_cells(&self) -> Trend;

    /// The key of its own whose value is outside its range, and the values it may have.
    fn wrong_key(&self) -> Option<(&'static str, &'static str)>;

    /// Where it is stated.
    fn stated_in(&self) -> &'static str;
}

impl<T: OverCells> Claim for T {
    fn form(&self) -> Form {
        Form::Illustration
    }

    fn scope(&self) -> Scope {
        Scope::Sweep
    }

    fn fault(&self) -> Option<(&'static str, &'static str)> {
        self.wrong_key()
            .or_else(|| self.over_cells().statistic.fault())
    }

    fn source(&self) -> &'static str {
        self.stated_in()
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        let trend = self.over_cells();
        [trend.of.measures(), trend.against.measures()].concat()
    }

    fn observed(&self, _: &[&Trial]) -> Option<Quantity> {
        None
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        None
    }

    fn trend(&self) -> Option<Trend> {
        Some(self.over_cells())
    }
}
