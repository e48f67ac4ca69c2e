//! Claims the rate of the minimax lower bound: it approaches (d − 1)/(2en) from below.

use crate::claim::{Claim, MarginSource, Statement, Term, premise};
use crate::trial::columns;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "minimax-bound-rate";
    /// For n ≥ d the minimax lower bound stays below (d − 1)/(2en) and approaches it: its order is d/n.
    ///
    /// # Formula
    /// $\frac{d-1}{2n} (1 - \frac{1}{n})^n \le \frac{d-1}{2en}$
    /// # Premise
    /// Generator minimax with n ≥ d ≥ 2.
    /// # Source
    /// Bartlett, Theorem 3.1: its order, of which the sentence before it speaks (docs/theory.md: C-B15, erratum E8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "minimax-bound-rate"
    /// ```
    pub struct MinimaxBoundRate {}
}

impl Claim for MinimaxBoundRate {
    fn statement(&self, _: &MarginSource) -> Statement {
        let rate = Term::of([columns::MINIMAX_BOUND.any()], |row| {
            let (examples, dimension) = row.setting().distribution.minimax?;
            let half = Rational::new(dimension as i64 - 1, 2 * examples as i64);
            let inverse_e = Quantity::within(libm::exp(-1.0), f64::EPSILON);
            Some(Quantity::exact(half).times(&inverse_e))
        });
        Statement::surely(columns::MINIMAX_BOUND, rate).when([premise::minimax_family()])
    }
}
