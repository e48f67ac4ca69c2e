//! Tests closed sets and long runs on samples whose answers another program computed (docs/theory.md, X1).

use super::*;
use crate::learn::{Learner, Variant};
use crate::sample::{Features, Integers, Label, Rational, Sample};
use crate::seed::Seed;

/// A sample of integers: rows of features with the label as last entry.
fn sample(rows: &[&[i64]], denominator: i64) -> Sample {
    let dimension = rows[0].len() - 1;
    let entries = rows.iter().flat_map(|row| row[..dimension].to_vec());
    let labels = rows.iter().map(|row| Label::of_sign(row[dimension] > 0));
    Sample {
        features: Features::Integers(Integers::new(dimension, entries.collect(), denominator)),
        labels: labels.collect(),
        planted: None,
    }
}

fn examples(rows: &[&[i64]], denominator: i64, rule: &str) -> SignedExamples {
    let variant: Variant = toml::from_str(rule).unwrap();
    let sample = sample(rows, denominator);
    let learner = Learner::new(&variant, &sample, Seed::root(1)).unwrap();
    SignedExamples::of(&learner).unwrap()
}

const PERCEPTRON: &str = "rule = { perceptron = {} }";
const XOR: [&[i64]; 4] = [
    &[1, 1, 1, -1],
    &[1, 1, -1, 1],
    &[1, -1, 1, 1],
    &[1, -1, -1, -1],
];
const TWO_CLASSES: [&[i64]; 4] = [&[1, -1, 1], &[-1, -2, -1], &[-2, -2, -1], &[-1, 1, 1]];
const TRIANGLE: [&[i64]; 4] = [&[1, 0, 0, 1], &[1, 5, 0, 1], &[1, 0, 5, 1], &[1, 2, 2, -1]];

/// Parity of three signs with a constant feature, y = abc.
fn parity() -> Vec<Vec<i64>> {
    let sign = |bit: i64| 2 * (bit % 2) - 1;
    let triples = (0..8).map(|bits| [sign(bits), sign(bits / 2), sign(bits / 4)]);
    triples
        .map(|[a, b, c]| vec![1, a, b, c, a * b * c])
        .collect()
}

fn long_run(rows: &[&[i64]]) -> (usize, Rational, LongRun) {
    let examples = examples(rows, 1, PERCEPTRON);
    let set = ClosedSet::explore(&examples, 1000).unwrap().unwrap();
    let long_run = LongRun::of(&set).unwrap();
    (set.len(), set.largest_norm_squared(), long_run)
}

fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator, denominator)
}

#[test]
fn xor_with_a_constant_feature_errs_twelve_times_of_twenty_five() {
    let (vectors, largest, found) = long_run(&XOR);
    assert_eq!((vectors, largest), (15, fraction(4, 1)));
    assert_eq!(found.classes.len(), 1);
    assert_eq!(found.means.errors, fraction(12, 25));
    assert_eq!(found.means.strict_errors, fraction(9, 25));
    assert_eq!(found.means.norm_squared, fraction(72, 25));
}

#[test]
fn one_number_with_both_labels_walks_on_three_vectors() {
    let (vectors, largest, found) = long_run(&[&[1, 1], &[1, -1]]);
    assert_eq!((vectors, largest), (3, fraction(1, 1)));
    let means = [
        &found.means.errors,
        &found.means.strict_errors,
        &found.means.norm_squared,
    ];
    assert_eq!(means, [&fraction(2, 3), &fraction(1, 3), &fraction(2, 3)]);
}

#[test]
fn transient_vectors_lead_to_two_classes_with_their_probabilities() {
    let (vectors, _, found) = long_run(&TWO_CLASSES);
    assert_eq!(vectors, 8);
    let mut rates: Vec<Rational> = found
        .classes
        .iter()
        .map(|class| class.means.errors.clone())
        .collect();
    rates.sort();
    assert_eq!(rates, [fraction(1, 4), fraction(1, 3)]);
    assert_eq!(found.means.errors, fraction(17, 57));
    let total = found.classes.iter().map(|class| &class.probability);
    let total = total.fold(Rational::zero(), |sum, part| &sum + part);
    assert_eq!(total, Rational::one());
    assert!(found.recurrent_vectors() < 8);
}

