//! Holds a verdict that no run can change.

use serde::Serialize;

/// A verdict that no run can change.
#[derive(Serialize)]
pub struct KnownVerdict {
    /// Id of the claim.
    pub id: String,
    /// Key of the cell.
    pub cell: String,
    /// Name of the variant, or both names if the claim is about a pair.
    pub variant: String,
    /// The verdict.
    pub verdict: &'static str,
    /// Why no run can change it.
    pub because: String,
    /// Change of the spec that would allow another verdict.
    pub mend: Option<String>,
    /// Whether the spec expects this verdict.
    pub as_expected: bool,
}
