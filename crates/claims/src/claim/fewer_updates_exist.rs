//! Claims that some sample favours one variant over another.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "fewer-updates-exist";
    /// There is a sample on which the first of two variants makes fewer updates than the second.
    ///
    /// # Formula
    /// updates(first) ≤ updates(second) − 1 on some sample
    /// # Premise
    /// Two variants are named, in that order. Only a complete enumeration (replicates = "all") can refute it.
    /// # Source
    /// Vaughan: "the actual empirical performance of the normalized version isn't necessarily better" (theory C-V9).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "fewer-updates-exist"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct FewerUpdatesExist {}
}

impl Claim for FewerUpdatesExist {
    fn form(&self) -> Form {
        Form::Exists
    }

    fn scope(&self) -> Scope {
        Scope::Pair
    }

    fn source(&self) -> &'static str {
        "Vaughan, remark on empirical performance"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .updates
            .map(|updates| Quantity::count(updates + 1))
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.get(1)?.updates.map(Quantity::count)
    }
}
