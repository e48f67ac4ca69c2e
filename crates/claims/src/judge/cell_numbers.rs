//! Stores the numbers of a cell that a claim about the sweep needs: sums and distributions, of all trials and of batches.

use super::deterministic_runs::DeterministicRuns;
use crate::stats::{BATCHES, Statistic, Summary};

/// The values x and y of all trials of a cell, for a claim about how y grows with x over the cells; y also in batches, into which trials are dealt in
/// turn.
#[derive(Debug, Clone)]
pub(super) struct CellNumbers {
    /// Whether the trials are all outcomes of an enumeration.
    complete: bool,
    x: Summary,
    all: Summary,
    batches: Vec<Summary>,
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

impl CellNumbers {
    pub(super) fn new(complete: bool) -> Self {
        // The outcomes of an enumeration are no random replicates, so they form no batches.
        let batches = if complete { 0 } else { BATCHES };
        Self {
            complete,
            x: Summary::new(true),
            all: Summary::new(true),
            batches: vec![Summary::new(true); batches],
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
        let probability = self.complete.then_some(weight);
        self.x.push(x, probability, 1);
        self.all.push(y, probability, 1);
        if let Some(batch) = self.batches.get_mut(place % BATCHES) {
            batch.push(y, None, 1);
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
        (Statistic::Median.of(&self.x), statistic.of(values))
    }
}
