//! Holds a mistake in a text, and its place.

use std::ops::Range;

/// A mistake in a text, and its place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Problem {
    /// The byte range at fault.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What is allowed instead.
    pub allowed: String,
    /// A wrong name, and the valid names.
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
