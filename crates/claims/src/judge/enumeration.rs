//! Weighs the outcomes of a complete enumeration: expectations and probabilities as fractions or proved enclosures, without statistics.

use super::comparison::{BITS_OF_MEANS, Comparison, is_known, raised};
use super::{Case, Status, TrialSides};
use crate::claim::{Enclosure, Form, LimitDirection, Statement};
use perceptron::sample::{Quantity, Rational};

/// The outcomes seen so far, with their probabilities. They are not independent draws, so they decide nothing until all of them are there.
#[derive(Debug, Clone)]
pub(super) struct Enumeration {
    total: Rational,
    observed: Quantity,
    limit: Quantity,
    /// Both sums with many bits, from the first outcome on whose sides are not both fractions.
    sharp: Option<[Enclosure; 2]>,
    /// Whether a side of some outcome is a measured float, so that the sums are known as floats only.
    is_measured: bool,
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
            sharp: None,
            is_measured: false,
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
        self.add_sharp(numbers, weight);
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

    /// Adds the sides of an outcome to the sums with many bits. As long as all sides are fractions, the sums are fractions and need no bits.
    fn add_sharp(&mut self, of: &TrialSides, weight: &Rational) {
        let both = fractions([&of.observed, &of.limit]);
        if self.is_measured || self.sharp.is_none() && both.is_some() {
            return;
        }
        let sums = self.sharp.take();
        let sums = sums.or_else(|| enclosed(fractions([&self.observed, &self.limit])?));
        let sides = of.sharp.clone().or_else(|| enclosed(both?));
        self.sharp = sums
            .zip(sides)
            .and_then(|(sums, sides)| weighted(sums, sides, weight));
        self.is_measured = self.sharp.is_none();
    }

    fn is_whole(&self) -> bool {
        !self.open && self.total == Rational::one()
    }

    /// `E[observed]` and the limit with which it is compared, `E[limit]`; `None` unless all outcomes count in full and their probabilities add up to one.
    ///
    /// # Formula
    ///
    /// ```text
    /// E[x] = Σ weight · x,    in fractions, or rounded outward at every product and sum
    /// ```
    pub(super) fn expectations(&self) -> Option<KnownMean> {
        self.is_whole().then(|| KnownMean {
            mean: self.observed.clone(),
            limit: self.limit.clone(),
            sharp: self.sharp.clone(),
        })
    }

    /// Whether agreement says nothing: the mean of the limits reaches that of the bounds which the observed values can never exceed (for a lower
    /// limit: never fall below). A claim about a probability δ of exceeding the limit says nothing if the limit can be exceeded with probability at
    /// most δ.
    pub(super) fn is_vacuous(&self, statement: &Statement) -> bool {
        let Some(trivial) = self.trivial.as_ref().filter(|_| self.is_whole()) else {
            return false;
        };
        match (statement.form, statement.form.direction()) {
            (Form::WithProbability, _) => &self.vacuous + &statement.allowed >= Rational::one(),
            (_, LimitDirection::Below) => is_at_most(&self.limit, trivial),
            (_, LimitDirection::Above | LimitDirection::Both) => is_at_most(trivial, &self.limit),
        }
    }

    /// P(observed > limit), or P(observed ≥ limit) if the claim counts equality, enclosed by the probability that is certain and the one that is possible under rounding.
    pub(super) fn exceedance(&self, allowed: &Rational) -> Option<KnownMean> {
        if !self.is_whole() {
            return None;
        }
        let certain = Quantity::exact(self.certain.clone());
        let possible = Quantity::exact(self.possible.clone());
        let is_known = self.certain == self.possible;
        Some(KnownMean {
            mean: Quantity {
                upper: possible.upper,
                exact: certain.exact.clone().filter(|_| is_known),
                ..certain
            },
            limit: Quantity::exact(allowed.clone()),
            sharp: None,
        })
    }
}

/// An expectation or a probability that a complete enumeration gives, and the limit with which it is compared.
pub(super) struct KnownMean {
    pub(super) mean: Quantity,
    pub(super) limit: Quantity,
    /// Both with many bits, if they are formulas that are no fractions.
    sharp: Option<[Enclosure; 2]>,
}

impl KnownMean {
    /// Compares the mean with its limit, moved by a part of the limit's size. If floats leave the order open, formulas are compared in all bits that are
    /// kept, and count as equal if these do not tell them apart.
    pub(super) fn against(&self, part: f64) -> Comparison {
        let floats = Comparison::of(&self.mean, &raised(&self.limit, part));
        match (&self.sharp, floats) {
            (Some([mean, limit]), Comparison::Overlap { .. }) if part == 0.0 => {
                let ends = [mean.to_quantity(), limit.to_quantity()];
                let is_known = is_known(ends.each_ref());
                let unparted = if is_known {
                    Comparison::SameBits
                } else {
                    floats
                };
                mean.compare(limit).map_or(unparted, Comparison::Certain)
            }
            _ => floats,
        }
    }
}

fn enclosed(fractions: [&Rational; 2]) -> Option<[Enclosure; 2]> {
    let [a, b] = fractions.map(|fraction| Enclosure::of_fraction(fraction, BITS_OF_MEANS).ok());
    Some([a?, b?])
}

/// Both numbers as fractions, if both are known as such.
fn fractions(sides: [&Quantity; 2]) -> Option<[&Rational; 2]> {
    let [observed, limit] = sides.map(|side| side.exact.as_ref());
    Some([observed?, limit?])
}

/// Sums with many bits, with the sides of one more outcome of this probability.
fn weighted(
    sums: [Enclosure; 2],
    sides: [Enclosure; 2],
    weight: &Rational,
) -> Option<[Enclosure; 2]> {
    let plus = |sum: Enclosure, side: Enclosure| {
        let side = side.scaled(weight, BITS_OF_MEANS)?;
        sum.plus(&side, BITS_OF_MEANS).ok()
    };
    let [[mean, limit], [observed, most]] = [sums, sides];
    Some([plus(mean, observed)?, plus(limit, most)?])
}

/// Whether a number is certainly at most another one, or counts as equal to it.
fn is_at_most(number: &Quantity, other: &Quantity) -> bool {
    Comparison::of(number, other).is_at_most() == Some(true)
}
