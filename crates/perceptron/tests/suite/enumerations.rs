//! Compares the samples of generators with their complete enumerations: every outcome has its weight, and the weights sum to one.

use crate::goodness_of_fit::assert_share;
use perceptron::generate::{ExampleSource, Generator};
use perceptron::sample::{Rational, Sample};
use perceptron::seed::Seed;
use std::collections::BTreeMap;

const DRAWS: usize = 20_000;

/// A name of a sample; two samples have equal names if they have equal examples and labels in the same order.
fn name(sample: &Sample) -> String {
    let example = |index: usize| {
        let basis = |i: usize| {
            let mut unit = vec![0; sample.features.dimension()];
            unit[i] = 1;
            sample.features.exact_dot(index, &unit).unwrap_or(i128::MAX)
        };
        let x: Vec<i128> = (0..sample.features.dimension()).map(basis).collect();
        format!("{x:?} {}", sample.labels[index].sign())
    };
    let examples: Vec<String> = (0..sample.labels.len()).map(example).collect();
    examples.join("; ")
}

fn assert_drawn_as_enumerated(text: &str) {
    let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("{text}")
    };
    let mut weights: BTreeMap<String, Rational> = BTreeMap::new();
    for index in 0..sampler.outcomes().unwrap() {
        let (weight, sample) = sampler.outcome(index).unwrap();
        let so_far = weights.entry(name(&sample)).or_insert_with(Rational::zero);
        *so_far = &*so_far + &weight;
    }
    let total = weights
        .values()
        .fold(Rational::zero(), |sum, weight| &sum + weight);
    assert_eq!(total, Rational::one(), "{text}");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for replicate in 0..DRAWS {
        let seed = Seed::root(12).child(text).child(&replicate.to_string());
        let drawn = name(&sampler.draw(seed, generator.examples()));
        assert!(weights.contains_key(&drawn), "{text}: {drawn}");
        *counts.entry(drawn).or_default() += 1;
    }
    for (outcome, weight) in &weights {
        let count = counts.get(outcome).copied().unwrap_or(0);
        assert_share(count, DRAWS, weight.to_f64(), &format!("{text}: {outcome}"));
    }
}

#[test]
fn basis_draws_have_the_enumerated_probabilities() {
    let basis = |more: &str| format!("[basis]\ndimension = 3\nexamples = 2\n{more}");
    assert_drawn_as_enumerated(&basis("labels = \"alternating\""));
    assert_drawn_as_enumerated(
        "[basis]\ndimension = 3\nexamples = 3\nmasses = \"light\"\nlabels = \"negative\"",
    );
}

#[test]
fn minimax_draws_have_the_enumerated_probabilities() {
    assert_drawn_as_enumerated("[minimax]\ndimension = 2\nexamples = 2");
    assert_drawn_as_enumerated("[minimax]\ndimension = 3\nexamples = 2\nlabels = \"negative\"");
}

#[test]
fn agnostic_basis_draws_have_the_enumerated_probabilities() {
    assert_drawn_as_enumerated(
        "[agnostic-basis]\ndimension = 2\nexamples = 2\nadvantage = \"1/2\"",
    );
}

#[test]
fn the_labels_of_an_outcome_are_the_bits_of_its_index() {
    let text = "[labelings]\nposition = \"moment-curve\"\ndimension = 2\nexamples = 4";
    let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("{text}")
    };
    for index in 0..16 {
        let (_, sample) = sampler.outcome(index).unwrap();
        let bits = (0..4).map(|bit| if index >> bit & 1 == 1 { 1 } else { -1 });
        let labels = sample.labels.iter().map(|label| label.sign());
        assert!(labels.eq(bits), "{index}");
    }
    assert!(sampler.outcome(16).is_none());
}

#[test]
fn draws_of_labelings_are_uniform_over_all() {
    assert_drawn_as_enumerated(
        "[labelings]\nposition = \"moment-curve\"\ndimension = 2\nexamples = 4",
    );
}

#[test]
fn named_positions_generate_their_points() {
    let rows = |position: &str, examples: usize| {
        let text =
            format!("[labelings]\nposition = \"{position}\"\ndimension = 3\nexamples = {examples}");
        let generator: Generator = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
        let ExampleSource::Sampler(sampler) = generator.source() else {
            panic!("{text}")
        };
        let sample = sampler.draw(Seed::root(1), examples);
        let row = |example| sample.features.integer_row(example).unwrap();
        (0..examples).map(row).collect::<Vec<_>>()
    };
    assert_eq!(
        rows("simplex-and-origin", 4),
        [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    );
    assert_eq!(rows("basis", 3), [[1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    assert_eq!(
        rows("moment-curve", 4),
        [[1, 1, 1], [1, 2, 4], [1, 3, 9], [1, 4, 16]]
    );
}
