//! Says how a command ended, with the exit code of each case.

use super::judged::Judged;
use claims::judge::Verdict;

/// How a command ended, when it did not end in an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything as expected.
    AsExpected,
    /// A verdict is not the expected one.
    Unexpected,
    /// A trial failed.
    Incomplete,
    /// Verdicts are open until more shares are run.
    AnotherRound,
}

impl Outcome {
    /// What verdicts deserve, and trials that gave no result.
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

    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::Unexpected => 1,
            Self::Incomplete => 3,
            Self::AnotherRound => 4,
        }
    }
}