#[test]
fn larger_closed_sets_have_the_long_run_of_another_program() {
    let line: Vec<[i64; 3]> = (-3..=3)
        .map(|i: i64| [1, i, if i % 2 == 0 { -1 } else { 1 }])
        .collect();
    let line: Vec<&[i64]> = line.iter().map(|row| &row[..]).collect();
    let parity = parity();
    let parity: Vec<&[i64]> = parity.iter().map(|row| &row[..]).collect();
    type Case<'a> = (&'a [&'a [i64]], usize, i64, [f64; 3]);
    let cases: [Case; 3] = [
        (&TRIANGLE, 203, 121, [0.360916, 0.319984, 12.834089]),
        (&parity, 465, 28, [0.585265, 0.348217, 8.790642]),
        (&line, 89, 34, [0.548950, 0.437775, 4.627850]),
    ];
    for (rows, states, largest, expected) in cases {
        let (vectors, norm, found) = long_run(rows);
        assert_eq!((vectors, norm), (states, fraction(largest, 1)));
        let means = &found.means;
        let floats =
            [&means.errors, &means.strict_errors, &means.norm_squared].map(Rational::to_f64);
        for (float, expected) in floats.into_iter().zip(expected) {
            assert!((float - expected).abs() < 1e-6, "{float} {expected}");
        }
        let total: f64 = found.cloud.iter().map(|(_, share)| share).sum();
        assert!((total - 1.0).abs() < 1e-12);
    }
}

#[test]
fn separable_examples_end_at_vectors_without_errors() {
    let (_, _, found) = long_run(&[&[2, 1, 1], &[1, 3, 1], &[1, -1, -1]]);
    assert_eq!(found.means.errors, Rational::zero());
    assert!(found.classes.iter().all(|class| class.vectors == 1));
}

#[test]
fn closed_set_scales_with_the_unit_of_the_features() {
    let halves: Vec<Vec<i64>> = XOR.iter().map(|row| row.to_vec()).collect();
    let halves: Vec<&[i64]> = halves.iter().map(|row| &row[..]).collect();
    let examples = examples(&halves, 2, PERCEPTRON);
    let set = ClosedSet::explore(&examples, 1000).unwrap().unwrap();
    assert_eq!(set.largest_norm_squared(), fraction(1, 1));
    assert_eq!(
        LongRun::of(&set).unwrap().means.norm_squared,
        fraction(18, 25)
    );
}

#[test]
fn margin_rule_with_threshold_one_is_the_same_chain_on_integers() {
    let margin = examples(&XOR, 1, "rule = { margin-perceptron = {} }");
    assert_eq!(margin, examples(&XOR, 1, PERCEPTRON));
    let inclusive = "rule = { margin-perceptron = { threshold = 1, inclusive = true } }";
    assert_ne!(margin, examples(&XOR, 1, inclusive));
    let higher = examples(&XOR, 1, "rule = { margin-perceptron = { threshold = 4 } }");
    let set = ClosedSet::explore(&higher, 10_000).unwrap().unwrap();
    assert!(set.len() > 15, "{}", set.len());
}

#[test]
fn runs_in_file_order_have_the_periods_of_another_program() {
    let run = |rows: &[&[i64]]| CyclicRun::of(&examples(rows, 1, PERCEPTRON), 1000).unwrap();
    let facts = |rows: &[&[i64]]| {
        let run = run(rows).unwrap();
        (run.largest_norm_squared.to_f64(), run.before, run.period)
    };
    let line: Vec<[i64; 3]> = (-3..=3)
        .map(|i: i64| [1, i, if i % 2 == 0 { -1 } else { 1 }])
        .collect();
    let line: Vec<&[i64]> = line.iter().map(|row| &row[..]).collect();
    assert_eq!(facts(&[&[1, 1], &[1, -1]]), (1.0, 0, 1));
    assert_eq!(facts(&XOR), (4.0, 0, 1));
    assert_eq!(facts(&TRIANGLE), (41.0, 1, 5));
    assert_eq!(facts(&line), (10.0, 2, 2));
    assert_eq!(
        CyclicRun::of(&examples(&TRIANGLE, 1, PERCEPTRON), 5),
        Ok(None)
    );
    let ends = run(&[&[2, 1, 1], &[1, 3, 1]]).unwrap();
    assert_eq!((ends.period, ends.updates), (1, 0));
}

#[test]
fn exploration_stops_at_its_cap() {
    let examples = examples(&TRIANGLE, 1, PERCEPTRON);
    assert!(ClosedSet::explore(&examples, 202).unwrap().is_none());
    assert!(ClosedSet::explore(&examples, 203).unwrap().is_some());
}

#[test]
fn simulated_long_run_agrees_with_the_exact_one() {
    let examples = examples(&XOR, 1, PERCEPTRON);
    let size = SimulationSize {
        runs: 20,
        before: 100,
        measured: 20_000,
    };
    let found = SimulatedLongRun::of(&examples, Seed::root(3), size).unwrap();
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    // Twenty runs of 20 000 examples have a standard error below 0.002.
    assert!((mean(&found.errors) - 0.48).abs() < 0.008);
    assert!((mean(&found.strict_errors) - 0.36).abs() < 0.008);
    assert!((mean(&found.norm_squared) - 2.88).abs() < 0.05);
}

#[test]
fn interval_of_a_simulated_mean_has_the_quantile_of_student() {
    let found = SimulatedMean::of(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
    assert!((found.value - 4.5).abs() < 1e-12);
    // The standard error is √(82.5/9/10), and the 97.5 % quantile of nine degrees of freedom 2.262157.
    assert!((found.radius - 2.262157 * (82.5_f64 / 90.0).sqrt()).abs() < 1e-5);
}
