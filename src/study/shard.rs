//! Runs one shard of the trials that a spec still needs, so that several machines can work on one study.

use super::StudyError;
use super::options::RunOptions;
use super::sink::FolderSink;
use super::trials::{how, interrupted, is_closed, known, locked, publish, write_run_record};
use super::watcher::Watcher;
use crate::store::{Folder, Manifest, ShardEntry, StoredParts, TrialSources};
use claims::run::{self, ReplicateRange, ReusePolicy, RunSummary, Shard};
use claims::spec::Spec;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Folder below the results folder that holds all shards.
const SHARDS: &str = "shards";

/// Folder into which one shard of an experiment is written.
fn folder(results: &Path, experiment: &str, share: Shard) -> PathBuf {
    let own = format!("{}-of-{}", share.index, share.of);
    results.join(SHARDS).join(experiment).join(own)
}

/// Runs one shard of the trials that the results of a spec lack, into a folder of its own, and returns that folder.
///
/// # Errors
/// The folder is in use or cannot be written, or the run was interrupted.
pub(super) fn run_shard(
    spec: &Spec,
    beside: &Path,
    (results, share): (&Path, Shard),
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<Folder, StudyError> {
    if !is_closed(spec) {
        return Err(StudyError::usage(format!(
            "{} has external learners, which may differ from machine to machine",
            spec.name
        ))
        .help("run it on one machine, without `--shard`"));
    }
    let missing = missing(spec, &Folder::of(results, &spec.name), options.quick)?;
    let own = share.part(&missing);
    watcher.expect(own.iter().map(|(_, range)| range.end - range.start).sum());
    let folder = Folder::at(&folder(results, &spec.name, share));
    let _lock = locked(&folder, watcher)?;
    let shard = ShardEntry::new(share, &own);
    let earlier = if options.fresh {
        None
    } else {
        folder.manifest()?
    };
    let is_this = |manifest: &Manifest| {
        manifest.shard.as_ref() == Some(&shard) && manifest.spec_hash == spec.spec_hash()
    };
    if earlier.as_ref().is_some_and(is_this) && folder.trials().exists() {
        return Ok(folder);
    }
    let started = Instant::now();
    let judge_spec = spec.judge_spec();
    let plan = Manifest::new(spec, options.quick, &RunSummary::nothing());
    let parts = StoredParts::new(spec, plan, &folder, beside);
    let sources = known(spec, &folder, options, watcher)?;
    let sink = FolderSink::judging(spec, &judge_spec, sources).into_folder(spec, &folder)?;
    let sink = sink.without_decisions().in_parts(Some(parts));
    let mut sink = sink.reporting_to(watcher);
    let (advance, stop) = (
        |done| watcher.advance(done),
        || watcher.is_stopped() || spec.given_up().is_some(),
    );
    let ran = run::run_stretches(spec, &own, how(options), &mut sink, (&advance, &stop))?;
    if !ran.missing.is_empty() {
        sink.interrupt()?;
        return Err(interrupted(spec, &ran));
    }
    folder.keep_data(spec, beside)?;
    let manifest = Manifest::new(spec, options.quick, &ran).of_shard(shard);
    publish(spec, &folder, sink, manifest)?;
    write_run_record(folder.path(), started)?;
    Ok(folder)
}

/// Ranges of replicates that a spec's results lack: all if there are no results; with adaptive replicates, the next ones of every undecided cell.
///
/// # Errors
/// The results belong to a spec that makes other trials, or are damaged.
pub(super) fn missing(
    spec: &Spec,
    folder: &Folder,
    quick: bool,
) -> Result<Vec<ReplicateRange>, StudyError> {
    folder.claim_for(spec, false)?;
    let (sources, _) = folder.sources(quick)?;
    let judge_spec = spec.judge_spec();
    let mut sink = FolderSink::judging(spec, &judge_spec, TrialSources::new(spec, sources));
    let ran = run::run_until(spec, ReusePolicy::Only, &mut sink, &|_| {}, &|| false)?;
    Ok(ran.missing)
}
