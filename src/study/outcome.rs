//! Defines how a command ended, with the exit code of each case.

use super::judged::Judged;
use claims::judge::Verdict;

/// How a command ended, if it did not end in an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Every verdict is the expected one, and every trial has a result.
    AsExpected,
    /// A verdict is not the expected one.
    Unexpected,
    /// A trial has no result, for example because it was aborted.
    Incomplete,
    /// Some verdicts stay open until another round of shards is run and merged.
    AnotherRound,
}

impl Outcome {
    /// Outcome of a command that gave these verdicts and failures.
    pub fn of(judged: &Judged) -> Self {
        let of_one = |verdict: &Verdict| match verdict.as_expected {
            true => Self::AsExpected,
            false if verdict.failed > 0 => Self::Incomplete,
            false => Self::Unexpected,
        };
        let is_incomplete = judged.failures.count > 0 || !judged.prose.missing.is_empty();
        let failed = is_incomplete.then_some(Self::Incomplete);
        let worst = judged.verdicts.iter().map(of_one).chain(failed).max();
        worst.unwrap_or(Self::AsExpected)
    }

    /// The exit code of the program for this outcome.
    pub fn code(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::Unexpected => 1,
            Self::Incomplete => 3,
            Self::AnotherRound => 4,
        }
    }
}
