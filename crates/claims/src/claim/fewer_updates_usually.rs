//! Claims that one of two variants makes the fewer updates more often than not: a sign test.

use super::{Claim, Form, MarginSource, Premise, Scope};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};
use std::cmp::Ordering;

documented! {
    name = "fewer-updates-usually";
    /// On the same samples, the first of two variants makes fewer updates than the second at least as often as it makes more.
    ///
    /// # Formula
    /// E[sign(updates(first) − updates(second))] ≤ 0, that is P(more) ≤ P(fewer), or P(more | not the same number) ≤ 1/2
    /// # Premise
    /// Two variants are named, in that order. Nothing is assumed about the size of the counts, which may have no mean. Equal numbers count as
    /// zero, and say nothing for either side.
    /// # Source
    /// The sign test of Arbuthnot (1710), valid at any time by betting (Waudby-Smith and Ramdas 2024).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "fewer-updates-usually"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct FewerUpdatesUsually {}
}

impl Claim for FewerUpdatesUsually {
    fn form(&self) -> Form {
        Form::InExpectation
    }

    fn scope(&self) -> Scope {
        Scope::Pair
    }

    fn source(&self) -> &'static str {
        "sign test"
    }

    fn premises(&self, _: &MarginSource) -> Vec<Premise> {
        Vec::new()
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        let [first, second] = rows else { return None };
        let sign = match first.updates?.cmp(&second.updates?) {
            Ordering::Less => -1_i64,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        Some(Quantity::exact(Rational::from(sign)))
    }

    fn limit(&self, _: &[&Trial], _: &MarginSource) -> Option<Quantity> {
        Some(Quantity::exact(Rational::zero()))
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }
}
