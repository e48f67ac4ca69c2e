//! Holds the counts of a run.

/// Counts of one run of a learner: passes, examples shown, updates, mistakes and margin mistakes, and when the last update happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Number of completed passes over the sample, including the clean pass at the end.
    pub passes: u64,
    /// Number of examples shown to the learner, each as often as it is shown.
    pub draws: u64,
    /// Number of updates of the weight vector.
    pub updates: u64,
    /// Number of examples shown up to and including the last update; 0 if there was no update.
    pub last_update: u64,
    /// Number of wrong predictions among the examples shown; the tie convention says whether a score of 0 is wrong.
    pub mistakes: u64,
    /// Number of examples shown with y⟨w, x⟩ below the rule's threshold, or equal to the threshold for an inclusive rule; for a rule without a
    /// threshold, the number of mistakes.
    pub margin_mistakes: u64,
}
