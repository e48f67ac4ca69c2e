//! Claims that the first example of the sample is updated on.

use super::{Claim, Form, MarginSource, Premise};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "first-example-is-updated";
    /// The first example of the sample is updated on: at w = 0 every example is a mistake.
    ///
    /// # Formula
    /// 1 if the first example was ever updated on, else 0; claimed to be 1
    /// # Premise
    /// None. It is true where the first example is shown first and a tie is a mistake, false with sign(0) = +1 and a positive first example.
    /// # Source
    /// MIT, eq. (7); Hardt and Recht's note, proof of the theorem (theory C-H13, errata E5, E25).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "first-example-is-updated"
    /// ```
    pub struct FirstExampleIsUpdated {}
}

impl Claim for FirstExampleIsUpdated {
    fn form(&self) -> Form {
        Form::Identity
    }

    fn source(&self) -> &'static str {
        "MIT, eq. (7)"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?
            .first_example_updated
            .map(|updated| Quantity::count(u64::from(updated)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::count(1))
    }
}
