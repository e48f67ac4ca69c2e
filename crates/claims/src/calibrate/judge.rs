//! Names the judges of simulated studies: the sound one, and those with a planted fault.

/// The judge that a calibration tests: the real one, or one with a planted fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judge {
    /// The judge of real studies.
    Sound,
    /// A faulty judge: the size of each bet depends on the value that is bet on.
    Peeking,
    /// A faulty judge: each verdict of a spec may err with probability α, instead of all verdicts together.
    Undivided,
}
