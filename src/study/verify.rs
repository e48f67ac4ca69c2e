//! Runs committed results again and compares: verdict by verdict and, if the trials are on the disk, byte for byte. Of results of an earlier version
//! the values of the columns that both have are compared.

use super::StudyError;
use super::external_programs::permitted;
use super::judging::judge_trials;
use super::sink::FolderSink;
use super::temporary_folder::TemporaryFolder;
use super::trials::publish;
use super::trials::replicates;
use super::watcher::Watcher;
use crate::store::{Folder, Manifest, StoreError, TrialSources, read_verdicts};
use claims::judge::Verdict;
use claims::run::{self, ReusePolicy, Shard};
use claims::spec::{RESULTS_VERSION, Spec};
use claims::trial::{AnyColumn, Block, Row};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Comparison of one results folder with a rerun of its spec.
#[derive(Debug, Serialize)]
pub struct Verified {
    /// Name of the experiment.
    pub experiment: String,
    /// Number of verdicts of the experiment.
    pub verdicts: usize,
    /// How the stored trials were compared with the rerun.
    pub trials: TrialComparison,
    /// The first difference between stored and rerun results, as text; `None` if they are identical.
    pub difference: Option<String>,
}

/// How the stored trials were compared with those of a rerun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrialComparison {
    /// Byte for byte, because the stored file of trials is on the disk.
    Bytes,
    /// Value by value in the columns that both have, because the stored results are of an earlier version.
    Values,
    /// By the digest in the manifest, because the stored file of trials is not on the disk.
    Digest,
    /// Not at all, because the manifest has no digest, or one of an earlier version.
    Not,
}

/// Runs the experiments of a results folder again, or one shard of them, and compares each.
///
/// # Errors
/// There are no results, stored data is damaged, or the disk refuses.
pub fn verify(
    results: &Path,
    shard: Option<Shard>,
    allow_processes: bool,
    watcher: &dyn Watcher,
) -> Result<Vec<Verified>, StudyError> {
    let mut folders = Vec::new();
    collect(results, &mut folders)?;
    if folders.is_empty() {
        let path = results.display();
        return Err(StudyError::usage(format!("{path} holds no results")).help(
            "name a folder that has a manifest.toml, or a folder that contains such folders",
        ));
    }
    let is_requested =
        |place: usize| shard.is_none_or(|share| place as u64 % share.of + 1 == share.index);
    let requested = folders
        .iter()
        .enumerate()
        .filter(|(place, _)| is_requested(*place));
    let read = requested.map(|(_, path)| {
        let folder = Folder::at(path);
        let (manifest, spec) = folder.readable_spec()?;
        let spec = permitted(vec![spec], allow_processes)?.remove(0);
        Ok((folder, manifest, spec))
    });
    let read: Vec<(Folder, Manifest, Spec)> = read.collect::<Result<_, StudyError>>()?;
    watcher.expect(read.iter().map(|(_, _, spec)| replicates(spec)).sum());
    let scratch = TemporaryFolder::new("verify")?;
    let compared = read.iter().map(|(folder, manifest, spec)| {
        watcher.name(&spec.name);
        compare((folder, manifest, spec), &scratch, watcher)
    });
    compared.collect()
}

/// Collects the paths of all results folders at or below `path`, sorted; skips subfolders that belong to runs and not to results.
fn collect(path: &Path, all: &mut Vec<PathBuf>) -> Result<(), StoreError> {
    if path.join("manifest.toml").exists() {
        all.push(path.to_owned());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|error| StoreError::io("read", path, error))?;
    let mut below: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    below.sort();
    let is_requested = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default();
        path.is_dir()
            && !["quick", "shards", "parts", "earlier", "reseeds"]
                .iter()
                .any(|own| name == *own)
    };
    below
        .iter()
        .filter(is_requested)
        .try_for_each(|path| collect(path, all))
}

