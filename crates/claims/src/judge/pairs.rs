//! Counts the pairs in which the first of two variants has the smaller number, an equal one, or the larger one. The counts describe the pairs; no
//! verdict rests on them.

use super::described::described;
use super::{Case, Status};
use crate::claim::PairedNumbers;
use crate::stats::{self, Interval};
use crate::trial::Row;
use perceptron::sample::Rational;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The error probability of the interval, both ends together.
const ALPHA: f64 = 0.01;

described! {
in "pairs."
/// In how many pairs the number of the first variant is smaller than that of the second, equal to it, or larger.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PairCounts {
    /// The two numbers that are compared, as formulas write them, such as `first.risk` and `second.risk`.
    pub compared: [String; 2],
    /// Number of pairs in which the first number is smaller.
    pub smaller: u64,
    /// Number of pairs in which the numbers are equal.
    pub equal: u64,
    /// Number of pairs in which the first number is larger.
    pub larger: u64,
    /// Number of pairs without a result, or in which rounding leaves the order open.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unknown: u64,
    /// Interval, at 99 % and for any number of pairs at which the run ends, of the probability that the first number is the smaller one if the two
    /// differ. In a complete enumeration both ends are this probability.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
}
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Whether the trials of a pair say something about other pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PairsAre {
    /// Independent draws.
    Drawn,
    /// All possible outcomes, each with its probability.
    Enumerated,
    /// Copies of one pair, or outcomes under learners that draw at random: no interval describes them.
    Undescribed,
}

/// The pairs of a claim so far.
#[derive(Debug, Clone)]
pub(super) struct PairTally<'a> {
    compared: &'a PairedNumbers,
    counts: PairCounts,
    /// The probability of the outcomes of an enumeration in which the first number is smaller, and in which it is larger.
    probabilities: [f64; 2],
}

impl<'a> PairTally<'a> {
    pub(super) fn new(compared: &'a PairedNumbers) -> Self {
        Self {
            compared,
            counts: PairCounts {
                compared: compared.names.clone(),
                ..PairCounts::default()
            },
            probabilities: [0.0; 2],
        }
    }

    /// Adds a pair that occurred `times` times.
    pub(super) fn add(&mut self, case: &Case, rows: &[Row], times: usize) {
        // A pair may lack a value of the claim, such as a difference inside a stated range, and have an order all the same.
        let has_ended = |row: &Row| !row.is_failed() && !row.is_incomplete();
        let order = match case.status {
            Status::Inapplicable => return,
            Status::Complete => self.compared.order(rows),
            Status::Failed if rows.iter().all(has_ended) => self.compared.order(rows),
            Status::Capped | Status::Failed | Status::Undecided => None,
        };
        let counts = &mut self.counts;
        let count = match order {
            Some(Ordering::Less) => &mut counts.smaller,
            Some(Ordering::Equal) => &mut counts.equal,
            Some(Ordering::Greater) => &mut counts.larger,
            None => &mut counts.unknown,
        };
        *count += times as u64;
        let weight = case.weight.as_ref().map_or(0.0, Rational::to_f64) * times as f64;
        match order {
            Some(Ordering::Less) => self.probabilities[0] += weight,
            Some(Ordering::Greater) => self.probabilities[1] += weight,
            Some(Ordering::Equal) | None => {}
        }
    }

    /// The counts, with an interval if the pairs allow one; its ends are not rounded.
    pub(super) fn counts(&self, pairs: PairsAre) -> PairCounts {
        let interval = match pairs {
            PairsAre::Drawn => Some(self.drawn()),
            PairsAre::Enumerated => self.enumerated(),
            PairsAre::Undescribed => None,
        };
        PairCounts {
            interval: interval.map(|Interval { lower, upper }| [lower, upper]),
            ..self.counts.clone()
        }
    }

    /// The interval of drawn pairs, in which a pair without a result counts as the worst one for each end.
    fn drawn(&self) -> Interval {
        let PairCounts {
            smaller,
            larger,
            unknown,
            ..
        } = self.counts;
        let pairs = smaller + larger + unknown;
        Interval::new(
            stats::share_interval(smaller, pairs, ALPHA).lower,
            stats::share_interval(smaller + unknown, pairs, ALPHA).upper,
        )
    }

    fn enumerated(&self) -> Option<Interval> {
        let [smaller, larger] = self.probabilities;
        let probability = smaller / (smaller + larger);
        let is_known = self.counts.unknown == 0 && probability.is_finite();
        is_known.then(|| Interval::new(probability, probability))
    }
}
