//! Tests that the precision of the maximum margin of float features does not depend on the unit of the features.

use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Hypothesis, Linear};
use perceptron::margin::{MaxMargin, Separability, separability};
use perceptron::sample::{Dense, Features, Integers, Rational, Sample};
use perceptron::seed::Seed;
use std::cmp::Ordering;

fn largest(sample: &Sample) -> MaxMargin {
    match separability(sample) {
        Separability::Separable(found) => found,
        _ => panic!("the planted separator separates"),
    }
}

#[test]
fn the_relative_gap_of_a_margin_does_not_depend_on_the_unit() {
    let text = "[sphere-margin]\ndimension = 5\ntarget_margin = 0.1\nexamples = 40";
    let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("{text}")
    };
    let sample = sampler.draw(Seed::root(8), 40);
    let gap = largest(&sample).relative_gap();
    assert!(gap > 0.0 && gap < 1e-6, "{gap:e}");
    for power in [-20, 20] {
        let unit = 2.0_f64.powi(power);
        let rows = (0..40).flat_map(|i| sample.features.row(i).into_owned());
        let scaled = Sample {
            features: Features::Dense(Dense::new(5, rows.map(|x| x * unit).collect())),
            ..sample.clone()
        };
        let found = largest(&scaled).relative_gap();
        assert!((found / gap - 1.0).abs() < 1e-3, "{found:e} {gap:e}");
    }
}

#[test]
fn the_root_of_a_fraction_is_a_fraction_where_both_ends_are_squares() {
    let root = |text: &str| text.parse::<Rational>().unwrap().exact_root();
    for (square, due) in [
        ("9/4", "3/2"),
        ("0", "0"),
        ("1", "1"),
        ("25", "5"),
        ("16/81", "4/9"),
    ] {
        assert_eq!(root(square), Some(due.parse().unwrap()), "{square}");
    }
    for none in ["2", "6", "9/2", "2/9", "-4", "-9/4"] {
        assert_eq!(root(none), None, "{none}");
    }
}

#[test]
fn vote_of_a_weight_vector_counts_the_examples_shown_to_it() {
    let features = Features::Integers(Integers::new(2, vec![1, 0, 0, 1, 1, 1], 1));
    let vote = |draws: u64, w: [i64; 2]| {
        let linear = Linear {
            weights: w.map(|w| w as f64).to_vec(),
            integers: Some(w.to_vec()),
        };
        (draws, linear)
    };
    // Three votes for w = (1, −1), two for (−1, 1), one for (−1, 0) and one for (0, −1).
    let votes = vec![
        vote(3, [1, -1]),
        vote(2, [-1, 1]),
        vote(1, [-1, 0]),
        vote(1, [0, -1]),
    ];
    let voted = Hypothesis::Voted(votes);
    // e₁: 3 − 2 − 1 + 0; e₂: −3 + 2 + 0 − 1; (1, 1): 0 + 0 − 1 − 1.
    let due = [Ordering::Equal, Ordering::Less, Ordering::Less];
    for (example, due) in due.into_iter().enumerate() {
        assert_eq!(voted.score_sign(&features, example), due, "{example}");
    }
}
