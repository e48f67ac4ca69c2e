//! Shows that a run outlives signals, other processes, damaged files and changed specs: nothing is lost, and nothing wrong is judged.

use assert_cmd::cargo::cargo_bin;
use claims::spec::RESULTS_VERSION;
use perceptron_lab::application::{ApplicationError, judge};
use perceptron_lab::store::{Folder, Manifest};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A spec `t.toml` of two cells in a folder of its own, and its results.
struct Place(TempDir);

impl Place {
    fn new(replicates: u64) -> Self {
        let place = Self(TempDir::new().unwrap());
        place.ask(replicates);
        place
    }

    /// Asks for so many replicates of each cell.
    fn ask(&self, replicates: u64) {
        let spec = format!(
            "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = {replicates}\n\n\
             [generator.sphere-margin]\ndimension = 4\ntarget_margin = 0.1\nexamples = 20\n\n\
             [[sweep]]\n\"generator.sphere-margin.examples\" = [20, 30]\n\n\
             [variants.plain]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n\n\
             [variants.mean]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nhypothesis = \"averaged\"\n\n\
             [[claims]]\nname = \"online-mistake-bound\"\n"
        );
        fs::write(self.0.path().join("t.toml"), spec).unwrap();
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(cargo_bin("perceptron-lab"));
        command.current_dir(self.0.path()).args(words);
        command
    }

    /// Exit code and what is said on stderr.
    fn lab(&self, words: &[&str]) -> (i32, String) {
        let output = self.command(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    }

    fn run(&self) -> (i32, String) {
        self.lab(&["run", "t.toml"])
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join("results/t").join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.file(name)).unwrap()
    }

    fn folder(&self) -> Folder {
        Folder::at(&self.file(""))
    }

    fn manifest(&self) -> Manifest {
        self.folder().manifest().unwrap().unwrap()
    }

    /// The number of trials behind each verdict.
    fn judged(&self) -> Vec<u64> {
        let verdicts: Vec<Value> = serde_json::from_slice(&self.bytes("verdicts.json")).unwrap();
        let trials = verdicts.iter().map(|of| of["trials"].as_u64().unwrap());
        trials.collect()
    }

    /// Files of the folder that nobody but a process under way has.
    fn left_over(&self) -> Vec<String> {
        let entries = fs::read_dir(self.file("")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let is_own = |name: &String| {
            name == ".lock" || name == "manifest.next.toml" || name.ends_with(".partial")
        };
        names.filter(is_own).collect()
    }
}

/// What `judge` says of a folder that it does not accept.
fn refusal(place: &Place) -> Option<String> {
    judge(&place.folder()).err().map(|error| error.to_string())
}

#[test]
fn the_second_process_on_a_folder_is_told_whose_it_is_and_a_dead_owner_is_replaced() {
    let place = Place::new(5);
    fs::create_dir_all(place.file("")).unwrap();
    let mut lock = fs::File::create(place.file(".lock")).unwrap();
    std::io::Write::write_all(&mut lock, b"process 7 on moon, since yesterday\n").unwrap();
    lock.lock().unwrap();
    for words in [
        ["run", "t.toml"],
        ["judge", "results/t"],
        ["report", "results/t"],
    ] {
        let (code, said) = place.lab(&words);
        assert_eq!(code, 2, "{said}");
        assert!(
            said.contains("results/t is in use: process 7 on moon, since yesterday"),
            "{said}"
        );
    }
    assert!(!place.file("manifest.toml").exists());
    drop(lock);
    fs::write(place.file("trials.parquet.7.partial"), "half").unwrap();
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("was left by process 7 on moon, since yesterday, which has ended"),
        "{said}"
    );
    assert_eq!(place.left_over(), Vec::<String>::new());
}

#[test]
fn no_flipped_bit_of_trials_or_manifest_is_accepted() {
    let place = Place::new(30);
    assert_eq!(place.run().0, 0);
    let written = place.manifest();
    for name in ["trials.parquet", "manifest.toml"] {
        let whole = place.bytes(name);
        for flip in 0..250 {
            let (at, bit) = (flip * whole.len() / 250, flip % 8);
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            fs::write(place.file(name), bytes).unwrap();
            let said = refusal(&place);
            // A flip may change how a file is written and not what it says.
            let is_same = || place.folder().manifest().ok().flatten() == Some(written.clone());
            assert!(
                said.is_some() || name == "manifest.toml" && is_same(),
                "{name} {at} {bit}"
            );
        }
        fs::write(place.file(name), whole).unwrap();
        assert_eq!(refusal(&place), None);
    }
}

