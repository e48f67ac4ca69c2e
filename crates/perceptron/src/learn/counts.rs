//! Holds the counts of a run.

/// Counts of one run: five that are reported, and when the last update was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Sweeps over the sample begun and ended, the clean one included.
    pub passes: u64,
    /// Examples shown.
    pub draws: u64,
    /// Changes of the vector.
    pub updates: u64,
    /// Examples shown up to the last change of the vector, its example included; 0 if it never changed.
    pub last_update: u64,
    /// Wrong predictions among the examples shown, under the tie convention.
    pub mistakes: u64,
    /// Examples shown with y⟨w, x⟩ below the threshold (at it too, for an inclusive rule); for a rule without a
    /// threshold, its mistakes.
    pub margin_mistakes: u64,
}
