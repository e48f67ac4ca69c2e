//! Says why a learner's process did not start.

use claims::problem::Problem;
use perceptron::learn::external::{LearnerFault, Transcript};

/// Reason why the process of an external learner did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The operating system did not start the program; the text says why.
    #[error("{0}")]
    Missing(Problem),
    /// The program started, but did not answer the greeting of the protocol.
    #[error(transparent)]
    Failed(Box<LearnerFault>),
}

impl From<StartError> for Box<LearnerFault> {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Failed(fault) => fault,
            StartError::Missing(problem) => Self::new(LearnerFault {
                words: problem.words(),
                before: Transcript::default(),
            }),
        }
    }
}
