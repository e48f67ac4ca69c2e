//! Weighs the outcomes of a complete enumeration: expectations and probabilities as fractions or proved enclosures, without statistics.

use super::comparison::Comparison;
use super::{Case, Status, TrialSides};
use crate::claim::{Form, LimitDirection};
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
    /// The weighted sum of the bounds that the observed values can never exceed; `None` if some outcome has no such bound.
    trivial: Option<Quantity>,
    /// Probability of the outcomes on which no observable value exceeds the limit.
    vacuous: Rational,
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
            trivial: Some(Quantity::count(0)),
            vacuous: Rational::zero(),
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
        let sum = self.trivial.take().zip(numbers.trivial.as_ref());
        self.trivial = sum.map(|(sum, trivial)| sum.plus(&trivial.scaled(weight)));
        if numbers.vacuous {
            self.vacuous = &self.vacuous + weight;
        }
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

    /// Whether agreement says nothing: the mean of the limits reaches that of the bounds which the observed values can never exceed (for a lower
    /// limit: never fall below). A claim about a probability δ of exceeding the limit says nothing if the limit can be exceeded with probability at
    /// most δ.
    pub(super) fn is_vacuous(&self, form: Form) -> bool {
        let Some(trivial) = self.trivial.as_ref().filter(|_| self.is_whole()) else {
            return false;
        };
        match (form, form.direction()) {
            (Form::WithProbability { delta }, _) => Rational::from_decimal(delta)
                .is_some_and(|delta| &self.vacuous + &delta >= Rational::one()),
            (_, LimitDirection::Below) => is_at_most(&self.limit, trivial),
            (_, LimitDirection::Above | LimitDirection::Both) => is_at_most(trivial, &self.limit),
        }
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

/// Whether a number is certainly at most another one, or counts as equal to it.
fn is_at_most(number: &Quantity, other: &Quantity) -> bool {
    Comparison::of(number, other).is_at_most() == Some(true)
}
