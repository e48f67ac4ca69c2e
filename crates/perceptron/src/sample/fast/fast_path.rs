//! Defines how a run skips examples in bulk. A store without a faster method of its own is scanned example by example.

use super::upcoming_examples::{ScanResult, UpcomingExamples, UpdateThreshold};
use crate::sample::{FeatureStore, Label, Rational};
use std::cmp::Ordering;

/// Methods that spare the learning loop one inner product per example. They never change the result of a run: each default is the plain
/// computation, and tests compare every store with it.
pub trait FastPath: FeatureStore {
    /// Cost of one score of an example, or of one update on it, in products of two machine words.
    fn products(&self, _example: usize) -> u64 {
        self.to_floats(&self.zero()).len() as u64
    }

    /// The value of [`FastPath::products`], if it is the same for every example; otherwise `None`.
    fn uniform_products(&self) -> Option<u64> {
        None
    }

    /// The smallest representable score above this one; `None` for stores whose scores are only approximate.
    fn next_above(_score: Self::Score) -> Option<Self::Score> {
        None
    }

    /// Counts the upcoming examples before the first one that calls for an update, or whose score is out of range or undecided.
    fn pass(
        &self,
        ahead: &UpcomingExamples,
        labels: &[Label],
        weights: &Self::Weights,
        due: &UpdateThreshold<Self::Score>,
    ) -> ScanResult<Self::Score> {
        one_by_one(self, ahead, labels, weights, due)
    }

    /// Whether [`FastPath::pass`] skips this example whatever its score is, because it is left out.
    fn skips(&self, _example: usize) -> bool {
        false
    }

    /// Whether an example certainly calls for no update, decided without computing its score.
    fn needs_no_update(
        &self,
        _example: usize,
        _label: Label,
        _weights: &Self::Weights,
        _due: &UpdateThreshold<Self::Score>,
    ) -> bool {
        false
    }

    /// Compares `label · score` of an example with zero; `None` if rounding leaves the sign open or the score is out of range.
    fn side(&self, example: usize, label: Label, weights: &Self::Weights) -> Option<Ordering> {
        let zero = self.threshold(&Rational::zero()).ok()?;
        Self::compare(label, self.dot(example, weights).ok()?, zero)
    }

    /// Compares `label · score` of two examples; `None` if rounding leaves the order open or a score is out of range.
    fn compare_examples(
        &self,
        a: (Label, usize),
        b: (Label, usize),
        weights: &Self::Weights,
    ) -> Option<Ordering> {
        let score = |example| self.dot(example, weights).ok();
        Self::compare_scores((a.0, score(a.1)?), (b.0, score(b.1)?))
    }
}

/// Counts the upcoming examples before the first one that calls for an update, by computing one score after the other.
// Inlined, so that the result reaches the learning loop in registers.
#[inline(always)]
pub(in crate::sample) fn one_by_one<S: FeatureStore + ?Sized>(
    store: &S,
    ahead: &UpcomingExamples,
    labels: &[Label],
    weights: &S::Weights,
    due: &UpdateThreshold<S::Score>,
) -> ScanResult<S::Score> {
    for (quiet, example) in ahead.iter().enumerate() {
        let (label, score) = (labels[example], store.dot(example, weights));
        let reach = due.min_score[usize::from(label == Label::Positive)];
        let Ok(score) = score else {
            return ScanResult::only(quiet);
        };
        match S::compare(label, score, reach) {
            Some(Ordering::Less) => {
                let due = Some((example, score));
                return ScanResult {
                    skipped: quiet,
                    due,
                };
            }
            Some(_) => {}
            None => return ScanResult::only(quiet),
        }
    }
    ScanResult::only(ahead.len())
}
