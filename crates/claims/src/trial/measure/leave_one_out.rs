//! Measures the leave-one-out error by retraining without each example on the same random draws.

use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{Halves, Record};
use perceptron::learn::LeftOut;
use perceptron::sample::{Label, TestTies};

columns! {
    /// Errors on left-out examples, each by the hypothesis trained on the others; ties may count half.
    LEAVE_ONE_OUT_ERRORS: Halves = "leave_one_out_errors" in "examples";
    /// leave_one_out_errors / examples.
    LEAVE_ONE_OUT_ERROR: f64 = "leave_one_out_error" in "fraction";
    /// Runs that were made with one example left out. For an example that was never updated on, the run with all of them may be used instead.
    RETRAININGS: u64 = "retrainings" in "runs";
}

/// Measures the leave-one-out error by retraining without each example. For an example that was never updated on, the run with all examples is used
/// instead, unless another measurement forbids this shortcut.
pub(super) struct LeaveOneOut;

impl Measurement for LeaveOneOut {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let Some(learner) = run.learner else { return };
        let left_out = learner.left_out(run.retraining);
        let errors = errors(&left_out, run.labels, run.test_ties());
        record.set(columns::LEAVE_ONE_OUT_ERRORS, errors);
        let share = errors.map(|errors| errors.to_f64() / run.labels.len() as f64);
        record.set(columns::LEAVE_ONE_OUT_ERROR, share);
        record.set(columns::RETRAININGS, left_out.retrainings);
    }

    fn retrains(&self) -> bool {
        true
    }
}

/// Counts the left-out examples that are misclassified, where a tie may count half; `None` if the score of one is undecided.
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
