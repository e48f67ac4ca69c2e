//! Says what the verdicts on a claim come to together.

/// What the verdicts on a claim come to together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClaimOutcome {
    /// It stands wherever the numbers say something.
    Stands,
    /// It is refuted everywhere.
    Refuted,
    /// It is refuted in some settings.
    Mixed,
    /// It is not decided somewhere, and refuted nowhere.
    Open,
    /// Its limit allows everything.
    Vacuous,
    /// No run meets its premise.
    Inapplicable,
}
