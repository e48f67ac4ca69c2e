//! Keeps the weight vectors that an external learner reported, of which a mean or a vote can be returned.

use super::super::task::Task;
use crate::learn::external::WireNumber;
use crate::learn::{Hypothesis, HypothesisKind, Linear};

/// The vectors after each example shown, each with the number of examples that it survived; empty if the last vector is returned.
pub(super) struct ReportedVectors {
    kind: HypothesisKind,
    kept: Vec<(u64, Vec<WireNumber>)>,
}

impl ReportedVectors {
    pub(super) fn of(kind: HypothesisKind) -> Self {
        let kept = Vec::new();
        Self { kind, kept }
    }

    /// Takes over the vector after an example, and whether it is another one than before. Returns the number of further numbers that are
    /// kept; `None` if none are.
    pub(super) fn take(&mut self, weights: &[WireNumber], is_new: bool) -> Option<usize> {
        if self.kind == HypothesisKind::Last {
            return None;
        }
        if let Some((survived, _)) = self.kept.last_mut().filter(|_| !is_new) {
            *survived += 1;
            return None;
        }
        self.kept.push((1, weights.to_vec()));
        Some(weights.len())
    }

    /// The hypothesis of a run that ends with this vector. A mean is returned as a sum, which predicts equally.
    pub(super) fn hypothesis(&self, task: &Task, last: &[WireNumber]) -> Hypothesis {
        let shown = self.kept.iter().map(|(survived, _)| survived).sum();
        if shown == 0 {
            return Hypothesis::Linear(linear(task, last));
        }
        match self.kind.averages(shown) {
            Some(averaged) => Hypothesis::Linear(self.sum(task, averaged)),
            None if self.kind == HypothesisKind::LongestSurvivor => {
                // The last of equals in reverse order is the earliest.
                let longest = self.kept.iter().rev().max_by_key(|(survived, _)| *survived);
                let vector = longest.map_or(last, |(_, weights)| weights);
                Hypothesis::Linear(linear(task, vector))
            }
            None => {
                let kept = self.kept.iter();
                let votes = kept.map(|(survived, weights)| (*survived, linear(task, weights)));
                Hypothesis::vote(votes.collect())
            }
        }
    }

    /// The sum of the vectors after each of the last examples, as many as are averaged.
    fn sum(&self, task: &Task, averaged: u64) -> Linear {
        let mut sum = linear(task, &vec![WireNumber::Integer(0); self.kept[0].1.len()]);
        let mut left = averaged;
        for (survived, weights) in self.kept.iter().rev() {
            let share = left.min(*survived);
            left -= share;
            add(&mut sum, &linear(task, weights), share);
        }
        sum
    }
}

/// Adds a multiple of a vector; the sum is no longer known as integers once one of them leaves 64 bits.
fn add(sum: &mut Linear, vector: &Linear, times: u64) {
    let pairs = sum.weights.iter_mut().zip(&vector.weights);
    pairs.for_each(|(sum, w)| *sum += times as f64 * w);
    let times = i64::try_from(times).ok();
    let integers = sum.integers.take().zip(vector.integers.as_ref());
    sum.integers = integers.zip(times).and_then(|((sum, vector), times)| {
        let pairs = sum.iter().zip(vector);
        let added = pairs.map(|(sum, w)| sum.checked_add(w.checked_mul(times)?));
        added.collect()
    });
}

/// A vector that the learner reported, also as integers if the features are exact and all weights are integers.
pub(super) fn linear(task: &Task, weights: &[WireNumber]) -> Linear {
    let integers = weights.iter().map(|w| w.to_integer());
    let integers = integers.collect::<Option<Vec<i64>>>();
    Linear {
        weights: weights.iter().map(|w| w.to_f64()).collect(),
        integers: integers.filter(|_| task.features.is_exact()),
    }
}
