//! Holds the result of a grading: a verdict on every claim, and the samples that refute claims.

use super::exercise::Exercise;
use serde::Serialize;

/// Result of a grading.
#[derive(Debug, Clone, Serialize)]
pub struct Grade {
    /// Whether some claim is refuted.
    pub refuted: bool,
    /// Whether every sample of the catalogue was shown; false if time ran out or the learner failed too often.
    pub complete: bool,
    /// Number of samples shown.
    pub samples: u64,
    /// Number of examples in them, shown one by one.
    pub examples: u64,
    /// The verdict on every claim.
    pub checks: Vec<ClaimGrade>,
}

/// The verdict on one claim.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimGrade {
    /// Short name of the claim.
    pub id: &'static str,
    /// The claim in words.
    pub claim: String,
    /// Name of the claim in specs, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<&'static str>,
    /// The verdict.
    pub verdict: GradeVerdict,
    /// Number of samples on which it was tried.
    pub samples: u64,
    /// Samples that refute it, if it is refuted.
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
    /// Samples in the order in which they are shown, with a reset before each; all but the last only prepare the learner.
    pub samples: Vec<Exercise>,
    /// What happened, in words.
    pub words: String,
    /// Whether a process that was started for the witness alone showed the fault again.
    pub repeats: bool,
}
