//! Holds what a grading found: a verdict on every claim, and the sample that refutes it.

use super::exercise::Exercise;
use serde::Serialize;

/// What came out.
#[derive(Debug, Clone, Serialize)]
pub struct Grade {
    /// Whether some claim is refuted.
    pub refuted: bool,
    /// Whether every sample of the catalogue was shown; false where time ran out or the learner failed too often.
    pub complete: bool,
    /// Samples that were shown.
    pub samples: u64,
    /// Examples in them, shown one by one.
    pub examples: u64,
    /// The verdict on every claim.
    pub checks: Vec<ClaimGrade>,
}

/// The verdict on one claim.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimGrade {
    /// The claim's short name.
    pub id: &'static str,
    /// What is claimed.
    pub claim: String,
    /// Its name among the claims of specs, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<&'static str>,
    /// What came out.
    pub verdict: GradeVerdict,
    /// On how many samples it was tried.
    pub samples: u64,
    /// What refutes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// A verdict on a claim about a learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradeVerdict {
    /// No sample that was shown refutes it; that is no proof.
    Holds,
    /// A sample refutes it.
    Refuted,
    /// No sample that was shown says anything about it.
    Untried,
}

/// The smallest sample found that refutes a claim.
#[derive(Debug, Clone, Serialize)]
pub struct Witness {
    /// Samples in the order in which they are shown, a reset before each; all but the last only prepare it.
    pub samples: Vec<Exercise>,
    /// What happened, in words.
    pub words: String,
    /// Whether it came out again on a process that was started for it alone.
    pub repeats: bool,
}
