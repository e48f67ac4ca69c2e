//! Claims that the returned vector classifies its own sample without an error.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "no-training-errors";
    /// When the run has ended in a clean pass, the returned vector makes no error on the sample it was trained on.
    ///
    /// # Formula
    /// $\lvert\lbrace i : y_i \ne \text{prediction of } w \text{ on } x_i\rbrace\rvert = 0$, recounted by a scan of the sample with the vector summed up from the updates
    /// # Premise
    /// The run ends at a clean pass; last vector; what test_ties calls an error calls for an update: ties = "mistake", test_ties as ties, or a
    /// threshold above 0.
    /// # Source
    /// Urner, Theorem 3, output; Bartlett, empirical risk (docs/theory.md: C-U11, C-B1).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "no-training-errors"
    /// ```
    pub struct NoTrainingErrors {}
}

impl Claim for NoTrainingErrors {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::TRAINING_ERRORS, 0).when([
            premise::ran_to_clean_pass(),
            premise::sum_of_updates(),
            premise::test_errors_call_for_updates(),
        ])
    }
}
