//! Measures the leave-one-out error by retraining without each example in turn, on the coupled draws.

use super::{Halves, Record, columns};
use perceptron::learn::{Learner, Variant};
use perceptron::sample::{Label, TestTies};

/// Fills the columns of the leave-one-out error.
pub(super) fn measure(record: &mut Record, learner: &Learner, variant: &Variant) {
    let errors = errors(learner, learner.labels(), variant.test_ties);
    record.set(columns::LEAVE_ONE_OUT_ERRORS, errors);
    let share = errors.map(|errors| errors.to_f64() / learner.labels().len() as f64);
    record.set(columns::LEAVE_ONE_OUT_ERROR, share);
}

/// The errors on left-out examples; `None` if some run did not decide its left-out example.
///
/// Every run is made, although theory says that leaving out an example that was never mistaken changes nothing: that is
/// the statement under test.
fn errors(learner: &Learner, labels: &[Label], ties: TestTies) -> Option<Halves> {
    let halves = labels.iter().enumerate().map(|(example, &label)| {
        let score = match (learner.run(Some(example)).left_out?, label) {
            (margin, Label::Positive) => margin,
            (margin, Label::Negative) => margin.reverse(),
        };
        Some(u64::from(ties.half_mistakes(label, score)))
    });
    halves.sum::<Option<u64>>().map(Halves)
}
