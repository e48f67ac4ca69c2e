//! Says why a learner's process did not start.

use perceptron::learn::outside::{Attendance, Fault};

/// Why there is no learner.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The machine did not start the program.
    #[error("{0}")]
    Missing(String),
    /// The program did not greet.
    #[error(transparent)]
    Failed(Box<Fault>),
}

impl From<StartError> for Box<Fault> {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Failed(fault) => fault,
            StartError::Missing(words) => Self::new(Fault {
                words,
                before: Attendance::default(),
            }),
        }
    }
}
