//! Connects a run with its results folder: stored trials, the judge, the parts stored during the run, and the file that is written.

use super::judging;
use super::watcher::Watcher;
use crate::store::{Folder, StoreError, StoredParts, TrialSources, TrialWriter, Written};
use claims::judge::{CellJudge, JudgeSpec};
use claims::run::{ReplicateDecision, ReusableTrials, TrialSink};
use claims::spec::{Replicates, Spec};
use claims::trial::Block;
use serde_json::{Map, Value};
use std::ops::Range;
use std::sync::Arc;

/// Passes trials between a run and a results folder: gives the run stored trials for reuse, and judges and writes the trials of the run.
pub(super) struct FolderSink<'a> {
    sources: TrialSources<'a>,
    parameters: Vec<Arc<Map<String, Value>>>,
    /// What decides, from verdicts, whether a cell needs more replicates; `None` if the number of replicates is fixed.
    judge_spec: Option<&'a JudgeSpec>,
    /// Index and judge of the cell whose trials are running.
    judging: Option<(usize, CellJudge<'a>)>,
    writer: Option<TrialWriter>,
    parts: Option<StoredParts<'a>>,
    watcher: Option<&'a dyn Watcher>,
    /// Index of the cell whose trials came last; and (next field) the number of decided cells, if the number of replicates depends on verdicts.
    running: Option<usize>,
    decided: usize,
    /// Number of stored replicates beyond the judged ones that are written to the new file, too.
    pub known_trials: u64,
    /// Number of stored replicates beyond the judged ones that are not written, because they lack a measurement that the spec asks for now.
    pub left: u64,
}

impl<'a> FolderSink<'a> {
    /// Creates a sink that reuses stored trials of a spec and writes nothing. If the number of replicates depends on verdicts, `judge_spec` decides it.
    pub(super) fn judging(
        spec: &'a Spec,
        judge_spec: &'a JudgeSpec,
        sources: TrialSources<'a>,
    ) -> Self {
        let parameters = spec.cells.iter().map(|cell| cell.parameters.clone());
        let is_adaptive = matches!(spec.replicates, Replicates::UntilDecided { .. });
        Self {
            sources,
            parameters: parameters.map(Arc::new).collect(),
            judge_spec: is_adaptive.then_some(judge_spec),
            judging: None,
            writer: None,
            parts: None,
            watcher: None,
            running: None,
            decided: 0,
            known_trials: 0,
            left: 0,
        }
    }

    /// Makes the sink also write all trials to the trials file of a folder.
    pub(super) fn into_folder(self, spec: &Spec, folder: &Folder) -> Result<Self, StoreError> {
        let parameters = spec.cells.iter().map(|cell| &cell.parameters);
        let writer = TrialWriter::create(&folder.trials(), &spec.measures, parameters)?;
        Ok(Self {
            writer: Some(writer),
            ..self
        })
    }

    /// Makes the sink also tell the watcher which cell is running.
    pub(super) fn reporting_to(self, watcher: &'a dyn Watcher) -> Self {
        Self {
            watcher: Some(watcher),
            ..self
        }
    }

    /// Makes the sink also store finished trials in `parts` during the run, so that a killed run can be continued.
    pub(super) fn in_parts(self, parts: Option<StoredParts<'a>>) -> Self {
        Self { parts, ..self }
    }

    /// Makes the sink run a fixed number of replicates without judging, because that number was decided before.
    pub(super) fn without_decisions(self) -> Self {
        Self {
            judge_spec: None,
            ..self
        }
    }

    /// Finishes the file of trials and returns it; `None` if the sink writes no file.
    pub(super) fn finish(self) -> Result<Option<Written>, StoreError> {
        self.writer.map(TrialWriter::finish).transpose()
    }

    fn write(&mut self, block: Arc<Block>, cell: usize) -> Result<(), StoreError> {
        let writer = self.writer.as_mut();
        writer.map_or(Ok(()), |writer| writer.push(block, &self.parameters[cell]))
    }

    /// Stores the trials finished so far, so that the interrupted run can be continued later.
    pub(super) fn interrupt(mut self) -> Result<(), StoreError> {
        self.parts.as_mut().map_or(Ok(()), StoredParts::store)
    }
}

impl TrialSink for FolderSink<'_> {
    type Error = StoreError;

    fn earlier(
        &mut self,
        cell: usize,
        among: Range<u64>,
    ) -> Result<Option<ReusableTrials>, StoreError> {
        self.sources.earlier(cell, &among)
    }

    fn take(&mut self, cell: usize, block: Block, is_new: bool) -> Result<(), StoreError> {
        if self.running.replace(cell) != Some(cell) {
            let decided = self.judge_spec.map(|_| self.decided);
            if let Some(watcher) = self.watcher {
                watcher.cell(cell + 1, self.parameters.len(), decided);
            }
        }
        if let Some(judge_spec) = self.judge_spec {
            let open = self.judging.take().filter(|(of, _)| *of == cell);
            let (_, mut cell_judge) = open.unwrap_or_else(|| (cell, judge_spec.cell_judge(cell)));
            cell_judge.add(&block);
            self.judging = Some((cell, cell_judge));
        }
        let block = Arc::new(block);
        if let Some(parts) = self.parts.as_mut().filter(|_| is_new) {
            parts.push(&block, &self.parameters[cell])?;
        }
        self.write(block, cell)
    }

    fn keep(&mut self, cell: usize, earlier: ReusableTrials) -> Result<(), StoreError> {
        let count = earlier.block.len() as u64;
        match earlier.lacks {
            Some(_) => self.left += count,
            None => {
                self.known_trials += count;
                self.write(Arc::new(earlier.block), cell)?;
            }
        }
        Ok(())
    }

    fn decide(&mut self, _: usize) -> ReplicateDecision {
        let cell_judge = self.judging.as_ref().map(|(_, cell_judge)| cell_judge);
        let decision = cell_judge.map_or(ReplicateDecision::Stop, judging::decision);
        self.decided += usize::from(decision == ReplicateDecision::Stop);
        decision
    }
}
