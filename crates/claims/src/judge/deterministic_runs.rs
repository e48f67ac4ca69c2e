//! Notices whether all trials are copies of one run.

/// Whether the trials of a cell are copies of one run. A setting that draws nothing promises that; a test sample may still be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum DeterministicRuns {
    /// No trial yet.
    #[default]
    None,
    /// All gave these numbers.
    Of(f64, f64),
    /// Something is drawn, or two trials differ.
    Broken,
}

impl DeterministicRuns {
    /// The same after another trial.
    pub(super) fn with(self, x: f64, y: f64, is_one_run: bool) -> Self {
        match self {
            Self::None if is_one_run => Self::Of(x, y),
            Self::Of(..) if is_one_run && self == Self::Of(x, y) => self,
            Self::None | Self::Of(..) | Self::Broken => Self::Broken,
        }
    }

    /// Whether there was a trial, and all are its copies.
    pub(super) fn are_all(self) -> bool {
        matches!(self, Self::Of(..))
    }
}
