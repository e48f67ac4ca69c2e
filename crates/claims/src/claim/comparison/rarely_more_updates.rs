//! Claims that one of two variants only rarely makes more updates than the other.

use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "rarely-more-updates";
    /// On the same samples, the first of two variants makes more updates than the second with at most the stated probability.
    ///
    /// # Formula
    /// $P(\text{updates}_1 \gt \text{updates}_2) \le p$, the stated probability
    /// # Premise
    /// Two variants are named, in that order.
    /// # Source
    /// A question of this program, not a theorem of the notes: paired comparison, a probability bounded by betting (Waudby-Smith and Ramdas 2024).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name        = "rarely-more-updates"
    /// variants    = ["plain", "normalized"]
    /// probability = 0.1
    /// ```
    pub struct RarelyMoreUpdates {
        /// The probability that is allowed.
        pub probability: f64 as "[0, 1)",
    }
}

impl Claim for RarelyMoreUpdates {
    fn statement(&self, _: &MarginSource) -> Statement {
        let second = Term::second(columns::UPDATES);
        Statement::with_probability(
            limits::as_written(self.probability),
            columns::UPDATES,
            second,
        )
        .of_pairs()
    }

    fn text(&self) -> Option<ClaimText> {
        let probability = self.probability;
        let statement = format!(
            "On the same samples, the first of two variants makes more updates than the second with probability at most {probability}."
        );
        let tex = format!(
            r"$\text{{updates}}_1 \le \text{{updates}}_2$ with probability at least ${}$",
            1.0 - probability
        );
        Some(ClaimText::of(&Self::DOC).saying(statement, tex))
    }
}
