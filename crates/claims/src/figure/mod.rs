//! Describes figures as data: axes and series, not pixels.
//!
//! A figure is the few numbers that are drawn, and what each series means to the reader. It knows no pixel and no colour. A chart says in its caption
//! what it had to leave out. The weights of a complete enumeration count in a figure as they do in a verdict. A kind of figure names the columns that
//! it reads, so asking for it measures them. Where there is nothing to show, it says why. What narrows or is fitted comes from the judge's own games
//! and sweeps, shown the same trials again.

mod cells;
pub mod chart;
mod confidence_sequence;
mod curve;
mod custom;
mod distribution;
mod distribution_function;
mod extract;
mod gallery;
mod labels;
mod leave_one_out_against_examples;
mod mistakes_against_bound;
mod mistakes_against_examples;
mod risk_against_examples;
mod scaling;
#[cfg(test)]
mod tests;
mod tightness;
mod tightness_map;
mod watch;

pub use cells::Cells;
pub use custom::{CustomFigure, HorizontalAxis, SeriesKey};
pub use gallery::Gallery;

use crate::trial::AnyColumn;
use chart::Chart;
use perceptron::documented::Documentation;

/// Makes one kind of figure from what the gallery kept.
trait Builder {
    /// The columns it reads, whether or not a claim does.
    fn columns(&self) -> &'static [AnyColumn] {
        &[]
    }

    /// The charts, at least one, or why there is nothing to show: a sentence without its full stop, in lower case.
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String>;
}

/// What the numbers of a figure come from.
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

            /// The kind's documentation.
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
    MistakesAgainstBound in mistakes_against_bound,
    MistakesAgainstExamples in mistakes_against_examples,
    Tightness in tightness,
    TightnessMap in tightness_map,
    RiskAgainstExamples in risk_against_examples,
    LeaveOneOutAgainstExamples in leave_one_out_against_examples,
    Distribution in distribution,
    DistributionFunction in distribution_function,
    ConfidenceSequence in confidence_sequence,
    Scaling in scaling,
}

/// A figure that a spec asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// One of the kinds.
    Kind(FigureKind),
    /// One number against another.
    Own(CustomFigure),
}

impl Request {
    /// The columns it reads, whether or not a claim does.
    pub fn columns(&self) -> Vec<AnyColumn> {
        match self {
            Self::Kind(kind) => kind.columns().to_vec(),
            Self::Own(own) => own.columns(),
        }
    }
}

impl FigureKind {
    /// The columns it reads, whether or not a claim does.
    pub fn columns(self) -> &'static [AnyColumn] {
        self.builder().columns()
    }

    /// Its charts; one that says why it shows nothing where there are none.
    fn charts(self, gallery: &Gallery) -> Vec<Chart> {
        let charts = self.builder().charts(gallery);
        let charts = charts.and_then(|charts| match charts.is_empty() {
            true => Err(NO_TRIALS.to_owned()),
            false => Ok(charts),
        });
        charts.unwrap_or_else(|why| {
            let title = labels::capitalised(&self.name().replace('-', " "));
            vec![Chart::without_data(self.name(), title, &why)]
        })
    }

    /// Its name in a spec, and the file stem of what is drawn.
    pub fn name(self) -> &'static str {
        self.documentation().name
    }
}
