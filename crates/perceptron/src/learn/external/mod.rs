//! Says what is asked of a learner outside of the program, and what it answers: no word here of processes and lines.
//!
//! A learner outside is a value that knows its host. `learn/external` says in Rust what is asked and answered, without a word of processes; the
//! learner `process` asks through it, and `spec` hands it a host only where the command line allowed one, so that the lower layers stay pure and
//! nothing runs by accident. The host is no part of the spec's hashes. Weights are asked for after every example, and an update is a change of them:
//! what a learner says of itself decides nothing. Because the order is fixed, hundreds of examples are on their way at once; what was answered behind
//! the end of a run is not counted. Trials of processes are never reused. Pipes are not blocking, and one `poll` waits for all three under one
//! deadline, so there is no thread per learner and no way to lock each other up.

mod wire_number;

pub use wire_number::WireNumber;

use crate::sample::Label;
use std::fmt;
use std::sync::Arc;

/// An example as a learner outside is shown it.
#[derive(Debug, Clone, Copy)]
pub struct ExternalExample<'a> {
    /// Its features.
    pub x: &'a [WireNumber],
    /// Its label.
    pub y: Label,
}

/// What a learner outside made of one example.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// The sign of its prediction, before it learned from the example: −1, 1, or 0 where it does not decide.
    pub prediction: i8,
    /// Whether it says that it updated.
    pub updated: bool,
    /// Its weights after the example.
    pub weights: Vec<WireNumber>,
}

/// What a learner outside answered, from the first example on.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Transcript {
    /// Its weights before the first example, where it began anew.
    pub start: Option<Vec<WireNumber>>,
    /// An answer for every example that it answered.
    pub responses: Vec<Response>,
}

/// Why a learner outside gave no answer, or a wrong one.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{words}")]
pub struct LearnerFault {
    /// What happened, and what the learner wrote about it.
    pub words: String,
    /// What was answered before.
    pub before: Transcript,
}

/// A learner outside that is ready to be taught.
pub trait ExternalLearner: Send {
    /// Shows examples in this order and asks for the weights after each. With `begin`, the learner first forgets everything, and expects so
    /// many features.
    ///
    /// # Errors
    /// The learner ended, kept silent, or answered something else; it is of no use any more.
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>>;
}

/// Gives learners outside, and takes them back for the next trial.
pub trait ProcessPool: Send + Sync {
    /// A learner started by this command; one that was given back, if there is one.
    ///
    /// # Errors
    /// It could not be started.
    fn pupil(
        &self,
        command: &[String],
        seconds: f64,
    ) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>>;

    /// Takes back a learner that never failed.
    fn give_back(&self, command: &[String], seconds: f64, pupil: Box<dyn ExternalLearner>);
}

/// The host of a learner, if one was allowed. It is no part of a spec, so that all are equal.
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
