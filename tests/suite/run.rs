//! Uses the program like a person: commands, files, exit codes.

use crate::support::program::{lab_into as run, path, program, succeeds, without_prose};
use claims::spec::RESULTS_VERSION;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

fn verdicts(path: &Path) -> Vec<Value> {
    serde_json::from_str(&fs::read_to_string(path.join("verdicts.json")).unwrap()).unwrap()
}

/// All files below a folder with their bytes, except for parts that may differ from run to run.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.file_name().unwrap() != "run.toml" {
            found.push((
                path.file_name().unwrap().to_string_lossy().into_owned(),
                fs::read(&path).unwrap(),
            ));
        }
    }
    found.sort();
    found
}

#[test]
fn smoke_runs_judges_and_reports() {
    let results = TempDir::new().unwrap();
    let (code, table, _) = run(results.path(), &["run", "experiments/smoke.toml"]);
    assert_eq!(code, 0, "{table}");
    assert!(
        table.contains("seven eighths of the mistake bound") && table.contains("violated"),
        "{table}"
    );
    let folder = results.path().join("smoke");
    for file in [
        "manifest.toml",
        "trials.parquet",
        "verdicts.json",
        "verdicts.csv",
        "report.md",
        "report.html",
        "run.toml",
    ] {
        assert!(folder.join(file).exists(), "{file}");
    }
    for verdict in verdicts(&folder) {
        assert_eq!(verdict["as_expected"], true);
        assert_eq!(
            verdict["verdict"] == "violated",
            !verdict["witness"].is_null()
        );
    }
}

#[test]
fn calibration_output_does_not_depend_on_the_number_of_threads() {
    let folders = [(); 4].map(|()| TempDir::new().unwrap());
    for (threads, results) in ["1", "2", "3", "64"].into_iter().zip(&folders) {
        let mut lab = program(&["run", "experiments/smoke.toml", "--results"]);
        lab.env("RAYON_NUM_THREADS", threads);
        succeeds(lab.arg(results.path()));
    }
    let written = folders.map(|folder| files(folder.path()));
    assert!(written[1..].iter().all(|other| *other == written[0]));
}

#[test]
fn added_replicates_extend_stored_trials_to_the_bytes_of_a_single_run() {
    let (grown, fresh, specs) = (
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
    );
    let spec = specs.path().join("grow.toml");
    let text = fs::read_to_string("experiments/smoke.toml").unwrap();
    let with = |count: u32| {
        text.replacen(
            "replicates       = 40",
            &format!("replicates       = {count}"),
            1,
        )
    };
    for (count, folder) in [(15, grown.path()), (40, grown.path()), (40, fresh.path())] {
        fs::write(&spec, with(count)).unwrap();
        assert_eq!(run(folder, &["run", spec.to_str().unwrap()]).0, 0);
    }
    assert!(files(grown.path()) == files(fresh.path()));
}

