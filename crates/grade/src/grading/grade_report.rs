//! Holds the result of a grading: a verdict on every claim, and the samples that refute claims.

use super::exercise::Exercise;
use super::witness_step::WitnessStep;
use serde::Serialize;

/// Result of grading a learner.
#[derive(Debug, Clone, Serialize)]
pub struct Grade {
    /// Whether some claim about the learner is refuted.
    pub refuted: bool,
    /// Whether every sample of the catalogue was shown.
    pub complete: bool,
    /// Why not every sample of the catalogue was shown; `None` if every one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_off: Option<CutOff>,
    /// Number of samples shown.
    pub samples: u64,
    /// Number of examples shown, over all samples.
    pub examples: u64,
    /// The verdict on every claim, in the order of the table.
    pub checks: Vec<ClaimGrade>,
}

/// Why a grading ended before every sample was shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CutOff {
    /// The time for the grading ran out.
    Time,
    /// The learner failed several times to answer.
    Failures,
    /// The caller ended the grading.
    Ended,
}

/// The verdict on one claim about the graded learner.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimGrade {
    /// Short name of the claim.
    pub id: &'static str,
    /// The claim in words.
    pub claim: String,
    /// Name of the same claim in the registry, by which specs state it, if the registry has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub named: Option<&'static str>,
    /// Whether the claim holds, is refuted, or could not be tried.
    pub verdict: GradeVerdict,
    /// Number of samples on which the claim was tried.
    pub samples: u64,
    /// The largest observed ÷ limit of a search for the closest sample; `None` without a search, without a limit, or if the claim is refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaches: Option<f64>,
    /// The smallest samples found that refute the claim; `None` if it is not refuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Witness>,
}

/// A verdict on a claim about a learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradeVerdict {
    /// No sample that was shown refutes the claim; that is no proof.
    Holds,
    /// A sample that was shown refutes the claim.
    Refuted,
    /// No sample that was shown could test the claim.
    Untried,
}

impl Witness {
    /// The samples in a line, with the resets between them.
    pub fn shown(&self) -> String {
        let samples: Vec<String> = self
            .samples
            .iter()
            .map(|sample| match sample.is_empty() {
                true => "a reset".into(),
                false => sample.to_string(),
            })
            .collect();
        samples.join(", a reset, ")
    }
}

/// The smallest sample found that refutes a claim about a learner.
#[derive(Debug, Clone, Serialize)]
pub struct Witness {
    /// Samples in the order in which they are shown, with a reset before each; all but the last only prepare the learner.
    pub samples: Vec<Exercise>,
    /// The mistake of the learner, in words.
    pub words: String,
    /// Whether the learner showed the fault again when it was started anew and shown only these samples.
    pub repeats: bool,
    /// The examples of the last sample, each with what the learner did and what the rule does; empty if the learner did not answer them all, or
    /// if the sample has more than 100 000 numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<WitnessStep>,
}
