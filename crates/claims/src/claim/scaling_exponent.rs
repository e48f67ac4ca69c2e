//! Claims that one quantity grows like a power of another one, over the cells of a sweep.

use super::trend::{Column, OverCells};
use super::{Proxy, Statistic, Trend};
use perceptron::documented::documented;

documented! {
    name = "scaling-exponent";
    /// Over the cells of the sweep, a statistic of one column grows like a power of another column, with the stated exponent.
    ///
    /// # Formula
    /// ```text
    /// shown if [lowest, highest] ⊂ exponent ± tolerance, over the Theil–Sen slopes of (ln against, ln statistic of `of`) in each of
    /// 8 batches of replicates
    /// ```
    /// # Premise
    /// At least two cells with different positive values of `against`, and 8 replicates in each. An illustration: the tolerance is stated
    /// before, and the constant of a power law, or a logarithm, is no part of it.
    /// # Source
    /// Theil (1950); Sen, JASA 63 (1968) 1379–1389; the interval by order statistics of independent batches (Thompson 1936), which
    /// assumes nothing about tails. For theory C-U5, C-U6, C-V3.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name      = "scaling-exponent"
    /// of        = "mistakes"
    /// against   = "dimension"
    /// statistic = "median"
    /// exponent  = 1
    /// tolerance = 0.1
    /// variants  = ["plain"]
    /// expect    = "shown"
    /// ```
    pub struct ScalingExponent {
        /// The column that grows, any that holds a number.
        pub of: Column,
        /// The column it grows with, any that holds a number.
        pub against: Column,
        /// What stands for the trials of a cell: "median" (the default), "mean" or { quantile = 0.9 }.
        #[serde(default = "median")]
        pub statistic: Statistic,
        /// The exponent.
        pub exponent: f64,
        /// How far from the exponent the interval may reach.
        pub tolerance: f64,
    }
}

/// What stands for a cell where the spec does not say.
pub(super) fn median() -> Statistic {
    Statistic::Median
}

impl OverCells for ScalingExponent {
    fn over_cells(&self) -> Trend {
        let proxy = Proxy::Exponent {
            exponent: self.exponent,
            tolerance: self.tolerance,
        };
        Trend {
            of: self.of.clone(),
            against: self.against.clone(),
            statistic: self.statistic,
            proxy,
        }
    }

    fn wrong_key(&self) -> Option<(&'static str, &'static str)> {
        let tolerated = self.tolerance > 0.0 && self.tolerance.is_finite();
        let exponent = (!self.exponent.is_finite()).then_some(("exponent", "a finite number"));
        exponent.or_else(|| (!tolerated).then_some(("tolerance", "a number above 0")))
    }

    fn stated_in(&self) -> &'static str {
        "scaling over cells"
    }
}
