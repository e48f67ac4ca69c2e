//! Tests columns that are measured only on the first replicates of each cell.

use crate::support::csv_rows::csv_rows;
use crate::support::program::lab_in as lab;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

fn spec(replicates: u64, fewer: &str) -> SpecText {
    let spec = SpecText::new("sphere-margin\nexamples = 12\ndimension = 3\ntarget_margin = 0.2");
    let spec = spec.replicates(replicates).variant("plain", CYCLIC);
    let spec = spec.key("measure = [\"leave_one_out_error\", \"sample_margin\"]");
    let spec = spec.claim("online-mistake-bound");
    let claim = "[[claims]]\nid = \"slow\"\nform = \"in-expectation\"\nobserved = \"leave_one_out_error\"\nlimit = \"9/10\"\nrange = [0, 1]\ngoal = true\n";
    spec.key(fewer).more(claim)
}

fn run(at: &Path, spec: &SpecText, more: &[&str]) -> (i32, String) {
    fs::write(at.join("t.toml"), spec.to_string()).unwrap();
    let (code, _, error) = lab(at, &[&["run", "t.toml"], more].concat());
    (code, error)
}

/// The stored trials as CSV: the names of the columns, and the rows.
fn trials(at: &Path) -> (Vec<String>, Vec<csv::StringRecord>) {
    let (code, told, error) = lab(at, &["trials", "t"]);
    assert_eq!(code, 0, "{error}");
    csv_rows(&told)
}

const FEWER: &str = "fewer_replicates = { leave_one_out_error = 5 }";

#[test]
fn later_trials_lack_a_slow_column_and_nothing_else_and_its_claims_are_judged_on_the_first() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    assert_eq!(run(at, &spec(9, ""), &[]).0, 0);
    let (names, all) = trials(at);
    let of_measurement = |name: &String| name.starts_with("leave_one_out") || name == "retrainings";
    let slow = (0..names.len()).filter(|place| of_measurement(&names[*place]));
    let slow: Vec<usize> = slow.collect();
    assert!(!slow.is_empty());
    // Later replicates are added to those that are stored.
    for replicates in [7, 9] {
        assert_eq!(run(at, &spec(replicates, FEWER), &[]), (0, String::new()));
    }
    let (own_names, own) = trials(at);
    assert_eq!((own_names, own.len()), (names, 9));
    for (replicate, (own, all)) in own.iter().zip(&all).enumerate() {
        for (place, (own, all)) in own.iter().zip(all).enumerate() {
            let is_left_out = replicate >= 5 && slow.contains(&place);
            assert_eq!(
                own,
                if is_left_out { "" } else { all },
                "{replicate} {place}"
            );
        }
    }
    let verdicts = fs::read_to_string(at.join("results/t/verdicts.json")).unwrap();
    let verdicts: Vec<Value> = serde_json::from_str(&verdicts).unwrap();
    let counts: Vec<u64> = verdicts
        .iter()
        .map(|own| own["trials"].as_u64().unwrap())
        .collect();
    assert_eq!(counts, [9, 5]);
    let report = fs::read_to_string(at.join("results/t/report.md")).unwrap();
    assert!(
        report.contains("At most the first 5 replicates of a setting have `leave_one_out_error`"),
        "{report}"
    );
    let (code, _, error) = lab(at, &["verify", "results/t"]);
    assert_eq!(code, 0, "{error}");
}

#[test]
fn fewer_replicates_that_cannot_be_are_refused_at_their_place() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    for (fewer, part) in [
        (
            "fewer_replicates = { leave_one_out_eror = 5 }",
            "did you mean `leave_one_out_error`?",
        ),
        (
            "fewer_replicates = { leave_one_out_error = 0 }",
            "no integer from 1",
        ),
        (
            "fewer_replicates = { mistakes = 5 }",
            "`mistakes` is counted in every run",
        ),
        ("fewer_replicates = 5", "table"),
    ] {
        let (code, error) = run(at, &spec(9, fewer), &[]);
        assert!(
            code == 2 && error.contains(part) && error.contains("t.toml:"),
            "{fewer}: {error}"
        );
    }
    let text = spec(9, FEWER).to_string();
    let until = text.replace(
        "replicates = 9",
        "replicates = { min = 2, max = 9, until = \"decided\" }",
    );
    fs::write(at.join("t.toml"), until).unwrap();
    let (code, _, error) = lab(at, &["run", "t.toml"]);
    assert!(
        code == 2 && error.contains("a fixed number of replicates"),
        "{error}"
    );
}
