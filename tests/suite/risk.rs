//! Asks the program for closed forms, and compares them with the published values.

use crate::support::program::{ended, program};
use serde_json::Value;

fn risk(arguments: &str) -> (i32, String, String) {
    ended(program(&["risk"]).args(arguments.split_whitespace()))
}

#[test]
fn a_float_is_printed_to_twelve_significant_digits() {
    for (arguments, digits) in [
        (
            "sphere-margin dimension=4 target_margin=0.2 angle=0.7",
            "risk = 0.149202714944\n",
        ),
        ("truncated-gaussian margin=0.2 angle=0.7", "risk = 0.179452"),
        (
            "sphere-margin dimension=4 target_margin=0.2 angle=0.2",
            "risk = 0\n",
        ),
        (
            "sphere-margin dimension=1000 target_margin=0.5 angle=1",
            "risk = 1.8908344913",
        ),
    ] {
        let (code, shown, _) = risk(arguments);
        assert!(code == 0 && shown.contains(digits), "{shown}");
    }
}

#[test]
fn a_rational_is_printed_as_a_fraction_and_a_decimal() {
    let (code, shown, _) = risk("minimax examples=3 dimension=3");
    assert!(
        code == 0 && shown.contains("A(n, d) = 4/27 = 0.148148148148\n"),
        "{shown}"
    );
    assert!(
        risk("majority weights=3,1,-2,1,1 relevant=3 test_ties=mistake")
            .1
            .contains("risk = 1/2 = 0.5\n")
    );
    assert!(
        risk("basis dimension=1000 examples=100")
            .1
            .contains("--json")
    );
}

#[test]
fn json_is_one_object_with_the_exact_value_where_there_is_one() {
    let object = |arguments: &str| {
        serde_json::from_str::<Value>(&risk(&format!("{arguments} --json")).1).unwrap()
    };
    let sphere = object("sphere-margin dimension=4 target_margin=0.2 angle=0.7");
    assert_eq!(
        (sphere["name"].as_str(), sphere["exact"].is_null()),
        (Some("sphere-margin"), true)
    );
    assert_eq!(
        (
            sphere["parameters"]["dimension"].as_u64(),
            sphere["parameters"]["angle"].as_f64()
        ),
        (Some(4), Some(0.7))
    );
    assert!(
        (sphere["value"].as_f64().unwrap() - 0.149203).abs() < 5e-7
            && sphere["source"].as_str().unwrap().contains("R3")
    );
    let circle = object("circle examples=2");
    assert_eq!(
        (
            circle["exact"].as_str(),
            circle["quantities"].as_array().map(Vec::len)
        ),
        (Some("1/2"), Some(3))
    );
}

#[test]
fn all_risk_formulas_are_listed_with_their_keys() {
    let (code, listed, _) = risk("");
    assert_eq!((code, &listed), (0, &risk("--list").1));
    for word in [
        "isotropic-gaussians",
        "basis-unseen",
        "target_margin",
        "$ perceptron-lab risk circle examples=20",
    ] {
        assert!(listed.contains(word), "{word}");
    }
    let entries: Vec<Value> = serde_json::from_str(&risk("--list --json").1).unwrap();
    assert!(
        entries.len() >= 14
            && entries
                .iter()
                .all(|entry| !entry["keys"].as_array().unwrap().is_empty())
    );
}

#[test]
fn invalid_arguments_are_named_with_the_allowed_values() {
    for (arguments, parts) in [
        (
            "sphere-margn dimension=4",
            &["sphere-margn", "did you mean `sphere-margin`?", "owens-t"][..],
        ),
        (
            "sphere-margin dimension=4 target_margn=0.2 angle=0.7",
            &[
                "unknown key `target_margn`",
                "did you mean `target_margin`?",
            ],
        ),
        (
            "sphere-margin dimension=4 angle=0.7",
            &[
                "`target_margin` is missing",
                "dimension, target_margin, angle",
            ],
        ),
        (
            "sphere-margin dimension=4 target_margin=2 angle=0.7",
            &["target_margin: `2` is out of range", "below 1"],
        ),
        (
            "sphere-margin dimension=four target_margin=0 angle=0.7",
            &["dimension: `four`", "whole number from 2"],
        ),
        (
            "isotropic-gaussians distance=2 weights=0,0,0",
            &["zero vector"],
        ),
        ("truncated-gaussian margin=inf angle=1", &["not finite"]),
        ("rotation-invariant 0.7", &["key=value"]),
    ] {
        let (code, printed, message) = risk(arguments);
        assert!(code == 2 && printed.is_empty(), "{arguments}");
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
}
