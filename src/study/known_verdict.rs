//! Holds a verdict that no run can change.

use serde::Serialize;

/// A verdict that no run can change.
#[derive(Serialize)]
pub struct KnownVerdict {
    /// The claim.
    pub id: String,
    /// The cell's key.
    pub cell: String,
    /// The variant, or both of a pair.
    pub variant: String,
    /// The verdict.
    pub verdict: &'static str,
    /// Why no run can change it.
    pub because: String,
    /// What the spec can set so that it can be another.
    pub mend: Option<String>,
    /// Whether the spec expects it.
    pub as_expected: bool,
}
