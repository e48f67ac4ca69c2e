//! Claims the Theorem of Hardt and Recht: the expected risk is at most the mistake bound divided by N + 1.

use crate::claim::{Claim, MarginSource, Premise, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "leave-one-out-risk-bound";
    /// For independent examples with margin γ almost surely, the expected risk of a hypothesis trained on N of them to a clean
    /// pass is at most the mistake bound divided by N + 1.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}] \le (R^2 + 2\tau/\eta)/(\gamma^2(N+1))$: $3/(\gamma^2(N+1))$ for the margin perceptron on unit vectors, and $(R/\gamma)^2/(N+1)$ for the perceptron
    /// # Premise
    /// iid; the distribution guarantees ‖x‖ ≤ R and margin γ (the population margin); rule perceptron or margin-perceptron, run to a clean pass;
    /// coupled draws; a test error calls for an update in training; last vector.
    /// # Source
    /// Hardt and Recht, Theorem (docs/theory.md: C-H11, 8.8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-risk-bound"
    /// ```
    pub struct LeaveOneOutRiskBound {}
}

impl Claim for LeaveOneOutRiskBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::in_expectation(
            columns::RISK,
            limit(margin, Term::from(columns::EXAMPLES).plus(1)),
        )
        .when(premises(margin).into_iter().chain([premise::known_risk()]))
        .vacuous_from(1)
    }
}

pub(super) fn premises(margin: &MarginSource) -> [Premise; 8] {
    [
        premise::perceptron_rule(),
        premise::iid(),
        premise::bounded_norm(),
        premise::margin_of_every_sample(margin),
        premise::ran_to_clean_pass(),
        premise::coupled(),
        premise::test_errors_call_for_updates(),
        premise::last_vector(),
    ]
}

/// The limit on a risk: the bound on updates with the distribution's radius, divided by `with_tested`, the number of examples including the tested
/// one.
pub(super) fn limit(margin: &MarginSource, with_tested: Term) -> Term {
    limits::update_bound(columns::POPULATION_RADIUS_SQUARED, margin).over(with_tested)
}
