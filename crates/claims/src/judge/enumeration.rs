//! Weighs the outcomes of a complete enumeration: expectations and probabilities as fractions or proved enclosures, without statistics.

use super::{Case, Status, TrialSides};
use perceptron::sample::{Quantity, Rational};

/// The outcomes seen so far, with their probabilities. They are not independent draws, so they decide nothing until all of them are there.
#[derive(Debug, Clone)]
pub(super) struct Enumeration {
    total: Rational,
    observed: Quantity,
    limit: Quantity,
    /// Probability of the outcomes that certainly exceed their limit; `possible` also counts those for which rounding errors leave that open.
    certain: Rational,
    possible: Rational,
    /// Whether some outcome has no value or no probability, or is inapplicable.
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
    /// Adds an outcome: its observed value and limit, weighted by its probability.
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
        let exceeds = numbers.exceeds();
        if exceeds == Some(true) {
            self.certain = &self.certain + weight;
        }
        if exceeds != Some(false) {
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

    /// P(observed > limit), or P(observed ≥ limit) if the claim counts equality, enclosed by the probability that is certain and the one that is possible under rounding.
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
