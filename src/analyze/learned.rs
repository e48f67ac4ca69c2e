//! Holds what learners did on the examples: counts, their spread over orders, and errors on examples that were left out.

use super::proved_number::ProvedNumber;
use claims::trial::{Row, columns};
use perceptron::learn::StopReason;
use serde::Serialize;

/// What a learner did.
#[derive(Debug, Clone, Serialize)]
pub struct Learned {
    /// Its name.
    pub learner: &'static str,
    /// Whether it passed over the file until a pass without updates, or made one pass.
    pub order: &'static str,
    /// The run in the order of the file.
    pub file: LearnedCounts,
    /// Runs in shuffled orders; none where they were skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shuffled: Option<ShuffledRuns>,
    /// Leave-one-out error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leave_one_out: Option<LeftOut>,
}

/// The counts of a run.
#[derive(Debug, Clone, Serialize)]
pub struct LearnedCounts {
    /// Sweeps over the examples, the clean one included.
    pub passes: u64,
    /// Examples shown.
    pub draws: u64,
    /// Wrong predictions.
    pub mistakes: u64,
    /// Examples with too small a margin; the mistakes for rules without a threshold.
    pub margin_mistakes: u64,
    /// Changes of the vector.
    pub updates: u64,
    /// Why the run stopped.
    pub ended: &'static str,
}

/// Runs in shuffled orders.
#[derive(Debug, Clone, Serialize)]
pub struct ShuffledRuns {
    /// How many.
    pub runs: u64,
    /// How many ended by themselves.
    pub ended: u64,
    /// Least, quartiles and most mistakes.
    pub mistakes: [f64; 5],
    /// Least, quartiles and most updates.
    pub updates: [f64; 5],
}

/// What leaving out every example in turn shows.
#[derive(Debug, Clone, Serialize)]
pub struct LeftOut {
    /// Errors on the example that was left out.
    pub errors: f64,
    /// The errors per example.
    pub error: f64,
    /// The different examples that the run with all of them made margin mistakes on; the errors are at most these where each run ends clean.
    pub distinct_mistakes: Option<u64>,
    /// The mistake bound per example, where it applies.
    pub bound: Option<ProvedNumber>,
}

impl LearnedCounts {
    /// The counts of a trial.
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
    /// What some runs have in common.
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
