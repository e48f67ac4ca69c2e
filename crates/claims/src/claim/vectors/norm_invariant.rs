//! Claims the second half of the proof of the mistake bound: the squared norm grows by at most R² per update, on average over every prefix.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "norm-invariant";
    /// After every update t, ‖w_t‖² is at most t·R², and t·(R² + 2τ/η) for a threshold τ and step η.
    ///
    /// # Formula
    /// $\max_{t \ge 2} \lVert w_t\rVert^2/t \le R^2 + 2\tau/\eta$, with $w$ in units of the step; 3 on unit vectors with $\tau = \eta = 1$. At $t = 1$ a run from 0 attains $R^2$ of the example that it adds, so that nothing is tested there.
    /// # Premise
    /// Rule perceptron or margin-perceptron; a run of the learning loop with two updates.
    /// # Source
    /// Bartlett, proof of Theorem 2.1; Vaughan, Lemma 2; Hardt and Recht, Lemma (docs/theory.md: C-B9, C-V4, C-H6; E6 has the inequality reversed). Control N17.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "norm-invariant"
    /// ```
    pub struct NormInvariant {}
}

impl Claim for NormInvariant {
    fn statement(&self, _: &MarginSource) -> Statement {
        let limit = Term::from(columns::RADIUS_SQUARED).plus(limits::margin_slack());
        Statement::surely(columns::NORM_GROWTH_MOST, limit)
            .when([
                premise::watched_several_updates(),
                premise::perceptron_rule(),
            ])
            // An extreme over the updates so far, which further updates can only make worse.
            .counting_up()
    }
}
