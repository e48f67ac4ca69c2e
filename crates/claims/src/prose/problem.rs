//! Holds what is wrong with a text, and where.

use std::ops::Range;

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Problem {
    /// The bytes of the text that are wrong.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub allowed: String,
    /// A wrong name, and those that are valid in its place.
    pub names: Option<(String, Vec<String>)>,
}

impl Problem {
    pub(super) fn new(at: Range<usize>, problem: impl Into<String>) -> Self {
        Self {
            at,
            problem: problem.into(),
            allowed: String::new(),
            names: None,
        }
    }

    pub(super) fn allowed(self, allowed: impl Into<String>) -> Self {
        Self {
            allowed: allowed.into(),
            ..self
        }
    }

    pub(super) fn among(self, given: &str, valid: Vec<String>) -> Self {
        Self {
            names: Some((given.to_owned(), valid)),
            ..self
        }
    }
}