#[test]
fn run_judge_and_report_refuse_trials_that_the_manifest_does_not_describe() {
    let place = Place::new(5);
    assert_eq!(place.run().0, 0);
    let mut bytes = place.bytes("trials.parquet");
    bytes[100] ^= 1;
    fs::write(place.file("trials.parquet"), &bytes).unwrap();
    for words in [["run", "t.toml"], ["judge", "results/t"]] {
        let (code, said) = place.lab(&words);
        assert_eq!(code, 3, "{said}");
        for part in ["trials.parquet is damaged", "SHA-256", "--fresh"] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    assert_eq!(
        place.bytes("trials.parquet"),
        bytes,
        "what is damaged is left for a look"
    );
    assert_eq!(place.lab(&["run", "t.toml", "--fresh"]).0, 0);
}

#[test]
fn a_manifest_that_was_edited_or_is_of_another_version_or_has_no_digest_is_named_as_such() {
    let place = Place::new(5);
    assert_eq!(place.run().0, 0);
    let whole = fs::read_to_string(place.file("manifest.toml")).unwrap();
    let version = format!("results_version = {RESULTS_VERSION}");
    let digests = |line: &&str| !line.starts_with("sha256") && !line.starts_with("trials_sha256");
    let old: String = whole
        .lines()
        .filter(digests)
        .map(|line| format!("{line}\n"))
        .collect();
    for (manifest, parts) in [
        (
            whole.replace("dimension = 4", "dimension = 5"),
            ["manifest.toml is damaged", "edited"],
        ),
        (
            whole.replace("5,", "4,"),
            ["manifest.toml is damaged", "edited"],
        ),
        (
            old.replace("dimension = 4", "dimension = 5"),
            ["manifest.toml is damaged", "spec_hash differs"],
        ),
        (
            whole.replace(&version, "results_version = 1"),
            ["results of version 1", "--fresh"],
        ),
        (
            old.clone(),
            ["no digest of trials.parquet", "perceptron-lab run SPEC"],
        ),
    ] {
        assert_ne!(manifest, whole);
        fs::write(place.file("manifest.toml"), manifest).unwrap();
        let said = refusal(&place).unwrap();
        for part in parts {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
    // The last one: trials of which nothing says whose they are, are run again.
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("has no digest of its trials; they are run again"),
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(place.file("manifest.toml")).unwrap(),
        whole
    );
}

#[test]
fn trials_and_manifest_become_valid_together() {
    let place = Place::new(5);
    assert_eq!(place.run().0, 0);
    let first = ["manifest.toml", "trials.parquet"].map(|name| place.bytes(name));
    place.ask(8);
    assert_eq!(place.run().0, 0);
    let second = ["manifest.toml", "trials.parquet"].map(|name| place.bytes(name));
    // Ended behind the first renaming: the second is made up for.
    fs::write(place.file("manifest.toml"), &first[0]).unwrap();
    fs::write(place.file("manifest.next.toml"), &second[0]).unwrap();
    assert_eq!(refusal(&place), None);
    assert_eq!(
        (place.bytes("manifest.toml"), place.judged().len()),
        (second[0].clone(), 4)
    );
    assert_eq!(place.left_over(), Vec::<String>::new());
    // Ended before it: the trials are those of before.
    fs::write(place.file("manifest.toml"), &first[0]).unwrap();
    fs::write(place.file("trials.parquet"), &first[1]).unwrap();
    fs::write(place.file("manifest.next.toml"), &second[0]).unwrap();
    assert_eq!(refusal(&place), None);
    assert_eq!(place.bytes("manifest.toml"), first[0]);
    assert_eq!(place.left_over(), Vec::<String>::new());
}

#[test]
fn fewer_replicates_judge_the_first_and_delete_nothing_and_more_run_only_what_is_new() {
    let place = Place::new(100);
    assert_eq!(place.run().0, 0);
    let (manifest, trials) = (place.bytes("manifest.toml"), place.bytes("trials.parquet"));
    place.ask(20);
    let (code, said) = place.run();
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("t: 160 more stored replicates are kept, and not judged"),
        "{said}"
    );
    assert_eq!(place.bytes("trials.parquet"), trials);
    assert_eq!(place.manifest().replicates, [20, 20]);
    assert_eq!(place.judged(), [20, 20, 20, 20]);
    let alone = Place::new(20);
    assert_eq!(alone.run().0, 0);
    assert_eq!(place.bytes("verdicts.json"), alone.bytes("verdicts.json"));
    place.ask(100);
    assert_eq!(place.run().0, 0);
    assert_eq!(place.bytes("trials.parquet"), trials);
    assert_eq!(place.bytes("manifest.toml"), manifest);
    assert_eq!(place.judged(), [100, 100, 100, 100]);
}

/// Whether a run has written some of its trials.
fn has_begun(place: &Place) -> bool {
    let files = fs::read_dir(place.folder().path())
        .into_iter()
        .flatten()
        .flatten();
    let written = |file: &fs::DirEntry| file.metadata().is_ok_and(|about| about.len() > 1000);
    let partial = |file: &fs::DirEntry| file.path().extension().is_some_and(|end| end == "partial");
    files
        .into_iter()
        .any(|file| partial(&file) && written(&file))
}

/// Ends a run by a signal once some of its trials are written, and returns its exit code and what it said.
fn ended(place: &Place, run: Child, signal: &str) -> (i32, String) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !has_begun(place) && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(20));
    }
    let process = run.id().to_string();
    let sent = Command::new("kill").args([signal, &process]).status();
    assert!(sent.unwrap().success());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), said)
}

