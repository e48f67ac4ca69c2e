//! Tests what other programs do to files and runs: git's line ends, pipelines that look at times, data of any origin, and signals.

use crate::support::program::{lab_in, path};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// A folder with a small study that has been run.
fn studied() -> TempDir {
    let folder = TempDir::new().unwrap();
    let spec = SpecText::new("basis\ndimension = 3\nexamples = 5")
        .replicates(30)
        .variant("v", CYCLIC)
        .claim("online-mistake-bound")
        .claim("online-mistake-bound\nid = \"half\"\nscale = \"1/9\"\nexpect = \"violated\"");
    fs::write(folder.path().join("t.toml"), spec.to_string()).unwrap();
    let (code, _, error) = lab_in(folder.path(), &["run", "t.toml"]);
    assert_eq!(code, 0, "{error}");
    folder
}

/// All files below a folder, with the times at which they were written.
fn times(folder: &Path) -> Vec<(PathBuf, SystemTime)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap().flatten() {
            match entry.path().is_dir() {
                true => folders.push(entry.path()),
                false => found.push((entry.path(), entry.metadata().unwrap().modified().unwrap())),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_manifest_with_the_line_ends_of_windows_is_read_by_every_command() {
    let folder = studied();
    let manifest = folder.path().join("results/t/manifest.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace('\n', "\r\n")).unwrap();
    for words in [
        &["judge", "t"][..],
        &["report", "t"],
        &["verify", "results"],
        &["table", "t"],
        &["run", "t.toml"],
    ] {
        let (code, _, error) = lab_in(folder.path(), words);
        assert_eq!(code, 0, "{words:?}: {error}");
    }
    let attributes = fs::read_to_string(folder.path().join("results/.gitattributes")).unwrap();
    assert_eq!(attributes, "* -text\n");
    // A changed number is still found.
    fs::write(&manifest, text.replace("seed = ", "seed = 1")).unwrap();
    assert_ne!(lab_in(folder.path(), &["judge", "t"]).0, 0);
}

#[test]
fn a_run_with_nothing_to_do_leaves_its_files_and_their_times_alone() {
    let folder = studied();
    let results = folder.path().join("results");
    let before = times(&results);
    assert!(
        before
            .iter()
            .any(|(file, _)| file.ends_with("witnesses/index.json"))
    );
    std::thread::sleep(Duration::from_millis(20));
    let (code, _, error) = lab_in(folder.path(), &["run", "t.toml"]);
    assert_eq!(code, 0, "{error}");
    assert_eq!(times(&results), before);
}

/// A study whose trial takes minutes: runs of ten million updates whose vectors all vote on ten thousand examples.
const SLOW: &str = r#"
title = "Votes of millions of vectors"
question = "Does it stop?"
seed = 110
replicates = 1
[generator.isotropic-gaussians]
dimension = 1
distance = 0.5
examples = 3
[variants.v]
rule = { margin-perceptron = { threshold = 2, step = "1/2" } }
order = "first-misclassified"
hypothesis = "voted"
arithmetic = "f64"
[[claims]]
name = "leave-one-out-identity"
[[claims]]
observed = "risk"
limit = "1"
form = "in-expectation"
"#;

#[test]
fn a_first_signal_ends_a_trial_of_minutes_and_a_plan_does_not_wait_for_it() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("slow.toml"), SLOW).unwrap();
    let (code, said, error) = lab_in(folder.path(), &["plan", "slow.toml"]);
    assert_eq!(code, 0, "{error}");
    assert!(said.contains("was ended after 2 s, unfinished"), "{said}");
    let run = Command::new(path())
        .args(["run", "slow.toml"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The handler of signals is there before the first trial begins.
    let lock = folder.path().join("results/slow/.lock");
    while !lock.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_secs(1));
    let process = run.id().to_string();
    let sent = Command::new("kill").args(["-INT", &process]).status();
    assert!(sent.unwrap().success());
    let output = run.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.contains("interrupted: 0 of at most 1 replicates"),
        "{said}"
    );
}

/// What `init` says of a data file on the terminal, and the spec that it writes; an error if it refuses the file.
fn begun(data: &str, more: &[&str]) -> Result<(String, String), String> {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("data.csv"), data).unwrap();
    let words = [&["init", "study", "--data", "data.csv"], more].concat();
    let (code, _, error) = lab_in(folder.path(), &words);
    match code {
        0 => Ok((
            error,
            fs::read_to_string(folder.path().join("study.toml")).unwrap(),
        )),
        _ => Err(error),
    }
}

