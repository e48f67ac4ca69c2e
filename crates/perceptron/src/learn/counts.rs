//! Holds the counts of a run.

/// Counts of one run: the five that are reported, and the time of the last update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Passes over the sample begun and ended, including the clean one.
    pub passes: u64,
    /// Examples shown.
    pub draws: u64,
    /// Updates of the weight vector.
    pub updates: u64,
    /// Examples shown up to and including the last update; 0 if there was no update.
    pub last_update: u64,
    /// Wrong predictions among the examples shown, under the tie convention.
    pub mistakes: u64,
    /// Examples shown with y⟨w, x⟩ below the threshold, or equal to it for an inclusive rule; for a rule without a threshold, its mistakes.
    pub margin_mistakes: u64,
}
