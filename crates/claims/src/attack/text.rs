//! Writes a sample that a search found as a spec, which `run` takes as it is.

use super::{Found, Target};
use crate::certificate::Witness;
use crate::claim::{Form, StatedClaim, VerdictKind};

impl Target {
    /// The text of a spec with this sample, the learners and the claim.
    pub fn spec(&self, found: &Found, title: &str, analysis: &str) -> String {
        let decides = found.reach.decides;
        let expect = match self.claim.form() {
            Form::Exists if !decides => VerdictKind::Violated,
            Form::Exists => VerdictKind::Holds,
            _ if decides => VerdictKind::Violated,
            _ => VerdictKind::Holds,
        };
        let points = found.candidate.points();
        let witness = Witness {
            shrunk_from: points.examples.len(),
            points,
            variants: self.variants.clone(),
            claim: StatedClaim {
                expect,
                ..self.claim.clone()
            },
            reruns: 0,
        };
        witness.text(title, "What does this sample do to the claim?", analysis)
    }
}
