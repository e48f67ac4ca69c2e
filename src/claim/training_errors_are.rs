//! Claims a stated number of errors on the training sample.

use super::{Claim, Form, MarginSource, Premise};
use crate::documented::documented;
use crate::sample::Quantity;
use crate::trial::{Measure, Trial};

documented! {
    name = "training-errors-are";
    /// The returned vector makes exactly the stated number of errors on its own sample.
    ///
    /// # Formula
    /// ```text
    /// #{i : y_i ≠ prediction of w on x_i} = stated number, ties scored by test_ties
    /// ```
    /// # Premise
    /// Last vector. The number is known for this construction and order.
    /// # Source
    /// MIT, an update can undershoot (theory C-M5, C-M6).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name   = "training-errors-are"
    /// errors = 1
    /// ```
    pub struct TrainingErrorsAre {
        /// The number of errors.
        pub errors: u64,
    }
}

impl Claim for TrainingErrorsAre {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "MIT, an update can undershoot"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::LastVector]
    }

    fn measures(&self, _: &MarginSource) -> Vec<Measure> {
        vec![Measure::Training]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.training_errors.map(Quantity::float)
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(self.errors))
    }
}
