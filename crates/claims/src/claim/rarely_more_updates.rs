//! Claims that one of two variants only rarely makes more updates than the other.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

documented! {
    name = "rarely-more-updates";
    /// On the same samples, the first of two variants makes more updates than the second with at most the stated probability.
    ///
    /// # Formula
    /// P(updates(first) > updates(second)) ≤ probability
    /// # Premise
    /// Two variants are named, in that order.
    /// # Source
    /// A question of this program, not a theorem of the notes: a probability bounded by betting (Waudby-Smith and Ramdas 2024).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name        = "rarely-more-updates"
    /// variants    = ["plain", "normalized"]
    /// probability = 0.1
    /// ```
    pub struct RarelyMoreUpdates {
        /// The probability that is allowed, from 0 to 1.
        pub probability: f64,
    }
}

impl Claim for RarelyMoreUpdates {
    fn form(&self) -> Form {
        Form::WithProbability {
            delta: self.probability,
        }
    }

    fn scope(&self) -> Scope {
        Scope::Pair
    }

    fn fault(&self) -> Option<(&'static str, &'static str)> {
        let inside = (0.0..1.0).contains(&self.probability);
        (!inside).then_some(("probability", "a number from 0, below 1"))
    }

    fn source(&self) -> &'static str {
        "paired comparison"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.updates.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        rows.get(1)?.updates.map(Quantity::count)
    }
}
