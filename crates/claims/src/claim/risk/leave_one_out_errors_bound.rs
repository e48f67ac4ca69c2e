//! Claims the first link of the leave-one-out chain, surely: a left-out error needs an example that was mistaken.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "leave-one-out-errors-bound";
    /// On every sample, with the same draws for all runs and each run to a clean pass, the errors on left-out examples are at
    /// most the different examples that the full run updated on, and so at most the mistake bound.
    ///
    /// # Formula
    /// $\lvert\lbrace i : \text{the run without } i \text{ errs on } i\rbrace\rvert \le \text{different examples updated on}$, and so at most the mistake bound
    /// # Premise
    /// Coupled draws (the same index stream with one example skipped; not random-misclassified); run to a clean pass; last
    /// vector; a tie in the test is a mistake in training too. The second link is the claim distinct-mistakes-bound.
    /// Every example is left out in a run of its own, also those of which the proof knows what comes of it.
    /// # Source
    /// Hardt and Recht, proof of the Theorem (docs/theory.md: C-H11, C-H12).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "leave-one-out-errors-bound"
    /// ```
    pub struct LeaveOneOutErrorsBound {}
}

impl Claim for LeaveOneOutErrorsBound {
    fn statement(&self, margin: &MarginSource) -> Statement {
        Statement::surely(
            columns::LEAVE_ONE_OUT_ERRORS,
            columns::DISTINCT_MARGIN_MISTAKES,
        )
        .when([
            premise::perceptron_rule(),
            premise::positive_margin(margin),
            premise::ran_to_clean_pass(),
            premise::coupled(),
            premise::test_errors_call_for_updates(),
            premise::last_vector(),
            premise::retrained_in_full(),
        ])
        .vacuous_from(limits::sample_size())
    }
}
