//! Holds integer examples with their labels multiplied in, and the scores at which the rule updates on them.

use crate::learn::{Learner, Rule, Variant};
use crate::sample::{Features, Label, OutOfRange, Rational};
use std::cmp::Ordering;

/// Examples y·x of an exact learner as integer vectors, each with the largest score y⟨w, x⟩ at which the learner updates. A weight vector is held as the
/// sum of the updates, so an update adds exactly one example.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedExamples {
    dimension: usize,
    /// The entries of all vectors y·x, row by row, in multiples of the features' unit.
    entries: Vec<i64>,
    /// For every example the largest score, in multiples of the squared unit, that calls for an update.
    largest_due: Vec<i128>,
    /// The value of the integer 1 as a weight: the features' unit times the step.
    unit: Rational,
}

impl SignedExamples {
    /// Takes the examples as a learner sees them. `None` if the features are floats, if the rule is neither the perceptron nor the margin perceptron, if
    /// the learner runs no learning loop, or if a threshold exceeds 128 bits.
    pub fn of(learner: &Learner) -> Option<Self> {
        let (variant, features) = (learner.variant(), learner.features());
        if variant.learner.is_some() {
            return None;
        }
        let rows: Option<Vec<Vec<i64>>> = (0..features.examples())
            .map(|example| features.integer_row(example))
            .collect();
        let signed = rows?.into_iter().zip(learner.labels());
        let entries = signed.map(|(row, label)| signed_row(row, *label));
        let largest_due = learner
            .labels()
            .iter()
            .map(|&label| largest_due(variant, features, label));
        Some(Self {
            dimension: features.dimension(),
            entries: entries.collect::<Option<Vec<_>>>()?.concat(),
            largest_due: largest_due.collect::<Option<_>>()?,
            unit: &features.unit() * &variant.rule.step(),
        })
    }

    /// Number of examples.
    pub fn examples(&self) -> usize {
        self.largest_due.len()
    }

    /// Number of features.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The value of the integer 1 as an entry of a weight vector.
    pub fn unit(&self) -> &Rational {
        &self.unit
    }

    /// The score y⟨w, x⟩ of an example, for integer weights.
    pub(super) fn score(&self, example: usize, weights: &[i64]) -> i128 {
        let row = &self.entries[example * self.dimension..(example + 1) * self.dimension];
        let products = row.iter().zip(weights);
        products.map(|(&x, &w)| i128::from(x) * i128::from(w)).sum()
    }

    /// Whether a score of an example calls for an update.
    pub(super) fn is_due(&self, example: usize, score: i128) -> bool {
        score <= self.largest_due[example]
    }

    /// Writes the weight vector after an update on an example into `next`.
    pub(super) fn update(
        &self,
        example: usize,
        weights: &[i64],
        next: &mut [i64],
    ) -> Result<(), OutOfRange> {
        let row = &self.entries[example * self.dimension..(example + 1) * self.dimension];
        for (entry, (&x, &w)) in next.iter_mut().zip(row.iter().zip(weights)) {
            *entry = w.checked_add(x).ok_or(OutOfRange)?;
        }
        Ok(())
    }

    /// Converts a squared norm of integer weights to the units of the features.
    pub fn in_squared_units(&self, square: i128) -> Rational {
        &Rational::from(square) * &self.unit.square()
    }
}

/// The entries of y·x; `None` if one exceeds 64 bits.
fn signed_row(row: Vec<i64>, label: Label) -> Option<Vec<i64>> {
    let entries = row.into_iter();
    entries
        .map(|entry| entry.checked_mul(label.sign()))
        .collect()
}

/// The largest score, in multiples of the features' squared unit times the step, at which an example with this label calls for an update.
fn largest_due(variant: &Variant, features: &Features, label: Label) -> Option<i128> {
    match &variant.rule {
        Rule::Perceptron(_) => Some(match variant.ties.is_due(Ordering::Equal, label) {
            true => 0,
            false => -1,
        }),
        Rule::MarginPerceptron(rule) => {
            let unit = &features.unit().square() * &rule.step;
            let threshold = &rule.threshold / &unit;
            // Integers below t are at most ⌈t⌉ − 1, and integers up to t are at most ⌊t⌋ = −⌈−t⌉.
            match rule.inclusive {
                false => threshold.ceil_word()?.checked_sub(1),
                true => (-&threshold).ceil_word()?.checked_neg(),
            }
        }
        _ => None,
    }
}
