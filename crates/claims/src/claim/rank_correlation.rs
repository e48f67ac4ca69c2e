//! Claims that one quantity rises, or falls, with another one over the cells of a sweep, whatever the law between them.

use super::scaling_exponent::median;
use super::trend::{Column, OverCells};
use super::{Proxy, Statistic, Trend};
use perceptron::documented::documented;

documented! {
    name = "rank-correlation";
    /// Over the cells of the sweep, a statistic of one column rises with another column, or falls.
    ///
    /// # Formula
    /// shown if Spearman's ρ of (against, statistic of `of`) over cells ≥ at_least; of −statistic where falling
    /// # Premise
    /// At least two cells. An illustration of "larger means more": no law is assumed between the two, and neither need be monotone.
    /// # Source
    /// Spearman, American Journal of Psychology 15 (1904) 72–101. For theory C-M9, C-U13.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "rank-correlation"
    /// of       = "updates"
    /// against  = "population_margin"
    /// falling  = true
    /// at_least = 0.9
    /// variants = ["plain"]
    /// expect   = "shown"
    /// ```
    pub struct RankCorrelation {
        /// The column that is to rise or fall, any that holds a number.
        pub of: Column,
        /// The column it is compared with, any that holds a number.
        pub against: Column,
        /// What stands for the trials of a cell: "median" (the default), "mean" or { quantile = 0.9 }.
        #[serde(default = "median")]
        pub statistic: Statistic,
        /// The least rank correlation, from −1 to 1.
        pub at_least: f64,
        /// Whether `of` is to fall as `against` rises; false if left out.
        #[serde(default)]
        pub falling: bool,
    }
}

impl OverCells for RankCorrelation {
    fn over_cells(&self) -> Trend {
        let proxy = Proxy::Rank {
            at_least: self.at_least,
            falling: self.falling,
        };
        Trend {
            of: self.of.clone(),
            against: self.against.clone(),
            statistic: self.statistic,
            proxy,
        }
    }

    fn wrong_key(&self) -> Option<(&'static str, &'static str)> {
        let inside = (-1.0..=1.0).contains(&self.at_least);
        (!inside).then_some(("at_least", "a number from -1 to 1"))
    }

    fn stated_in(&self) -> &'static str {
        "rank correlation over cells"
    }
}
