//! Tests `grade` on programs for the passive-aggressive rule and for Winnow: the right examples, and the same with a planted fault.

use crate::support::program::{has_python, lab_into as run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Faults planted into the right learners of other rules: the learner, the options of `grade`, what is replaced in its text and by
/// what, and the claim that names the fault.
type Planted = (
    &'static str,
    &'static [&'static str],
    (&'static str, &'static str),
    &'static str,
);

const PA: &str = "passive_aggressive";
const BY_PA: &[&str] = &["--rule", "passive-aggressive"];
const BY_WINNOW: &[&str] = &["--rule", "winnow"];
const WINNOW: &str = "winnow";
const STEP: &str = "min(c, loss / squared)";
const FACTOR: &str = "2 if y > 0 else 0";

const PLANTED: [Planted; 10] = [
    (PA, BY_PA, (STEP, "loss / squared / 2"), "adds-the-example"),
    (PA, BY_PA, (STEP, "loss"), "adds-the-example"),
    (
        PA,
        BY_PA,
        ("if squared > 0 else", "if y * score <= 0 < squared else"),
        "updates-when-due",
    ),
    (
        PA,
        &["--rule", "passive-aggressive", "--aggressiveness", "1/4"],
        (STEP, "loss / squared"),
        "adds-the-example",
    ),
    (
        PA,
        &[
            "--rule",
            "passive-aggressive",
            "--aggressiveness",
            "2",
            "--step",
            "pa-2",
        ],
        (STEP, "loss / (squared + 1 / 2)"),
        "adds-the-example",
    ),
    (
        WINNOW,
        BY_WINNOW,
        (FACTOR, "2 if y > 0 else 0.5"),
        "multiplies-weights",
    ),
    (
        WINNOW,
        BY_WINNOW,
        ("> len(w)", ">= len(w)"),
        "updates-when-due",
    ),
    (
        WINNOW,
        BY_WINNOW,
        ("if b else a", "if b or y > 0 else a"),
        "multiplies-weights",
    ),
    (
        WINNOW,
        &["--rule", "winnow", "--promotion", "3"],
        (FACTOR, "3 - 1 if y > 0 else 0"),
        "multiplies-weights",
    ),
    (WINNOW, BY_WINNOW, ("w = [1]", "w = [0]"), "starts-at-one"),
];

fn lab(arguments: &[&str]) -> (i32, String, String) {
    run(Path::new("results"), arguments)
}

fn example(name: &str) -> String {
    format!("scripts/examples/{name}.py")
}

#[test]
fn grader_passes_the_correct_learners_of_every_other_rule() {
    if !has_python() {
        return;
    }
    let half = ["--aggressiveness", "1/2"];
    for (name, argument, options) in [
        (PA, None, BY_PA.to_vec()),
        (PA, Some("0.5"), [BY_PA, &half].concat()),
        (WINNOW, None, BY_WINNOW.to_vec()),
    ] {
        let learner = example(name);
        let mut program = vec!["grade", "python3", &learner];
        program.extend(argument);
        let (code, json, errors) = lab(&[&program, &options[..], &["--json"]].concat());
        assert_eq!(code, 0, "{name} {options:?}: {json} {errors}");
    }
}

#[test]
fn grader_refutes_every_fault_planted_into_learners_of_other_rules() {
    if !has_python() {
        return;
    }
    let folder = TempDir::new().unwrap();
    for (name, options, (right, wrong), claim) in PLANTED {
        let text = fs::read_to_string(example(name)).unwrap();
        assert!(text.contains(right), "{name} has no {right}");
        let path = folder.path().join("learner.py");
        fs::write(&path, text.replace(right, wrong)).unwrap();
        let program = ["grade", "python3", path.to_str().unwrap(), "--json"];
        let (code, json, errors) = lab(&[&program, options].concat());
        assert_eq!(code, 1, "{wrong}: {json} {errors}");
        let grade: Value = serde_json::from_str(&json).unwrap();
        let checks = grade["checks"].as_array().unwrap();
        let check = checks.iter().find(|check| check["id"] == claim).unwrap();
        let samples = check["witness"]["samples"].as_array().unwrap();
        let shown = samples
            .iter()
            .map(|sample| sample.as_array().unwrap().len());
        assert!(shown.sum::<usize>() <= 3, "{wrong}: {check}");
        assert_eq!(check["witness"]["repeats"], true, "{wrong}");
    }
}

#[test]
fn grader_names_the_step_of_the_rule_and_that_of_the_learner() {
    if !has_python() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(example(PA)).unwrap();
    let path = folder.path().join("learner.py");
    fs::write(&path, text.replace(STEP, "loss")).unwrap();
    let arguments = ["grade", "python3", path.to_str().unwrap()];
    let options = ["--aggressiveness", "1/4"];
    let (code, table, _) = lab(&[&arguments, BY_PA, &options].concat());
    assert_eq!(code, 1);
    let words = "ℓ = 1 and ‖x‖² = 1 and C = 0.25, so τ = min(C, ℓ/‖x‖²) = 0.25; your step is τ = 1";
    let head = "as passive-aggressive, PA-I with C = 0.25";
    assert!(table.contains(words) && table.contains(head), "{table}");
}

/// Grades Winnow with one change of its text, and returns what is printed.
fn graded_winnow(right: &str, wrong: &str) -> (i32, String) {
    let folder = TempDir::new().unwrap();
    let text = fs::read_to_string(example(WINNOW)).unwrap();
    assert!(text.contains(right), "{text}");
    let path = folder.path().join("learner.py");
    fs::write(&path, text.replace(right, wrong)).unwrap();
    let program = ["grade", "python3", path.to_str().unwrap()];
    let (code, table, errors) = lab(&[&program, BY_WINNOW].concat());
    assert_eq!(errors, "");
    (code, table)
}

#[test]
fn grader_shows_the_weight_of_winnow_that_wraps_at_8_bits() {
    if !has_python() {
        return;
    }
    let (code, table) = graded_winnow("[factor * a if", "[factor * a % 256 if");
    let sample = "(x₁ = 1, 256 features)+ … ";
    let words = "its weight w₁ went from 128 to 0, but by the rule to 256";
    assert!(
        code == 1 && table.contains(words) && !table.contains(sample),
        "{table}"
    );
    assert!(table.contains("(x₁ = 1, 256 features)+ (x₁ = 1"), "{table}");
}

#[test]
fn grader_shows_the_weight_of_winnow_that_wraps_at_16_bits() {
    if !has_python() {
        return;
    }
    let (code, table) = graded_winnow("[factor * a if", "[factor * a % 65536 if");
    let words = "its weight w₁ went from 32768 to 0, but by the rule to 65536";
    assert!(code == 1 && table.contains(words), "{table}");
    assert!(
        table.contains(" between … ") && table.contains("`--json` shows all of it"),
        "{table}"
    );
}
