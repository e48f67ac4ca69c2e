//! Merges the shards of a study into the files that a single run writes. Writes nothing if a shard is missing, duplicate, foreign or damaged.

use super::judged::Judged;
use super::options::RunOptions;
use super::shard::missing;
use super::sink::FolderSink;
use super::stages::finish_run;
use super::trials::{locked, publish};
use super::watcher::Watcher;
use super::{Outcome, StudyError, run_command};
use crate::store::{Folder, Manifest, ShardEntry, StoreError, TrialSource, TrialSources};
use claims::problem::Problem;
use claims::run::{self, ReplicateRange, ReusePolicy, Shard};
use claims::spec::Spec;
use claims::trial::AnyColumn;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Result of merging the shards of one experiment.
pub struct Merged {
    /// Outcome of judging the merged trials; `None` if a cell needs more replicates first.
    pub judged: Option<Judged>,
    /// Name of the experiment.
    pub experiment: String,
    /// Number of cells that need more replicates for their verdicts; the next round of shards runs these replicates.
    pub open: usize,
    /// Whether the results already had all trials of these shards from an earlier merge.
    pub again: bool,
}

impl Merged {
    /// How the command `merge` ended, from which its exit code follows.
    pub fn outcome(&self) -> Outcome {
        let judged = self.judged.as_ref();
        judged.map_or(Outcome::AnotherRound, Outcome::of)
    }
}

/// The folder of a shard, found on the disk by `merge`.
struct FoundShard {
    folder: Folder,
    manifest: Manifest,
    shard: ShardEntry,
}

/// Merges the shards of one experiment into its results, judges them and writes the report.
///
/// # Errors
/// A shard is missing, duplicate, of another study, unfinished or damaged; nothing is written then.
pub fn merge(
    folders: &[PathBuf],
    results: &Path,
    options: &RunOptions,
    watcher: &dyn Watcher,
) -> Result<Merged, StudyError> {
    let mut found = found(folders)?;
    found.sort_by_key(|found| found.shard.index);
    let first = same_study(&found)?;
    complete(&found)?;
    let (manifest, spec) = first.folder.spec()?;
    let whole = Folder::of(&at(results, manifest.quick), &spec.name);
    let wanted = missing(&spec, &whole, manifest.quick)?;
    let again = are_merged(&found, &spec, &wanted);
    if !again {
        fit(&found, &wanted)?;
    }
    let shares = sources(&found, &spec)?;
    let _lock = locked(&whole, watcher)?;
    let open = match again {
        true => wanted.len(),
        false => write((&found[0], shares), (&spec, &wanted), &whole, watcher)?,
    };
    run_command::remember_of(&whole, &found[0].folder)?;
    let judged = match open {
        0 => Some(finish_run(&spec, &whole, options)?.0),
        _ => None,
    };
    Ok(Merged {
        judged,
        experiment: spec.name,
        open,
        again,
    })
}

/// The folder of the results, or the folder of quick runs in it.
fn at(results: &Path, quick: bool) -> PathBuf {
    let options = RunOptions {
        quick,
        ..RunOptions::default()
    };
    options.results(results)
}

/// Finds the folders of shards among these folders or below them.
fn found(folders: &[PathBuf]) -> Result<Vec<FoundShard>, StudyError> {
    let mut all = Vec::new();
    for path in folders {
        let before = all.len();
        collect(path, &mut all)?;
        if all.len() == before {
            let path = path.display();
            return Err(StudyError::usage(format!("{path} holds no finished shard")).help("make one with: `perceptron-lab run SPEC --shard I/N`; it goes to results/shards/NAME/I-of-N"));
        }
    }
    Ok(all)
}

fn collect(path: &Path, all: &mut Vec<FoundShard>) -> Result<(), StudyError> {
    let folder = Folder::at(path);
    if let Some(manifest) = folder.manifest()? {
        let shard = manifest.shard.clone().ok_or_else(|| {
            let path = path.display();
            StudyError::usage(format!("{path} holds a whole experiment, not a shard"))
                .help("name the folders of the shards, such as results/shards/NAME")
        })?;
        all.push(FoundShard {
            folder,
            manifest,
            shard,
        });
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|error| StoreError::io("read", path, error))?;
    let mut below: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    below.sort();
    let is_own =
        |path: &&PathBuf| path.is_dir() && path.file_name().is_some_and(|name| name != "parts");
    below
        .iter()
        .filter(is_own)
        .try_for_each(|path| collect(path, all))
}

/// Returns the first shard found; an error if another one belongs to another study.
fn same_study(found: &[FoundShard]) -> Result<&FoundShard, StudyError> {
    let Some(first) = found.first() else {
        let problem = Problem::new("no folder is named");
        return Err(StudyError::Usage(
            problem.help("perceptron-lab merge results/shards/NAME"),
        ));
    };
    let study = |found: &FoundShard| {
        let manifest = &found.manifest;
        [
            ("experiment", manifest.experiment.clone()),
            ("trials", manifest.trials_hash.clone()),
            ("spec", manifest.spec_hash.clone()),
            ("quick", manifest.quick.to_string()),
            ("number of shards", found.shard.of.to_string()),
        ]
    };
    for other in &found[1..] {
        let both = study(first).into_iter().zip(study(other));
        if let Some(((what, own), (_, its))) = both.into_iter().find(|(own, its)| own != its) {
            return Err(refused(
                other,
                &format!(
                    "belongs to another study than {}: its {what} is {its}, not {own}",
                    first.folder.path().display()
                ),
                "name the shards of one study only",
            ));
        }
    }
    Ok(first)
}