fn compare(
    (stored, manifest, spec): (&Folder, &Manifest, &Spec),
    scratch: &TemporaryFolder,
    watcher: &dyn Watcher,
) -> Result<Verified, StudyError> {
    let is_older = manifest.results_version < RESULTS_VERSION;
    let trials = match (&manifest.trials_sha256, stored.trials().exists()) {
        (_, true) if is_older => TrialComparison::Values,
        (Some(_), false) if is_older => TrialComparison::Not,
        (None, _) => TrialComparison::Not,
        (Some(_), true) => {
            // Refuses a file that is not the one that was written.
            stored.reader(manifest, &BTreeSet::new())?;
            TrialComparison::Bytes
        }
        (Some(_), false) => TrialComparison::Digest,
    };
    let again = Folder::of(scratch.path(), &spec.name);
    again.create()?;
    run_again((stored, manifest, spec), &again, watcher)?;
    let before = read_verdicts(stored.path())?;
    judge_trials(&again)?;
    // Both are read from files, because a decimal number may be read as the neighbour of the float that was written.
    let now = read_verdicts(again.path())?;
    let rows = || rows_differ((stored, manifest), &again, spec);
    let difference = match is_older {
        true => match rows()? {
            None => verdicts_differ(&before, &now, is_older),
            found => found,
        }
        .map(|found| {
            let version = manifest.results_version;
            format!("{found}; the results are of version {version}, this program makes version {RESULTS_VERSION}")
        }),
        false => match verdicts_differ(&before, &now, is_older) {
            None => rows()?,
            found => found,
        },
    };
    std::fs::remove_dir_all(again.path())
        .map_err(|error| StoreError::io("remove", again.path(), error))?;
    Ok(Verified {
        experiment: spec.name.clone(),
        verdicts: now.len(),
        trials,
        difference,
    })
}

fn run_again(
    (stored, manifest, spec): (&Folder, &Manifest, &Spec),
    again: &Folder,
    watcher: &dyn Watcher,
) -> Result<(), StudyError> {
    let judge_spec = spec.judge_spec();
    let sink = FolderSink::judging(spec, &judge_spec, TrialSources::new(spec, Vec::new()));
    let mut sink = sink.into_folder(spec, again)?;
    let advance = |replicates| watcher.advance(replicates);
    let ran = run::run_until(spec, ReusePolicy::Kept, &mut sink, &advance, &|| false)?;
    again.keep_data_of(spec, stored)?;
    Ok(publish(
        spec,
        again,
        sink,
        Manifest::new(spec, manifest.quick, &ran),
    )?)
}

/// Describes the first stored verdict that differs from the rerun, with its first field that differs. A field that a verdict of an earlier version
/// (`is_older`) does not have is not compared.
fn verdicts_differ(before: &[Verdict], now: &[Verdict], is_older: bool) -> Option<String> {
    if before.len() != now.len() {
        return Some(format!(
            "verdicts.json has {} verdicts instead of {}",
            before.len(),
            now.len()
        ));
    }
    let entries = |verdict: &Verdict| serde_json::to_value(verdict).unwrap_or_default();
    before.iter().zip(now).find_map(|(before, now)| {
        let (own, other) = (entries(before), entries(now));
        let keys = own.as_object()?.keys().chain(other.as_object()?.keys());
        let value = |of: &Value, key: &str| of.get(key).cloned().unwrap_or(Value::Null);
        keys.into_iter().find_map(|key| {
            let (was, is) = (value(&own, key), value(&other, key));
            let is_new = is_older && was.is_null();
            (was != is && !is_new).then(|| {
                let cell = Value::from(before.cell.clone());
                format!(
                    "the verdict `{}` in the cell {cell}: `{key}` is {was} in the results and {is} now",
                    before.id
                )
            })
        })
    })
}

/// Describes the first trial and column that differ between stored and rerun trials; if they do not differ, says that only the digests differ. Of
/// results of an earlier version, only the columns that both have are compared.
fn rows_differ(
    (stored, manifest): (&Folder, &Manifest),
    again: &Folder,
    spec: &Spec,
) -> Result<Option<String>, StoreError> {
    let fresh = again.spec()?.0;
    let is_older = manifest.results_version < RESULTS_VERSION;
    let digests = "trials.parquet: the digest of the judged trials differs".to_owned();
    let digests = Some(digests).filter(|_| !is_older);
    if !is_older && (manifest.trials_sha256.is_none() || manifest.judged() == fresh.judged()) {
        return Ok(None);
    }
    if !stored.trials().exists() {
        return Ok(digests);
    }
    let all = AnyColumn::all().collect();
    let mut before = stored.reader(manifest, &all)?;
    let mut now = again.reader(&fresh, &all)?;
    for (cell, judged) in spec.cells.iter().zip(&fresh.replicates) {
        let design = spec.design(cell);
        let mut waiting = [design.empty(Vec::new()), design.empty(Vec::new())];
        loop {
            let (own, other) = (before.block(&design)?, now.block(&design)?);
            let ended = own.is_none() && other.is_none();
            own.into_iter().for_each(|block| waiting[0].append(block));
            other.into_iter().for_each(|block| waiting[1].append(block));
            let within = waiting.each_ref().map(|block| until(block, *judged));
            let count = within[0].min(within[1]);
            if let Some(found) = (0..count).find_map(|place| row_differs(&waiting, place, is_older))
            {
                return Ok(Some(found));
            }
            if ended {
                break;
            }
            waiting =
                waiting.map(|block| block.selected(&(count..block.len()).collect::<Vec<_>>()));
        }
    }
    Ok(digests)
}