#[test]
fn a_folder_of_another_spec_is_not_overwritten() {
    let (results, specs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let spec = specs.path().join("smoke.toml");
    fs::copy("experiments/smoke.toml", &spec).unwrap();
    assert_eq!(run(results.path(), &["run", spec.to_str().unwrap()]).0, 0);
    let before = files(results.path());
    fs::write(
        &spec,
        fs::read_to_string(&spec).unwrap().replacen(
            "seed             = 1",
            "seed             = 9",
            1,
        ),
    )
    .unwrap();
    let (code, _, message) = run(results.path(), &["run", spec.to_str().unwrap()]);
    assert!(code == 2 && message.contains("--fresh"), "{message}");
    assert!(files(results.path()) == before);
    assert_eq!(
        run(results.path(), &["run", spec.to_str().unwrap(), "--fresh"]).0,
        0
    );
    assert!(files(results.path()) != before);
}

#[test]
fn a_verdict_that_is_not_expected_ends_with_exit_code_1() {
    let (results, specs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let spec = specs.path().join("wrong.toml");
    let smoke = fs::read_to_string("experiments/smoke.toml").unwrap();
    // A control stated as if it were a claim.
    let stated = |line: &&str| !line.starts_with("expect") && !line.starts_with("control_of");
    let lines: Vec<&str> = smoke.lines().filter(stated).collect();
    fs::write(&spec, lines.join("\n")).unwrap();
    assert_eq!(run(results.path(), &["run", spec.to_str().unwrap()]).0, 1);
}

#[test]
fn a_wrong_spec_ends_with_exit_code_2_and_writes_nothing() {
    let (results, specs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let wrong = specs.path().join("wrong.toml");
    fs::write(
        &wrong,
        fs::read_to_string("experiments/smoke.toml")
            .unwrap()
            .replace("dimension = 8", "dimensoin = 8"),
    )
    .unwrap();
    let (code, _, message) = run(
        results.path(),
        &["run", "experiments/smoke.toml", wrong.to_str().unwrap()],
    );
    assert!(
        code == 2 && message.contains("did you mean `dimension`?"),
        "{message}"
    );
    assert_eq!(fs::read_dir(results.path()).unwrap().count(), 0);
    assert_eq!(run(results.path(), &["run", "no-such.toml"]).0, 2);
}

#[test]
fn judging_a_folder_without_trials_ends_with_exit_code_3() {
    let results = TempDir::new().unwrap();
    assert_eq!(run(results.path(), &["run", "experiments/smoke.toml"]).0, 0);
    let folder = results.path().join("smoke");
    fs::remove_file(folder.join("trials.parquet")).unwrap();
    let (code, _, message) = run(results.path(), &["judge", folder.to_str().unwrap()]);
    assert!(
        code == 3 && message.contains("perceptron-lab run"),
        "{message}"
    );
}

#[test]
fn judge_and_report_recreate_their_deleted_files() {
    let results = TempDir::new().unwrap();
    assert_eq!(run(results.path(), &["run", "experiments/smoke.toml"]).0, 0);
    let folder = results.path().join("smoke");
    let before = files(results.path());
    for file in ["verdicts.json", "verdicts.csv", "report.md", "report.html"] {
        fs::remove_file(folder.join(file)).unwrap();
    }
    assert_eq!(
        run(results.path(), &["judge", folder.to_str().unwrap()]).0,
        0
    );
    assert_eq!(
        run(results.path(), &["report", folder.to_str().unwrap()]).0,
        0
    );
    assert!(files(results.path()) == before);
}

#[test]
fn check_predicts_vacuous_and_inapplicable_claims() {
    let (results, specs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let spec = specs.path().join("majority.toml");
    let text = fs::read_to_string("experiments/majority.toml")
        .unwrap()
        .replacen("examples  = 20000", "examples  = 100", 1);
    fs::write(
        &spec,
        text + "\n[[claims]]\nname = \"margin-mistake-bound\"\n",
    )
    .unwrap();
    let (code, json, _) = run(results.path(), &["check", spec.to_str().unwrap(), "--json"]);
    let checked: Value = serde_json::from_str(&json).unwrap();
    let bound = checked[0]["bound"].as_array().unwrap();
    let count = |verdict: &str| {
        bound
            .iter()
            .filter(|entry| entry["verdict"] == verdict)
            .count()
    };
    assert_eq!((code, checked[0]["cells"].as_u64()), (0, Some(11)));
    assert!(
        count("vacuous") > 0 && count("inapplicable") == 11,
        "{json}"
    );
}

#[test]
fn list_and_explain_know_every_name() {
    let results = TempDir::new().unwrap();
    let (code, json, _) = run(results.path(), &["list", "--json"]);
    let listed: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert!(code == 0 && listed.len() > 30);
    for entry in listed
        .iter()
        .filter(|entry| entry["family"] != "experiments")
    {
        assert_eq!(
            run(
                results.path(),
                &["explain", entry["name"].as_str().unwrap()]
            )
            .0,
            0,
            "{entry}"
        );
    }
    let (code, _, message) = run(results.path(), &["explain", "majority-mistake-bund"]);
    assert!(
        code == 2 && message.contains("majority-mistake-bound"),
        "{message}"
    );
    assert!(
        run(results.path(), &["explain", "distinct_margin_mistakes"])
            .1
            .contains("different examples")
    );
}

#[test]
fn a_basis_of_any_dimension_attains_the_bound_and_refutes_99_percent_of_it() {
    let results = TempDir::new().unwrap();
    assert_eq!(
        run(results.path(), &["run", "experiments/basis-tight.toml"]).0,
        0
    );
    let mut all = verdicts(&results.path().join("basis-tight"));
    all.retain(|verdict| verdict["claim"] == "online-mistake-bound");
    assert_eq!(all.len(), 600);
    for verdict in all {
        let dimension = verdict["cell"]["generator.basis.dimension"].as_f64();
        assert_eq!(verdict["observed_max"].as_f64(), dimension);
        let (word, tightness) = if verdict["control_of"].is_null() {
            ("holds", 1.0)
        } else {
            ("violated", 1.0 / 0.99)
        };
        assert_eq!(verdict["verdict"], word);
        assert!((verdict["tightness_max"].as_f64().unwrap() - tightness).abs() < 1e-11);
    }
}

#[test]
fn reproduce_writes_an_index_over_all_experiments() {
    let (results, specs) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    fs::create_dir(specs.path().join("below")).unwrap();
    fs::copy("experiments/smoke.toml", specs.path().join("smoke.toml")).unwrap();
    fs::copy(
        "experiments/normalized-versus-plain.toml",
        specs.path().join("below/other.toml"),
    )
    .unwrap();
    let specs = specs.path().to_str().unwrap().to_owned();
    let (code, json, _) = run(
        results.path(),
        &["reproduce", "--quick", "--experiments", &specs, "--json"],
    );
    let printed: Vec<Value> = serde_json::from_str(&json).unwrap();
    let quick = results.path().join("quick");
    assert_eq!((code, verdicts(&quick)), (0, printed));
    assert!(
        fs::read_to_string(quick.join("index.md"))
            .unwrap()
            .contains("Normalized against plain")
    );
    assert!(quick.join("index.html").exists());
}

#[test]
fn adaptive_replicates_stop_when_decided_and_resume_to_the_same_bytes() {
    let (once, twice, specs) = (
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
    );
    let spec = specs.path().join("adaptive.toml");
    let text = fs::read_to_string("experiments/leave-one-out.toml").unwrap();
    let text = without_prose(&text);
    let with = |max: u32| {
        let text = text.replacen(
            "\"generator.basis.examples\" = [50, 100, 200]",
            "\"generator.basis.examples\" = [50]",
            1,
        );
        text.replacen(
            "replicates       = 2000",
            &format!("replicates = {{ min = 20, max = {max}, until = \"decided\" }}"),
            1,
        )
    };
    fs::write(&spec, with(40)).unwrap();
    assert_eq!(
        run(twice.path(), &["run", spec.to_str().unwrap()]).0,
        1,
        "forty replicates decide nothing here"
    );
    for folder in [once.path(), twice.path()] {
        fs::write(&spec, with(5000)).unwrap();
        assert_eq!(run(folder, &["run", spec.to_str().unwrap()]).0, 0);
    }
    assert!(files(once.path()) == files(twice.path()));
    let trials = verdicts(&once.path().join("adaptive"))[0]["trials"]
        .as_u64()
        .unwrap();
    // More than the forty that were inconclusive, and fewer than are allowed.
    assert!((41..5000).contains(&trials), "{trials}");
}

#[test]
fn data_file_is_copied_into_results_so_that_judge_works() {
    let results = TempDir::new().unwrap();
    assert_eq!(
        run(results.path(), &["run", "experiments/real-data/iris.toml"]).0,
        0
    );
    let folder = results.path().join("real-data/iris");
    let before = files(results.path());
    assert_eq!(
        run(results.path(), &["judge", folder.to_str().unwrap()]).0,
        0
    );
    assert!(files(results.path()) == before && folder.join("iris.csv").exists());
}

#[test]
fn failed_trials_are_stored_with_a_reason_and_give_exit_code_3() {
    let results = TempDir::new().unwrap();
    let spec = results.path().join("overflow.toml");
    // With the constant feature 1/7 the features of the first example exceed 64 bits.
    let text = SpecText::new("points\nexamples = [{ x = [9000000000000000000, 1], y = 1 }]")
        .replicates(3)
        .variant("wide", CYCLIC)
        .more("offset = \"1/7\"")
        .variant("plain", CYCLIC)
        .claim("updates-are-mistakes");
    fs::write(&spec, text.to_string()).unwrap();
    let spec = spec.to_str().unwrap();
    for arguments in [&["run", spec][..], &["run", spec, "--retry-failed"]] {
        let (code, _, errors) = run(results.path(), arguments);
        assert_eq!(code, 3, "{errors}");
        assert!(
            errors.contains("3 of the trials gave no result"),
            "{errors}"
        );
        assert!(
            errors.contains("exact integers left their range"),
            "{errors}"
        );
        assert!(errors.contains("--retry-failed"), "{errors}");
    }
    let verdicts = verdicts(&results.path().join("overflow"));
    let words = |index: usize| (&verdicts[index]["variant"], &verdicts[index]["verdict"]);
    assert_eq!(
        words(0),
        (&Value::from("wide"), &Value::from("inconclusive"))
    );
    assert_eq!(words(1), (&Value::from("plain"), &Value::from("holds")));
    assert_eq!(verdicts[0]["failed"], 3);
}

#[test]
fn results_of_an_older_version_are_read_with_a_notice_and_never_mixed() {
    let results = TempDir::new().unwrap();
    assert_eq!(run(results.path(), &["run", "experiments/smoke.toml"]).0, 0);
    let folder = results.path().join("smoke");
    let manifest = fs::read_to_string(folder.join("manifest.toml")).unwrap();
    let is_digest = |line: &&str| line.starts_with("sha256") || line.starts_with("trials_sha256");
    let plain: Vec<&str> = manifest.lines().filter(|line| !is_digest(line)).collect();
    let own = format!("results_version = {RESULTS_VERSION}");
    let of_version = |version: u32| {
        let older = plain
            .join("\n")
            .replacen(&own, &format!("results_version = {version}"), 1);
        fs::write(folder.join("manifest.toml"), older).unwrap();
    };
    let path = folder.to_str().unwrap();
    for (version, code) in [(RESULTS_VERSION - 1, 0), (1, 2), (RESULTS_VERSION + 1, 2)] {
        of_version(version);
        for arguments in [["judge", path], ["report", path]] {
            let (ended, _, said) = run(results.path(), &arguments);
            assert_eq!(ended, code, "{said}");
            assert!(
                said.contains(&format!("results of version {version}")),
                "{said}"
            );
        }
        let (ended, _, said) = run(results.path(), &["run", "experiments/smoke.toml"]);
        assert!(ended == 2 && said.contains("--fresh"), "{said}");
    }
    of_version(RESULTS_VERSION - 1);
    assert_eq!(run(results.path(), &["report", path]).0, 0);
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains(&format!("results of version {}", RESULTS_VERSION - 1)));
    let fresh = ["run", "experiments/smoke.toml", "--fresh"];
    assert_eq!(run(results.path(), &fresh).0, 0);
}

#[test]
fn closed_pipe_ends_silently_and_full_disk_ends_with_an_error() {
    let program = path();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = std::process::Command::new(&program)
        .args(["list", "claims"])
        .stdout(writer)
        .output()
        .unwrap();
    let words = String::from_utf8(ended.stderr).unwrap();
    assert_eq!((ended.status.code(), words.as_str()), (Some(141), ""));
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else {
        return;
    };
    let ended = std::process::Command::new(&program)
        .args(["list", "claims"])
        .stdout(full)
        .output()
        .unwrap();
    let words = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(words.starts_with("error: cannot print: "), "{words}");
}
