//! Says what an analysis left out, and why.

use serde::Serialize;

/// What was not done, and why.
#[derive(Debug, Clone, Serialize)]
pub struct Skipped {
    /// What.
    pub what: String,
    /// Why.
    pub why: String,
}

impl Skipped {
    pub(super) fn new(what: impl Into<String>, why: impl Into<String>) -> Self {
        let (what, why) = (what.into(), why.into());
        Self { what, why }
    }
}
