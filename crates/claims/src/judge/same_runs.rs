//! Finds variants that have the same runs in a cell, so that the same evidence is not counted twice.

use crate::claim::StatedClaim;
use crate::trial::{AnyColumn, Block, Origin, columns};
use std::collections::BTreeSet;

/// For each variant of a cell, the earlier variants whose runs have been the same so far: the same counts, the same stop reason, and the same numbers
/// in every column that claims read. Trials without a result are no runs.
#[derive(Debug, Clone)]
pub(super) struct SameRuns {
    columns: BTreeSet<AnyColumn>,
    /// The names of the variants; empty before the first trial.
    names: Vec<Option<String>>,
    /// For each variant, whether its trials so far equal those of each earlier one.
    agree: Vec<Vec<bool>>,
}

impl SameRuns {
    /// Makes the comparison of variants before the first trial; runs are also compared in the columns that these claims read.
    pub(super) fn new(claims: &[StatedClaim]) -> Self {
        let read = claims.iter().flat_map(|claim| claim.statement.reads());
        let of_trials = |column: &AnyColumn| matches!(column.declared().origin, Origin::Trial);
        Self {
            columns: read.chain(Self::run_columns()).filter(of_trials).collect(),
            names: Vec::new(),
            agree: Vec::new(),
        }
    }

    /// The columns that tell runs apart, in addition to those that claims read.
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

    /// Adds the next trials of the cell. Two variants that differ once are not compared again.
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
