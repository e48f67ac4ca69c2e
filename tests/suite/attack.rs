//! Tests the command `attack`: what it says of a false and of a true claim, the specs that it writes, and what it refuses.

use crate::support::program::lab_in as lab;
use std::fs;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

const FALSE: &str = "updates <= radius^2/(4*max_margin^2) + 1";

#[test]
fn a_refuted_formula_is_a_spec_that_run_finds_violated() {
    let folder = TempDir::new().unwrap();
    let (code, said, error) = lab(folder.path(), &["attack", FALSE, "--out", "found folder"]);
    assert_eq!(code, 1, "{said}{error}");
    assert!(
        said.contains("refuted by ") && said.contains(" with integers up to "),
        "{said}"
    );
    let line = said.lines().find(|line| line.contains("run it:")).unwrap();
    assert!(
        line.contains("'found folder/formula/1/attack.toml'"),
        "{line}"
    );
    let file = "found folder/formula/1/attack.toml";
    let text = fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(text.contains("expect = \"violated\""), "{text}");
    let (code, said, error) = lab(folder.path(), &["run", file]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("violated"), "{said}");
}

#[test]
fn a_theorem_survives_without_a_verdict_and_its_closest_samples_are_written() {
    let folder = TempDir::new().unwrap();
    let arguments = ["attack", "online-mistake-bound", "--budget", "20000"];
    let (code, said, error) = lab(folder.path(), &arguments);
    assert_eq!(code, 0, "{said}{error}");
    assert!(
        said.contains("survived ") && said.contains("reaches 1 of the limit"),
        "{said}"
    );
    assert!(!said.contains("holds"), "{said}");
    let written = "results/attack/online-mistake-bound/online-mistake-bound/1";
    let first = folder.path().join(written).join("closest-01.toml");
    let (code, said, error) = lab(folder.path(), &["run", first.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}{error}");
    assert!(said.contains("holds"), "{said}");
}

#[test]
fn what_cannot_be_attacked_is_refused_with_the_next_step() {
    let folder = TempDir::new().unwrap();
    let refused = |arguments: &[&str], words: &str| {
        let (code, said, error) = lab(folder.path(), arguments);
        assert_eq!((code, said.as_str()), (2, ""), "{error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    };
    refused(&["attack", "no-such"], "no spec file `no-such`");
    refused(&["attack", "updates <= foo"], "`foo` is neither a column");
    refused(
        &["attack", "online-mistake-bound", "--claim", "other"],
        "the spec has no claim `other`",
    );
    let spec = SpecText::new("sphere-margin\nexamples = 9\ndimension = 3\ntarget_margin = 0.2");
    let spec = spec
        .variant("plain", CYCLIC)
        .claim("leave-one-out-error-bound");
    fs::write(folder.path().join("means.toml"), spec.to_string()).unwrap();
    refused(&["attack", "means.toml"], "no single sample decides");
    let claim = [
        "attack",
        "means.toml",
        "--claim",
        "leave-one-out-error-bound",
    ];
    refused(&claim, "is about a mean or a probability");
    refused(
        &["attack", "leave-one-out-error-bound"],
        "no experiment states",
    );
    refused(
        &["attack", FALSE, "--learner", "rule = { none = {} }"],
        "`none`",
    );
}
