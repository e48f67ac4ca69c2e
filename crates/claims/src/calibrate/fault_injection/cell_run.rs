//! Runs the first cell of a spec, and judges it by its one claim.

use super::falsify;
use super::stated::PlantedFault;
use crate::claim::VerdictKind;
use crate::judge::JudgeSpec;
use crate::spec::{Replicates, Spec};
use crate::trial::{Block, Design};
use std::path::Path;

/// The first cell of a spec after its run: its trials, and the [`JudgeSpec`] that judges them.
pub(super) struct CellRun {
    judge_spec: JudgeSpec,
    design: Design,
    block: Block,
    /// Whether the trials are a complete enumeration, which can be judged only as a whole.
    enumerated: bool,
}

impl CellRun {
    /// Reads and runs a spec. Returns the reader's message if the spec is refused.
    pub(super) fn of(name: &str, text: &str) -> Result<Self, String> {
        let spec = Spec::from_text(name, Path::new("fault-injection.toml"), text)
            .map_err(|error| error.to_string())?;
        let cell = &spec.cells[0];
        let design = spec.design(cell);
        let block = design.block(0..spec.most_replicates(cell));
        Ok(Self {
            judge_spec: spec.judge_spec(),
            design,
            block,
            enumerated: spec.replicates == Replicates::All,
        })
    }

    /// Returns the run of the changed spec with the changes that a fault makes in its trials, for which it may need the trials of this run.
    pub(super) fn faulty(self, changed: Self, fault: &PlantedFault) -> Self {
        let columns = fault.columns.iter();
        let block = columns.fold(changed.block, |block, (column, formula)| {
            falsify::computed(block, *column, formula)
        });
        let block = match fault.trials {
            None => block,
            Some(trials) => trials.planted(&changed.design, self.block, block),
        };
        Self { block, ..changed }
    }

    /// Returns the id of the claim that judges the trials.
    pub(super) fn claim(&self) -> &str {
        &self.judge_spec.claims[0].id
    }

    /// Returns the number of replicates.
    pub(super) fn replicates(&self) -> u64 {
        self.block.len() as u64
    }

    /// Returns the number of variants, each with one trial per replicate.
    pub(super) fn variants(&self) -> u64 {
        self.block.batches.len() as u64
    }

    /// Returns the verdict of the claim on all trials.
    pub(super) fn verdict(&self) -> VerdictKind {
        self.judge_spec.judge(0, &self.block)[0].verdict
    }

    /// Returns the number of replicates after which the claim is first violated, if it ever is.
    pub(super) fn first_violation(&self) -> Option<u64> {
        let mut cell_judge = self.judge_spec.cell_judge(0);
        let mut heard = 0;
        self.checkpoints().into_iter().find(|&look| {
            let next: Vec<usize> = (heard..look as usize).collect();
            cell_judge.add(&self.block.selected(&next));
            heard = look as usize;
            cell_judge.verdicts()[0].verdict == VerdictKind::Violated
        })
    }

    /// Returns the numbers of replicates after which the claim is judged, in ascending order; only the last one for a complete enumeration.
    fn checkpoints(&self) -> Vec<u64> {
        let all = self.replicates();
        let growing = Replicates::UntilDecided { min: 1, max: all };
        match (self.enumerated, all) {
            (_, 0) => Vec::new(),
            (true, _) => vec![all],
            (false, _) => growing.schedule(),
        }
    }
}
