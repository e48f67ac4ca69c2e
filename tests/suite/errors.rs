//! Reads errors as another program does: with `--json`, one line with the parts of each problem and the text that people see.

use crate::support::program::lab_in as lab;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SPEC: &str = "title = 'a'\nquestion = 'b'\nseed = 1\nreplicates = 0\n[generator.basis]\ndimension = 0\nlabels = 'alternating'\n";

/// The error of a command with `--json`, after a check that its text is the one that people see without it.
fn told(folder: &Path, arguments: &[&str]) -> Value {
    let (code, _, plain) = lab(folder, arguments);
    let (same, _, line) = lab(folder, &[arguments, &["--json"]].concat());
    assert_eq!((code, code), (2, same), "{plain}");
    let told: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
    let text = told["error"]["text"].as_str().unwrap();
    let usage = |text: &str| text.split("Usage:").next().unwrap().trim().to_owned();
    assert_eq!(usage(text), usage(&plain));
    told["error"]["problems"].clone()
}

#[test]
fn every_mistake_of_a_spec_has_its_place_its_allowed_values_and_a_kind() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.toml"), SPEC).unwrap();
    let problems = told(folder.path(), &["check", "a.toml"]);
    let problems = problems.as_array().unwrap();
    let lines: Vec<&Value> = problems
        .iter()
        .map(|problem| &problem["at"]["line"])
        .collect();
    assert_eq!(lines, [4, 6]);
    for problem in problems {
        assert_eq!(problem["kind"], "invalid-spec");
        let place = format!("a.toml:{}:", problem["at"]["line"]);
        assert!(
            problem["place"].as_str().unwrap().starts_with(&place),
            "{problem}"
        );
        assert!(problem["key"].is_string() && problem["allowed"].is_string());
        assert!(problem["message"].is_string() && problem["help"].is_string());
    }
}

#[test]
fn kinds_tell_problems_apart() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("t.csv"), "x,y\n1,a\n2,b\n").unwrap();
    for (arguments, kind, field, value) in [
        (&["run", "none"][..], "no-spec", "place", ""),
        (
            &["analyze", "t.csv", "--label", "z"],
            "data",
            "expected",
            "x, y",
        ),
        (
            &["analyze", "t.csv", "--seed", "z"],
            "no-integer",
            "value",
            "z",
        ),
        (
            &["analyze", "t.csv", "--missing", "z"],
            "invalid-value",
            "value",
            "z",
        ),
        (
            &["grade", "true"],
            "missing-argument",
            "argument",
            "--rule <RULE>",
        ),
        (&["nothing"], "unknown-command", "command", "nothing"),
        (
            &["list", "--nothing"],
            "unknown-argument",
            "argument",
            "--nothing",
        ),
        (&["table", "none"], "no-spec", "place", ""),
        (&["replay", "none"], "usage", "place", ""),
    ] {
        let problems = told(folder.path(), arguments);
        assert_eq!(problems[0]["kind"], kind, "{problems}");
        assert_eq!(
            problems[0][field].as_str().unwrap_or_default(),
            value,
            "{problems}"
        );
    }
}
