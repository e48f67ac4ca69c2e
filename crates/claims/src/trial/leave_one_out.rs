//! Measures the leave-one-out error by retraining without each example in turn, on the coupled draws.

use super::Trial;
use perceptron::learn::Learner;
use perceptron::sample::{Label, TestTies};

/// Fills the columns of the leave-one-out error.
pub(super) fn measure(trial: &mut Trial, learner: &Learner, labels: &[Label], ties: TestTies) {
    trial.leave_one_out_errors = errors(learner, labels, ties);
    trial.leave_one_out_error = trial
        .leave_one_out_errors
        .map(|errors| errors / labels.len() as f64);
}

/// The errors on left-out examples, ties counted in halves; `None` if some run did not decide its left-out example.
///
/// Every run is made, although theory says that leaving out an example that was never mistaken changes nothing: that is
/// the statement under test.
fn errors(learner: &Learner, labels: &[Label], ties: TestTies) -> Option<f64> {
    let halves = labels.iter().enumerate().map(|(example, &label)| {
        let score = match (learner.run(Some(example)).left_out?, label) {
            (margin, Label::Positive) => margin,
            (margin, Label::Negative) => margin.reverse(),
        };
        Some(u64::from(ties.half_mistakes(label, score)))
    });
    halves.sum::<Option<u64>>().map(|sum| sum as f64 / 2.0)
}
