//! Claims that one quantity grows like a power of another one, over the cells of a sweep.

use crate::claim::form::legend;
use crate::claim::{Claim, ClaimText, Formula, MarginSource, Statement, Trend, TrendShape, trend};
use crate::stats::Statistic;
use perceptron::documented::Invalid;
use perceptron::documented::documented;

documented! {
    name = "scaling-exponent";
    /// Over the cells of the sweep, a statistic of one number grows like a power of another, with the stated exponent.
    ///
    /// # Formula
    /// shown if [lowest, highest] $\subset$ exponent $\pm$ tolerance, over the Theil–Sen slopes of (ln against, ln statistic of `of`) in each of 8 batches of replicates
    /// # Premise
    /// At least two cells with different positive values of `against`, and 8 replicates in each. An illustration: the tolerance is stated
    /// before, and the constant of a power law, or a logarithm, is no part of it.
    /// # Source
    /// Theil (1950); Sen, JASA 63 (1968) 1379–1389; the interval by order statistics of independent batches (Thompson 1936), which
    /// assumes nothing about tails. For docs/theory.md: C-U5, C-U6, C-V3.
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
        /// The number that grows: a column that holds a number, or a formula as in a conjecture, such as "updates/examples".
        pub of: Formula,
        /// The number that it grows with: a column or a formula too.
        pub against: Formula,
        /// The statistic of the trials of a cell: "median", "mean", { quantile = 0.9 }, "standard_deviation" or "coefficient_of_variation".
        pub statistic: Statistic = "median",
        /// The exponent.
        pub exponent: f64 as "(-∞, ∞)",
        /// How far from the exponent the interval may reach.
        pub tolerance: f64 as "(0, ∞)",
    }
}

/// Returns the mistake in the first formula, given with its key, that compares two variants, because a claim about all cells sees one trial at a
/// time.
pub(super) fn of_pairs(formulas: &[(&'static str, &Formula)]) -> Option<Invalid> {
    let mut formulas = formulas.iter();
    let (key, _) = formulas.find(|(_, formula)| formula.is_of_pairs())?;
    let problem = format!("`{key}` names `second`, but a trend sees one trial at a time");
    let allowed = "a formula without first. and second., such as \"mistakes\"";
    Some(Invalid::new(key, problem, allowed))
}

impl Claim for ScalingExponent {
    fn statement(&self, _: &MarginSource) -> Statement {
        let proxy = TrendShape::Exponent {
            exponent: self.exponent,
            tolerance: self.tolerance,
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
        let (exponent, tolerance) = (self.exponent, self.tolerance);
        let statistic = self.statistic.label();
        let statement = format!(
            "Over the cells, the {statistic} of ${of}$ grows like ${{{against}}}^{{{exponent}}}$, within ±{tolerance} in the exponent."
        );
        let tex = format!(
            r"$\text{{{statistic} of }} {of} \approx c \cdot {{{against}}}^{{{exponent}}}$, the exponent within $\pm {tolerance}$: the Theil–Sen slopes of the logarithms in each of 8 batches of replicates"
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
