//! Lists the errors that can stop a command, with the exit code of each.

use crate::report::ReportError;
use crate::store::StoreError;
use claims::problem::{Place, Problem};
use claims::spec::SpecError;
use std::path::Path;

/// Reason why a command stopped.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A spec is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A results folder could not be read or written.
    #[error("{}", .0.problem())]
    Store(#[from] StoreError),
    /// A report could not be written.
    #[error("{}", .0.problem())]
    Report(#[from] ReportError),
    /// The user interrupted a run; finished trials are stored.
    #[error("interrupted: {done} of at most {most} {unit} of {experiment} are stored")]
    Interrupted {
        /// Name of the experiment.
        experiment: String,
        /// Number of replicates stored so far, over all cells, or of samples of an attack.
        done: u64,
        /// Number that a complete run has, at most.
        most: u64,
        /// The things that are counted: replicates, or samples of an attack.
        unit: &'static str,
    },
    /// An external learner did not start, several times in a row.
    #[error("{0}")]
    NotStarted(Problem),
    /// The command line, or what it names, is wrong.
    #[error(transparent)]
    Usage(#[from] Problem),
}

impl StudyError {
    /// A problem of the command line, or of what it names.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(Problem::new(message))
    }

    /// Adds the next step to a problem of the command line.
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Self {
        self.note("help", text)
    }

    /// Adds what is said under a label to a problem of the command line.
    #[must_use]
    pub fn note(self, label: &'static str, text: impl Into<String>) -> Self {
        self.with(|problem| problem.note(label, text))
    }

    /// Adds the place in a file to a problem of the command line; of a file as a whole without a line.
    #[must_use]
    pub fn at(self, file: &Path, line: Option<u64>) -> Self {
        let place = Place {
            file: file.display().to_string(),
            line,
            ..Place::default()
        };
        self.with(|problem| problem.at(place))
    }

    /// Gives a problem of the command line another kind than `usage`.
    #[must_use]
    pub fn of_kind(self, kind: &'static str) -> Self {
        self.with(|problem| problem.of_kind(kind))
    }

    fn with(self, change: impl FnOnce(Problem) -> Problem) -> Self {
        match self {
            Self::Usage(problem) => Self::Usage(change(problem)),
            other => other,
        }
    }

    /// The error in parts, as `--json` prints it. Only a spec can have several mistakes.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            Self::Spec(error) => error.problems(),
            Self::Store(error) => vec![error.problem()],
            Self::Report(error) => vec![error.problem()],
            Self::Interrupted { .. } => {
                vec![Problem::new(self.to_string()).of_kind("interrupted")]
            }
            Self::Usage(problem) | Self::NotStarted(problem) => vec![problem.clone()],
        }
    }

    /// Returns the exit code: 2 if the command or a spec is wrong, 3 if a run is incomplete, 130 if a run was interrupted.
    pub fn code(&self) -> u8 {
        match self {
            Self::Spec(_) | Self::Usage(_) => 2,
            Self::Store(error) if error.is_usage() => 2,
            Self::Interrupted { .. } => 130,
            Self::Store(_) | Self::Report(_) | Self::NotStarted(_) => 3,
        }
    }
}
