//! Claims the rate of the minimax lower bound: it approaches (d − 1)/(2en) from below.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};

documented! {
    name = "minimax-bound-rate";
    /// For n ≥ d the minimax lower bound stays below (d − 1)/(2en) and approaches it: its order is d/n.
    ///
    /// # Formula
    /// ```text
    /// ((d−1)/(2n)) (1 − 1/n)^n ≤ (d−1)/(2en)
    /// ```
    /// # Premise
    /// Generator minimax with n ≥ d ≥ 2.
    /// # Source
    /// Bartlett, sentence before Theorem 3.1, corrected (theory C-B15, erratum E8).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "minimax-bound-rate"
    /// ```
    pub struct MinimaxBoundRate {}
}

impl Claim for MinimaxBoundRate {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Bartlett, before Theorem 3.1, corrected"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::MinimaxFamily]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.minimax_bound.clone().map(Quantity::exact)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        let inverse_e = Quantity::within(libm::exp(-1.0), f64::EPSILON);
        let half = Rational::new(row.dimension as i64 - 1, 2 * row.examples as i64);
        Some(Quantity::exact(half).times(&inverse_e))
    }
}
