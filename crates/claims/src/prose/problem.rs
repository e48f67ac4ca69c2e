//! Holds a mistake in a text, and its place.

use std::ops::Range;

/// A mistake in a placeholder of a spec's prose, with its place in the text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct Problem {
    /// The byte range of the mistake in the text.
    pub at: Range<usize>,
    /// What is wrong, in words.
    pub problem: String,
    /// What is allowed instead, in words; may be empty.
    pub allowed: String,
    /// The wrong name and all valid names, if the mistake is a wrong name, so that a similar one can be suggested.
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
