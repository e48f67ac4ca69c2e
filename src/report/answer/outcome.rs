//! Summarizes the verdicts on a claim in one outcome.

/// The joint outcome of all verdicts on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClaimOutcome {
    /// It holds in every setting that decides something.
    Stands,
    /// It is refuted in every setting.
    Refuted,
    /// It is refuted in some settings only.
    Mixed,
    /// It is undecided in some setting, and refuted in none.
    Open,
    /// Its limit permits every possible value.
    Vacuous,
    /// No run meets its premise.
    Inapplicable,
}
