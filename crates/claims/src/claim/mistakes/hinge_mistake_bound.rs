//! Claims the mistake bound with the hinge losses of a named comparator, for samples that nothing need separate.

use super::rounds::{Rounds, radius_over_margin_squared};
use crate::claim::{Claim, ClaimText, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::RuleKind;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "hinge-mistake-bound";
    /// On every sequence, separable or not, the perceptron makes at most [(R/ρ + √(R²/ρ² + 4L))/2]² mistakes, where L is the sum of the hinge losses
    /// of the comparator u at the margin ρ.
    ///
    /// # Formula
    /// $M \le \left[\left(R/\rho + \sqrt{R^2/\rho^2 + 4L}\right)/2\right]^2$, $L = \sum_{t\in I} \max(0, 1 - y_t\langle u, x_t\rangle/\rho)$, $I$ the rounds with an update
    /// # Premise
    /// Rule perceptron; a comparator of the variant that exists on the trial. It holds after every update, so for runs that were cut off, too.
    /// # Source
    /// Mohri and Rostamizadeh, Perceptron Mistake Bounds, arXiv 1305.0208, 2013 (docs/theory.md: X2).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "hinge-mistake-bound"
    /// ```
    pub struct HingeMistakeBound {
        /// "updates": L over the rounds with an update; "all": over all examples shown.
        pub rounds: Rounds = "updates",
        /// The factor of L under the root. A smaller one is for controls.
        pub hinge_factor: Rational as "[0, ∞)" = 4,
    }
}

impl Claim for HingeMistakeBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let hinge_sum = self.rounds.hinge_sum();
        let reads = [columns::COMPARATOR_MARGIN_SQUARED, hinge_sum];
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
        let factor = &self.hinge_factor;
        let tex = format!(
            r"$M \le \left[\left(R/\rho + \sqrt{{R^2/\rho^2 + {factor}L}}\right)/2\right]^2$, $L = \sum_{{{rounds}}} \max(0, 1 - y_t\langle u, x_t\rangle/\rho)$"
        );
        let of_rounds = match self.rounds {
            Rounds::Updates => r", $I$ the rounds with an update",
            Rounds::All => " over all examples shown",
        };
        Some(own.with_tex(format!("{tex}{of_rounds}")))
    }
}

impl HingeMistakeBound {
    /// The limit (2A + cL + 2√(A(A + cL)))/4 with A = R²/ρ² and c the factor of L, which has a single root.
    fn limit(&self) -> Term {
        let ratio = radius_over_margin_squared();
        let factor = Quantity::exact(self.hinge_factor.clone());
        let losses = Term::from(self.rounds.hinge_sum()).times(Term::constant(factor));
        let sum = ratio.clone().plus(losses);
        let root = ratio.clone().times(sum.clone());
        let root = root.map(|square| Some(square.sharp_root()));
        let twice = root.clone().plus(root);
        ratio.plus(sum).plus(twice).over(4)
    }
}
