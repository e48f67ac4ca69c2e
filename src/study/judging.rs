//! Judges the trials of a spec cell by cell as they arrive, and collects verdicts, failures and endless runs.

use super::StudyError;
use super::judged::Judged;
use super::pages::{RunView, Seen};
use super::stored_trials::{each_block, finished_run, wanted};
use crate::report::ERROR;
use crate::store::{Folder, write_verdicts};
use claims::claim::VerdictKind;
use claims::judge::{CellJudge, JudgeSpec, Sweep, Verdict};
use claims::run::ReplicateDecision;
use claims::spec::Spec;
use claims::trial::{Block, Row};
use perceptron::learn::{StopReason, Variant};
use perceptron::threads::Threads;
use std::collections::BTreeMap;

/// Judge of a whole spec, in which one cell is open at a time.
pub(super) struct StudyJudge<'a> {
    judge_spec: &'a JudgeSpec,
    open: (usize, CellJudge<'a>),
    sweep: Sweep<'a>,
    judged: Judged,
}

impl<'a> StudyJudge<'a> {
    /// Creates a judge that has seen no trial yet.
    pub(super) fn new(judge_spec: &'a JudgeSpec) -> Self {
        Self {
            judge_spec,
            open: (0, judge_spec.cell_judge(0)),
            sweep: Sweep::new(judge_spec),
            judged: Judged::default(),
        }
    }

    /// Adds the next trials of the cell with this index; cells must come in ascending order.
    pub(super) fn add(&mut self, cell: usize, block: &Block) {
        self.close_until(cell);
        self.open.1.add_with(block, Threads::Pool);
        self.sweep.add(cell, block);
        let failures = &mut self.judged.failures;
        failures.add(&self.judge_spec.experiment, block);
        let cut_off = block.stopped(|reason| reason == StopReason::UpdateCap);
        self.judged.endless += cut_off.filter(|row| !states_cap(row)).count() as u64;
    }

    /// Decides whether the cell with this index needs more replicates.
    pub(super) fn decide(&mut self, cell: usize) -> ReplicateDecision {
        self.close_until(cell);
        decision(&self.open.1)
    }

    /// Closes the judging of all cells with a smaller index, including cells without trials.
    fn close_until(&mut self, cell: usize) {
        while self.open.0 < cell {
            self.judged.verdicts.extend(self.open.1.verdicts());
            let next = self.open.0 + 1;
            self.open = (next, self.judge_spec.cell_judge(next));
        }
    }

    /// Returns the verdicts on all trials added so far, in the order of the spec's claims, with failures and cut-off trials.
    pub(super) fn finish(mut self, spec: &Spec) -> Judged {
        self.close_until(self.judge_spec.cells.len() - 1);
        let mut judged = self.judged;
        judged.verdicts.extend(self.open.1.verdicts());
        judged.verdicts.extend(self.sweep.verdicts());
        let ids = spec.claims.iter().enumerate();
        let places: BTreeMap<&str, usize> = ids
            .map(|(index, claim)| (claim.id.as_str(), index))
            .collect();
        judged
            .verdicts
            .sort_by_key(|verdict| places.get(verdict.id.as_str()).copied());
        judged
    }
}

/// Judges the trials stored in a results folder and writes the verdicts there.
///
/// # Errors
/// Another process holds the folder, its run is not finished, or its contents are not what was written.
pub fn judge(folder: &Folder) -> Result<Judged, StudyError> {
    let _lock = folder.lock()?;
    judge_trials(folder)
}

/// Judges the trials stored in a results folder.
pub(super) fn judge_trials(folder: &Folder) -> Result<Judged, StudyError> {
    let run = finished_run(folder)?;
    let judge_spec = run.1.judge_spec();
    let mut judge = StudyJudge::new(&judge_spec);
    each_block(folder, (&run.0, &run.1), &wanted(&run.1), |cell, block| {
        judge.add(cell, block);
    })?;
    written(judge.finish(&run.1), folder)
}

/// Judges the trials stored in a results folder, and collects what its report shows; the file is read once.
pub(super) fn judge_and_view(folder: &Folder) -> Result<(Judged, Seen), StudyError> {
    let (manifest, spec) = finished_run(folder)?;
    let judge_spec = spec.judge_spec();
    let (mut judge, mut view) = (
        StudyJudge::new(&judge_spec),
        RunView::new(&spec, &judge_spec)?,
    );
    each_block(
        folder,
        (&manifest, &spec),
        &view.wanted(&spec),
        |cell, block| {
            judge.add(cell, block);
            view.add(cell, block);
        },
    )?;
    let seen = view.finished();
    let means = seen.means.as_ref().map(|means| means.without(ERROR));
    let judged = Judged {
        means,
        ..judge.finish(&spec)
    };
    Ok((written(judged, folder)?, seen))
}

/// Writes the verdicts to their folder.
fn written(judged: Judged, folder: &Folder) -> Result<Judged, StudyError> {
    write_verdicts(folder.path(), &judged.verdicts)?;
    Ok(judged)
}

/// Asks for more replicates of a cell as long as one of its verdicts is inconclusive.
pub(super) fn decision(cell_judge: &CellJudge) -> ReplicateDecision {
    let is_open = |verdict: &Verdict| verdict.verdict == VerdictKind::Inconclusive;
    match cell_judge.verdicts().iter().any(is_open) {
        true => ReplicateDecision::Continue,
        false => ReplicateDecision::Stop,
    }
}

/// Whether the spec states where this trial ends at the latest, such as after a number of updates; true without a learner.
fn states_cap(row: &Row) -> bool {
    let variant = row.setting().variant.as_ref();
    variant.is_none_or(Variant::is_capped)
}
