//! Makes the trials of a spec in its results folder: what is stored already is kept, and what is missing is run.

use super::ApplicationError;
use super::hearings;
use super::pipeline::{RunOptions, Watcher, replicates};
use crate::store::{Folder, Lock, Manifest, StoreError, TrialReader, TrialWriter, write_whole};
use claims::judge::{Bench, Hearing};
use claims::run::{self, Decision, Known, Ran, Sink};
use claims::spec::{Replicates, Spec};
use claims::trial::{AnyColumn, Block, Design};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

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

/// Makes a folder and takes it for this process.
pub(super) fn locked(folder: &Folder, watcher: &dyn Watcher) -> Result<Lock, StoreError> {
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
pub(super) fn run_trials(
    spec: &Spec,
    beside: &Path,
    folder: &Folder,
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<(), ApplicationError> {
    let usable = usable(spec, folder, options.fresh, watcher)?;
    let finished = usable
        .as_ref()
        .is_some_and(|manifest| is_finished(manifest, spec, options.quick));
    if finished && !options.retry_failed {
        watcher.advance(replicates(spec));
        return Ok(());
    }
    let started = Instant::now();
    let all = AnyColumn::all().collect();
    let earlier = usable
        .as_ref()
        .map(|manifest| folder.reader(manifest, &all));
    let bench = spec.bench();
    let mut sink = FolderSink::new(spec, &bench, earlier.transpose()?, folder)?;
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
    let manifest = Manifest::new(spec, options.quick, &ran);
    folder.publish(trials, manifest)?;
    write_run_record(folder.path(), started)?;
    complete(spec, &ran)
}

/// The manifest of the trials in a folder that this spec can use.
fn usable(
    spec: &Spec,
    folder: &Folder,
    fresh: bool,
    watcher: &dyn Watcher,
) -> Result<Option<Manifest>, StoreError> {
    // No hash knows whether a program is still the one that made the trials.
    let is_closed = spec.commands().is_empty();
    let found = folder.claim_for(spec, fresh)?;
    let stored = found.filter(|_| is_closed && folder.trials().exists());
    let is_old = |manifest: &Manifest| manifest.trials_sha256.is_none();
    if stored.as_ref().is_some_and(is_old) {
        let path = folder.path().display();
        watcher.warn(&format!(
            "{path} was written by an earlier version and has no digest of its trials; they are run again"
        ));
    }
    Ok(stored.filter(|manifest| !is_old(manifest)))
}

/// An error where a run was ended before it had all its trials.
fn complete(spec: &Spec, ran: &Ran) -> Result<(), ApplicationError> {
    if ran.finished {
        return Ok(());
    }
    Err(ApplicationError::Interrupted {
        experiment: spec.name.clone(),
        done: ran.replicates.iter().sum(),
        most: replicates(spec),
    })
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
    write_whole(&path, text.as_bytes())
}
