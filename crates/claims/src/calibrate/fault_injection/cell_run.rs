//! Runs the first cell of a spec, and judges it by its one claim.

use crate::claim::VerdictKind;
use crate::judge::JudgeSpec;
use crate::spec::{Replicates, Spec};
use crate::trial::{Block, Design};
use std::path::Path;

/// The first cell of a spec, run: its trials, and the bench that judges them.
pub(super) struct CellRun {
    bench: JudgeSpec,
    design: Design,
    block: Block,
    /// Whether the trials are a complete enumeration, which says nothing until it is complete.
    enumerated: bool,
}

impl CellRun {
    /// Reads and runs a spec; what the spec reader says if it refuses.
    pub(super) fn of(name: &str, text: &str) -> Result<Self, String> {
        let spec = Spec::from_text(name, Path::new("fault-injection.toml"), text)
            .map_err(|error| error.to_string())?;
        let cell = &spec.cells[0];
        let design = spec.design(cell);
        let block = design.block(0..spec.most_replicates(cell));
        Ok(Self {
            bench: spec.bench(),
            design,
            block,
            enumerated: spec.replicates == Replicates::All,
        })
    }

    /// The same with falsified trials.
    pub(super) fn falsified(self, falsify: fn(&Design, Block) -> Block) -> Self {
        Self {
            block: falsify(&self.design, self.block),
            ..self
        }
    }

    /// The same with trials that are mixed up with those of another run.
    pub(super) fn mixed(self, other: Self, mix: fn(Block, Block) -> Block) -> Self {
        Self {
            block: mix(self.block, other.block),
            ..self
        }
    }

    /// The claim that judges it.
    pub(super) fn claim(&self) -> &str {
        &self.bench.claims[0].id
    }

    /// The number of replicates.
    pub(super) fn replicates(&self) -> u64 {
        self.block.len() as u64
    }

    /// The number of variants, each with a trial per replicate.
    pub(super) fn variants(&self) -> u64 {
        self.block.batches.len() as u64
    }

    /// What the claim says of all trials.
    pub(super) fn verdict(&self) -> VerdictKind {
        self.bench.judge(0, &self.block)[0].verdict
    }

    /// The number of replicates after which the claim is violated first, if it ever is.
    pub(super) fn first_violation(&self) -> Option<u64> {
        let mut hearing = self.bench.cell_judge(0);
        let mut heard = 0;
        self.looks().into_iter().find(|&look| {
            let next: Vec<usize> = (heard..look as usize).collect();
            hearing.add(&self.block.selected(&next));
            heard = look as usize;
            hearing.verdicts()[0].verdict == VerdictKind::Violated
        })
    }

    /// After how many replicates it is looked at.
    fn looks(&self) -> Vec<u64> {
        let all = self.replicates();
        let growing = Replicates::UntilDecided { min: 1, max: all };
        match (self.enumerated, all) {
            (_, 0) => Vec::new(),
            (true, _) => vec![all],
            (false, _) => growing.schedule(),
        }
    }
}