#[test]
fn init_names_on_the_terminal_and_in_the_spec_what_it_leaves_out() {
    let rows = |label: &str, from: u32| -> String {
        (from..from + 4)
            .map(|row| format!("{row},{},{label}\n", row * row % 7))
            .collect()
    };
    let three = format!("x,y,c\n{}{}{}", rows("a", 1), rows("b", 5), rows("d", 9));
    let typo = three.replacen("5,4,b", "5,1O,b", 1);
    let gaps = three.replacen("1,1,a", "1,,a", 1).replace(",d\n", ",a\n");
    for (data, parts) in [
        (
            &three,
            &["the class d with 4 rows", "8 examples, of the 12 rows"][..],
        ),
        (&typo, &["the column y", "`1O` is not a number in line 6"]),
        (
            &gaps,
            &[
                "1 of 12 rows with a missing value",
                "line 2, column y",
                "11 examples, of the 12 rows",
            ],
        ),
    ] {
        let (said, spec) = begun(data, &[]).unwrap();
        for part in parts {
            assert!(spec.contains(part), "{part}: {spec}");
            assert!(
                said.contains(part) || part.contains("examples, of"),
                "{part}: {said}"
            );
        }
    }
    let values = "x,y,price\n1,2,10.5\n2,3,11\n3,4,12\n";
    let refused = begun(values, &[]).unwrap_err();
    assert!(
        refused.contains("numbers to predict") && refused.contains("--label"),
        "{refused}"
    );
    let truths = "is_red,x,c\nTrue,1,a\nFalse,2,b\nTrue,3,a\nFalse,4,b\n";
    let (said, spec) = begun(truths, &[]).unwrap();
    assert!(
        spec.contains("features = [\"is_red\", \"x\"]") && said.contains("is_red"),
        "{said}"
    );
}

#[test]
fn a_spec_on_a_file_refuses_or_names_what_analyze_does() {
    let folder = TempDir::new().unwrap();
    let spec = SpecText::new("file\npath = \"data.csv\"")
        .variant("v", CYCLIC)
        .claim("online-mistake-bound");
    fs::write(folder.path().join("t.toml"), spec.to_string()).unwrap();
    let checked = |data: &str| {
        fs::write(folder.path().join("data.csv"), data).unwrap();
        let (code, said, error) = lab_in(folder.path(), &["check", "t.toml"]);
        (code, said + &error)
    };
    let counted = "id,x,c\n1,5,a\n2,3,b\n3,4,a\n4,9,b\n";
    let (code, said) = checked(counted);
    assert!(code == 0 && said.contains("id numbers the rows"), "{said}");
    let (code, said) = checked("x,price\n1,10.5\n2,11\n3,12\n5,13\n");
    assert!(code == 0 && said.contains("numbers to predict"), "{said}");
    for (data, parts) in [
        (&*counted.replace("4,9", "4,1O"), ["1O", "line 5"]),
        ("1 |f a:1\n-1 |f b:2\n", ["Vowpal Wabbit", "data.csv"]),
        ("1 0:1:0.5\n-1 0:2:1\n", ["libffm", "0:1:0.5"]),
    ] {
        let (code, said) = checked(data);
        let is_named = parts.iter().all(|part| said.contains(part));
        assert!(code == 2 && is_named, "{parts:?}: {said}");
    }
}
