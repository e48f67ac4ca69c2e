//! Joins the stages for experiments: run, judge, report, each reading what the one before it wrote.

use super::external_programs::permitted;
use super::judging::Hearings;
use super::means::{Averages, Means};
use super::pages::{StaleProse, whole_report};
use super::shard::run_share;
use super::time_limit::Clock;
use super::trials::{locked, run_trials};
use super::{StudyError, check, closest_runs, names, run_command, witnesses};
use crate::report::Summary;
use crate::store::write_verdicts;
use crate::store::{Folder, Manifest, StoreError, TrialReader};
use claims::judge::{Bench, Verdict};
use claims::prose::Prose;
use claims::run::Share;
use claims::spec::{Replicates, Spec};
use claims::trial::{AnyColumn, Block, columns};
use perceptron::learn::StopReason;
use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::thread;
use std::time::Duration;

/// How specs are run.
#[derive(Debug, Clone, Default)]
pub struct RunOptions {
    /// Few replicates, into a folder of their own.
    pub quick: bool,
    /// Replace what the results folder holds.
    pub fresh: bool,
    /// Run the trials again that gave no result.
    pub retry_failed: bool,
    /// Write a certificate of every trial.
    pub certificates: bool,
    /// Run learners that are programs of their own.
    pub allow_processes: bool,
    /// Where data files may lie.
    pub data: names::Data,
    /// How long a trial may take.
    pub time_limit: Option<Duration>,
    /// Run a share of the trials, and judge nothing.
    pub share: Option<Share>,
    /// Keys of the specs that are set to other values, each as `KEY=VALUE`: an experiment of its own.
    pub settings: Vec<String>,
}

impl RunOptions {
    /// The folder that results go to.
    pub fn results(&self, results: &Path) -> PathBuf {
        if self.quick {
            results.join("quick")
        } else {
            results.to_owned()
        }
    }
}

/// Is told what runs, and how many replicates are finished.
pub trait Watcher: Sync {
    /// So many replicates will be run in all, at most.
    fn expect(&self, replicates: u64);

    /// This deserves a look.
    fn warn(&self, line: &str);

    /// This experiment is running.
    fn name(&self, experiment: &str);

    /// This cell of so many is running, counted from 1; of adaptive ones so many before it are decided.
    fn cell(&self, _place: usize, _of: usize, _decided: Option<usize>) {}

    /// So many more replicates are finished.
    fn advance(&self, replicates: u64);

