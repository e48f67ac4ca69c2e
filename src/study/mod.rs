//! Joins the stages into what a person asks for: run, judge, report, reproduce, replay, export, check, plan, analyze. It prints nothing.

pub mod check;
mod closest_runs;
mod empty_figures;
mod error;
pub mod export;
pub mod external_programs;
mod judging;
pub mod means;
mod memory_check;
pub mod merge;
pub mod names;
mod never_applicable;
mod nontermination;
mod overrides;
mod pages;
mod pipeline;
pub mod plan;
pub mod replay;
pub mod reproduce;
pub mod reseed;
mod run_command;
mod shard;
pub mod shell;
mod sink;
pub mod slurm;
pub mod stored_trial;
mod temporary_folder;
mod time_limit;
pub mod trajectory;
mod trials;
pub mod verify;
mod witnesses;

pub use error::StudyError;
pub use pages::{Reported, StaleProse, report};
pub use pipeline::{Failures, Judged, RunOptions, Watcher, judge, run_all};

use claims::judge::Verdict;
use std::path::{Path, PathBuf};

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

/// The specs below a folder, sorted.
pub fn spec_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(spec_files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}
