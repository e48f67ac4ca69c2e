//! Says why a run stopped.

use strum::{EnumString, IntoStaticStr};

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StopReason {
    /// A full scan found nothing to update on.
    CleanPass,
    /// The order had no more examples, or the passes that the spec states are over.
    EndOfStream,
    /// The cap on updates was reached that the spec states, or the one on updates and work where it states none.
    UpdateCap,
    /// Rounding left the sign of a score open.
    Undecided,
    /// A mutant's criterion: as many draws in a row as there are examples brought no update.
    QuietPeriod,
    /// Exact integers left their range.
    OutOfRange,
    /// The trial ended in an error.
    Failed,
    /// The trial took longer than the command line allows.
    TimeLimit,
    /// Of all orders: some never end.
    Cycle,
    /// Of all orders: none ends.
    Never,
    /// The cap on the states of all orders was reached.
    StateCap,
}

impl StopReason {
    /// The word in a row.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether a cap ended the run, so that its counts are no final ones.
    pub fn is_cut_off(self) -> bool {
        matches!(self, Self::UpdateCap | Self::StateCap)
    }

    /// Whether the run came to its own end: no cap cut it off, and every sign was settled.
    pub fn is_end(self) -> bool {
        matches!(self, Self::CleanPass | Self::EndOfStream)
    }

    /// Whether there is no result.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::OutOfRange | Self::Failed | Self::TimeLimit)
    }
}
