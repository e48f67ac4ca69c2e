//! Claims the mistake bound of the passive-aggressive learner with a capped step, PA-I, at a named comparator.

use super::passive_aggressive::{aggressiveness, length_and_losses, widened};
use super::rounds::Rounds;
use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::learn::PassiveAggressiveKind;
use perceptron::sample::Quantity;

documented! {
    name = "capped-step-mistake-bound";
    /// On every sequence, separable or not, PA-I makes at most max(R², 1/C)·(‖u‖² + 2C·Σℓ*) mistakes, where ℓ* is the hinge loss of the comparator u.
    ///
    /// # Formula
    /// $M \le \max(R^2, 1/C)\left(\lVert u\rVert^2 + 2C\sum_t \ell^*_t\right)$, $\ell^*_t = \max(0, 1 - y_t\langle u, x_t\rangle)$, with $\lVert u\rVert = 1/\gamma$ at the comparator's margin $\gamma$
    /// # Premise
    /// Learner passive-aggressive of kind "pa-1"; a comparator of the variant whose losses over all examples shown are known (order stream, cyclic or
    /// given). The comparator is stated before the run.
    /// # Source
    /// Crammer, Dekel, Keshet, Shalev-Shwartz and Singer, JMLR 7 (2006) 551–585, Theorem 4 (docs/theory.md: X8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "capped-step-mistake-bound"
    /// ```
    pub struct CappedStepMistakeBound {}
}

impl Claim for CappedStepMistakeBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let hinge_sum = Rounds::All.hinge_sum();
        let reads = [columns::COMPARATOR_MARGIN_SQUARED, hinge_sum];
        Statement::surely(columns::MISTAKES, limit(Term::from(hinge_sum)))
            .when([
                premise::passive_aggressive(PassiveAggressiveKind::Pa1),
                premise::comparator(reads),
            ])
            .vacuous_from(limits::most_mistakes())
            .even_if_cut_off()
    }
}

fn limit(hinge_sum: Term) -> Term {
    let radius_squared = Term::from(columns::RADIUS_SQUARED);
    let sum = length_and_losses(hinge_sum);
    let reach = radius_squared.clone().times(sum.clone());
    let by_cap = aggressiveness().inverse().times(sum);
    widened(larger(reach.clone(), by_cap), reach)
}

/// The larger of two terms: a + max(0, b − a).
fn larger(first: Term, second: Term) -> Term {
    let negative = first
        .clone()
        .times(perceptron::sample::Rational::from(-1_i64));
    let more = second.plus(negative).map(|more| {
        Some(match more.upper <= 0.0 {
            true => Quantity::count(0),
            false => more,
        })
    });
    first.plus(more)
}
