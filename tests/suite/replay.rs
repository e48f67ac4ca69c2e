//! Replays trials, checks certificates, alters them, and runs shrunk witnesses, through the program.

use crate::support::program::lab_into as lab;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use testing::{CYCLIC, STREAM, SpecText};

/// One replicate for every possible sample.
const ALL: &str = "\"all\"";

/// Runs a shipped experiment.
fn run_shipped(results: &TempDir, name: &str, more: &[&str]) {
    let path = format!("experiments/{name}.toml");
    let (code, _, error) = lab(results.path(), &[&["run", &path], more].concat());
    assert_eq!(code, 0, "{name}: {error}");
}

/// Runs a spec under a name and certifies its runs.
fn certify(results: &TempDir, name: &str, spec: &SpecText) {
    let path = results.path().join(format!("{name}.toml"));
    fs::write(&path, spec.to_string()).unwrap();
    let words = ["run", path.to_str().unwrap(), "--certificates"];
    let (code, _, error) = lab(results.path(), &words);
    assert_eq!(code, 0, "{name}: {error}");
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn certificates(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    found.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
            && !path.ends_with("index.json")
    });
    found.sort();
    found
}

fn check(results: &Path, path: &Path) -> (i32, String, String) {
    let address = json(path)["address"].as_str().unwrap().to_owned();
    lab(
        results,
        &["replay", &address, "--certificate", path.to_str().unwrap()],
    )
}

/// Writes the certificate with one field changed to a file of its own.
fn tampered(path: &Path, change: impl FnOnce(&mut Value)) -> PathBuf {
    let mut value = json(path);
    change(&mut value);
    let changed = path.with_file_name("tampered.json");
    fs::write(&changed, value.to_string()).unwrap();
    changed
}

/// Three rules on the vectors of a basis; one variant has this name.
fn mixed(name: &str) -> SpecText {
    let margin = "rule = { margin-perceptron = { threshold = \"1/2\", step = \"1/3\" } }";
    let normalized = CYCLIC.replace("perceptron", "normalized-perceptron");
    SpecText::new("basis\ndimension = 4\nexamples = 9\nlabels = \"alternating\"")
        .replicates(3)
        .variant("plain", CYCLIC)
        .variant(name, margin)
        .more("order = \"random\"\noffset = 1")
        .variant("normalized", normalized)
        .more("ties = \"positive\"")
}

const MARGIN: &str = "\"the margin one\"";

#[test]
fn every_certificate_of_a_run_is_valid() {
    let results = TempDir::new().unwrap();
    let rule = |rule: &str| CYCLIC.replace("perceptron", rule);
    let floats = SpecText::new("sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 30")
        .replicates(2)
        .variant(
            "margin",
            rule("margin-perceptron").replace("cyclic", "random"),
        )
        .variant(
            "normalized",
            rule("normalized-perceptron").replace("cyclic", "shuffled"),
        );
    let unequal = "[{ x = [6, -3], y = 1 }, { x = [1, 10], y = 1 }, { x = [1, -12], y = 1 }]";
    let unequal = SpecText::new(format_args!(
        "points\nexamples = {unequal}\nseparator = [1, 0]"
    ))
    .replicates(ALL)
    .variant("normalized", rule("normalized-perceptron"));
    let opponent = SpecText::new("forced-mistakes\ndimension = 9")
        .replicates(ALL)
        .variant("plain", STREAM);
    for (name, spec, count) in [
        ("mixed", mixed(MARGIN), 9),
        ("floats", floats, 4),
        ("unequal", unequal, 1),
        ("opponent", opponent, 1),
    ] {
        certify(&results, name, &spec);
        let written = certificates(&results.path().join(name).join("certificates"));
        assert_eq!(written.len(), count, "{name}");
        for path in written {
            let (code, answer, message) = check(results.path(), &path);
            assert!(
                code == 0 && answer.starts_with("valid") && answer.contains("\n  order   "),
                "{}: {answer}{message}",
                path.display()
            );
        }
    }
}

#[test]
fn a_sample_that_nothing_separates_is_certified_by_gordan() {
    let results = TempDir::new().unwrap();
    let stuck = "points\nexamples = [{ x = [2, 1], y = 1 }, { x = [1, \"1/2\"], y = -1 }]";
    let stuck = SpecText::new(stuck)
        .replicates(ALL)
        .variant("plain", CYCLIC);
    certify(&results, "stuck", &stuck.more("stop = { updates = 10 }"));
    let path = certificates(&results.path().join("stuck/certificates")).remove(0);
    assert!(json(&path)["gordan"].is_array() && json(&path)["separator"].is_null());
    assert_eq!(check(results.path(), &path).0, 0);
    let changed = tampered(&path, |value| value["gordan"][0][1] = 7.into());
    let (code, answer, _) = check(results.path(), &changed);
    assert!(
        code == 1 && answer.starts_with("refused: gordan"),
        "{answer}"
    );
}

