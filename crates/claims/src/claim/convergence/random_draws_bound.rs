//! Claims how many random draws a run needs until its last update.

use crate::claim::{Claim, MarginSource, Statement, Term, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "random-draws-bound";
    /// With examples drawn at random, with replacement, the last update comes within m·N/δ draws with probability 1 − δ, where m bounds the updates.
    ///
    /// # Formula
    /// $\text{draws until the last update} \le mN/\delta$ with probability at least $1 - \delta$, where $m = (R^2 + 2\tau/\eta)/\gamma^2$
    /// # Premise
    /// Separable data, rule perceptron or margin-perceptron, order random, a run to a clean pass. Before the last update some example calls for one,
    /// and is drawn with probability at least 1/N, so that each update takes at most N draws on average: E[draws] ≤ m·N. The bound follows by
    /// Markov's inequality.
    /// # Source
    /// Hardt and Recht's note, the algorithm: it says that the draws end, and not when (docs/theory.md: C-H1). On N = d basis vectors the draws are a coupon
    /// collector's, d·H_d on average.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "random-draws-bound"
    /// delta = "1/2"
    /// ```
    pub struct RandomDrawsBound {
        /// The probability δ of more draws: a fraction or decimal in quotes.
        pub delta: Rational as "(0, 1)",
    }
}

impl Claim for RandomDrawsBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        let updates = limits::update_bound(columns::RADIUS_SQUARED, margin);
        let delta = Quantity::exact(self.delta.clone());
        let limit = updates
            .times(limits::sample_size())
            .map(move |draws| Some(draws.over(&delta)));
        let draws = Term::from(columns::DRAWS_UNTIL_LAST_UPDATE);
        Statement::with_probability(self.delta.clone(), draws, limit).when([
            premise::perceptron_rule(),
            premise::random_order(),
            premise::positive_margin(margin),
            premise::stops_at_clean_passes(),
        ])
    }
}
