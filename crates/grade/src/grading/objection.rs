//! Says how a learner violated a claim, and on which example shown.

/// Reason why a learner's answers on a sample refute a claim.
pub(super) struct Objection {
    /// Index, from 0, of the example shown at which the claim is refuted.
    pub showing: usize,
    /// The mistake of the learner at that example, in words.
    pub words: String,
}

/// Returns the error result of a check: the claim is refuted at the example `showing`.
pub(super) fn objection(showing: usize, words: String) -> Result<(), Objection> {
    Err(Objection { showing, words })
}
