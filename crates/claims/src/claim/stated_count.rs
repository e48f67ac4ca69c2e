//! Claims that a run makes exactly the number of updates that is known for a construction.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "stated-count";
    /// A run on a fixed construction makes exactly the stated number of updates.
    ///
    /// # Formula
    /// updates = stated number
    /// # Premise
    /// None: the number is known for this construction, order and tie convention.
    /// # Source
    /// Theory section 10, golden numbers. A bound can hold with a wrong program; a number cannot.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name    = "stated-count"
    /// updates = 298
    /// ```
    pub struct StatedCount {
        /// The number of updates.
        pub updates: u64,
    }
}

impl Claim for StatedCount {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "golden numbers of the constructions"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.updates.map(Quantity::count)
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(self.updates))
    }

    fn counts_up(&self) -> bool {
        true
    }
}
