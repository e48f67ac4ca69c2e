//! Summarizes the verdicts on a claim in one outcome.

/// The joint outcome of all verdicts on a claim, over all settings (cells and variants).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClaimOutcome {
    /// The claim holds in every setting that decides something.
    Stands,
    /// The claim is refuted in every setting.
    Refuted,
    /// The claim is refuted in some settings only.
    Mixed,
    /// The claim is undecided in some setting, and refuted in none.
    Open,
    /// The claim's limit permits every possible value.
    Vacuous,
    /// No run meets the claim's premise.
    Inapplicable,
}
