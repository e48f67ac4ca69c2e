//! Runs a folder of small experiments with other seeds through the program.

use crate::support::program::program;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// One run on draws from eight basis vectors, with a bound on the mistakes. A run makes 5 to 8 mistakes, depending on the draw.
fn spec(claims: &str) -> String {
    SpecText::new("basis\ndimension = 8\nexamples = 16")
        .seed(7)
        .variant("plain", CYCLIC)
        .claim("online-mistake-bound")
        .more(claims)
        .to_string()
}

/// A control that is refuted exactly by the draws that show all eight vectors.
const FLIPS: &str = "\n[[claims]]\nid = \"seven eighths\"\nname = \"online-mistake-bound\"\ncontrol_of = \"online-mistake-bound\"\n\
                     scale = \"7/8\"\nexpect = \"violated\"\n";

/// This control stated as a theorem.
const WRONG: &str =
    "\n[[claims]]\nid = \"too small\"\nname = \"online-mistake-bound\"\nscale = \"7/8\"\n";

/// Runs the program with `arguments` on a folder of experiments and this results folder: exit code and stdout.
fn lab(specs: &[(&str, &str)], arguments: &[&str], results: &Path) -> (i32, String) {
    let folder = TempDir::new().unwrap();
    for (name, text) in specs {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut command = program(&[]);
    let command = command
        .args(arguments)
        .arg("--experiments")
        .arg(folder.path());
    let output = command.arg("--results").arg(results).output().unwrap();
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

fn reseeds(folder: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.join("reseeds.json")).unwrap()).unwrap()
}

#[test]
fn reseed_of_stable_verdicts_gives_exit_code_0_and_writes_only_its_own_folder() {
    let results = TempDir::new().unwrap();
    let specs = [("stable.toml", &*spec(""))];
    let (code, table) = lab(&specs, &["reproduce", "--reseed", "3"], results.path());
    assert_eq!(code, 0, "{table}");
    let quick = ["reproduce", "--quick", "--reseed", "2", "--json"];
    let (code, json) = lab(&specs, &quick, results.path());
    let (full, quick) = (
        results.path().join("reseeds"),
        results.path().join("reseeds/quick"),
    );
    assert_eq!(
        (code, serde_json::from_str::<Value>(&json).unwrap()),
        (0, reseeds(&quick))
    );
    assert_eq!(reseeds(&full)["reseeds"].as_array().unwrap().len(), 3);
    assert!(full.join("3/verdicts.json").exists() && quick.join("2/verdicts.json").exists());
    let written: Vec<_> = fs::read_dir(results.path()).unwrap().collect();
    assert_eq!(written.len(), 1, "{written:?}");
}

#[test]
fn a_verdict_that_depends_on_the_seed_is_listed_with_the_seeds_that_show_it() {
    let results = TempDir::new().unwrap();
    let text = spec(FLIPS);
    let specs = [("stable.toml", &*spec("")), ("flips.toml", &*text)];
    let (code, table) = lab(&specs, &["reproduce", "--reseed", "12"], results.path());
    let found = reseeds(&results.path().join("reseeds"));
    let unexpected = found["unexpected"].as_array().unwrap();
    assert_eq!((code, unexpected.len()), (1, 1), "{table}");
    let (flip, times) = (&unexpected[0], unexpected[0]["times"].as_array().unwrap());
    let named = [&flip["experiment"], &flip["id"], &flip["variant"]];
    assert_eq!(named, ["flips", "seven eighths", "plain"]);
    assert!(times.len() > 1 && times.len() < 12, "{times:?}");
    let counted = format!("{} of 12", times.len());
    assert!(table.contains(&counted), "{table}");
    let violated = found["reseeds"].as_array().unwrap().iter();
    assert!(violated.clone().all(|one| one["theorems_violated"] == 0));
    // The spec with that seed has the same verdict.
    let seeded = text.replace("seed = 7", &format!("seed = {}", times[0]["seed"]));
    let path = results.path().join("again.toml");
    fs::write(&path, seeded).unwrap();
    let run = ["run", path.to_str().unwrap(), "--json"];
    let (code, json) = lab(&[], &run, results.path());
    let verdicts: Vec<Value> = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &verdicts[1]["verdict"]), (1, &times[0]["verdict"]));
}

#[test]
fn a_theorem_that_any_reseed_violates_ends_with_exit_code_1() {
    let results = TempDir::new().unwrap();
    let text = spec(WRONG);
    let specs = [("wrong.toml", &*text)];
    let (code, _) = lab(&specs, &["reproduce", "--reseed", "12"], results.path());
    let found = reseeds(&results.path().join("reseeds"));
    let violated = found["reseeds"].as_array().unwrap().iter();
    let violated = violated.map(|one| one["theorems_violated"].as_u64().unwrap());
    assert!(code == 1 && violated.sum::<u64>() > 0, "{found}");
}

#[test]
fn reseed_refuses_options_about_stored_trials() {
    let results = TempDir::new().unwrap();
    for option in ["--fresh", "--retry-failed", "--certificates"] {
        let arguments = ["reproduce", "--reseed", "2", option];
        assert_eq!(lab(&[], &arguments, results.path()).0, 2, "{option}");
    }
    assert_eq!(
        lab(&[], &["reproduce", "--reseed", "0"], results.path()).0,
        2
    );
}
