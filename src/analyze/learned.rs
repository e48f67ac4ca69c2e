//! Holds the results of learners on the examples: counts, their spread over orders, and errors on examples that were left out.

use super::proved_number::ProvedNumber;
use claims::trial::{Row, columns};
use perceptron::learn::StopReason;
use serde::Serialize;

/// Results of a learner.
#[derive(Debug, Clone, Serialize)]
pub struct Learned {
    /// Name of the learner.
    pub learner: &'static str,
    /// Whether it made passes over the file until one had no update, or a single pass.
    pub order: &'static str,
    /// The run in the order of the file.
    pub file: LearnedCounts,
    /// Runs in shuffled orders; `None` if they were skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shuffled: Option<ShuffledRuns>,
    /// Leave-one-out error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leave_one_out: Option<LeftOut>,
}

/// Counts of a run.
#[derive(Debug, Clone, Serialize)]
pub struct LearnedCounts {
    /// Passes over the examples, including the clean one.
    pub passes: u64,
    /// Examples shown.
    pub draws: u64,
    /// Wrong predictions.
    pub mistakes: u64,
    /// Examples with too small a margin; equal to the mistakes for rules without a threshold.
    pub margin_mistakes: u64,
    /// Changes of the weight vector.
    pub updates: u64,
    /// Why the run stopped.
    pub ended: &'static str,
}

/// Runs in shuffled orders.
#[derive(Debug, Clone, Serialize)]
pub struct ShuffledRuns {
    /// Number of runs.
    pub runs: u64,
    /// Number of runs that were not cut off.
    pub ended: u64,
    /// Minimum, quartiles and maximum of the mistakes.
    pub mistakes: [f64; 5],
    /// Minimum, quartiles and maximum of the updates.
    pub updates: [f64; 5],
}

/// Result of leaving out every example in turn.
#[derive(Debug, Clone, Serialize)]
pub struct LeftOut {
    /// Number of errors on the examples that were left out.
    pub errors: f64,
    /// Number of errors per example.
    pub error: f64,
    /// Number of distinct examples on which the run with all examples made margin mistakes. It bounds the errors if each run ends with a clean pass.
    pub distinct_mistakes: Option<u64>,
    /// Mistake bound per example, if it applies.
    pub bound: Option<ProvedNumber>,
}

impl LearnedCounts {
    /// Counts of a trial.
    pub(super) fn of(row: &Row) -> Self {
        let count = |column| row.copied(column).unwrap_or(0);
        Self {
            passes: count(columns::PASSES),
            draws: count(columns::DRAWS),
            mistakes: count(columns::MISTAKES),
            margin_mistakes: count(columns::MARGIN_MISTAKES),
            updates: count(columns::UPDATES),
            ended: row.stop_reason().map_or("", StopReason::as_str),
        }
    }
}

impl ShuffledRuns {
    /// Summarizes several runs.
    pub(super) fn of(runs: &[LearnedCounts]) -> Self {
        let five = |of: fn(&LearnedCounts) -> u64| {
            let mut values: Vec<f64> = runs.iter().map(|run| of(run) as f64).collect();
            values.sort_by(f64::total_cmp);
            let last = values.len().saturating_sub(1);
            [0, 1, 2, 3, 4]
                .map(|quarter| values.get((last * quarter + 2) / 4).copied().unwrap_or(0.0))
        };
        let ended = runs
            .iter()
            .filter(|run| run.ended == "clean-pass" || run.ended == "end-of-stream");
        Self {
            runs: runs.len() as u64,
            ended: ended.count() as u64,
            mistakes: five(|run| run.mistakes),
            updates: five(|run| run.updates),
        }
    }
}
