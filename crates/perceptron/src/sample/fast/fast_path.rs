//! Says how a run skips what it need not look at; a store that says nothing is walked through example by example.

use super::upcoming_examples::{ScanResult, UpcomingExamples, UpdateThreshold};
use crate::sample::{FeatureStore, Label, Rational};
use std::cmp::Ordering;

/// How the loop goes faster than by one inner product after the other. Nothing here changes what a run comes to: each default is the plain way, and
/// tests hold every store against it.
pub trait FastPath: FeatureStore {
    /// What a score of an example, or an update on it, costs, in products of two machine words.
    fn products(&self, _example: usize) -> u64 {
        self.to_floats(&self.zero()).len() as u64
    }

    /// What [`FastPath::products`] says of every example, where it is the same.
    fn uniform_products(&self) -> Option<u64> {
        None
    }

    /// The least score above this one; `None` where scores are not exactly what they stand for.
    fn next_above(_score: Self::Score) -> Option<Self::Score> {
        None
    }

    /// How many of the examples ahead come before the first one that calls for an update, or whose score is out of range or open.
    fn pass(
        &self,
        ahead: &UpcomingExamples,
        labels: &[Label],
        weights: &Self::Weights,
        due: &UpdateThreshold<Self::Score>,
    ) -> ScanResult<Self::Score> {
        one_by_one(self, ahead, labels, weights, due)
    }

    /// Whether [`FastPath::pass`] passes over this example whatever its score is.
    fn skips(&self, _example: usize) -> bool {
        false
    }

    /// Whether an example is known to call for no update, without a look at its score.
    fn needs_no_update(
        &self,
        _example: usize,
        _label: Label,
        _weights: &Self::Weights,
        _due: &UpdateThreshold<Self::Score>,
    ) -> bool {
        false
    }

    /// `label · score` of an example compared with zero; `None` if rounding leaves it open or the score is out of range.
    fn side(&self, example: usize, label: Label, weights: &Self::Weights) -> Option<Ordering> {
        let zero = self.threshold(&Rational::zero()).ok()?;
        Self::compare(label, self.dot(example, weights).ok()?, zero)
    }

    /// `label · score` of two examples against each other; `None` if rounding leaves the order open or a score is out of range.
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

/// How many of the examples ahead come before the first one that calls for an update, by one score after the other.
// What is met goes from here to the loop in registers.
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
