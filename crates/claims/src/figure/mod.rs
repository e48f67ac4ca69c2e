//! Describes figures as data: axes and series, not pixels.

mod cells;
pub mod chart;
mod curve;
mod distribution;
mod extract;
mod gallery;
mod labels;
mod leave_one_out_against_examples;
mod mistakes_against_bound;
mod mistakes_against_examples;
mod risk_against_examples;
#[cfg(test)]
mod tests;
mod tightness;

pub use cells::Cells;
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

    /// The chart; `None` where there is nothing to show.
    fn chart(&self, gallery: &Gallery) -> Option<Chart>;
}

macro_rules! registry {
    ($($kind:ident in $module:ident),* $(,)?) => {
        /// A kind of figure that a spec can ask for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum FigureKind { $(#[doc = concat!("The figure `", stringify!($module), "`.")] $kind),* }

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
    RiskAgainstExamples in risk_against_examples,
    LeaveOneOutAgainstExamples in leave_one_out_against_examples,
    Distribution in distribution,
}

impl FigureKind {
    /// The columns it reads, whether or not a claim does.
    pub fn columns(self) -> &'static [AnyColumn] {
        self.builder().columns()
    }

    /// Its name in a spec, and the file stem of what is drawn.
    pub fn name(self) -> &'static str {
        self.documentation().name
    }
}
