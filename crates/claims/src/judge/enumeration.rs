//! Weighs the outcomes of a complete enumeration: expectations and probabilities as fractions or proved enclosures, without statistics.

use super::{Case, Status, TrialSides};
use perceptron::sample::{Quantity, Rational};

/// The outcomes seen so far, with their probabilities. They are no independent draws: without all of them there is nothing to say.
#[derive(Debug, Clone)]
pub(super) struct Enumeration {
    total: Rational,
    observed: Quantity,
    limit: Quantity,
    /// P(observed > limit): what is certain, and what rounding leaves possible.
    certain: Rational,
    possible: Rational,
    /// Whether some outcome has no value, no probability, or is not spoken of.
    open: bool,
}

impl Default for Enumeration {
    fn default() -> Self {
        Self {
            total: Rational::zero(),
            observed: Quantity::count(0),
            limit: Quantity::count(0),
            certain: Rational::zero(),
            possible: Rational::zero(),
            open: false,
        }
    }
}

impl Enumeration {
    /// Adds an outcome.
    pub(super) fn add(&mut self, case: &Case) {
        let complete = case.status == Status::Complete;
        let outcome = case
            .weight
            .as_ref()
            .zip(case.numbers.as_ref())
            .filter(|_| complete);
        let Some((weight, numbers)) = outcome.filter(|_| !self.open) else {
            // One unknown outcome leaves every expectation unknown.
            self.open = true;
            return;
        };
        let TrialSides {
            observed, limit, ..
        } = numbers;
        self.total = &self.total + weight;
        self.observed = self.observed.plus(&observed.scaled(weight));
        self.limit = self.limit.plus(&limit.scaled(weight));
        if observed.exceeds(limit) {
            self.certain = &self.certain + weight;
        }
        if numbers.may_exceed() {
            self.possible = &self.possible + weight;
        }
    }

    fn is_whole(&self) -> bool {
        !self.open && self.total == Rational::one()
    }

    /// `E[observed]` and `E[limit]`; `None` unless all outcomes count in full and their probabilities add up to one.
    ///
    /// # Formula
    ///
    /// ```text
    /// E[x] = Σ weight · x,    in fractions, or rounded outward at every product and sum
    /// ```
    pub(super) fn expectations(&self) -> Option<(Quantity, Quantity)> {
        self.is_whole()
            .then(|| (self.observed.clone(), self.limit.clone()))
    }

    /// P(observed > limit), enclosed by what is certain and what rounding leaves possible.
    pub(super) fn exceedance(&self) -> Option<Quantity> {
        if !self.is_whole() {
            return None;
        }
        let certain = Quantity::exact(self.certain.clone());
        if self.certain == self.possible {
            return Some(certain);
        }
        let possible = Quantity::exact(self.possible.clone());
        Some(Quantity {
            value: certain.value,
            lower: certain.lower,
            upper: possible.upper,
            exact: None,
        })
    }
}
