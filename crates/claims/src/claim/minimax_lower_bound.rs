//! Claims Theorem 3.1: on average over the labelings of the minimax family no rule has a smaller risk than the bound.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::{Measure, Trial};
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "minimax-lower-bound";
    /// For every rule there is a realizable law on which its expected risk after n examples is at least the bound; the average over the
    /// labelings of the minimax family is at least that, so some labelling is.
    ///
    /// # Formula
    /// ```text
    /// E[risk], averaged over labelings ≥ min((n−1)/(2n), (d−1)/(2n)) (1 − 1/n)^n
    /// ```
    /// # Premise
    /// Generator minimax with uniform labels, any rule. A fixed labelling with a smaller risk is no counterexample: the theorem is about the
    /// largest risk over laws.
    /// # Source
    /// Bartlett, Theorem 3.1 (theory C-B14).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "minimax-lower-bound"
    /// ```
    pub struct MinimaxLowerBound {}
}

impl Claim for MinimaxLowerBound {
    fn form(&self) -> Form {
        Form::LowerBound
    }

    fn source(&self) -> &'static str {
        "Bartlett, Theorem 3.1"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::UniformLabelling]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Risk]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.risk_exact.clone().map(Quantity::exact)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.first()?.minimax_bound.clone().map(Quantity::exact)
    }

    /// The bound holds for any vector, so also for one that a cap on updates left unfinished.
    fn needs_finished_run(&self) -> bool {
        false
    }
}
