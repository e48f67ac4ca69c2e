//! Claims that a long run in random order makes mistakes at the rate of its Markov chain.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "long-run-error-rate";
    /// In random order on integer examples, separable or not, the expected fraction of mistakes among the examples shown is near the long-run error
    /// rate, which the Markov chain on the reachable weight vectors has; the slack covers the beginning of the run.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{mistakes}]/\text{draws} \approx \sum_w \pi(w) \, P(y \langle w, x \rangle \le 0)$, $\pi$ the long-run distribution of a run from $w = 0$
    /// # Premise
    /// Exact features; order random; the rule of the perceptron, with a threshold or without; a tie is a mistake; at most 500 weight vectors can be
    /// reached. The two sides differ by a number of order 1/draws, which the stated slack must cover.
    /// # Source
    /// The ergodic theorem for finite Markov chains, applied to the rule of Hardt and Recht (docs/theory.md: X1).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name  = "long-run-error-rate"
    /// slack = 0.01
    /// ```
    pub struct LongRunErrorRate {}
}

impl Claim for LongRunErrorRate {
    fn statement(&self, _: &MarginSource) -> Statement {
        let share = Term::from(columns::MISTAKES).over(Term::from(columns::DRAWS));
        Statement::expectation_identity(share, columns::LONG_RUN_ERROR)
            .when([
                premise::random_order(),
                premise::ties_are_mistakes(),
                premise::known_long_run(),
            ])
            .against_a_measurement()
            .asymptotic()
            .even_if_cut_off()
    }
}
