//! Claims that the leave-one-out error is an unbiased estimate of the risk with one example fewer.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "leave-one-out-identity";
    /// The expected leave-one-out error on N examples is the expected risk after N − 1 examples, for every learner that treats positions alike.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{leave-one-out error on } N] = \mathbb{E}[\text{risk trained on } N - 1]$
    /// # Premise
    /// iid; an order that is no list of positions. The second side is the run without the last example; no margin, no convergence and no bound is needed.
    /// # Source
    /// Luntz and Brailovsky 1969; the identity behind Hardt and Recht's theorem (docs/theory.md: C-H13).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-identity"
    /// ```
    pub struct LeaveOneOutIdentity {}
}

impl Claim for LeaveOneOutIdentity {
    fn statement(&self, _: &MarginSource) -> Statement {
        let error = limits::leave_one_out_error();
        Statement::expectation_identity(error, columns::RISK_WITHOUT_LAST)
            .when([
                premise::known_risk_without_last(),
                premise::iid(),
                premise::position_free(),
            ])
            .against_a_measurement()
    }
}