#[test]
fn a_tampered_certificate_is_refused_at_the_field_that_fails() {
    let results = TempDir::new().unwrap();
    certify(&results, "mixed", &mixed(MARGIN));
    let path = results.path().join("mixed/certificates/0-plain-0.json");
    type Change = fn(&mut Value);
    let changes: [(&str, Change); 11] = [
        ("updates[1]", |v| v["updates"][1] = v["updates"][0].clone()),
        ("updates[0]", |v| v["updates"][0] = 99.into()),
        ("counts.updates", |v| v["counts"]["updates"] = 77.into()),
        ("counts.mistakes", |v| v["counts"]["mistakes"] = 0.into()),
        ("counts.margin_mistakes", |v| {
            v["counts"]["margin_mistakes"] = 3.into()
        }),
        ("radius_squared", |v| {
            v["radius_squared"]["exact"] = 2.into()
        }),
        ("margin_squared.lower", |v| {
            v["margin_squared"]["lower"] = "0.9".into()
        }),
        ("margin_squared.upper", |v| {
            v["margin_squared"]["upper"] = "0.001".into()
        }),
        ("separator", |v| v["separator"][0] = (-100).into()),
        ("sample_digest", |v| v["sample_digest"] = "00".into()),
        ("ties", |v| v["ties"] = "positive".into()),
    ];
    for (field, change) in changes {
        let (code, answer, message) = check(results.path(), &tampered(&path, change));
        assert!(
            code == 1 && answer.starts_with(&format!("refused: {field}")),
            "{field}: {answer}{message}"
        );
    }
    let clean = tampered(&path, |v| {
        v["updates"].as_array_mut().unwrap().pop();
        for count in ["updates", "mistakes", "margin_mistakes"] {
            v["counts"][count] = (v["counts"][count].as_u64().unwrap() - 1).into();
        }
    });
    let (code, answer, _) = check(results.path(), &clean);
    assert!(
        code == 1 && answer.starts_with("refused: stop_reason"),
        "{answer}"
    );
    let address = json(&path)["address"]
        .as_str()
        .unwrap()
        .replace(":plain:0", ":plain:1");
    let (code, answer, _) = lab(
        results.path(),
        &["replay", &address, "--certificate", path.to_str().unwrap()],
    );
    assert!(
        code == 1 && answer.starts_with("refused: address"),
        "{answer}"
    );
}

#[test]
fn run_that_f64_miscounts_is_certified_as_rounding_dependent() {
    let results = TempDir::new().unwrap();
    let margin = CYCLIC.replace("perceptron", "margin-perceptron");
    let tenths = SpecText::new("basis\ndimension = 3\nnorm = \"0.1\"")
        .replicates(ALL)
        .variant("exact", &margin)
        .variant("floats", &margin)
        .more("arithmetic = \"f64\"");
    certify(&results, "tenths", &tenths);
    let folder = results.path().join("tenths/certificates");
    let (exact, floats) = (
        folder.join("0-exact-0.json"),
        folder.join("0-floats-0.json"),
    );
    assert_eq!(
        (
            json(&exact)["updates"].as_array().unwrap().len(),
            json(&floats)["updates"].as_array().unwrap().len()
        ),
        (300, 303)
    );
    assert_eq!(check(results.path(), &exact).0, 0);
    let (code, answer, _) = check(results.path(), &floats);
    assert!(
        code == 1
            && answer.starts_with("rounding-dependent: updates[300]")
            && answer.contains("example 0 is 1 exactly"),
        "{answer}"
    );
}

