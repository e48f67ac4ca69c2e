//! Claims that no single update increases the squared norm by more than R², or by more than 3 for margin mistakes on unit vectors.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "increment-bound";
    /// Every update increases ‖w‖² by at most R², and by at most R² + 2τ/η for a threshold τ and step η.
    ///
    /// # Formula
    /// $\max_t (\lVert w_t\rVert^2 - \lVert w_{t-1}\rVert^2) \le R^2 + 2\tau/\eta$, where each is $\lVert x\rVert^2 + 2y\langle w, x\rangle$, with $w$ in units of the step
    /// # Premise
    /// Rule perceptron or margin-perceptron; a run of the learning loop with an update.
    /// # Source
    /// Hardt and Recht, proof of the Lemma (docs/theory.md, C-H6): what norm-invariant sums.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "increment-bound"
    /// ```
    pub struct IncrementBound {}
}

impl Claim for IncrementBound {
    fn statement(&self, _: &MarginSource) -> Statement {
        let limit = Term::from(columns::RADIUS_SQUARED).plus(limits::margin_slack());
        Statement::surely(columns::INCREMENT_MOST, limit)
            .when([premise::watched_updates(), premise::perceptron_rule()])
            // An extreme over the updates so far, which further updates can only make worse.
            .counting_up()
    }
}
