//! Claims that one of two variants more often has the smaller number than the larger one: a sign test of any column.

use crate::claim::paired::{PairedNumbers, lead};
use crate::claim::{Claim, ClaimText, MarginSource, Statement};
use crate::trial::AnyColumn;
use perceptron::documented::documented;
use perceptron::sample::Rational;

documented! {
    name = "usually-smaller";
    /// On the same samples, the number of the first of two variants in a column is smaller than that of the second at least as often as it is larger.
    ///
    /// # Formula
    /// $P(X_1 \lt X_2) - P(X_1 \gt X_2) \ge m$ for a column $X$ and the stated difference $m$, 0 if none is stated
    /// # Premise
    /// Two variants are named, in that order. Nothing is assumed about the size of the numbers. Equal numbers count for neither variant; floats that
    /// differ by less than 10⁻¹² of the larger one are equal. If the column is a Monte Carlo estimate, such as a risk without a closed form, the
    /// claim is about the two estimates on the same test examples, and not about what they estimate.
    /// # Source
    /// The sign test of Arbuthnot (1710), valid at any time by betting (Waudby-Smith and Ramdas 2024); docs/theory.md, R10.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "usually-smaller"
    /// variants = ["plain", "normalized"]
    /// column   = "risk"
    /// at_least = "1/10"
    /// ```
    pub struct UsuallySmaller {
        /// The column that is compared, any that holds a number, such as "risk" or "mistakes".
        pub column: AnyColumn,
        /// The least difference m of the two probabilities: an integer, or a decimal or fraction in quotes.
        pub at_least: Rational as "(-1, 1)" = 0,
    }
}

impl Claim for UsuallySmaller {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::lower_bound(lead(self.column), self.at_least.clone())
            .of_pairs()
            .comparing(PairedNumbers::of_column(self.column))
            .vacuous_from(Rational::from(-1_i64))
            .between(-1.0, 1.0)
    }

    fn text(&self) -> Option<ClaimText> {
        let (column, least) = (self.column.description(), self.at_least.to_f64());
        let of = match self.column.declared().unit {
            "probability" => format!(
                "{column} (or, where it is estimated, its estimate on the same test examples)"
            ),
            _ => column.clone(),
        };
        let smaller = format!(
            "the number of the first of two variants in the column {of} is smaller than that of the second"
        );
        let statement = match self.at_least == Rational::zero() {
            true => format!("On the same samples, {smaller} at least as often as it is larger."),
            false => format!(
                "On the same samples, the probability that {smaller}, minus the probability that it is larger, is at least {least}."
            ),
        };
        let tex = format!(
            r"$P(\text{{{column}}}_1 \lt \text{{{column}}}_2) - P(\text{{{column}}}_1 \gt \text{{{column}}}_2) \ge {least}$"
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}
