//! Describes figures as data: axes and series, not pixels.
//!
//! A figure holds the few numbers that are drawn and the role of each series for the reader; it knows neither pixels nor colours. Its caption says
//! what had to be left out. Outcomes of a complete enumeration have the same weights in a figure as in a verdict. A kind of figure declares the
//! columns that it reads, so asking for the figure also measures them. A figure without data says why it is empty. Confidence sequences and fitted
//! trends come from the judge's own code, which is given the same trials once more.

mod between;
mod bins;
mod cells;
pub mod chart;
mod confidence_sequence;
mod controls;
mod crossing;
mod curve;
mod custom;
mod custom_data;
mod custom_series;
mod cut;
mod distribution;
mod distribution_function;
mod extract;
mod gallery;
mod histogram;
mod labels;
mod leave_one_out_against_examples;
mod limit_order;
mod long_run_map;
mod long_run_vectors;
mod mistakes_against_bound;
mod mistakes_against_examples;
mod more_settings;
mod observed_and_bound;
mod partition;
mod point;
mod risk_against_examples;
mod scaling;
mod stated_function;
#[cfg(test)]
mod tests;
mod tidy;
mod tightness;
mod tightness_map;
mod watch;

pub use cells::Cells;
pub use custom::{CustomFigure, HorizontalAxis, PlottedQuantity, SeriesKey};
pub use gallery::Gallery;
pub use more_settings::Between;
pub use tidy::MarkRow;

use crate::trial::AnyColumn;
use chart::Chart;
use perceptron::documented::Documentation;

/// Makes one kind of figure from the numbers that a [`Gallery`] has collected.
trait Builder {
    /// Returns the columns that the figure reads, whether or not a claim reads them.
    fn columns(&self) -> &'static [AnyColumn] {
        &[]
    }

    /// Returns the charts of this kind, at least one; or the reason why there is nothing to show, a sentence in lower case without its full stop.
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String>;
}

/// The reason that an empty chart gives if no trial has the numbers that the chart would show.
const NO_TRIALS: &str = "no run has the numbers that it shows";

macro_rules! registry {
    ($($kind:ident in $module:ident),* $(,)?) => {
        /// A kind of figure that a spec can ask for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, strum::VariantNames)]
        #[serde(rename_all = "kebab-case")]
        #[strum(serialize_all = "kebab-case")]
        pub enum FigureKind { $(#[doc = concat!("The figure `", stringify!($module), "`.")] $kind),* }

        perceptron::documented::choice!(FigureKind);

        impl FigureKind {
            /// Every kind, in registry order.
            pub const ALL: &'static [FigureKind] = &[$(Self::$kind),*];

            /// The documentation of every kind, in registry order.
            pub const DOCS: &'static [Documentation] = &[$($module::$kind::DOC),*];

            /// Returns the documentation of the kind.
            pub fn documentation(self) -> Documentation {
                match self { $(Self::$kind => $module::$kind::DOC),* }
            }

            fn builder(self) -> &'static dyn Builder {
                match self { $(Self::$kind => &$module::$kind),* }
            }
        }
    };
}

registry! {
    ObservedAndBound in observed_and_bound,
    MistakesAgainstBound in mistakes_against_bound,
    MistakesAgainstExamples in mistakes_against_examples,
    Tightness in tightness,
    TightnessMap in tightness_map,
    RiskAgainstExamples in risk_against_examples,
    LeaveOneOutAgainstExamples in leave_one_out_against_examples,
    Distribution in distribution,
    Histogram in histogram,
    DistributionFunction in distribution_function,
    ConfidenceSequence in confidence_sequence,
    Scaling in scaling,
    LongRunMap in long_run_map,
}

/// A figure that a spec asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// A figure of a kind that the program offers, by name.
    Kind(FigureKind),
    /// The figure of a spec that asks for none; it has none if there is nothing to see.
    Default,
    /// A figure with axes that the spec chooses.
    Own(Box<CustomFigure>),
}

impl Request {
    /// Returns the columns that the figure reads, whether or not a claim reads them.
    pub fn columns(&self) -> Vec<AnyColumn> {
        match self {
            Self::Kind(kind) => kind.columns().to_vec(),
            Self::Default => Vec::new(),
            Self::Own(own) => own.columns(),
        }
    }
}

/// The kind of figure that a spec gets that asks for none.
const DEFAULT: FigureKind = FigureKind::ObservedAndBound;

impl FigureKind {
    /// Returns the columns that the figure reads, whether or not a claim reads them.
    pub fn columns(self) -> &'static [AnyColumn] {
        self.builder().columns()
    }

    /// Returns the charts of this kind; if there is nothing to show, a single chart that says why.
    fn charts(self, gallery: &Gallery) -> Vec<Chart> {
        self.found(gallery).unwrap_or_else(|why| {
            let title = labels::capitalised(&self.name().replace('-', " "));
            vec![Chart::without_data(self.name(), title, &why)]
        })
    }

    /// Returns the charts of this kind, or the reason why it draws nothing.
    fn found(self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let charts = self.builder().charts(gallery)?;
        match charts.is_empty() {
            true => Err(NO_TRIALS.to_owned()),
            false => Ok(charts),
        }
    }

    /// Returns the name of this kind in a spec, which is also the name of its file without the extension.
    pub fn name(self) -> &'static str {
        self.documentation().name
    }
}
