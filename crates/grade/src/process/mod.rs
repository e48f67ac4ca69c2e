//! Runs learners as processes of their own: starts them, talks to them in lines of JSON under a time limit, and ends every one of them.
//!
//! `child` holds a process in a group of its own, and `pipes` its pipes and the deadline of every answer. `line` writes and reads the protocol of
//! docs/learners.md, and `hint` says what is wrong with a line that is no JSON object. `conversation` is an external learner for `learn`, and puts
//! failures in words, of which `fault_kind` knows the kind. However an exchange ends, the group is killed and the process reaped; `signals` does this
//! when the program itself is ended by a signal. `own_streams` talks to the caller of this program instead, and `python_object` knows the commands that
//! stand for an object of the Python process that called it.

mod child;
mod conversation;
mod fault_kind;
mod hint;
mod line;
mod own_streams;
mod pipes;
mod python_object;
pub mod shell;
mod signals;
mod start_error;
mod start_fault;
#[cfg(test)]
mod tests;

pub use fault_kind::FaultKind;
pub use line::{PROTOCOL, asked_lines};
pub use own_streams::{OwnStreams, StreamsEnd};
pub use python_object::PythonObject;
pub use start_error::StartError;

use child::Child;
use conversation::{AnswerLimit, Conversation};
use perceptron::learn::external::{ExternalLearner, LearnerFault, ProcessPool, Transcript};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Key of interchangeable learner processes: their command, and the time limit of an answer in milliseconds.
type Kind = (Vec<String>, u64);

type Failures = BTreeMap<Vec<String>, (u64, String)>;

/// A pool of external learners that run as processes; one that has finished a trial is kept for the next. There are never more processes than trials
/// that run at once.
#[derive(Default)]
pub struct Processes {
    idle: Mutex<BTreeMap<Kind, Vec<Box<dyn ExternalLearner>>>>,
    /// The failures of each command to start, since it last did: their number, and what the last one said.
    failures: Mutex<Failures>,
}

/// Number of failures of a command to start in a row after which it is not started again.
const MOST_FAILURES: u64 = 3;

impl Processes {
    fn idle(&self) -> MutexGuard<'_, BTreeMap<Kind, Vec<Box<dyn ExternalLearner>>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failures(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a learner, unless too many failed to.
    fn fresh(
        &self,
        command: &[String],
        seconds: f64,
    ) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
        if let Some(words) = self.given_up(command) {
            let before = Transcript::default();
            return Err(Box::new(LearnerFault { words, before }));
        }
        let limit = AnswerLimit {
            duration: limit(seconds),
            longer: BY_KEY,
            may_lack_weights: true,
        };
        let learner = started(command, limit).map_err(Box::<LearnerFault>::from);
        let mut failures = self.failures();
        match &learner {
            Ok(_) => drop(failures.remove(command)),
            Err(fault) => {
                let of_command = failures.entry(command.to_vec()).or_default();
                *of_command = (of_command.0 + 1, fault.words.clone());
            }
        }
        learner
    }
}

/// How a user sets a longer time for answers on the command line.
const BY_OPTION: &str = "`--timeout SECONDS`";

/// How a user sets a longer time for answers in a spec.
const BY_KEY: &str = "the key `timeout` of `process`";

fn limit(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

fn kind(command: &[String], seconds: f64) -> Kind {
    let milliseconds = u64::try_from(limit(seconds).as_millis()).unwrap_or(u64::MAX);
    (command.to_vec(), milliseconds)
}

/// Starts a new process for an external learner, which only the caller uses; each answer may take this number of seconds.
///
/// # Errors
/// There is no such program, or it did not greet.
pub fn start(command: &[String], seconds: f64) -> Result<Box<dyn ExternalLearner>, StartError> {
    let limit = AnswerLimit {
        duration: limit(seconds),
        longer: BY_OPTION,
        may_lack_weights: false,
    };
    started(command, limit)
}

fn started(command: &[String], limit: AnswerLimit) -> Result<Box<dyn ExternalLearner>, StartError> {
    let child = Child::start(command, limit.duration).map_err(|error| {
        let program = command.first().map_or("", String::as_str);
        StartError::Missing(start_fault::problem(program, &error))
    })?;
    let learner = Conversation::begin(child, limit).map_err(StartError::Failed)?;
    Ok(Box::new(learner))
}

impl ProcessPool for Processes {
    fn external_learner(
        &self,
        command: &[String],
        seconds: f64,
    ) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
        let idle = self
            .idle()
            .get_mut(&kind(command, seconds))
            .and_then(Vec::pop);
        idle.map_or_else(|| self.fresh(command, seconds), Ok)
    }

    fn given_up(&self, command: &[String]) -> Option<String> {
        let failures = self.failures();
        let (number, words) = failures.get(command)?;
        (*number >= MOST_FAILURES).then(|| words.clone())
    }

    fn give_back(&self, command: &[String], seconds: f64, pupil: Box<dyn ExternalLearner>) {
        let mut idle = self.idle();
        idle.entry(kind(command, seconds)).or_default().push(pupil);
    }
}
