//! Says why a trial has no result, and turns a panic of the program into such a failure.
//!
//! A failed trial is a row. If exact integers leave their range, or the program has a fault, the trial ends but the run goes on; `stop_reason` and
//! `failure` say what happened. `--retry-failed` runs those replicates again and keeps all others.

use super::{Record, columns};
use perceptron::cancellation::{self, Stopped, TimeExceeded};
use perceptron::learn::StopReason;
use perceptron::sample::OutOfRange;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Reason why a trial has no result.
pub(super) enum Failure {
    OutOfRange,
    /// The trial exceeded the time limit.
    TimeLimit,
    /// The program has a fault, such as a panic or a broken identity; the text describes it.
    Fault(String),
}

impl From<OutOfRange> for Failure {
    fn from(_: OutOfRange) -> Self {
        Self::OutOfRange
    }
}

impl Failure {
    /// A copy of the failure, for the other variants of a replicate whose sample could not be drawn.
    pub(super) fn duplicate(&self) -> Self {
        match self {
            Self::OutOfRange => Self::OutOfRange,
            Self::TimeLimit => Self::TimeLimit,
            Self::Fault(words) => Self::Fault(words.clone()),
        }
    }

    /// Writes this failure into the columns `stop_reason` and `failure` of its trial.
    pub(super) fn describe(self, record: &mut Record) {
        let (reason, words) = match self {
            Self::OutOfRange => (
                StopReason::OutOfRange,
                "exact integers left their range".to_owned(),
            ),
            Self::TimeLimit => (
                StopReason::TimeLimit,
                "it took longer than `--time-limit` allows".to_owned(),
            ),
            Self::Fault(words) => (StopReason::Failed, words),
        };
        record.set(columns::STOP_REASON, reason);
        record.set(columns::FAILURE, words);
    }
}

/// Runs a measurement and turns a panic into a failure, so that a fault in one trial does not end the whole run.
pub(super) fn caught<T>(measured: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    let begun = cancellation::begin();
    let outcome = catch_unwind(AssertUnwindSafe(measured));
    drop(begun);
    outcome.unwrap_or_else(|panic| {
        if panic.is::<TimeExceeded>() {
            return Err(Failure::TimeLimit);
        }
        // The run stops, and the trial counts as not run.
        if panic.is::<Stopped>() {
            resume_unwind(panic);
        }
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(Failure::Fault(
            text.unwrap_or("the program failed without a message")
                .to_owned(),
        ))
    })
}
