//! Claims the mistake bound with the squared deficits of a named comparator, for samples that nothing need separate.

use super::rounds::Rounds;
use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;

documented! {
    name = "deficit-mistake-bound";
    /// On every sequence, separable or not, the perceptron makes at most ((R + D)/γ)² mistakes, where D² is the sum of the squared deficits of the
    /// comparator u at the margin γ.
    ///
    /// # Formula
    /// $M \le ((R + D)/\gamma)^2$, $D^2 = \sum_{t\in I} \max(0, \gamma - y_t\langle u, x_t\rangle)^2$, $I$ the rounds with an update
    /// # Premise
    /// Rule perceptron; a comparator of the variant that exists on the trial. It holds after every update, so for runs that were cut off, too.
    /// # Source
    /// Freund and Schapire, Machine Learning 37 (1999) 277–296 (docs/theory.md: X2).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "deficit-mistake-bound"
    /// ```
    pub struct DeficitMistakeBound {
        /// "updates": D² over the rounds with an update; "all": over all examples shown.
        pub rounds: Rounds = "updates",
        /// false drops the term 2RD of the square, for controls.
        pub cross_term: bool = true,
    }
}

impl Claim for DeficitMistakeBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let deficit_squared = self.rounds.deficit_squared();
        let reads = [columns::COMPARATOR_MARGIN_SQUARED, deficit_squared];
        Statement::surely(columns::MISTAKES, self.limit())
            .when([
                premise::rule(&[RuleKind::Perceptron]),
                premise::comparator(reads),
            ])
            .vacuous_from(limits::most_mistakes())
            .even_if_cut_off()
    }

    fn text(&self) -> Option<ClaimText> {
        let (own, rounds) = (ClaimText::of(&Self::DOC), self.rounds.tex());
        let limit = match self.cross_term {
            true => r"((R + D)/\gamma)^2",
            false => r"(R^2 + D^2)/\gamma^2",
        };
        let of_rounds = match self.rounds {
            Rounds::Updates => r", $I$ the rounds with an update",
            Rounds::All => " over all examples shown",
        };
        Some(own.with_tex(format!(
            r"$M \le {limit}$, $D^2 = \sum_{{{rounds}}} \max(0, \gamma - y_t\langle u, x_t\rangle)^2${of_rounds}"
        )))
    }
}

impl DeficitMistakeBound {
    /// The limit (R² + 2√(R²D²) + D²)/γ², which has a single root.
    fn limit(&self) -> Term {
        let radius_squared = Term::from(columns::RADIUS_SQUARED);
        let deficit_squared = Term::from(self.rounds.deficit_squared());
        let product = radius_squared.clone().times(deficit_squared.clone());
        let root = product.map(|square| Some(square.sharp_root()));
        let squares = radius_squared.plus(deficit_squared);
        let sum = match self.cross_term {
            true => squares.plus(root.clone()).plus(root),
            false => squares,
        };
        sum.over(columns::COMPARATOR_MARGIN_SQUARED)
    }
}
