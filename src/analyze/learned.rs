//! Holds the results of learners on the examples: counts, their spread over orders, and errors on examples that were left out.

use super::proved_number::ProvedNumber;
use claims::trial::{Row, columns};
use perceptron::learn::StopReason;
use serde::Serialize;

/// Results of running one learner on the user's examples.
#[derive(Debug, Clone, Serialize)]
pub struct Learned {
    /// Name of the learner.
    pub learner: &'static str,
    /// Whether the learner made passes over the file until one had no update, or a single pass.
    pub order: &'static str,
    /// Counts of the run that takes the examples in the order of the file.
    pub file: LearnedCounts,
    /// Summary of runs in shuffled orders; `None` if these were skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shuffled: Option<ShuffledRuns>,
    /// Leave-one-out error of the learner; `None` if it was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leave_one_out: Option<LeftOut>,
}

/// Counts of one run of a learner.
#[derive(Debug, Clone, Serialize)]
pub struct LearnedCounts {
    /// Passes over the examples, including the final one without an update.
    pub passes: u64,
    /// Examples shown to the learner, repetitions included.
    pub draws: u64,
    /// Wrong predictions.
    pub mistakes: u64,
    /// Examples shown with y⟨w, x⟩ below the rule's threshold; equal to the mistakes for rules without a threshold.
    pub margin_mistakes: u64,
    /// Changes of the weight vector.
    pub updates: u64,
    /// Why the run stopped, in words.
    pub ended: &'static str,
}

/// Summary of one learner's runs in shuffled orders of the examples.
#[derive(Debug, Clone, Serialize)]
pub struct ShuffledRuns {
    /// Number of runs.
    pub runs: u64,
    /// Number of runs that were not cut off.
    pub ended: u64,
    /// Minimum, quartiles and maximum of the mistakes over the runs.
    pub mistakes: [f64; 5],
    /// Minimum, quartiles and maximum of the updates over the runs.
    pub updates: [f64; 5],
}

/// Result of leaving out every example in turn: a learner is trained on the others and tested on it.
#[derive(Debug, Clone, Serialize)]
pub struct LeftOut {
    /// Number of errors on the examples that were left out.
    pub errors: f64,
    /// Leave-one-out error: errors divided by the number of examples.
    pub error: f64,
    /// Number of distinct examples on which the run with all examples made margin mistakes. It bounds the errors if each run ends with a clean pass.
    pub distinct_mistakes: Option<u64>,
    /// The mistake bound divided by the number of examples, which limits the leave-one-out error, if it applies.
    pub bound: Option<ProvedNumber>,
}

impl LearnedCounts {
    /// Counts of the run in a trial.
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
    /// Summarizes runs in several shuffled orders.
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