fn refused(found: &FoundShard, problem: &str, help: &str) -> StudyError {
    let path = found.folder.path().display();
    StudyError::usage(format!("{path} {problem}; nothing was written")).help(help.to_string())
}

/// Checks that every shard of the study was found exactly once.
fn complete(found: &[FoundShard]) -> Result<(), StudyError> {
    let mut by_index: BTreeMap<u64, &FoundShard> = BTreeMap::new();
    for own in found {
        if let Some(other) = by_index.insert(own.shard.index, own) {
            let words = format!(
                "is shard {} of {}, and so is {}",
                own.shard.index,
                own.shard.of,
                other.folder.path().display()
            );
            return Err(refused(own, &words, "name each shard once"));
        }
    }
    let (of, name) = (found[0].shard.of, &found[0].manifest.experiment);
    let missing: Vec<String> = (1..=of)
        .filter(|index| !by_index.contains_key(index))
        .take(20)
        .map(|index| format!("{index}/{of}"))
        .collect();
    match missing.first() {
        None => Ok(()),
        Some(first) => Err(StudyError::usage(format!(
            "missing shards of {name}: {}; nothing was written",
            missing.join(", ")
        ))
        .help(format!("run it: `perceptron-lab run SPEC --shard {first}`"))),
    }
}

/// Whether the results of the spec already have all trials of the shards.
fn are_merged(found: &[FoundShard], spec: &Spec, wanted: &[ReplicateRange]) -> bool {
    let has = |[cell, first, end]: &[u64; 3]| {
        let cell = *cell as usize;
        let open = wanted.iter().filter(|(of, _)| *of == cell);
        let apart = |range: &std::ops::Range<u64>| range.end <= *first || *end <= range.start;
        cell < spec.cells.len() && open.into_iter().all(|(_, range)| apart(range))
    };
    let mut stretches = found
        .iter()
        .flat_map(|found| &found.shard.stretches)
        .peekable();
    stretches.peek().is_some() && stretches.all(has)
}

/// Checks that the shards hold exactly the trials that the results lack now (`wanted`).
fn fit(found: &[FoundShard], wanted: &[ReplicateRange]) -> Result<(), StudyError> {
    for own in found {
        let share = Shard {
            index: own.shard.index,
            of: own.shard.of,
        };
        if ShardEntry::new(share, &share.part(wanted)) != own.shard {
            return Err(refused(
                own,
                "does not hold the trials that the results lack: it was run for other results, or in another round",
                &format!(
                    "run it again with these results in place: `perceptron-lab run SPEC --shard {share}`"
                ),
            ));
        }
    }
    Ok(())
}

/// Opens the trials of the shards as sources from which the merged file is written.
fn sources(found: &[FoundShard], spec: &Spec) -> Result<Vec<TrialSource>, StoreError> {
    let (all, spec) = (AnyColumn::all().collect(), Arc::new(spec.clone()));
    let source = |own: &FoundShard| {
        let reader = own.folder.reader(&own.manifest, &all)?;
        TrialSource::new(spec.clone(), reader)
    };
    found.iter().map(source).collect()
}

/// Writes the earlier results together with the trials of the shards, and returns how many cells need more replicates.
fn write(
    (first, shares): (&FoundShard, Vec<TrialSource>),
    (spec, wanted): (&Spec, &[ReplicateRange]),
    whole: &Folder,
    watcher: &dyn Watcher,
) -> Result<usize, StudyError> {
    let quick = first.manifest.quick;
    let (mut sources, _) = whole.sources(quick)?;
    sources.extend(shares);
    let judge_spec = spec.judge_spec();
    let sink = FolderSink::judging(spec, &judge_spec, TrialSources::new(spec, sources));
    let mut sink = sink.into_folder(spec, whole)?;
    let advance = |replicates| watcher.advance(replicates);
    let ran = run::run_until(spec, ReusePolicy::Only, &mut sink, &advance, &|| false)?;
    let lacks = |(cell, range): &&ReplicateRange| ran.replicates[*cell] < range.end;
    if let Some((cell, _)) = wanted.iter().find(lacks) {
        let words = format!(
            "and the other shards lack trials of the cell {}",
            spec.cells[*cell].key
        );
        return Err(refused(
            first,
            &words,
            "run the shards again with `--fresh`",
        ));
    }
    whole.keep_data_of(spec, &first.folder)?;
    publish(spec, whole, sink, Manifest::new(spec, quick, &ran))?;
    Ok(ran.missing.len())
}
