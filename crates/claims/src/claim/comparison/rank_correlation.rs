//! Claims that one quantity rises, or falls, with another one over the cells of a sweep, without assuming a formula between them.

use super::scaling_exponent::of_pairs;
use crate::claim::form::legend;
use crate::claim::{Claim, ClaimText, Formula, MarginSource, Statement, Trend, TrendShape, trend};
use crate::stats::Statistic;
use perceptron::documented::Invalid;
use perceptron::documented::documented;

documented! {
    name = "rank-correlation";
    /// Over the cells of the sweep, a statistic of one number rises with another, or falls.
    ///
    /// # Formula
    /// shown if Spearman's $\rho$ of (against, statistic of `of`) over cells $\ge$ at_least; of $-$statistic where falling
    /// # Premise
    /// At least two cells. An illustration of "larger means more": no formula is assumed between the two, and their relation need not be monotone.
    /// # Source
    /// Spearman, American Journal of Psychology 15 (1904) 72–101. For docs/theory.md: C-M9, C-U13.
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
        /// The number that should rise or fall: a column that holds a number, or a formula as in a conjecture, such as "updates/examples".
        pub of: Formula,
        /// The number that it is compared with: a column or a formula too.
        pub against: Formula,
        /// The statistic of the trials of a cell: "median", "mean", { quantile = 0.9 }, "standard_deviation" or "coefficient_of_variation".
        pub statistic: Statistic = "median",
        /// The least rank correlation.
        pub at_least: f64 as "[-1, 1]",
        /// Whether `of` should fall as `against` rises.
        pub falling: bool = false,
    }
}

impl Claim for RankCorrelation {
    fn statement(&self, _: &MarginSource) -> Statement {
        let proxy = TrendShape::Rank {
            at_least: self.at_least,
            falling: self.falling,
        };
        Statement::over_cells(Trend {
            of: self.of.over_cells(),
            against: self.against.over_cells(),
            statistic: self.statistic,
            proxy,
        })
    }

    fn text(&self) -> Option<ClaimText> {
        let (of, against) = (self.of.tex(), self.against.tex());
        let (statistic, at_least) = (self.statistic.label(), self.at_least);
        let (verb, sign) = if self.falling {
            ("falls", "-")
        } else {
            ("rises", "")
        };
        let statement =
            format!("Over the cells, the {statistic} of ${of}$ {verb} with ${against}$.");
        let tex = format!(
            r"$\rho({against}, {sign}\text{{{statistic} of }} {of}) \ge {at_least}$, Spearman's rank correlation over the cells"
        );
        let tex = tex + &legend([&self.of, &self.against]);
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }

    fn formulas(&self) -> Vec<(&'static str, &Formula)> {
        vec![("of", &self.of), ("against", &self.against)]
    }

    fn fits(&self) -> Option<Invalid> {
        let own = trend::invalid(self.statistic);
        own.or_else(|| of_pairs(&self.formulas()))
    }
}
