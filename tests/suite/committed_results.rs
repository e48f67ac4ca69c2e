//! Regenerates the committed results in another folder: pages, figures, verdicts and witnesses must equal the committed ones.

use crate::support::program::lab_in;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Folders of results that `reproduce` does not write.
const OTHERS: [&str; 5] = ["quick", "reseeds", "benchmarks", "calibration", "shards"];
/// Extensions of the files that are committed.
const COMMITTED: [&str; 4] = ["md", "svg", "json", "toml"];
/// Files that are never committed because they differ from run to run.
const TRANSIENT: [&str; 2] = ["run.toml", "manifest.next.toml"];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every committed file below a folder, by its path in the folder.
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut folders = vec![root.to_owned()];
    let mut files = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let own = path.strip_prefix(root).unwrap();
            if path.is_dir() && is_outcome(own) {
                folders.push(path);
            } else if path.is_file() && is_committed(own) {
                files.insert(own.to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn is_outcome(folder: &Path) -> bool {
    !OTHERS.iter().any(|other| folder == Path::new(other)) && !folder.ends_with("witnesses/others")
}

fn is_committed(file: &Path) -> bool {
    let name = file
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let ending = file
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    COMMITTED.contains(&ending) && !TRANSIENT.contains(&name)
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(&path, &target),
            false => drop(fs::copy(&path, &target).unwrap()),
        }
    }
}

/// A folder with the specs and their data, the texts that `reproduce` edits, and the measurements that it links to.
fn with_specs() -> TempDir {
    let root = TempDir::new().unwrap();
    for folder in ["experiments", "docs", "results/calibration"] {
        copy(&repository().join(folder), &root.path().join(folder));
    }
    fs::copy(
        repository().join("README.md"),
        root.path().join("README.md"),
    )
    .unwrap();
    root
}

#[test]
fn the_committed_results_come_out_byte_for_byte() {
    let root = with_specs();
    let (code, _, error) = lab_in(root.path(), &["reproduce"]);
    assert_eq!(code, 0, "{error}");
    let made = files(&root.path().join("results"));
    // The results folder may also contain results of a user's own experiments.
    let folders: BTreeSet<Option<&Path>> = made.keys().map(|name| name.parent()).collect();
    let mut committed = files(&repository().join("results"));
    committed.retain(|name, _| folders.contains(&name.parent()));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&made), names(&committed));
    let differing: Vec<&PathBuf> = committed
        .iter()
        .filter(|(name, bytes)| made[*name] != **bytes)
        .map(|(name, _)| name)
        .collect();
    assert!(differing.is_empty(), "these files differ: {differing:?}");
    for text in ["README.md", "docs/claims.md"] {
        let read = |root: &Path| fs::read_to_string(root.join(text)).unwrap();
        assert_eq!(read(root.path()), read(repository()), "{text}");
    }
}

#[test]
fn the_committed_calibration_has_the_faults_that_the_theorems_state() {
    let text = fs::read_to_string("results/calibration/calibration.json").unwrap();
    let stored: serde_json::Value = serde_json::from_str(&text).unwrap();
    let stored = stored["gauntlet"].as_array().unwrap();
    let planted = serde_json::to_value(claims::calibrate::fault_injection::run()).unwrap();
    let planted = planted.as_array().unwrap();
    assert!(!planted.is_empty());
    // After them come the faults in the judge itself, whose simulations take minutes.
    assert_eq!(
        &stored[..planted.len()],
        planted,
        "perceptron-lab calibrate"
    );
}

#[test]
fn large_sentence_of_every_committed_report_has_at_most_thirty_words() {
    let root = repository();
    let reports = files(&root.join("results")).into_iter();
    let reports = reports.filter(|(path, _)| path.ends_with("report.md"));
    let mut seen = 0;
    for (path, text) in reports {
        let text = String::from_utf8(text).unwrap();
        let Some((_, answer)) = text.split_once("**Answer.** ") else {
            continue;
        };
        // A formula counts as one word.
        let parts = answer.lines().next().unwrap_or_default().split('$');
        let parts = parts
            .enumerate()
            .map(|(place, part)| if place % 2 == 0 { part } else { "X" });
        let words = parts.collect::<String>().split_whitespace().count();
        assert!(words <= 30, "{words} words in {}", path.display());
        seen += 1;
    }
    assert!(seen > 150, "{seen} answers");
}

#[test]
fn the_estimate_of_a_trend_lies_within_its_interval() {
    let text = fs::read_to_string("results/verdicts.json").unwrap();
    let verdicts: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut trends = 0;
    for verdict in verdicts.as_array().unwrap() {
        let ends = [&verdict["interval"][0], &verdict["interval"][1]].map(|end| end.as_f64());
        let ([Some(lower), Some(upper)], "sweep") = (ends, verdict["scope"].as_str().unwrap())
        else {
            continue;
        };
        let estimate = verdict["observed_mean"].as_f64().unwrap();
        assert!((lower..=upper).contains(&estimate), "{verdict}");
        trends += 1;
    }
    assert!(trends > 10, "{trends}");
}
