//! Claims the identity that the norm bound relaxes: what each update adds to the squared norm.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "norm-identity";
    /// After every update, ‖w‖² is exactly the sum of ‖x‖² + 2y⟨w, x⟩ over the updates so far, with the w before each.
    ///
    /// # Formula
    /// $\lVert w_t\rVert^2 = \sum_{s \lt t} (\lVert x_s\rVert^2 + 2y_s\langle w_s, x_s\rangle)$ for all updates $t$, with $w$ in units of the step; the number of exceptions is counted
    /// # Premise
    /// Exact arithmetic; rule perceptron or margin-perceptron.
    /// # Source
    /// Bartlett, proof of Theorem 2.1, in its exact form (docs/theory.md, C-B9). Control N17: the anti-perceptron.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "norm-identity"
    /// ```
    pub struct NormIdentity {}
}

impl Claim for NormIdentity {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::NORM_IDENTITY_FAILURES, 0)
            .when([
                premise::watched_updates(),
                premise::exact_arithmetic(),
                premise::perceptron_rule(),
            ])
            // A count over the updates so far, which further updates can only increase.
            .counting_up()
    }
}
