//! Tests which examples of a data file a replicate draws and holds out, and which keys are refused.

use super::*;
use crate::intake;
use std::collections::BTreeSet;

fn file(keys: &str) -> File {
    toml::from_str(&format!("path = \"marks.csv\"\n{keys}"))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The examples from a file with a column of marks, a column of classes, and a column that the keys do not name.
fn loaded(keys: &str, rows: &str) -> File {
    let mut file = file(keys);
    let text = format!("height,class,other,mark\n{rows}");
    let taken = intake::read(&text.as_bytes(), None, &file.request());
    let taken = taken.unwrap_or_else(|fault| panic!("{fault}"));
    file.sample = Some(Arc::new(taken.sample));
    file
}

const CLASSES: &str =
    "label = \"class\"\npositive = \"yes\"\nnegative = \"no\"\nfeatures = [\"mark\", \"height\"]";

#[test]
fn rows_of_two_classes_are_read_exactly_and_other_rows_are_dropped() {
    let file = loaded(CLASSES, "0.1,yes,9,3\n7,perhaps,9,4\n-2,no,9,0.25\n");
    assert!(file.validate().is_ok());
    let sample = file.draw(Seed::root(1), 2);
    assert_eq!(sample.labels, [Label::Positive, Label::Negative]);
    let row = |example: usize| sample.features.exact_row(example);
    let due = |x: [(i64, i64); 2]| Some(x.map(|(p, q)| Rational::new(p, q)).to_vec());
    assert_eq!(row(0), due([(3, 1), (1, 10)]));
    assert_eq!(row(1), due([(1, 4), (-2, 1)]));
}

#[test]
fn unset_options_are_omitted_from_serialization() {
    let written = serde_json::to_value(file("label = \"class\"")).unwrap();
    let keys: Vec<&String> = written.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["digest", "label", "path"]);
}

#[test]
fn rows_are_drawn_without_replacement_in_the_requested_order() {
    let rows: String = (0..20)
        .map(|i| format!("{i},{},0,0\n", ["yes", "no"][i % 2]))
        .collect();
    let heights = |keys: &str, seed: u64| {
        let file = loaded(&format!("{CLASSES}\n{keys}"), &rows);
        let sample = file.draw(Seed::root(seed), file.examples());
        let height = |example| sample.features.row(example)[1] as usize;
        let drawn: Vec<usize> = (0..sample.labels.len()).map(height).collect();
        for (height, label) in drawn.iter().zip(&sample.labels) {
            assert_eq!(*label == Label::Positive, height % 2 == 0);
        }
        drawn
    };
    let part = heights("examples = 7", 1);
    assert!(
        part.len() == 7 && part.is_sorted_by(|a, b| a < b),
        "{part:?}"
    );
    assert_ne!(part, heights("examples = 7", 2));
    let order = heights("shuffled = true", 1);
    assert_eq!(order.iter().copied().collect::<BTreeSet<_>>().len(), 20);
    assert!(!order.is_sorted());
    let both = heights("shuffled = true\nexamples = 19", 1);
    assert!(both.len() == 19 && !both.is_sorted());
    assert_eq!(heights("", 1), (0..20).collect::<Vec<_>>());
}

#[test]
fn empty_class_or_too_many_examples_is_refused_by_key() {
    let rows = "1,no,9,3\n2,yes,9,3\n";
    let key = |file: File| file.validate().map_err(|invalid| invalid.key);
    let mut one = loaded(CLASSES, rows);
    assert_eq!(key(one.clone()), Ok(()));
    one.examples = Some(3);
    assert_eq!(key(one.clone()), Err("examples"));
    one.examples = Some(0);
    assert_eq!(key(one), Err("examples"));
    let of = |label| {
        let mut file = file(CLASSES);
        file.sample = Some(Arc::new(Sample {
            features: Features::Integers(Integers::new(1, vec![1], 1)),
            labels: vec![label],
            planted: None,
        }));
        file
    };
    assert_eq!(key(of(Label::Negative)), Err("positive"));
    assert_eq!(key(of(Label::Positive)), Err("negative"));
}

#[test]
fn a_test_share_is_accepted_only_if_it_tests_some_examples() {
    let rows: String = (0..10)
        .map(|i| format!("{i},{},0,0\n", ["yes", "no"][i % 2]))
        .collect();
    let with = |share: &str| {
        let file = loaded(&format!("{CLASSES}\ntest_share = {share}"), &rows);
        let key = file.validate().map_err(|invalid| invalid.key);
        (key, file.tested(), file.examples())
    };
    assert_eq!(with("0.1"), (Ok(()), 1, 9));
    assert_eq!(with("0.99"), (Ok(()), 9, 1));
    assert_eq!(with("0.09"), (Err("test_share"), 0, 10));
}
