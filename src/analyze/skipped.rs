//! Holds the steps that an analysis skipped, and the reasons.

use serde::Serialize;

/// A step that was skipped, and the reason.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    /// The step.
    pub what: String,
    /// The reason.
    pub why: String,
}

impl Skipped {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        let (what, why) = (what.into(), why.into());
        Self { what, why }
    }
}
