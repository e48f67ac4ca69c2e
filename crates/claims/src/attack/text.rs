//! Writes a sample that a search found as a spec, which `run` takes as it is.

use super::{Found, Target};
use crate::certificate::StatedSample;
use crate::claim::{Form, StatedClaim, VerdictKind};

impl Target {
    /// The text of a spec with this sample, the learners and the claim.
    pub fn spec(&self, found: &Found, title: &str, analysis: &str) -> String {
        let seeks_proof = self.claim.form() == Form::Exists;
        let expect = match found.reach.decides == seeks_proof {
            true => VerdictKind::Holds,
            false => VerdictKind::Violated,
        };
        let stated = StatedSample {
            points: found.candidate.points(),
            variants: self.variants.clone(),
            claim: StatedClaim {
                expect,
                ..self.claim.clone()
            },
        };
        stated.spec(title, "Does this sample decide the claim?", analysis)
    }
}