#[test]
fn replay_prints_the_trial_and_every_claim_verdict_on_it() {
    let results = TempDir::new().unwrap();
    run_shipped(&results, "smoke", &[]);
    let verdicts = json(&results.path().join("smoke/verdicts.json"));
    let witness = verdicts
        .as_array()
        .unwrap()
        .iter()
        .find(|v| v["id"] == "seven eighths of the mistake bound")
        .unwrap();
    let address = witness["witness"].as_str().unwrap();
    let (code, text, _) = lab(results.path(), &["replay", address]);
    assert!(
        code == 0
            && text.contains("stop_reason")
            && text.contains("clean-pass")
            && text.contains("\n  violated"),
        "{text}"
    );
    let (_, printed, _) = lab(results.path(), &["replay", address, "--json"]);
    let replayed: Value = serde_json::from_str(&printed).unwrap();
    let ruling = |id: &str| {
        replayed["claims"]
            .as_array()
            .unwrap()
            .iter()
            .find(|claim| claim["id"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(
        ruling("seven eighths of the mistake bound")["violated"],
        true
    );
    assert_eq!(ruling("online-mistake-bound")["violated"], false);
    assert_eq!(ruling("seven eighths of the mistake bound")["limit"], 7);
    let (text, same) = text.rsplit_once("\nthe same ").unwrap();
    assert!(same.contains("columns are stored in"), "{same}");
    fs::remove_dir_all(results.path().join("smoke")).unwrap();
    let (code, alone, _) = lab(results.path(), &["replay", address]);
    let (alone, why) = alone
        .rsplit_once("\nnot compared with stored numbers: ")
        .unwrap();
    assert_eq!((code, alone), (0, text));
    assert!(why.contains("no results folder"), "{why}");
}

#[cfg(unix)]
#[test]
fn the_replay_command_of_a_verdict_can_be_pasted_into_a_shell() {
    let results = TempDir::new().unwrap();
    let name = r#""it's \"quoted\" $HOME""#;
    let keys = "norm = \"any\"\nscale = \"1/100\"\nexpect = \"violated\"";
    let claim = format!("margin-mistake-bound\nvariants = [{name}]\n{keys}");
    certify(&results, "quoting", &mixed(name).claim(claim));
    let verdicts = json(&results.path().join("quoting/verdicts.json"));
    let command = verdicts[0]["replay"].as_str().unwrap().replacen(
        "perceptron-lab",
        env!("CARGO_BIN_EXE_perceptron-lab"),
        1,
    );
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(command + " --results " + results.path().to_str().unwrap())
        .output();
    let output = output.unwrap();
    assert!(
        output.status.success() && String::from_utf8_lossy(&output.stdout).contains("violated"),
        "{output:?}"
    );
}

#[test]
fn an_address_may_name_the_cell_as_tables_print_it() {
    let results = TempDir::new().unwrap();
    let name = "vaughan/dimension-free-adversary";
    run_shipped(&results, name, &[]);
    let verdicts = json(&results.path().join(name).join("verdicts.json"));
    let addresses = verdicts.as_array().unwrap().iter();
    let mut addresses = addresses.filter_map(|verdict| verdict["closest"].as_str());
    let address = addresses
        .find(|address| address.contains("online=true"))
        .unwrap();
    let replayed = |address: &str| {
        let (code, text, _) = lab(results.path(), &["replay", address]);
        (code, text)
    };
    let due = replayed(address);
    assert_eq!(due.0, 0, "{}", due.1);
    let parts: Vec<&str> = address.split(':').collect();
    let with = |cell: &str| format!("{}:{cell}:{}:{}", parts[0], parts[2], parts[3]);
    let short = parts[1]
        .split(',')
        .map(|pair| pair.split_once('.').unwrap().1);
    let short: Vec<&str> = short.collect();
    for cell in [short.join(","), short.join(", ").replace('=', " = ")] {
        assert_eq!(replayed(&with(&cell)), due, "{cell}");
    }
    // Several cells have these parameters, or none.
    for cell in ["", short[0], "margin=1/7919"] {
        assert_eq!(replayed(&with(cell)).0, 2, "{cell}");
    }
}

#[test]
fn unknown_trial_address_is_refused_with_the_nearest_name() {
    let results = TempDir::new().unwrap();
    run_shipped(&results, "smoke", &[]);
    let verdicts = json(&results.path().join("smoke/verdicts.json"));
    let good = verdicts[0]["witness"]
        .as_str()
        .or(verdicts[1]["witness"].as_str())
        .unwrap()
        .to_owned();
    let (experiment, cell) = (
        good.split(':').next().unwrap().to_owned(),
        good.split(':').nth(1).unwrap().to_owned(),
    );
    assert_eq!(experiment, "smoke");
    for (address, hint) in [
        ("smoke".to_owned(), "experiment:cell-key:variant:replicate"),
        (format!("smok:{cell}:plain:0"), "did you mean `smoke`?"),
        (
            format!("smoke:{}:plain:0", cell.replacen("=8", "=9", 1)),
            "did you mean `basis",
        ),
        (format!("smoke:{cell}:plane:0"), "did you mean `plain`?"),
        (format!("smoke:{cell}:plain:40"), "0 to 39"),
        (
            format!("smoke:{cell}:plain:x"),
            "experiment:cell-key:variant:replicate",
        ),
    ] {
        let (code, _, message) = lab(results.path(), &["replay", &address]);
        assert!(code == 2 && message.contains(hint), "{address}: {message}");
    }
    let broken = results.path().join("broken.json");
    for text in ["{", "{}", "[1]"] {
        fs::write(&broken, text).unwrap();
        let (code, _, message) = lab(
            results.path(),
            &["replay", &good, "--certificate", broken.to_str().unwrap()],
        );
        assert!(
            code == 2 && message.contains("is not a certificate"),
            "{message}"
        );
    }
    assert_eq!(
        lab(
            results.path(),
            &["replay", &good, "--certificate", "no-such.json"]
        )
        .0,
        2
    );
}

#[test]
fn every_shrunk_witness_reproduces_its_violation_alone() {
    for experiment in [
        "smoke",
        "basis-tight",
        "sphere-margin-mistakes",
        "normalized-versus-plain",
        "gaussian-perceptron",
        "majority",
    ] {
        let (results, alone) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        run_shipped(&results, experiment, &["--quick"]);
        let folder = results
            .path()
            .join("quick")
            .join(experiment)
            .join("witnesses");
        let index = json(&folder.join("index.json"));
        let shrunk: Vec<&Value> = index
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| !entry["spec"].is_null())
            .collect();
        assert!(!shrunk.is_empty(), "{experiment}");
        for entry in shrunk {
            let path = folder.join(entry["spec"].as_str().unwrap());
            let (code, table, message) = lab(alone.path(), &["run", path.to_str().unwrap()]);
            assert!(
                code == 0 && table.contains("violated"),
                "{}: {table}{message}",
                path.display()
            );
        }
        for path in certificates(&folder) {
            let (code, answer, _) = lab(
                &results.path().join("quick"),
                &[
                    "replay",
                    json(&path)["address"].as_str().unwrap(),
                    "--certificate",
                    path.to_str().unwrap(),
                ],
            );
            assert_eq!(code, 0, "{}: {answer}", path.display());
            if experiment == "basis-tight" {
                break;
            }
        }
    }
}

#[test]
fn witnesses_are_the_same_bytes_from_run_to_run() {
    let read = |results: &TempDir| {
        let folder = results.path().join("smoke/witnesses");
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        files
            .iter()
            .map(|path| {
                (
                    path.file_name().unwrap().to_owned(),
                    fs::read(path).unwrap(),
                )
            })
            .collect::<Vec<_>>()
    };
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    folders
        .iter()
        .for_each(|results| run_shipped(results, "smoke", &[]));
    assert_eq!(read(&folders[0]), read(&folders[1]));
}

#[test]
fn mutated_rule_gets_no_certificate() {
    let results = TempDir::new().unwrap();
    run_shipped(&results, "vaughan/strict-ties", &[]);
    let index = results
        .path()
        .join("vaughan/strict-ties/witnesses/index.json");
    let entries: Vec<serde_json::Value> =
        serde_json::from_str(&std::fs::read_to_string(index).unwrap()).unwrap();
    let is_mutant =
        |entry: &&serde_json::Value| entry["address"].as_str().unwrap().contains(":strict:");
    let mut of_mutants = entries.iter().filter(is_mutant).peekable();
    assert!(of_mutants.peek().is_some());
    assert!(of_mutants.all(|entry| entry["certificate"].is_null()));
}

#[test]
fn certificate_of_a_run_on_xor_lists_the_vectors_that_no_order_leaves() {
    let results = TempDir::new().unwrap();
    let spec = SpecText::new("logic-gate\ngate = \"xor\"\ncoding = \"signs\"")
        .replicates(ALL)
        .variant(
            "v",
            format_args!("{CYCLIC}\noffset = 1\nstop = {{ updates = 8 }}"),
        );
    certify(&results, "xor", &spec);
    let path = certificates(&results.path().join("xor/certificates")).remove(0);
    let (code, words, error) = check(results.path(), &path);
    assert!(
        code == 0 && words.contains("no update leaves the 15 listed weight vectors"),
        "{words}{error}"
    );
    let changed = tampered(&path, |value| {
        value["closed_set"].as_array_mut().unwrap().pop();
    });
    let (code, words, _) = check(results.path(), &changed);
    assert!(code == 1 && words.contains("closed_set["), "{words}");
}
