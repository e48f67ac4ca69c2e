//! Holds what the trials of one or more results folders come to: verdicts, failures, and prose that does not fit.

use super::means::StudyMeans;
use super::stale_prose::StaleProse;
use claims::judge::Verdict;
use claims::trial::{Block, columns};
use perceptron::learn::StopReason;

/// What a folder's trials come to.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// The verdicts, claim by claim.
    pub verdicts: Vec<Verdict>,
    /// Trials that gave no result.
    pub failures: Failures,
    /// Trials that were cut off where the spec states no cap.
    pub endless: u64,
    /// The means of the only experiment of a run.
    pub means: Option<StudyMeans>,
    /// What the prose of the reports says and the trials do not show.
    pub prose: StaleProse,
}

impl Judged {
    /// This, and what another folder's trials come to.
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

/// Trials that gave no result.
#[derive(Debug, Clone, Default)]
pub struct Failures {
    /// How many there are.
    pub count: u64,
    /// Address and message of the first.
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
