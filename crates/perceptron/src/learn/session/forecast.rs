//! Predicts what a learner would do next, without doing it.

use super::Session;
use super::scan::HypothesisScan;
use crate::learn::order::HypothesisView;
use crate::sample::{FastPath, Forecast, IntegerWeights, Label, Reply};

impl<S: FastPath> Session<'_, S> {
    /// Returns how the learner would judge an example now, without showing it: the sign of its score, and whether it is a mistake or a margin
    /// mistake.
    pub(in crate::learn) fn foresee(&self, example: &Reply) -> Forecast
    where
        S: FastPath<Weights = IntegerWeights, Score = i128>,
    {
        let score = self
            .state
            .weights
            .dot(example.features.iter().copied())
            .ok();
        let judged = score.and_then(|score| self.state.criterion.judge(example.label, score));
        // A score out of range is reported as a mistake, so that the example is shown and the loop itself reports it.
        let (mistake, margin_mistake) = judged.map_or((true, true), |judged| {
            (judged.mistake, judged.margin_mistake)
        });
        Forecast {
            sign: score.unwrap_or(0).cmp(&0),
            mistake,
            margin_mistake,
        }
    }

    /// Returns the number of examples of the sample on which an update is due now; `None` if rounding leaves one undecided.
    pub(in crate::learn) fn still_due(&self, store: &S, labels: &[Label]) -> Option<u64> {
        let scan = HypothesisScan::new(&self.state, store, labels);
        let due = (0..labels.len())
            .filter(|&example| scan.violates(example))
            .count() as u64;
        (!scan.undecided.get()).then_some(due)
    }
}
