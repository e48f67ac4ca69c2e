//! Declares the interface to external learners, which are not part of the program: what they are shown and what they answer, without any mention of
//! processes.
//!
//! An external learner holds a handle to the process pool that runs it. The learner `process` calls it through this interface, and `spec` provides a
//! pool only if the command line allows one. So the lower layers stay pure, and no program runs by accident. The pool is not part of the hashes of a
//! spec.
//!
//! A learner reports its weights after every example, and an update is a change of the weights: what the learner says about itself decides nothing.
//! Because the order is fixed, hundreds of examples are sent at once; answers after the end of a run are not counted. Trials of external learners are
//! never reused. Pipes are non-blocking, and one `poll` waits for all three under one deadline, so that no learner needs a thread of its own and no
//! deadlock is possible.

mod function_learner;
mod wire_number;

pub use function_learner::FunctionLearner;
pub use wire_number::WireNumber;

use crate::sample::Label;
use std::fmt;
use std::sync::Arc;

/// An example as an external learner is shown it.
#[derive(Debug, Clone, Copy)]
pub struct ExternalExample<'a> {
    /// Features of the example.
    pub x: &'a [WireNumber],
    /// Label of the example.
    pub y: Label,
}

/// Response of an external learner to one example.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Sign of the learner's prediction, before it learned from the example: −1, 1, or 0 if it does not decide.
    pub prediction: i8,
    /// Whether the learner says that it updated on the example.
    pub updated: bool,
    /// Weights of the learner after the example.
    pub weights: Vec<WireNumber>,
}

/// Answers of an external learner to the examples that it was shown, in order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transcript {
    /// Weights before the first example, if the learner was reset.
    pub start: Option<Vec<WireNumber>>,
    /// One response for every example that the learner answered, in order.
    pub responses: Vec<Response>,
}

/// Why an external learner gave no answer, or a wrong one.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{words}")]
pub struct LearnerFault {
    /// Description of what happened, with what the learner wrote about it.
    pub words: String,
    /// Answers of the learner before the failure.
    pub before: Transcript,
}

/// An external learner that is ready to be shown examples.
pub trait ExternalLearner: Send {
    /// Shows the learner examples in this order and returns its response to each. With `begin`, the learner first forgets everything, and expects
    /// examples with this number of features.
    ///
    /// # Errors
    /// The learner ended, sent no answer in time, or sent something else; it cannot be used any more.
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>>;
}

/// Provides external learners, and takes them back for the next trial.
pub trait ProcessPool: Send + Sync {
    /// Returns a learner that this command started: one that was given back if there is one, otherwise a new one. Each answer may take this many
    /// seconds.
    ///
    /// # Errors
    /// It could not be started.
    fn external_learner(
        &self,
        command: &[String],
        seconds: f64,
    ) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>>;

    /// Why a command is not started any more: what the last of three failures to start in a row said. `None` as long as it is.
    fn given_up(&self, _command: &[String]) -> Option<String> {
        None
    }

    /// Takes back a learner that never failed, for the next trial with the same command and time limit.
    fn give_back(&self, command: &[String], seconds: f64, pupil: Box<dyn ExternalLearner>);
}

/// Process pool that runs an external learner; `None` unless the command line allowed one. The handle is not part of a spec, so all handles are
/// equal.
#[derive(Clone, Default)]
pub struct PoolHandle(pub Option<Arc<dyn ProcessPool>>);

impl fmt::Debug for PoolHandle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_some() {
            "hosted"
        } else {
            "not hosted"
        })
    }
}

impl PartialEq for PoolHandle {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
