//! Lists the errors that can stop a command, with the exit code of each.

use crate::report::ReportError;
use crate::store::StoreError;
use claims::spec::SpecError;

/// Reason why a command stopped.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A spec is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A results folder could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A report could not be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The user interrupted a run; finished trials are stored.
    #[error("interrupted: {done} of at most {most} replicates of {experiment} are stored")]
    Interrupted {
        /// Name of the experiment.
        experiment: String,
        /// Number of replicates stored so far, over all cells.
        done: u64,
        /// Number of replicates that a complete run has, over all cells, at most.
        most: u64,
    },
    /// The command line is wrong; the text says what to do instead.
    #[error("{0}")]
    Usage(String),
}

impl StudyError {
    /// Returns the exit code: 2 if the command or a spec is wrong, 3 if a run is incomplete, 130 if a run was interrupted.
    pub fn code(&self) -> u8 {
        match self {
            Self::Spec(_) | Self::Usage(_) => 2,
            Self::Store(error) if error.is_usage() => 2,
            Self::Interrupted { .. } => 130,
            Self::Store(_) | Self::Report(_) => 3,
        }
    }
}
