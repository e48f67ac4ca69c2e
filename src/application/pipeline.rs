//! Joins the stages for experiments: run, judge, report, each reading what the one before it wrote.

use super::hearings::{self, Hearings};
use super::permission::permitted;
use super::{ApplicationError, check, names, witness};
use crate::report::{self, Page, Summary};
use crate::store::{Folder, Lock, Manifest, StoreError, TrialReader, TrialWriter};
use crate::store::{read_verdicts, write_verdicts};
use claims::figure::Gallery;
use claims::judge::{Bench, Hearing, Verdict};
use claims::run::{self, Decision, Known, Sink};
use claims::spec::{Replicates, Spec};
use claims::trial::{AnyColumn, Block, Design, Row, columns};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// How specs are run.
#[derive(Debug, Clone, Copy, Default)]
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

    /// So many more replicates are finished.
    fn advance(&self, replicates: u64);

    /// Whether no more trials should begin; once it is so, it stays so.
    fn is_stopped(&self) -> bool {
        false
    }
}

/// Where the trials of a run go: earlier trials on disk, the judge, and the file that is written.
struct FolderSink<'a> {
    designs: Vec<Design>,
    parameters: Vec<Arc<Map<String, Value>>>,
    /// Whether the number of replicates depends on verdicts.
    adaptive: bool,
    bench: &'a Bench,
    /// The hearing of the cell that runs.
    hearing: Option<(usize, Hearing<'a>)>,
    earlier: Option<TrialReader>,
    writer: TrialWriter,
    /// Replicates behind those that are judged, which are stored all the same.
    kept: u64,
}

impl<'a> FolderSink<'a> {
    fn new(
        spec: &Spec,
        bench: &'a Bench,
        earlier: Option<TrialReader>,
        folder: &Folder,
    ) -> Result<Self, StoreError> {
        let parameters = spec.cells.iter().map(|cell| &cell.parameters);
        Ok(Self {
            designs: spec.cells.iter().map(|cell| spec.design(cell)).collect(),
            parameters: parameters.clone().cloned().map(Arc::new).collect(),
            adaptive: matches!(spec.replicates, Replicates::UntilDecided { .. }),
            bench,
            hearing: None,
            earlier,
            writer: TrialWriter::create(&folder.trials(), &spec.measures, parameters)?,
            kept: 0,
        })
    }
}

impl Sink for FolderSink<'_> {
    type Error = StoreError;

    fn earlier(&mut self, cell: usize) -> Result<Option<Block>, StoreError> {
        match &mut self.earlier {
            Some(reader) => reader.block(&self.designs[cell]),
            None => Ok(None),
        }
    }

    fn take(&mut self, cell: usize, block: Block) -> Result<(), StoreError> {
        if self.adaptive {
            let bench = self.bench;
            let open = self.hearing.take().filter(|(of, _)| *of == cell);
            let (_, mut hearing) = open.unwrap_or_else(|| (cell, bench.hearing(cell)));
            hearing.add(&block);
            self.hearing = Some((cell, hearing));
        }
        self.writer.push(block, &self.parameters[cell])
    }

    fn keep(&mut self, cell: usize, block: Block) -> Result<(), StoreError> {
        self.kept += block.len() as u64;
        self.writer.push(block, &self.parameters[cell])
    }

    fn decide(&mut self, _: usize) -> Decision {
        let hearing = self.hearing.as_ref().map(|(_, hearing)| hearing);
        hearing.map_or(Decision::Stop, hearings::decision)
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
) -> Result<(Judged, Vec<Summary>), ApplicationError> {
    let specs = names::read_all(paths, experiments, options.data)?;
    let mut specs = permitted(specs, options.allow_processes)?;
    if options.quick {
        specs = specs.into_iter().map(Spec::quick).collect();
    }
    for line in specs.iter().flat_map(check::warnings) {
        watcher.warn(&line);
    }
    watcher.expect(specs.iter().map(replicates).sum());
    let (mut all, mut summaries) = (Judged::default(), Vec::new());
    for (spec, path) in specs.iter().zip(paths) {
        watcher.name(&spec.name);
        let folder = Folder::of(results, &spec.name);
        let beside = path.parent().unwrap_or(Path::new(""));
        let _lock = locked(&folder, watcher)?;
        run_trials(spec, beside, &folder, options, watcher)?;
        let judged = judge_trials(&folder)?;
        witness::write_all(spec, &folder, &judged.verdicts, options.certificates)?;
        all = all.and(judged);
        summaries.push(write_report(&folder)?);
    }
    Ok((all, summaries))
}

