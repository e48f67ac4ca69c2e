//! Measures the leave-one-out error by retraining without examples, on the coupled draws.

use super::{Halves, Record, columns};
use perceptron::learn::{Learner, LeftOut, Retraining, Variant};
use perceptron::sample::{Label, TestTies};

/// Fills the columns of the leave-one-out error.
pub(super) fn measure(
    record: &mut Record,
    learner: &Learner,
    variant: &Variant,
    retraining: Retraining,
) {
    let left_out = learner.left_out(retraining);
    let errors = errors(&left_out, learner.labels(), variant.test_ties);
    record.set(columns::LEAVE_ONE_OUT_ERRORS, errors);
    let share = errors.map(|errors| errors.to_f64() / learner.labels().len() as f64);
    record.set(columns::LEAVE_ONE_OUT_ERROR, share);
    record.set(columns::RETRAININGS, left_out.retrainings);
}

/// Says whether every example was left out in a run of its own.
pub(super) fn measure_extent(record: &mut Record) {
    let row = record.row();
    let made = row.copied(columns::RETRAININGS);
    let in_full = made.map(|made| row.copied(columns::EXAMPLES) == Some(made));
    record.set(columns::RETRAINED_IN_FULL, in_full);
}

/// The errors on left-out examples; `None` if some run did not decide its left-out example.
fn errors(left_out: &LeftOut, labels: &[Label], ties: TestTies) -> Option<Halves> {
    let scores = left_out.scores.iter().zip(labels);
    let halves = scores.map(|(&margin, &label)| {
        let score = match label {
            Label::Positive => margin?,
            Label::Negative => margin?.reverse(),
        };
        Some(u64::from(ties.half_mistakes(label, score)))
    });
    halves.sum::<Option<u64>>().map(Halves)
}
