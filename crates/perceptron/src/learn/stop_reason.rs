//! Defines the reasons why a run stopped.

use strum::{EnumString, IntoStaticStr};

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StopReason {
    /// A full scan found nothing to update on.
    CleanPass,
    /// The order had no more examples, or the number of passes that the spec states was reached.
    EndOfStream,
    /// The run reached the cap on updates that the spec states or, if it states none, the default cap on updates and work.
    UpdateCap,
    /// Rounding left the sign of a score undecided.
    Undecided,
    /// As many examples in a row as the sample has brought no update (a mutant's stop), or an external learner made a pass without an update that was
    /// not clean.
    QuietPeriod,
    /// A number of an exact run left the range of its integer type.
    OutOfRange,
    /// The trial ended in an error.
    Failed,
    /// The trial took longer than the command line allows.
    TimeLimit,
    /// Exploration of all orders: some order never ends.
    Cycle,
    /// Exploration of all orders: no order ends.
    Never,
    /// Exploration of all orders: the cap on states was reached.
    StateCap,
}

impl StopReason {
    /// Returns the reason as the column `stop_reason` names it, such as `clean-pass`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether a cap ended the run, so that its counts are not final.
    pub fn is_cut_off(self) -> bool {
        matches!(self, Self::UpdateCap | Self::StateCap)
    }

    /// Whether the run came to its own end: no cap cut it off, and every sign was decided.
    pub fn is_end(self) -> bool {
        matches!(self, Self::CleanPass | Self::EndOfStream)
    }

    /// Whether the run failed or was aborted, so that it has no result.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::OutOfRange | Self::Failed | Self::TimeLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::StopReason::*;
    use super::*;

    #[test]
    fn every_reason_is_read_back_from_its_name() {
        for reason in [
            CleanPass,
            EndOfStream,
            UpdateCap,
            Undecided,
            QuietPeriod,
            OutOfRange,
            Failed,
            TimeLimit,
            Cycle,
            Never,
            StateCap,
        ] {
            assert_eq!(reason.as_str().parse(), Ok(reason), "{}", reason.as_str());
        }
        assert_eq!(StopReason::EndOfStream.as_str(), "end-of-stream");
    }
}
