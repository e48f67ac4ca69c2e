//! Compares trials on samples that are drawn in pieces with trials on the whole samples.

use super::{assert_same, spec};
use crate::trial::{AnyColumn, Design, columns};
use std::collections::BTreeSet;

const RULES: [&str; 4] = [
    "rule = { perceptron = {} }",
    "rule = { normalized-perceptron = {} }\narithmetic = \"f64\"",
    "rule = { margin-perceptron = { threshold = 2 } }\nties = \"positive\"",
    "rule = { perceptron = {} }\nstop = { updates = 3 }",
];

fn design(generator: &str, claims: &str) -> Design {
    let variant = |(name, rule)| format!("[variants.v{name}]\n{rule}\norder = \"stream\"\n");
    let variants: String = (0..).zip(RULES).map(variant).collect();
    let spec = spec(generator, &format!("{variants}\n{claims}"));
    spec.design(&spec.cells[0])
}

#[test]
fn a_sample_in_pieces_of_any_size_gives_the_trials_of_the_whole() {
    for generator in [
        "sphere-margin\ndimension = 9\nexamples = 40\ntarget_margin = 0.2",
        "label-noise\ndimension = 5\nexamples = 40\ntarget_margin = 0.2\nrate = 0.2",
        "teacher-student\ndimension = 3\nexamples = 40",
        "majority\ndimension = 70\nexamples = 40\nrelevant = 3",
        "majority\ndimension = 65\nexamples = 1\nrelevant = 1",
    ] {
        let design = design(generator, "[figures]\nshow = [\"risk-against-examples\"]");
        let whole = design.block([0, 3]);
        for size in [1, 7, 40] {
            let mut pieces = design.empty(vec![0, 3]);
            (0..2).for_each(|place| design.measure_in_pieces(&mut pieces, place, size));
            assert_same(&whole, &pieces, &[0, 1, 2, 3]);
        }
    }
}

#[test]
fn only_large_single_pass_samples_are_generated_in_pieces() {
    let sphere = |examples: usize| {
        format!("sphere-margin\ndimension = 1000\nexamples = {examples}\ntarget_margin = 0.01")
    };
    assert_eq!(design(&sphere(500), "").piece(), None, "4 MB are held");
    let piece = design(&sphere(1250), "").piece();
    assert_eq!(piece, Some((1 << 20) / 8000));
    let cyclic = spec(
        &sphere(20_000),
        "[variants.a]\nrule = { perceptron = {} }\norder = \"cyclic\"",
    );
    assert_eq!(cyclic.design(&cyclic.cells[0]).piece(), None);
    let averaged = spec(
        &sphere(20_000),
        "[variants.a]\nrule = { perceptron = {} }\norder = \"stream\"\nhypothesis = \"averaged\"",
    );
    assert_eq!(averaged.design(&averaged.cells[0]).piece(), None);
    let again = design(
        &sphere(20_000),
        "[[claims]]\nname = \"leave-one-out-errors-bound\"",
    );
    assert_eq!(again.piece(), None, "examples are left out one by one");
}

#[test]
fn measures_that_reuse_no_example_allow_samples_in_pieces() {
    let sphere = "sphere-margin\ndimension = 1000\nexamples = 20000\ntarget_margin = 0.01";
    let mut design = design(sphere, "");
    let mut in_pieces = |column: AnyColumn| {
        design.measures = BTreeSet::from([column.measure()]);
        design.piece().is_some()
    };
    for column in [
        columns::RISK.any(),
        columns::EXCESS_RISK.any(),
        columns::UPDATE_DIGEST.any(),
        columns::LEARNING_CURVE.any(),
    ] {
        assert!(in_pieces(column), "{column:?}");
    }
    for column in [
        columns::TRAINING_ERRORS.any(),
        columns::RETRAININGS.any(),
        columns::MAX_MARGIN_SQUARED.any(),
        columns::FIRST_PASS_UPDATES.any(),
    ] {
        assert!(!in_pieces(column), "{column:?}");
    }
}
