//! Claims that the learner's own vectors bound the margin from above: γ ≤ ‖w_t‖/t.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "hull-norm-bounds-margin";
    /// After every update t, no margin of the sample exceeds ‖w_t‖/t: a free certificate against larger margins.
    ///
    /// # Formula
    /// $\max_t t^2/\lVert w_t\rVert^2 \le 1/\gamma^2$, with $w$ in units of the step: $w_t/t$ lies in the convex hull of the $y x$, whose distance from 0 is $\gamma_*$
    /// # Premise
    /// A positive margin γ, of the planted separator or the largest one; rule perceptron or margin-perceptron.
    /// # Source
    /// Corollary of Bartlett, proof of Theorem 2.1, by duality (docs/theory.md: C-B9, T9); equality on orthogonal vectors of equal norm.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "hull-norm-bounds-margin"
    /// ```
    pub struct HullNormBoundsMargin {}
}

impl Claim for HullNormBoundsMargin {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let observed = Term::from(columns::HULL_NORM_LEAST).inverse();
        Statement::surely(observed, margin.squared().inverse())
            .when([
                premise::watched_updates(),
                premise::perceptron_rule(),
                premise::positive_margin(margin),
            ])
            // An extreme over the updates so far, which further updates can only make worse.
            .counting_up()
    }
}
