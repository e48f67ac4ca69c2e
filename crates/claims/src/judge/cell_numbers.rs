//! Stores the numbers of a cell that a claim about the sweep needs: sums and distributions, of all trials and of batches.

use super::deterministic_runs::DeterministicRuns;
use crate::claim::Statistic;
use crate::stats::{self, BATCHES, EmpiricalDistribution, Sum};

/// The values x and y of all trials of a cell, for a claim about how y grows with x over the cells; y also in batches, into which trials are dealt in
/// turn.
#[derive(Debug, Clone)]
pub(super) struct CellNumbers {
    x: CellValues,
    all: CellValues,
    batches: Vec<CellValues>,
    /// Whether all trials so far are copies of one run with the same x and y.
    copies: DeterministicRuns,
}

/// The values x and y of one trial, with its probability in an enumeration (1 otherwise).
#[derive(Debug, Clone, Copy)]
pub(super) struct WeightedPoint {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) weight: f64,
    pub(super) is_one_run: bool,
}

/// The values of x or of y over the trials of a cell, or over one batch of them.
#[derive(Debug, Clone)]
enum CellValues {
    /// Values of independent trials, of which only the sum and the empirical distribution are stored.
    Drawn {
        sum: Sum,
        distribution: EmpiricalDistribution,
    },
    /// The outcomes of a complete enumeration with their probabilities; there are at most a million.
    Weighed { values: Vec<f64>, weights: Vec<f64> },
}

impl CellValues {
    fn new(complete: bool) -> Self {
        match complete {
            true => Self::Weighed {
                values: Vec::new(),
                weights: Vec::new(),
            },
            false => Self::Drawn {
                sum: Sum::default(),
                distribution: EmpiricalDistribution::default(),
            },
        }
    }

    fn push(&mut self, value: f64, weight: f64) {
        match self {
            Self::Drawn { sum, distribution } => {
                sum.push(value);
                distribution.push(value);
            }
            Self::Weighed { values, weights } => {
                values.push(value);
                weights.push(weight);
            }
        }
    }

    fn statistic(&self, statistic: Statistic) -> f64 {
        match (self, statistic) {
            (Self::Drawn { sum, distribution }, Statistic::Mean) => {
                sum.value() / distribution.len() as f64
            }
            (Self::Drawn { distribution, .. }, Statistic::Median) => distribution.quantile(0.5),
            (Self::Drawn { distribution, .. }, Statistic::Quantile(level)) => {
                distribution.quantile(level)
            }
            (Self::Weighed { values, weights }, Statistic::Mean) => {
                stats::weighted_mean(values, weights)
            }
            (Self::Weighed { values, weights }, Statistic::Median) => {
                stats::weighted_quantile(values, weights, 0.5)
            }
            (Self::Weighed { values, weights }, Statistic::Quantile(level)) => {
                stats::weighted_quantile(values, weights, level)
            }
        }
    }
}

impl CellNumbers {
    pub(super) fn new(complete: bool) -> Self {
        let values = || CellValues::new(complete);
        // The outcomes of an enumeration are no random replicates, so they form no batches.
        let batches = if complete { 0 } else { BATCHES };
        Self {
            x: values(),
            all: values(),
            batches: (0..batches).map(|_| values()).collect(),
            copies: DeterministicRuns::None,
        }
    }

    pub(super) fn push(&mut self, numbers: WeightedPoint, place: usize) {
        let WeightedPoint {
            x,
            y,
            weight,
            is_one_run,
        } = numbers;
        self.copies = self.copies.with(x, y, is_one_run);
        self.x.push(x, weight);
        self.all.push(y, weight);
        if let Some(batch) = self.batches.get_mut(place % BATCHES) {
            batch.push(y, weight);
        }
    }

    /// Whether the trials are all possible outcomes, or copies of a single possible run.
    pub(super) fn is_enumerated(&self) -> bool {
        self.batches.is_empty() || self.is_one_run()
    }

    /// Whether all trials are copies of one run.
    pub(super) fn is_one_run(&self) -> bool {
        self.copies.are_all()
    }

    /// Returns the cell's point: the median of x, and the statistic of y over all trials or over one batch of them.
    pub(super) fn at(&self, statistic: Statistic, batch: Option<usize>) -> (f64, f64) {
        let values = batch
            .and_then(|batch| self.batches.get(batch))
            .unwrap_or(&self.all);
        (
            self.x.statistic(Statistic::Median),
            values.statistic(statistic),
        )
    }
}
