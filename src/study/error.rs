//! Gathers what can stop a command, with the exit code each deserves.

use crate::report::ReportError;
use crate::store::StoreError;
use claims::spec::SpecError;

/// Why a command stopped.
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
    /// Somebody ended a run; what is finished is stored.
    #[error("interrupted: {done} of at most {most} replicates of {experiment} are stored")]
    Interrupted {
        /// The experiment.
        experiment: String,
        /// Replicates that are stored, of all cells.
        done: u64,
        /// Replicates of all cells at most.
        most: u64,
    },
    /// The command is wrong, and what to do instead.
    #[error("{0}")]
    Usage(String),
}

impl StudyError {
    /// 2 where the command or a spec is wrong, 3 where a run is incomplete, 130 where it was ended from outside.
    pub fn code(&self) -> u8 {
        match self {
            Self::Spec(_) | Self::Usage(_) => 2,
            Self::Store(error) if error.is_usage() => 2,
            Self::Interrupted { .. } => 130,
            Self::Store(_) | Self::Report(_) => 3,
        }
    }
}