#[test]
fn an_interrupted_run_stores_what_is_finished_and_goes_on_from_there() {
    for signal in ["-INT", "-TERM"] {
        let place = Place::new(50_000_000);
        let run = place
            .command(&["run", "t.toml", "--fresh"])
            .stderr(Stdio::piped())
            .spawn();
        let (code, said) = ended(&place, run.unwrap(), signal);
        assert_eq!(code, 130, "{said}");
        assert!(
            said.contains("of at most 100000000 replicates of t are stored"),
            "{said}"
        );
        let command = said
            .lines()
            .find(|line| line.contains("go on with: "))
            .unwrap();
        assert!(command.ends_with("perceptron-lab run t.toml"), "{command}");
        assert_eq!(place.left_over(), Vec::<String>::new());
        let manifest = place.manifest();
        let done = manifest.replicates[0];
        assert!(manifest.unfinished && done > 0 && manifest.replicates[1] == 0);
        assert!(refusal(&place).unwrap().contains("is not finished"));
        let told = judge(&place.folder()).map_err(|error| ApplicationError::code(&error));
        assert_eq!(told.map(|_| ()), Err(3));
        let (goes_on, whole) = (place, Place::new(done + 10));
        goes_on.ask(done + 10);
        for place in [&goes_on, &whole] {
            let (code, said) = place.run();
            assert_eq!(code, 0, "{said}");
        }
        for name in ["trials.parquet", "manifest.toml", "verdicts.json"] {
            assert!(goes_on.bytes(name) == whole.bytes(name), "{name}");
        }
    }
}

#[test]
fn a_report_without_its_trials_or_its_verdicts_names_what_is_missing_and_has_the_rest() {
    let place = Place::new(5);
    let spec = place.0.path().join("t.toml");
    let drawn = "[figures]\nshow = [\"mistakes-against-bound\"]\n";
    fs::write(&spec, fs::read_to_string(&spec).unwrap() + drawn).unwrap();
    assert_eq!(place.run().0, 0);
    let page = || fs::read_to_string(place.file("report.md")).unwrap();
    let whole = page();
    for (file, told, kept) in [
        ("trials.parquet", "no figure", "**Answer.**"),
        (
            "verdicts.json",
            "no answer and no verdict",
            "The claims in full",
        ),
    ] {
        let bytes = place.bytes(file);
        fs::write(place.file(file), &bytes[..bytes.len() / 2]).unwrap();
        let (code, said) = place.lab(&["report", "results/t"]);
        assert_eq!(code, 3, "{said}");
        assert!(said.contains(file) && said.contains("is damaged"), "{said}");
        assert!(page().contains(told) && page().contains(kept), "{}", page());
        fs::write(place.file(file), &bytes).unwrap();
        assert_eq!(place.lab(&["report", "results/t"]).0, 0);
        assert_eq!(page(), whole);
    }
}
