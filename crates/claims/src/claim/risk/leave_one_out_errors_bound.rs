//! Claims the first step of the leave-one-out proof, on every sample: only examples that the full run updated on can be errors when left out.

use crate::claim::{Claim, MarginSource, Statement, limits, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "leave-one-out-errors-bound";
    /// On every sample, the errors on left-out examples are at most as many as the different examples that the full run updated on, and so at most
    /// the mistake bound. All runs use the same draws, and each goes to a clean pass.
    ///
    /// # Formula
    /// $\lvert\lbrace i : \text{the run without } i \text{ errs on } i\rbrace\rvert \le \text{different examples updated on}$, and so at most the mistake bound
    /// # Premise
    /// Coupled draws (the same index stream with one example skipped; not random-misclassified); run to a clean pass; last vector; a tie in the test
    /// is a mistake in training too. The second step is the claim distinct-mistakes-bound. Every example is left out in a run of its own, even if the
    /// proof predicts the result.
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
