//! Tests that an interrupted run continues where it was, and that a changed spec runs only what is new.

use crate::support::study_folder::{StudyFolder, refusal};
use perceptron_lab::study::{StudyError, judge};
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The files of partial results that runs left, sorted.
fn parts(place: &StudyFolder) -> Vec<PathBuf> {
    let below = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = below(place.file("parts")).map(|entry| entry.path());
    let files = folders.flat_map(below).map(|entry| entry.path());
    let is_part = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "parquet");
    let mut parts: Vec<PathBuf> = files.filter(is_part).collect();
    parts.sort();
    parts
}

/// Starts a run and waits until it has stored a new part. The run has two threads, because with many it might end before it stores one.
fn begun(place: &StudyFolder, words: &[&str]) -> Child {
    let before = parts(place).len();
    let mut run = place
        .command(words)
        .env("RAYON_NUM_THREADS", "2")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while parts(place).len() <= before && Instant::now() < patience {
        assert_eq!(
            run.try_wait().unwrap(),
            None,
            "it ended before it stored a part"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    run
}

/// Kills a run, and waits until it has ended.
fn kill(mut run: Child) {
    run.kill().unwrap();
    run.wait().unwrap();
}

const WRITTEN: [&str; 3] = ["trials.parquet", "manifest.toml", "verdicts.json"];

fn assert_same(one: &StudyFolder, other: &StudyFolder) {
    for name in WRITTEN {
        assert!(one.bytes(name) == other.bytes(name), "{name}");
    }
    assert!(!one.file("parts").exists());
    assert_eq!(one.left_over(), Vec::<String>::new());
}

#[test]
fn interrupted_run_stores_finished_trials_and_resumes_from_them() {
    for signal in ["-INT", "-TERM"] {
        let place = StudyFolder::new(50_000_000);
        let run = begun(&place, &["run", "t.toml", "--fresh"]);
        let process = run.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &process])
            .status();
        assert!(sent.unwrap().success());
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        let (_, done) = said.split_once("interrupted: ").unwrap();
        let (done, rest) = done.split_once(' ').unwrap();
        assert!(
            rest.starts_with("of at most 100000000 replicates of t are stored"),
            "{said}"
        );
        let command = said.lines().find(|line| line.contains("continue with: "));
        assert!(
            command.unwrap().ends_with("perceptron-lab run t.toml"),
            "{said}"
        );
        assert_eq!(place.left_over(), Vec::<String>::new());
        assert!(refusal(&place).unwrap().contains("is not finished"));
        let told = judge(&place.folder()).map_err(|error| StudyError::code(&error));
        assert_eq!(told.map(|_| ()), Err(3));
        let done: u64 = done.parse().unwrap();
        let (goes_on, whole) = (place, StudyFolder::new(done + 10));
        goes_on.ask(done + 10);
        for place in [&goes_on, &whole] {
            let (code, said) = place.run();
            assert_eq!(code, 0, "{said}");
        }
        assert_same(&goes_on, &whole);
    }
}

#[test]
fn killed_run_resumes_and_reruns_truncated_parts() {
    let (place, whole) = (StudyFolder::new(0), StudyFolder::new(0));
    for place in [&place, &whole] {
        place.ask_more(24_000, "3000, 3001", "");
    }
    for _ in 0..2 {
        kill(begun(&place, &["run", "t.toml"]));
    }
    let stored = parts(&place);
    assert!(stored.len() >= 2);
    let bytes = fs::read(&stored[0]).unwrap();
    fs::write(&stored[0], &bytes[..bytes.len() / 2]).unwrap();
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    let torn = stored[0].file_name().unwrap().to_str().unwrap();
    let told = |line: &str| {
        line.contains(torn) && line.contains("incomplete") && line.contains("run again")
    };
    assert_eq!(said.lines().filter(|line| told(line)).count(), 1, "{said}");
    assert_eq!(whole.run().0, 0);
    assert_same(&place, &whole);
}

#[test]
fn finished_trials_are_stored_while_all_threads_are_busy() {
    let place = StudyFolder::new(0);
    // Minutes of trials, which the threads run one after the other without a pause.
    place.ask_more(8000, "200000", "");
    kill(begun(&place, &["run", "t.toml"]));
    assert!(!parts(&place).is_empty());
}

#[test]
fn added_cell_variant_or_claim_gives_the_results_of_a_fresh_run() {
    let variant = "[variants.late]\nrule = { perceptron = {} }\norder = \"random\"\n";
    let claim = "[[claims]]\nname = \"leave-one-out-risk-bound\"\nvariants = [\"plain\"]\nexpect = \"vacuous\"\n";
    let place = StudyFolder::new(30);
    assert_eq!(place.run().0, 0);
    for (replicates, cells, more) in [
        (30, "20, 25, 30", String::new()),
        (30, "20, 25, 30", variant.to_owned()),
        (40, "30, 20, 25", format!("{variant}{claim}")),
    ] {
        let whole = StudyFolder::new(0);
        for place in [&place, &whole] {
            place.ask_more(replicates, cells, &more);
            let (code, said) = place.run();
            assert!(code == 0 && !said.contains("warning: results"), "{said}");
        }
        assert_same(&place, &whole);
    }
}

#[test]
fn trials_of_removed_cells_are_archived_and_reused() {
    let place = StudyFolder::new(30);
    assert_eq!(place.run().0, 0);
    let trials = place.bytes("trials.parquet");
    place.ask_more(10, "30", "");
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("the cell sphere-margin.dimension=4,sphere-margin.examples=20"),
        "{said}"
    );
    let aside = fs::read_dir(place.file("earlier")).unwrap().flatten();
    let kept = aside.map(|entry| fs::read(entry.path()).unwrap());
    assert!(kept.into_iter().any(|bytes| bytes == trials));
    place.ask(30);
    assert_eq!(place.run().0, 0);
    assert_eq!(place.bytes("trials.parquet"), trials);
}

#[test]
fn a_change_that_alters_results_is_refused_key_by_key() {
    let place = StudyFolder::new(5);
    assert_eq!(place.run().0, 0);
    let kept = WRITTEN.map(|name| place.bytes(name));
    let text = fs::read_to_string(place.spec()).unwrap();
    for (from, to, told) in [
        ("seed = 1", "seed = 2", "seed: 1 → 2"),
        (
            "target_margin = 0.1",
            "target_margin = 0.2",
            "generator.sphere-margin.target_margin: 0.1 → 0.2",
        ),
        (
            "order = \"cyclic\"\nhyp",
            "order = \"random\"\nhyp",
            "variants.mean.order: \"cyclic\" → \"random\"",
        ),
    ] {
        assert!(text.contains(from));
        fs::write(place.spec(), text.replace(from, to)).unwrap();
        let (code, said) = place.run();
        assert_eq!(code, 2, "{said}");
        for part in [told, "--fresh", "another folder"] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert_eq!(WRITTEN.map(|name| place.bytes(name)), kept);
    }
}

#[test]
fn killed_fresh_run_resumes_without_fresh() {
    let (place, whole) = (StudyFolder::new(0), StudyFolder::new(0));
    place.ask_more(5, "20", "");
    assert_eq!(place.run().0, 0);
    for place in [&place, &whole] {
        place.ask_more(24_000, "3000", "");
    }
    let (code, said) = place.run();
    assert!(
        code == 2 && said.contains("generator.sphere-margin.examples: 20 → 3000"),
        "{said}"
    );
    kill(begun(&place, &["run", "t.toml", "--fresh"]));
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert_eq!(whole.run().0, 0);
    assert_same(&place, &whole);
}
