//! Names the judges of simulated studies: the sound one, and those with a planted fault.

/// Who judges simulated studies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// The judge that reaches all verdicts.
    Sound,
    /// One whose bets see the value that they are placed on.
    Peeking,
    /// One that gives each verdict of a spec all of its α.
    Undivided,
}
