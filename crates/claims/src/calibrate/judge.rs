//! Names the judges of simulated studies: the sound one, and those with a planted fault.

/// The judge of simulated studies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// The judge of real studies.
    Sound,
    /// A judge whose bets use the value on which they are placed.
    Peeking,
    /// A judge that gives all of α to each verdict of a spec.
    Undivided,
}
