//! Notices which variants have the same runs in a cell, so that what they come to is counted once.

use crate::claim::StatedClaim;
use crate::trial::{AnyColumn, Block, Origin, columns};
use std::collections::BTreeSet;

/// Which variants of a cell have the same runs as an earlier one, as far as they were seen: the same counts, the same end, and the same numbers in
/// every column that claims read. Trials that gave no result are no runs.
#[derive(Debug, Clone)]
pub(super) struct SameRuns {
    columns: BTreeSet<AnyColumn>,
    /// The names of the variants; none before the first trial.
    names: Vec<Option<String>>,
    /// For every variant, whether all its trials are those of each earlier one.
    agree: Vec<Vec<bool>>,
}

impl SameRuns {
    /// Before the first trial.
    pub(super) fn new(claims: &[StatedClaim]) -> Self {
        let read = claims.iter().flat_map(|claim| claim.statement.reads());
        let of_trials = |column: &AnyColumn| matches!(column.declared().origin, Origin::Trial);
        Self {
            columns: read.chain(Self::run_columns()).filter(of_trials).collect(),
            names: Vec::new(),
            agree: Vec::new(),
        }
    }

    /// The columns that tell runs apart, whatever the claims read.
    pub(super) fn run_columns() -> [AnyColumn; 6] {
        [
            columns::STOP_REASON.any(),
            columns::DRAWS.any(),
            columns::UPDATES.any(),
            columns::MISTAKES.any(),
            columns::MARGIN_MISTAKES.any(),
            columns::UPDATED_POSITIONS.any(),
        ]
    }

    /// Sees the next trials of the cell. Two variants that differ once are not compared again.
    pub(super) fn add(&mut self, block: &Block) {
        let batches = &block.batches;
        if self.names.is_empty() {
            let names = batches.iter().map(|batch| batch.setting.name.clone());
            self.names = names.collect();
            self.agree = (0..batches.len()).map(|count| vec![true; count]).collect();
        }
        for (batch, agree) in batches.iter().zip(&mut self.agree) {
            for (earlier, agree) in batches.iter().zip(agree) {
                *agree =
                    *agree && !batch.has_failures() && batch.is_same_in(earlier, &self.columns);
            }
        }
    }

    /// The first variant that has the same runs as this one; `None` if no earlier one has.
    pub(super) fn first(&self, variant: &str) -> Option<&str> {
        let is_it = |name: &Option<String>| name.as_deref() == Some(variant);
        let place = self.names.iter().position(is_it)?;
        let first = self.agree[place].iter().position(|agrees| *agrees)?;
        self.names[first].as_deref()
    }
}
