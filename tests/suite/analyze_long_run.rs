//! Asks `analyze` where the perceptron goes on data that nothing separates: exact answers, simulated ones, and the certificate of the reachable vectors.

use crate::support::program::{ended, program};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const XOR: &str = "a,b,kind\n1,1,no\n1,-1,yes\n-1,1,yes\n-1,-1,no\n";

fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn analyzed(path: &Path, arguments: &[&str]) -> String {
    let (code, text, error) = ended(program(&["analyze"]).arg(path).args(arguments));
    assert_eq!(code, 0, "{error}");
    text
}

/// The finding with an offset.
fn with_offset(found: &Value) -> &Value {
    let mut findings = found["long_runs"].as_array().unwrap().iter();
    findings
        .find(|finding| finding["frame"] == "offset")
        .unwrap()
}

fn json(path: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&analyzed(path, &[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn xor_with_an_offset_has_its_exact_long_run() {
    let folder = TempDir::new().unwrap();
    let path = written(folder.path(), "xor.csv", XOR);
    let positive = ["--positive", "yes"];
    let found = json(&path, &positive);
    let offset = with_offset(&found);
    assert_eq!(offset["vectors"], 15);
    assert_eq!(offset["largest_norm_squared"]["exact"], "4");
    assert_eq!(offset["file_order"]["period"], 1);
    let exact = ["errors", "strict_errors", "norm_squared"].map(|key| &offset[key]["exact"]);
    assert_eq!(exact, ["12/25", "9/25", "72/25"]);
    let text = analyzed(&path, &positive);
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "‖w‖² ≤ 4",
        "15 weight vectors",
        "12/25 = 0.48",
        "9/25 = 0.36",
    ] {
        assert!(words.contains(part), "{part}: {text}");
    }
}

#[test]
fn decimals_are_brought_to_one_denominator() {
    let folder = TempDir::new().unwrap();
    let halves = XOR.replace('1', "0.5");
    let path = written(folder.path(), "halves.csv", &halves);
    let found = json(&path, &["--positive", "yes"]);
    let mut findings = found["long_runs"].as_array().unwrap().iter();
    let origin = findings
        .find(|finding| finding["frame"] == "origin")
        .unwrap();
    // Without a constant feature opposite examples have equal labels: two orthogonal pairs, each like one number of square 1/2 with both labels.
    assert_eq!(origin["errors"]["exact"], "2/3");
    assert_eq!(origin["norm_squared"]["exact"], "2/3");
    assert!(with_offset(&found)["vectors"].as_u64().unwrap() > 15);
}

#[test]
fn separable_data_and_floats_have_no_long_run() {
    let folder = TempDir::new().unwrap();
    let separable = written(folder.path(), "s.csv", "a,kind\n1,yes\n-1,no\n");
    assert!(json(&separable, &[]).get("long_runs").is_none());
    let path = written(folder.path(), "xor.csv", XOR);
    let standardized = json(&path, &["--standardize"]);
    assert!(standardized.get("long_runs").is_none());
    let skipped = standardized["skipped"].to_string();
    assert!(skipped.contains("where the perceptron goes"), "{skipped}");
}

#[test]
fn large_closed_sets_are_simulated_with_an_interval() {
    let folder = TempDir::new().unwrap();
    let rows: String = (0..40)
        .map(|i| {
            format!(
                "{},{},{}\n",
                i * 37 % 101,
                i * 53 % 89,
                ["a", "b"][i * i % 7 % 2]
            )
        })
        .collect();
    let path = written(folder.path(), "large.csv", &format!("x,y,kind\n{rows}"));
    let found = json(&path, &[]);
    let offset = with_offset(&found);
    assert_eq!(offset["vectors"], Value::Null);
    assert!(offset["errors"]["radius"].as_f64().unwrap() > 0.0);
    assert!(offset["errors"].get("exact").is_none());
    assert_eq!(json(&path, &[])["long_runs"], found["long_runs"]);
    assert!(analyzed(&path, &[]).contains("(simulated)"));
}

#[test]
fn script_confirms_reachable_vectors_and_refuses_a_list_with_a_gap() {
    let folder = TempDir::new().unwrap();
    let path = written(folder.path(), "xor.csv", XOR);
    let certificate = folder.path().join("c.json");
    let to = certificate.display().to_string();
    analyzed(&path, &["--positive", "yes", "--certificate", &to]);
    let checked = || {
        let mut script = Command::new("scripts/check-certificate");
        ended(script.args([&path, &certificate]))
    };
    let (code, words, _) = checked();
    assert_eq!(code, 0, "{words}");
    assert!(
        words.contains("no update leaves the 15 listed weight vectors")
            && words.contains("|w|^2 <= 4"),
        "{words}"
    );
    let mut forged: Value =
        serde_json::from_str(&fs::read_to_string(&certificate).unwrap()).unwrap();
    for proof in forged["proofs"].as_array_mut().unwrap() {
        proof["closed_set"]["vectors"].as_array_mut().unwrap().pop();
    }
    fs::write(&certificate, forged.to_string()).unwrap();
    let (code, words, _) = checked();
    assert!(
        code == 1 && words.contains("leaves the closed set"),
        "{words}"
    );
}
