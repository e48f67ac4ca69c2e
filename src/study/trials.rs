//! Makes the trials of a spec in its results folder: stored trials are reused, and missing ones are run.

use super::options::RunOptions;
use super::sink::FolderSink;
use super::watcher::Watcher;
use super::{StudyError, external_programs};
use crate::store::{Folder, Lock, Manifest, StoreError, StoredParts, TrialSources, write_whole};
use claims::run::{self, ReusePolicy, RunSummary};
use claims::spec::{Replicates, Spec};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// Number of replicates that a run of this spec makes over all cells, at most.
pub(super) fn replicates(spec: &Spec) -> u64 {
    spec.cells
        .iter()
        .map(|cell| spec.most_replicates(cell))
        .sum()
}

/// Creates a results folder and locks it for this process; `watcher` is warned if an earlier process ended without finishing.
pub(super) fn locked(folder: &Folder, watcher: &dyn Watcher) -> Result<Lock, StoreError> {
    folder.create()?;
    let lock = folder.lock()?;
    if let Some(owner) = &lock.recovered {
        let path = folder.path().display();
        watcher.warn(&format!(
            "{path} was left by {owner}, which ended before it was finished; the unfinished part is run again"
        ));
    }
    Ok(lock)
}

/// Runs the trials of a spec into its results folder, unless the folder already holds them.
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
    let judge_spec = spec.judge_spec();
    let plan = Manifest::new(spec, options.quick, &RunSummary::nothing());
    let parts = is_closed(spec).then(|| StoredParts::new(spec, plan, folder, beside));
    let sink = FolderSink::judging(spec, &judge_spec, sources).into_folder(spec, folder)?;
    let mut sink = sink.in_parts(parts).reporting_to(watcher);
    let advance = |replicates| watcher.advance(replicates);
    let ran = run::run_until(spec, how(options), &mut sink, &advance, &|| {
        watcher.is_stopped() || spec.given_up().is_some()
    })?;
    if !ran.missing.is_empty() {
        sink.interrupt()?;
        return Err(interrupted(spec, &ran));
    }
    move_to_earlier(spec, folder, stored.as_ref(), &sink, watcher)?;
    folder.keep_data(spec, beside)?;
    let manifest = Manifest::new(spec, options.quick, &ran);
    publish(spec, folder, sink, manifest)?;
    Ok(write_run_record(folder.path(), started)?)
}

/// Renames the new file of trials and its manifest to their final names.
pub(super) fn publish(
    spec: &Spec,
    folder: &Folder,
    sink: FolderSink,
    manifest: Manifest,
) -> Result<(), StoreError> {
    let has_more = sink.known_trials > 0;
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

/// Whether the spec determines its trials. An external learner prevents that, because no hash says whether it is still the program that made them.
pub(super) fn is_closed(spec: &Spec) -> bool {
    spec.commands().is_empty()
}

/// Manifest of a folder whose stored trials can be reused for this spec, if any can.
fn stored(
    spec: &Spec,
    folder: &Folder,
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<Option<Manifest>, StoreError> {
    // An earlier run that replaces the stored trials was interrupted, and is continued.
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

/// Opens the stored trials of a spec for reuse; none if `--fresh` was given or an external learner made them.
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

/// Keeps the stored trials under another name if the new file will not contain all of them.
fn move_to_earlier(
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
    if sink.known_trials > 0 {
        let kept = sink.known_trials;
        watcher.warn(&format!(
            "{name}: {kept} further stored replicates are kept, but not judged"
        ));
    }
    let mut dropped = spec.dropped_since(&folder.spec()?.1);
    if sink.left > 0 {
        dropped.push(format!(
            "{} replicates beyond the requested number",
            sink.left
        ));
    }
    if dropped.is_empty() {
        return Ok(());
    }
    watcher.warn(&format!(
        "{name}: no longer requested: {}; their stored trials are kept in {}",
        dropped.join(", "),
        folder.earlier().display()
    ));
    folder.move_to_earlier(manifest)
}

/// Error for a run of a spec that was interrupted before it had all its trials, by the user or because an external learner does not start.
pub(super) fn interrupted(spec: &Spec, ran: &RunSummary) -> StudyError {
    if let Some(problem) = external_programs::not_started(spec) {
        return StudyError::NotStarted(problem);
    }
    StudyError::Interrupted {
        experiment: spec.name.clone(),
        done: ran.replicates.iter().sum(),
        most: replicates(spec),
        unit: "replicates",
    }
}

/// Whether the stored trials are all that this spec asks for: from the same spec file, equally quick, and not from an interrupted run.
fn is_finished(manifest: &Manifest, spec: &Spec, quick: bool) -> bool {
    let same_file = manifest.spec_hash == spec.spec_hash() && manifest.quick == quick;
    let fixed = !matches!(spec.replicates, Replicates::UntilDecided { .. });
    let wanted = spec.cells.iter().map(|cell| spec.most_replicates(cell));
    same_file && !manifest.unfinished && (!fixed || manifest.replicates.iter().copied().eq(wanted))
}

/// Writes `run.toml`, the record of this run: seconds, threads, host and processor. Values that differ from run to run stay out of every other file.
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
