//! Makes the trials of a spec in its results folder: what is stored already is kept, and what is missing is run.

use super::StudyError;
use super::options::RunOptions;
use super::sink::FolderSink;
use super::watcher::Watcher;
use crate::store::{Folder, Lock, Manifest, StoreError, StoredParts, TrialSources, write_whole};
use claims::run::{self, ReusePolicy, RunSummary};
use claims::spec::{Replicates, Spec};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Replicates that a run of this spec makes at most.
pub(super) fn replicates(spec: &Spec) -> u64 {
    spec.cells
        .iter()
        .map(|cell| spec.most_replicates(cell))
        .sum()
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
) -> Result<(), StudyError> {
    let stored = stored(spec, folder, options, watcher)?;
    let finished = stored
        .as_ref()
        .is_some_and(|manifest| is_finished(manifest, spec, options.quick));
    if finished && !options.retry_failed {
        folder.clear_parts()?;
        watcher.advance(replicates(spec));
        return Ok(());
    }
    let started = Instant::now();
    let sources = known(spec, folder, options, watcher)?;
    let bench = spec.bench();
    let plan = Manifest::new(spec, options.quick, &RunSummary::nothing());
    let parts = is_closed(spec).then(|| StoredParts::new(spec, plan, folder, beside));
    let sink = FolderSink::hearing(spec, &bench, sources).into_folder(spec, folder)?;
    let mut sink = sink.in_parts(parts).told_to(watcher);
    let advance = |replicates| watcher.advance(replicates);
    let ran = run::run_until(spec, how(options), &mut sink, &advance, &|| {
        watcher.is_stopped()
    })?;
    if !ran.missing.is_empty() {
        sink.interrupt()?;
        return Err(interrupted(spec, &ran));
    }
    set_aside(spec, folder, stored.as_ref(), &sink, watcher)?;
    folder.keep_data(spec, beside)?;
    let manifest = Manifest::new(spec, options.quick, &ran);
    publish(spec, folder, sink, manifest)?;
    Ok(write_run_record(folder.path(), started)?)
}

/// Gives the trials of a sink and their manifest their names.
pub(super) fn publish(
    spec: &Spec,
    folder: &Folder,
    sink: FolderSink,
    manifest: Manifest,
) -> Result<(), StoreError> {
    let has_more = sink.kept > 0;
    let Some(trials) = sink.finish()? else {
        return Ok(());
    };
    let manifest = match has_more {
        true => trials.judged_apart(spec, manifest)?,
        false => manifest,
    };
    folder.publish(trials, manifest)
}

pub(super) fn how(options: &RunOptions) -> ReusePolicy {
    match options.retry_failed {
        true => ReusePolicy::FailuresRetried,
        false => ReusePolicy::Kept,
    }
}

/// Whether all that the trials depend on is known: of a program that learns no hash says whether it is still the one that made them.
pub(super) fn is_closed(spec: &Spec) -> bool {
    spec.commands().is_empty()
}

/// The manifest of the trials in a folder that may stand beside those of this spec.
fn stored(
    spec: &Spec,
    folder: &Folder,
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<Option<Manifest>, StoreError> {
    // A run that replaces what is there was begun, and goes on.
    let replaces = options.fresh || folder.has_parts_of(spec);
    let found = match folder.claim_for(spec, options.fresh) {
        Err(StoreError::OtherSpec { .. }) if replaces => None,
        found => found?,
    };
    let stored = found.filter(|_| is_closed(spec) && folder.trials().exists());
    let is_old = |manifest: &Manifest| manifest.trials_sha256.is_none();
    if stored.as_ref().is_some_and(is_old) {
        let path = folder.path().display();
        watcher.warn(&format!(
            "{path} was written by an earlier version and has no digest of its trials; they are run again"
        ));
    }
    Ok(stored.filter(|manifest| !is_old(manifest)))
}

/// What is known of the trials of a spec; nothing where they are to be run anew.
pub(super) fn known<'a>(
    spec: &'a Spec,
    folder: &Folder,
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<TrialSources<'a>, StoreError> {
    if options.fresh || !is_closed(spec) {
        folder.forget()?;
        return Ok(TrialSources::new(spec, Vec::new()));
    }
    let (sources, torn) = folder.sources(options.quick)?;
    for line in torn {
        watcher.warn(&format!("{line}; its trials are run again"));
    }
    Ok(TrialSources::new(spec, sources))
}

/// Keeps the trials that are there under another name where the new file will not have all of them.
fn set_aside(
    spec: &Spec,
    folder: &Folder,
    stored: Option<&Manifest>,
    sink: &FolderSink,
    watcher: &dyn Watcher,
) -> Result<(), StoreError> {
    let Some(manifest) = stored else {
        return Ok(());
    };
    let name = &spec.name;
    if sink.kept > 0 {
        let kept = sink.kept;
        watcher.warn(&format!(
            "{name}: {kept} more stored replicates are kept, and not judged"
        ));
    }
    let mut dropped = spec.dropped_since(&folder.spec()?.1);
    if sink.left > 0 {
        dropped.push(format!(
            "{} replicates behind those that are asked for",
            sink.left
        ));
    }
    if dropped.is_empty() {
        return Ok(());
    }
    watcher.warn(&format!(
        "{name}: {} not asked for any more; what was stored of it is kept in {}",
        dropped.join(", "),
        folder.aside().display()
    ));
    folder.set_aside(manifest)
}

/// What a run that was ended before it had all its trials came to.
pub(super) fn interrupted(spec: &Spec, ran: &RunSummary) -> StudyError {
    StudyError::Interrupted {
        experiment: spec.name.clone(),
        done: ran.replicates.iter().sum(),
        most: replicates(spec),
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
pub(super) fn write_run_record(folder: &Path, started: Instant) -> Result<(), StoreError> {
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
