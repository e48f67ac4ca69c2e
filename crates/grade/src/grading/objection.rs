//! Says what a learner did against a claim, and on which showing.

/// Why a sample refutes a claim.
pub(super) struct Objection {
    /// The showing, from 0, at which it is refuted.
    pub showing: usize,
    /// What happened there, in words.
    pub words: String,
}

/// An objection as the outcome of a check.
pub(super) fn objection(showing: usize, words: String) -> Result<(), Objection> {
    Err(Objection { showing, words })
}
