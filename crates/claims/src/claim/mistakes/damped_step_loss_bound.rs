//! Claims the bound on the squared losses of the passive-aggressive learner with a damped step, PA-II, at a named comparator.

use super::passive_aggressive::{aggressiveness, length_and_losses, widened};
use super::rounds::Rounds;
use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::PassiveAggressiveKind;

documented! {
    name = "damped-step-loss-bound";
    /// On every sequence, separable or not, the squared hinge losses of PA-II add up to at most (R² + 1/(2C))·(‖u‖² + 2C·Σℓ*²), where ℓ* is the hinge loss
    /// of the comparator u.
    ///
    /// # Formula
    /// $\sum_t \ell_t^2 \le \left(R^2 + \frac{1}{2C}\right)\left(\lVert u\rVert^2 + 2C\sum_t \ell_t^{*2}\right)$, $\ell^*_t = \max(0, 1 - y_t\langle u, x_t\rangle)$, with $\lVert u\rVert = 1/\gamma$ at the comparator's margin $\gamma$
    /// # Premise
    /// Learner passive-aggressive of kind "pa-2"; a comparator of the variant whose losses over all examples shown are known (order stream, cyclic or
    /// given). The comparator is stated before the run.
    /// # Source
    /// Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, JMLR 7 (2006) 551–585, Theorem 5 (docs/theory.md: X8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "damped-step-loss-bound"
    /// ```
    pub struct DampedStepLossBound {}
}

impl Claim for DampedStepLossBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let deficits = Rounds::All.deficit_squared();
        let margin_squared = columns::COMPARATOR_MARGIN_SQUARED;
        // A deficit is γ·ℓ*.
        let squared_losses = Term::from(deficits).over(margin_squared);
        Statement::surely(columns::SQUARED_LOSSES, limit(squared_losses))
            .when([
                premise::passive_aggressive(PassiveAggressiveKind::Pa2),
                premise::comparator([margin_squared, deficits]),
            ])
            .even_if_cut_off()
    }
}

fn limit(squared_losses: Term) -> Term {
    let radius_squared = Term::from(columns::RADIUS_SQUARED);
    let sum = length_and_losses(squared_losses);
    let damping = aggressiveness().inverse().over(2);
    let reach = radius_squared.clone().times(sum.clone());
    widened(radius_squared.plus(damping).times(sum), reach)
}