/// Number of replicates of a block that are judged, if the first `judged` replicates of its cell are.
fn until(block: &Block, judged: u64) -> usize {
    block
        .replicates
        .partition_point(|&replicate| replicate < judged)
}

/// Describes the first column in which two blocks differ in the replicate at this position; `in_common` compares only the columns that both have.
fn row_differs(both: &[Block; 2], place: usize, in_common: bool) -> Option<String> {
    (0..both[0].batches.len()).find_map(|variant| {
        let [own, other] = [both[0].row(place, variant)?, both[1].row(place, variant)?];
        let is_compared =
            |column: &AnyColumn| !in_common || both.iter().all(|b| b.batches[variant].has(*column));
        let mut compared = AnyColumn::all().filter(is_compared);
        let column = compared.find(|column| value(&own, *column) != value(&other, *column))?;
        let (address, name) = (own.address(), column.name());
        let [before, now] = words([&own, &other], column);
        Some(format!(
            "the trial {address}: `{name}` is {before} in the results and {now} now"
        ))
    })
}

/// The values of two trials in a column as a reader writes them; with all that is stored of them, if that alone differs.
fn words(rows: [&Row; 2], column: AnyColumn) -> [String; 2] {
    let written = |row: &Row| {
        let number = row.quantity(column)?;
        let fraction = number.exact.as_ref().map(ToString::to_string);
        Some(fraction.unwrap_or_else(|| number.value.to_string()))
    };
    let stored = |row: &Row| value(row, column).unwrap_or_else(|| "absent".to_owned());
    let [before, now] = rows.map(|row| written(row).unwrap_or_else(|| stored(row)));
    match before == now {
        true => rows.map(stored),
        false => [before, now],
    }
}

/// Value of a trial in a column, with all its digits, as text; `None` if it has none.
fn value(row: &Row, column: AnyColumn) -> Option<String> {
    let (values, place) = row.value(column)?;
    Some(format!("{:?}", values.selected(&[place])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::trial::columns;
    use testing::{STREAM, SpecText};

    #[test]
    fn the_first_column_that_differs_is_named_with_both_values() {
        let spec = SpecText::new("basis\ndimension = 3\nexamples = 5")
            .replicates(3)
            .variant("v", STREAM)
            .read(Spec::from_text);
        let block = || spec.design(&spec.cells[0]).block(0..3);
        let mut changed = block();
        changed.batches[0].set(1, columns::UPDATES, Some(77));
        let both = [block(), changed];
        let differs = |place| row_differs(&both, place, false);
        assert_eq!((differs(0), differs(2)), (None, None));
        let said = differs(1).unwrap();
        let parts = ["basis.norm=1:v:1: `updates` is", "77"];
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }

    #[test]
    fn results_of_an_earlier_version_are_compared_in_what_both_have() {
        let spec = SpecText::new("basis\ndimension = 3\nexamples = 5")
            .variant("v", STREAM)
            .claim("online-mistake-bound")
            .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block(0..1);
        let mut shorter = spec.design(&spec.cells[0]).without_columns(vec![0]);
        let updates = block.batches[0].values(columns::UPDATES.any()).cloned();
        shorter.batches[0].put(columns::UPDATES.any(), updates.unwrap());
        let both = [shorter, block.clone()];
        assert_eq!(row_differs(&both, 0, true), None);
        assert!(row_differs(&both, 0, false).is_some());
        let now = spec.judge_spec().judge(0, &block);
        let mut before = now.clone();
        before[0].tightness_max = None;
        assert!(now[0].tightness_max.is_some());
        assert_eq!(verdicts_differ(&before, &now, true), None);
        assert!(verdicts_differ(&before, &now, false).is_some());
        before[0].trials = 7;
        let said = verdicts_differ(&before, &now, true).unwrap();
        assert!(said.contains("`trials` is 7"), "{said}");
    }
}
