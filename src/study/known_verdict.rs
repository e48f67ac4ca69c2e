//! Holds a verdict that no run can change.

use serde::Serialize;

/// A verdict that no run can change.
#[derive(Serialize)]
pub struct KnownVerdict {
    /// Id in the spec of the claim that the verdict is on.
    pub id: String,
    /// Key of the cell that the verdict is about.
    pub cell: String,
    /// Name of the variant that the verdict is about, or both names if the claim is about a pair.
    pub variant: String,
    /// The verdict as a word, such as `vacuous`.
    pub verdict: &'static str,
    /// Why no run can change the verdict.
    pub because: String,
    /// Change of the spec that would allow another verdict.
    pub mend: Option<String>,
    /// Whether the spec expects this verdict on the claim.
    pub as_expected: bool,
}
