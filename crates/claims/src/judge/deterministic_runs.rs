//! Detects whether all trials are copies of one run.

/// Whether the trials of a cell are copies of one run. A setting that draws nothing promises that, but a test sample may still be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum DeterministicRuns {
    /// No trial yet.
    #[default]
    None,
    /// All trials so far are one run, and gave this x and this y.
    Of(f64, f64),
    /// Trials are no copies: something random is drawn, or two trials gave different numbers.
    Broken,
}

impl DeterministicRuns {
    /// Returns the state after another trial that gave x and y; `is_one_run` says whether its setting promises that every trial is the same run.
    pub(super) fn with(self, x: f64, y: f64, is_one_run: bool) -> Self {
        match self {
            Self::None if is_one_run => Self::Of(x, y),
            Self::Of(..) if is_one_run && self == Self::Of(x, y) => self,
            Self::None | Self::Of(..) | Self::Broken => Self::Broken,
        }
    }

    /// Whether there was a trial, and all trials are copies of the first.
    pub(super) fn are_all(self) -> bool {
        matches!(self, Self::Of(..))
    }
}
