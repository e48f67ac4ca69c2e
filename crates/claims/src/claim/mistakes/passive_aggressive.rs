//! Holds the terms that the bounds on passive-aggressive learners share.

use crate::claim::Term;
use crate::trial::columns;
use perceptron::learn::OtherLearner;
use perceptron::sample::{Quantity, Rational};

/// The parameter C of the learner.
pub(super) fn aggressiveness() -> Term {
    Term::of([], |row| match row.setting().learner()? {
        OtherLearner::PassiveAggressive(learner) => {
            Some(Quantity::exact(learner.aggressiveness.clone()))
        }
        _ => None,
    })
}

/// ‖u‖² + 2C·(losses of u), for u with y⟨u, x⟩ = 1 at the margin of the comparator: ‖u‖² = 1/γ².
pub(super) fn length_and_losses(losses: Term) -> Term {
    let length_squared = Term::from(columns::COMPARATOR_MARGIN_SQUARED).inverse();
    let twice = Term::from(Rational::new(2, 1)).times(aggressiveness());
    length_squared.plus(twice.times(losses))
}

/// The limit of a bound whose proof follows ‖w − u‖², widened by what rounding adds in a run in floats; `reach` is R² times the largest ‖w − u‖² that
/// the proof allows (docs/theory.md, X8).
pub(super) fn widened(limit: Term, reach: Term) -> Term {
    let scores = reach.map(|reach| Some(Quantity::within(1.0 + reach.upper.sqrt(), 0.0)));
    let of_scores = scores.times(Term::from(columns::DIMENSION).plus(4));
    let steps = Term::from(columns::UPDATES).plus(1).plus(of_scores);
    limit.times(steps.map(|steps| Some(Quantity::raised_by(16.0 * f64::EPSILON * steps.upper))))
}
