//! Says why a learner's process did not start.

use perceptron::learn::external::{LearnerFault, Transcript};

/// Reason why a learner did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The system did not start the program.
    #[error("{0}")]
    Missing(String),
    /// The program did not greet.
    #[error(transparent)]
    Failed(Box<LearnerFault>),
}

impl From<StartError> for Box<LearnerFault> {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Failed(fault) => fault,
            StartError::Missing(words) => Self::new(LearnerFault {
                words,
                before: Transcript::default(),
            }),
        }
    }
}