    /// Whether no more trials should begin; once it is so, it stays so.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Replicates that a run of this spec makes at most.
pub(super) fn replicates(spec: &Spec) -> u64 {
    spec.cells
        .iter()
        .map(|cell| spec.most_replicates(cell))
        .sum()
}

/// Reads all specs first, so that a mistake in one stops the command before anything is written; then runs, judges and reports each.
pub fn run_all(
    paths: &[PathBuf],
    experiments: &Path,
    options: &RunOptions,
    results: &Path,
    watcher: &dyn Watcher,
) -> Result<(Judged, Vec<Summary>), StudyError> {
    let specs = names::read_all(paths, experiments, options.data, &options.settings)?;
    let mut specs = permitted(specs, options.allow_processes)?;
    if options.quick {
        specs = specs.into_iter().map(Spec::quick).collect();
    }
    for line in specs.iter().flat_map(check::warnings) {
        watcher.warn(&line);
    }
    if options.share.is_none() {
        watcher.expect(specs.iter().map(replicates).sum());
    }
    let _clock = options.time_limit.map(Clock::start);
    let (mut all, mut summaries) = (Judged::default(), Vec::new());
    for (spec, path) in specs.iter().zip(paths) {
        watcher.name(&spec.name);
        let folder = Folder::of(results, &spec.name);
        let beside = path.parent().unwrap_or(Path::new(""));
        if let Some(share) = options.share {
            let folder = run_share(spec, beside, (results, share), options, watcher)?;
            run_command::remember(&folder, &names::spelled(path, experiments))?;
            continue;
        }
        let _lock = locked(&folder, watcher)?;
        run_trials(spec, beside, &folder, options, watcher)?;
        run_command::remember(&folder, &names::spelled(path, experiments))?;
        // Of several experiments the reports have them.
        let averages = (specs.len() == 1).then(Averages::default);
        let (judged, summary) = finish_run(spec, &folder, options, averages)?;
        all = all.and(judged);
        summaries.push(summary);
    }
    Ok((all, summaries))
}

/// Judges the trials of a folder that this process has, takes their means where that is asked for, and writes witnesses and the report.
pub(super) fn finish_run(
    spec: &Spec,
    folder: &Folder,
    options: &RunOptions,
    averages: Option<Averages>,
) -> Result<(Judged, Summary), StudyError> {
    let judged = judge_trials(folder, averages)?;
    witnesses::write_all(spec, folder, &judged.verdicts, options.certificates)?;
    closest_runs::write_all(spec, folder, &judged.verdicts)?;
    let (summary, prose) = whole_report(folder)?;
    Ok((Judged { prose, ..judged }, summary))
}

/// Shows the trials of a folder that are judged, cell by cell and block by block: of each cell the first that are stored. The next block
/// is read while one is looked at.
pub(super) fn each_block(
    folder: &Folder,
    (manifest, spec): (&Manifest, &Spec),
    columns: &BTreeSet<AnyColumn>,
    mut see: impl FnMut(usize, &Block),
) -> Result<(), StoreError> {
    let reader = folder.reader(manifest, columns)?;
    let (send, read) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        let reading = scope.spawn(move || read_all(reader, (manifest, spec), &send));
        for (cell, block) in read {
            see(cell, &block);
        }
        reading.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Reads the trials that are judged, and hands them on as long as somebody takes them.
fn read_all(
    mut reader: TrialReader,
    (manifest, spec): (&Manifest, &Spec),
    send: &SyncSender<(usize, Block)>,
) -> Result<(), StoreError> {
    for (index, cell) in spec.cells.iter().enumerate() {
        let design = spec.design(cell);
        let judged = manifest.replicates.get(index).copied().unwrap_or(0);
        while let Some(block) = reader.block(&design)? {
            let replicates = &block.replicates;
            let within = replicates.partition_point(|&replicate| replicate < judged);
            let block = match within == block.len() {
                true => block,
                false => block.selected(&(0..within).collect::<Vec<_>>()),
            };
            if !block.is_empty() && send.send((index, block)).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The manifest and the spec of a run that is finished.
pub(super) fn finished_run(folder: &Folder) -> Result<(Manifest, Spec), StoreError> {
    let (manifest, spec) = folder.readable_spec()?;
    let path = folder.path().to_owned();
    match (&manifest.shard, manifest.unfinished) {
        (Some(_), _) => Err(StoreError::Shard { path }),
        (None, true) => Err(StoreError::Unfinished { path }),
        (None, false) => Ok((manifest, spec)),
    }
}

/// The columns that judging and drawing read.
pub(super) fn wanted(spec: &Spec) -> BTreeSet<AnyColumn> {
    let weighed = spec.replicates == Replicates::All;
    let weight = weighed.then(|| columns::WEIGHT.any());
    let always = [
        columns::STOP_REASON.any(),
        columns::FAILURE.any(),
        columns::EXAMPLES.any(),
    ];
    let drawn = spec.figures.iter().flat_map(|figure| figure.columns());
    let texts = [Some(&spec.analysis), spec.answer.as_ref()];
    let told = texts.into_iter().flatten().flat_map(Prose::columns);
    let claimed = spec.claims.iter().flat_map(|claim| claim.statement.reads());
    always
        .into_iter()
        .chain(Bench::counts())
        .chain(weight)
        .chain(drawn)
        .chain(told)
        .chain(claimed)
        .collect()
}

/// What a folder's trials come to.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// The verdicts, claim by claim.
    pub verdicts: Vec<Verdict>,
    /// Trials that gave no result.
    pub failures: Failures,
    /// Trials that were cut off where the spec states no cap.
    pub endless: u64,
    /// The means of the only experiment of a run.
    pub means: Option<Means>,
    /// What the prose of the reports says and the trials do not show.
    pub prose: StaleProse,
}

impl Judged {
    /// This, and what another folder's trials come to.
    pub fn and(mut self, more: Self) -> Self {
        self.verdicts.extend(more.verdicts);
        Self {
            failures: self.failures.and(more.failures),
            endless: self.endless + more.endless,
            means: self.means.or(more.means),
            prose: self.prose.and(more.prose),
            ..self
        }
    }
}

/// Trials that gave no result.
#[derive(Debug, Clone, Default)]
pub struct Failures {
    /// How many there are.
    pub count: u64,
    /// Address and message of the first.
    pub first: Option<(String, String)>,
}

impl Failures {
    pub(super) fn add(&mut self, experiment: &str, block: &Block) {
        for row in block.stopped(StopReason::is_failure) {
            self.count += 1;
            let message = row.get(columns::FAILURE).cloned().unwrap_or_default();
            self.first
                .get_or_insert_with(|| (format!("{experiment}:{}", row.address()), message));
        }
    }

    fn and(self, more: Self) -> Self {
        Self {
            count: self.count + more.count,
            first: self.first.or(more.first),
        }
    }
}

/// Judges the trials of a folder and writes the verdicts.
///
/// # Errors
/// Another process has the folder, its run is not finished, or what it holds is not what was written.
pub fn judge(folder: &Folder) -> Result<Judged, StudyError> {
    let _lock = folder.lock()?;
    judge_trials(folder, None)
}

/// Judges the trials of a folder, and takes their means where that is asked for: the file is read once.
pub(super) fn judge_trials(
    folder: &Folder,
    mut averages: Option<Averages>,
) -> Result<Judged, StudyError> {
    let (manifest, spec) = finished_run(folder)?;
    let bench = spec.bench();
    let (mut hearings, mut columns) = (Hearings::new(&bench), wanted(&spec));
    if averages.is_some() {
        columns.extend(Averages::columns());
    }
    each_block(folder, (&manifest, &spec), &columns, |cell, block| {
        hearings.add(cell, block);
        if let Some(averages) = &mut averages {
            averages.add(cell, block);
        }
    })?;
    let mut judged = hearings.finish(&spec);
    judged.means = averages.map(|averages| averages.means(&spec));
    write_verdicts(folder.path(), &judged.verdicts)?;
    Ok(judged)
}
