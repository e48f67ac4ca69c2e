//! Claims that two variants make the same number of updates on every sample.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "same-updates";
    /// Two variants make the same number of updates on every sample.
    ///
    /// # Formula
    /// updates(first) = updates(second)
    /// # Premise
    /// Two variants are named. It compares exact with float arithmetic, or the normalized with the plain perceptron on examples
    /// of one norm.
    /// # Source
    /// Theory C-V6; section 7 and control N20 for arithmetic.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "same-updates"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct SameUpdates {}
}

impl Claim for SameUpdates {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn scope(&self) -> Scope {
        Scope::Pair
    }

    fn source(&self) -> &'static str {
        "Vaughan, normalized perceptron; arithmetic"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        vec![Premise::Online]
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.updates.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.get(1)?.updates.map(Quantity::count)
    }
}
