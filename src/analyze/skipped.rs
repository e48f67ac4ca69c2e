//! Holds the steps that an analysis skipped, and the reasons.

use serde::Serialize;

/// A step of the analysis that was skipped, with the reason.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    /// The skipped step, in words.
    pub what: String,
    /// Why the step was skipped.
    pub why: String,
}

impl Skipped {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        let (what, why) = (what.into(), why.into());
        Self { what, why }
    }
}
