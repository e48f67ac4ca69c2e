//! Says how a learner violated a claim, and on which example shown.

/// Reason why a sample refutes a claim.
pub(super) struct Objection {
    /// Index, from 0, of the example shown at which it is refuted.
    pub showing: usize,
    /// Description of what happened there.
    pub words: String,
}

/// An objection as the result of a check.
pub(super) fn objection(showing: usize, words: String) -> Result<(), Objection> {
    Err(Objection { showing, words })
}
