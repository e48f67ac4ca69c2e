//! Asks `explain` for names and words as people spell them.

use crate::support::program::{lab_in, program, succeeds};
use serde_json::Value;
use std::path::Path;

fn explained(words: &[&str]) -> (i32, String, String) {
    lab_in(Path::new("."), &[&["explain"], words].concat())
}

#[test]
fn explain_claim_shows_proof_tight_construction_controls_and_uses() {
    let (code, text, _) = explained(&["online-mistake-bound"]);
    assert_eq!(code, 0);
    for part in [
        "\nFormula\n  mistakes ≤ (D/γ)²",
        "\nPremise\n",
        "\nSource\n  Vaughan, Theorem 1",
        "\nWhy\n  Every mistake moves w by at least γ",
        "T1 (The basis)",
        "basis-tight: 99 % of the bound (scale = 0.99)",
        "\nExperiments\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (_, json, _) = explained(&["leave-one-out-risk-bound", "--json"]);
    let value: Value = serde_json::from_str(&json).unwrap();
    let uses = value["experiments"].as_array().unwrap();
    assert!(uses.contains(&Value::from("leave-one-out")), "{json}");
    assert!(
        value["proof"].as_str().unwrap().lines().count() == 3,
        "{json}"
    );
}

#[test]
fn explain_finds_uses_of_a_name_in_the_experiments_folder() {
    let folder = tempfile::TempDir::new().unwrap();
    let specs = folder.path().join("experiments/mine");
    std::fs::create_dir_all(&specs).unwrap();
    let spec = "title = \"t\"\n[generator.shift]\n[[claims]]\nid = \"a\"\nname = \"norm-identity\"\n[[claims]]\nid = \"half\"\ncontrol_of = \"a\"\nscale = 0.5\n";
    std::fs::write(specs.join("one.toml"), spec).unwrap();
    std::fs::write(specs.join("broken.toml"), "title = ").unwrap();
    let (_, text, _) = lab_in(folder.path(), &["explain", "norm-identity"]);
    assert!(
        text.contains("Control\n  mine/one: half (scale = 0.5)\n"),
        "{text}"
    );
    assert!(text.contains("Experiments\n  mine/one\n"), "{text}");
    let (_, text, _) = lab_in(folder.path(), &["explain", "shift"]);
    assert!(
        text.contains("Experiments\n  mine/one\n") && !text.contains("\nWhy\n"),
        "{text}"
    );
    let (_, text, _) = lab_in(folder.path(), &["explain", "basis"]);
    assert!(!text.contains("Experiments"), "{text}");
}

#[test]
fn explain_knows_common_terms_in_any_spelling() {
    for words in [
        &["novikoff"][..],
        &["Block-Novikoff"],
        &["averaged"],
        &["voted"],
        &["pocket"],
        &["leave-one-out"],
        &["LOO"],
        &["vacuous"],
        &["control"],
        &["clean", "pass"],
        &["clean-pass"],
        &["margin"],
        &["tightness"],
        &["witness"],
        &["cell"],
        &["variant"],
        &["replicate"],
        &["e-value"],
        &["betting"],
        &["DKW"],
        &["ULLN"],
        &["VC", "dimension"],
        &["bias"],
        &["epoch"],
        &["test_ties"],
        &["online", "mistake", "bound"],
        &["max margin squared"],
    ] {
        let (code, text, error) = explained(words);
        assert_eq!(code, 0, "{words:?}: {error}");
        assert!(text.lines().count() >= 3, "{words:?}: {text}");
    }
    let (_, text, _) = explained(&["vacuous"]);
    assert!(
        text.starts_with("vacuous (word)") && text.contains("says nothing"),
        "{text}"
    );
    let (code, _, error) = explained(&["marjin"]);
    assert!(
        code == 2 && error.contains("did you mean `margin`?"),
        "{error}"
    );
}

#[test]
fn explain_without_a_name_lists_all_names_by_family() {
    let (code, text, _) = explained(&[]);
    assert_eq!(code, 0);
    for part in [
        "\nclaims\n",
        "\nkeys of a variant\n",
        "\nwords\n",
        "online-mistake-bound",
        "clean pass",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 120),
        "{text}"
    );
    let (_, json, _) = explained(&["--json"]);
    let families: Vec<Value> = serde_json::from_str(&json).unwrap();
    let words = families
        .iter()
        .find(|family| family["family"] == "words")
        .unwrap();
    for word in words["names"].as_array().unwrap() {
        let (_, json, _) = explained(&[word.as_str().unwrap()]);
        for line in json
            .lines()
            .filter_map(|line| line.strip_prefix("  perceptron-lab explain "))
        {
            for name in line.split(" | ") {
                let (code, _, error) = explained(&[name]);
                assert_eq!(code, 0, "{word}: {error}");
            }
        }
    }
}

#[test]
fn explain_works_without_an_experiments_folder() {
    let folder = tempfile::TempDir::new().unwrap();
    succeeds(program(&["explain", "cyclic"]).current_dir(folder.path()));
}
