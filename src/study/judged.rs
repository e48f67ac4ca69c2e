//! Holds the outcome of judging one or more results folders: verdicts, failures, and prose that the trials do not support.

use super::means::StudyMeans;
use super::stale_prose::StaleProse;
use claims::judge::Verdict;
use claims::trial::{Block, columns};
use perceptron::learn::StopReason;

/// Outcome of judging a folder's trials.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// Verdicts, claim by claim.
    pub verdicts: Vec<Verdict>,
    /// Trials without a result.
    pub failures: Failures,
    /// Number of trials that were cut off although the spec states no cap.
    pub endless: u64,
    /// Means per cell and variant, if the run has only one experiment.
    pub means: Option<StudyMeans>,
    /// Statements in the reports' prose that the trials do not support.
    pub prose: StaleProse,
}

impl Judged {
    /// Adds the outcome of another folder.
    pub fn and(mut self, more: Self) -> Self {
        self.verdicts.extend(more.verdicts);
        Self {
            failures: self.failures.and(more.failures),
            endless: self.endless + more.endless,
            means: self.means.or(more.means),
            prose: self.prose.and(more.prose),
            ..self
        }
    }
}

/// Trials without a result.
#[derive(Debug, Clone, Default)]
pub struct Failures {
    /// Number of these trials.
    pub count: u64,
    /// Address and message of the first one.
    pub first: Option<(String, String)>,
}

impl Failures {
    pub(super) fn add(&mut self, experiment: &str, block: &Block) {
        for row in block.stopped(StopReason::is_failure) {
            self.count += 1;
            let message = row.get(columns::FAILURE).cloned().unwrap_or_default();
            self.first
                .get_or_insert_with(|| (format!("{experiment}:{}", row.address()), message));
        }
    }

    fn and(self, more: Self) -> Self {
        Self {
            count: self.count + more.count,
            first: self.first.or(more.first),
        }
    }
}