/// Makes a folder and takes it for this process.
fn locked(folder: &Folder, watcher: &dyn Watcher) -> Result<Lock, StoreError> {
    folder.create()?;
    let lock = folder.lock()?;
    if let Some(owner) = &lock.recovered {
        let path = folder.path().display();
        watcher.warn(&format!(
            "{path} was left by {owner}, which has ended without finishing; what it had not finished is made anew"
        ));
    }
    Ok(lock)
}

/// Runs a spec into its folder, unless the folder holds its trials already.
fn run_trials(
    spec: &Spec,
    beside: &Path,
    folder: &Folder,
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<(), ApplicationError> {
    let found = folder.claim_for(spec, options.fresh)?;
    // No hash knows whether a program is still the one that made the trials.
    let is_closed = spec.commands().is_empty();
    let stored = found.filter(|_| is_closed && folder.trials().exists());
    if stored.as_ref().is_some_and(|of| of.trials_sha256.is_none()) {
        let path = folder.path().display();
        watcher.warn(&format!(
            "{path} was written by an earlier version and has no digest of its trials; they are run again"
        ));
    }
    let usable = stored.filter(|manifest| manifest.trials_sha256.is_some());
    let finished = usable
        .as_ref()
        .is_some_and(|manifest| is_finished(manifest, spec, options.quick));
    if finished && !options.retry_failed {
        watcher.advance(replicates(spec));
        return Ok(());
    }
    let started = Instant::now();
    let all = || AnyColumn::all().collect();
    let earlier = usable
        .as_ref()
        .map(|manifest| folder.reader(manifest, &all()));
    let earlier = earlier.transpose()?;
    let bench = spec.bench();
    let mut sink = FolderSink::new(spec, &bench, earlier, folder)?;
    let known = if options.retry_failed {
        Known::FailuresRetried
    } else {
        Known::Kept
    };
    let advance = |replicates| watcher.advance(replicates);
    let ran = run::run_until(spec, known, &mut sink, &advance, &|| watcher.is_stopped())?;
    if sink.kept > 0 {
        let (name, kept) = (&spec.name, sink.kept);
        watcher.warn(&format!(
            "{name}: {kept} more stored replicates are kept, and not judged"
        ));
    }
    let trials = sink.writer.finish()?;
    folder.keep_data(spec, beside)?;
    let done = ran.replicates.iter().sum();
    let manifest = Manifest {
        unfinished: !ran.finished,
        ..Manifest::new(spec, options.quick, ran.replicates)
    };
    folder.publish(trials, manifest)?;
    write_run_record(folder.path(), started)?;
    match ran.finished {
        true => Ok(()),
        false => Err(ApplicationError::Interrupted {
            experiment: spec.name.clone(),
            done,
            most: replicates(spec),
        }),
    }
}

/// Whether the trials on disk are those this spec asks for: the same file, or one that differs only in claims and prose.
fn is_finished(manifest: &Manifest, spec: &Spec, quick: bool) -> bool {
    let same_file = manifest.spec_hash == spec.spec_hash() && manifest.quick == quick;
    let fixed = !matches!(spec.replicates, Replicates::UntilDecided { .. });
    let wanted = spec.cells.iter().map(|cell| spec.most_replicates(cell));
    same_file && !manifest.unfinished && (!fixed || manifest.replicates.iter().copied().eq(wanted))
}

/// What differs from run to run stays out of every other file.
fn write_run_record(folder: &Path, started: Instant) -> Result<(), StoreError> {
    let host = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processor
        .lines()
        .find(|line| line.starts_with("model name"))
        .and_then(|line| line.split(": ").nth(1))
        .unwrap_or(std::env::consts::ARCH);
    let record = BTreeMap::from([
        (
            "seconds",
            toml::Value::from(started.elapsed().as_secs_f64()),
        ),
        (
            "threads",
            toml::Value::from(rayon::current_num_threads() as i64),
        ),
        ("host", toml::Value::from(host.trim())),
        ("processor", toml::Value::from(model)),
    ]);
    let path = folder.join("run.toml");
    let text = toml::to_string(&record).map_err(|error| StoreError::damaged(&path, error))?;
    crate::store::write_whole(&path, text.as_bytes())
}

/// Shows the trials of a folder that are judged, cell by cell and block by block: of each cell the first that are stored.
fn each_block(
    folder: &Folder,
    (manifest, spec): (&Manifest, &Spec),
    mut see: impl FnMut(usize, &Block),
) -> Result<(), StoreError> {
    let mut reader = folder.reader(manifest, &wanted(spec))?;
    for (index, cell) in spec.cells.iter().enumerate() {
        let design = spec.design(cell);
        let judged = manifest.replicates.get(index).copied().unwrap_or(0);
        while let Some(block) = reader.block(&design)? {
            let within = block
                .replicates
                .partition_point(|&replicate| replicate < judged);
            if within == block.len() {
                see(index, &block);
            } else if within > 0 {
                see(index, &block.selected(&(0..within).collect::<Vec<_>>()));
            }
        }
    }
    Ok(())
}

/// The manifest and the spec of a run that is finished.
fn finished_run(folder: &Folder) -> Result<(Manifest, Spec), StoreError> {
    let (manifest, spec) = folder.spec()?;
    if manifest.unfinished {
        let path = folder.path().to_owned();
        return Err(StoreError::Unfinished { path });
    }
    Ok((manifest, spec))
}

/// The columns that judging and drawing read.
fn wanted(spec: &Spec) -> BTreeSet<AnyColumn> {
    let always = [
        columns::WEIGHT.any(),
        columns::STOP_REASON.any(),
        columns::FAILURE.any(),
        columns::EXAMPLES.any(),
    ];
    let drawn = spec
        .figures
        .iter()
        .flat_map(|figure| figure.columns().iter().copied());
    let claimed = spec.claims.iter().flat_map(|claim| claim.statement.reads());
    always.into_iter().chain(drawn).chain(claimed).collect()
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
}

impl Judged {
    /// This, and what another folder's trials come to.
    pub fn and(mut self, more: Self) -> Self {
        self.verdicts.extend(more.verdicts);
        Self {
            failures: self.failures.and(more.failures),
            endless: self.endless + more.endless,
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
        for row in block.all().filter(Row::is_failed) {
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
pub fn judge(folder: &Folder) -> Result<Judged, ApplicationError> {
    let _lock = folder.lock()?;
    judge_trials(folder)
}

fn judge_trials(folder: &Folder) -> Result<Judged, ApplicationError> {
    let (manifest, spec) = finished_run(folder)?;
    let bench = spec.bench();
    let mut hearings = Hearings::new(&bench);
    each_block(folder, (&manifest, &spec), |cell, block| {
        hearings.add(cell, block);
    })?;
    let judged = hearings.finish(&spec);
    write_verdicts(folder.path(), &judged.verdicts)?;
    Ok(judged)
}

/// Writes the report of a folder from its verdicts and trials.
///
/// # Errors
/// Another process has the folder, its run is not finished, or what it holds is not what was written.
pub fn report(folder: &Folder) -> Result<Summary, ApplicationError> {
    let _lock = folder.lock()?;
    write_report(folder)
}

fn write_report(folder: &Folder) -> Result<Summary, ApplicationError> {
    let (manifest, spec) = finished_run(folder)?;
    let verdicts = read_verdicts(folder.path())?;
    let bench = spec.bench();
    let mut gallery = Gallery::new(&spec.figures, spec.claims.clone(), &bench.cells);
    if !spec.figures.is_empty() {
        each_block(folder, (&manifest, &spec), |cell, block| {
            gallery.add(cell, block);
        })?;
    }
    let charts = gallery.charts();
    let quick = if manifest.quick { " --quick" } else { "" };
    let page = Page {
        experiment: &spec.name,
        title: &spec.title,
        question: &spec.question,
        analysis: &spec.analysis,
        command: &format!("perceptron-lab run experiments/{}.toml{quick}", spec.name),
        revision: &manifest.revision(),
        spec: &spec.source,
        theorems: bench.ledger(false),
        controls: bench.ledger(true),
        claims: &spec.claims,
        verdicts: &verdicts,
        charts: &charts,
    };
    Ok(report::write(&page, folder.path())?)
}
