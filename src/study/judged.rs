//! Holds the outcome of judging one or more results folders: verdicts, failures, and prose that the trials do not support.

use super::stale_prose::StaleProse;
use crate::report::data_table::DataTable;
use claims::judge::Verdict;
use claims::trial::{Block, columns};
use perceptron::learn::StopReason;

/// Outcome of judging the trials of one or more results folders.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// Verdicts on the claims, claim by claim.
    pub verdicts: Vec<Verdict>,
    /// Number of trials without a result, such as aborted ones, and the first of them.
    pub failures: Failures,
    /// Number of trials that were cut off at a cap on updates or work that their spec does not state.
    pub endless: u64,
    /// Means of the main columns per cell and variant, for the terminal; only if the command ran a single experiment.
    pub means: Option<DataTable>,
    /// Statements in the reports' prose that the trials do not support.
    pub prose: StaleProse,
}

impl Judged {
    /// Combines this outcome with that of another folder.
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
    /// Number of trials without a result.
    pub count: u64,
    /// Address of the first trial without a result, and the message that says why.
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
