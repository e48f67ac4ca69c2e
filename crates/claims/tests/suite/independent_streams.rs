//! Tests that trials are independent: replicates, cells, variants and seeds use separate random streams, and so do sample, learner and test.
//!
//! Seeds are fixed, so a test always gives the same result, and every bound is proved for independent draws.

use claims::spec::Spec;
use claims::trial::{Design, Measure, StreamRole, columns};
use perceptron::generate::ExampleSource;
use perceptron::learn::Learner;
use perceptron::sample::{Rational, Sample};
use std::collections::BTreeSet;
use testing::SpecText;

fn designs(seed: u64, replicates: &str, body: &str) -> Vec<Design> {
    let spec = SpecText::new(body)
        .seed(seed)
        .replicates(replicates)
        .read(Spec::from_text);
    let designs = spec.cells.iter().map(|cell| spec.design(cell));
    designs.collect()
}

const ROLES: [StreamRole; 4] = [
    StreamRole::Sample,
    StreamRole::Learner,
    StreamRole::Test,
    StreamRole::Audit,
];

/// The sample at the address of a role, with this number of examples.
fn drawn(design: &Design, role: StreamRole, replicate: u64, examples: usize) -> Sample {
    match design.generator.source() {
        ExampleSource::Sampler(sampler) => {
            sampler.draw(design.addresses.of(role, replicate), examples)
        }
        ExampleSource::Opponent(_) => panic!("it draws"),
    }
}

/// Unit vectors whose labels are flipped with probability one half. The cells differ in the margin or in the number of examples.
const NOISE: &str = "label-noise\ndimension = 3\ntarget_margin = 0.1\nrate = 0.5\nexamples = 500\n\
                     [[sweep]]\n\"generator.label-noise.target_margin\" = [0.1, 0.2]\n\
                     [[sweep]]\n\"generator.label-noise.examples\" = [500, 600]\n\
                     [variants.planted]\nlearner = { planted = {} }\n";

/// Whether each label equals the sign of the first feature.
fn right(sample: &Sample) -> Vec<bool> {
    let side = |example: usize| sample.features.row(example)[0] > 0.0;
    let labels = sample.labels.iter().enumerate();
    labels
        .map(|(example, label)| side(example) == (label.sign() > 0))
        .collect()
}

#[test]
fn trial_draws_training_and_test_samples_at_separate_stream_addresses() {
    for mut design in designs(12, "5", NOISE) {
        design.measures.insert(Measure::Risk);
        let block = design.block(0..5);
        for row in block.all() {
            let training = drawn(
                &design,
                StreamRole::Sample,
                row.replicate,
                design.generator.examples(),
            );
            let planted = training.planted.as_ref().unwrap();
            assert_eq!(
                row.copied(columns::SAMPLE_MARGIN),
                Some(planted.margins(&training).margin)
            );
            let test = right(&drawn(&design, StreamRole::Test, row.replicate, 10_000));
            let wrong = test.iter().filter(|right| !**right).count();
            let risk = row.get(columns::RISK).unwrap().value;
            assert_eq!(risk, wrong as f64 / 10_000.0);
        }
    }
}

/// Samples of all roles, replicates, cells and seeds, each with a description.
fn all_samples() -> Vec<(String, Sample)> {
    let mut found = Vec::new();
    for seed in [1, 2] {
        for (cell, design) in designs(seed, "5", NOISE).iter().enumerate() {
            for (role, replicate) in (0..20).map(|k| (ROLES[k % 4], k / 4)) {
                let sample = drawn(design, role, replicate as u64, 500);
                found.push((
                    format!("{role:?}, seed {seed}, cell {cell}, replicate {replicate}"),
                    sample,
                ));
            }
        }
    }
    found
}

#[test]
fn no_example_repeats_across_roles_replicates_cells_or_seeds() {
    let mut met = BTreeSet::new();
    for (words, sample) in all_samples() {
        for example in 0..500 {
            // Two coordinates have 53 bits, so 80 000 independent examples repeat one with probability below 10⁻²⁰.
            let row = sample.features.row(example);
            assert!(met.insert((row[0].to_bits(), row[1].to_bits())), "{words}");
        }
    }
}

#[test]
fn labels_are_independent_between_roles_replicates_cells_and_seeds() {
    // Whether a label was flipped is a fair coin. Hoeffding: the number of heads among 500 coins differs from 250 by more than t with probability at
    // most 2·exp(−2t²/500), which is 10⁻¹¹ here. There are 12 720 pairs, so the test is wrong with probability below 10⁻⁶.
    let most = (2e11_f64.ln() * 250.0).sqrt();
    let coins: Vec<_> = all_samples()
        .into_iter()
        .map(|(words, sample)| (words, right(&sample)))
        .collect();
    for (k, (words, first)) in coins.iter().enumerate() {
        for (other, second) in &coins[k + 1..] {
            let agreeing = first.iter().zip(second).filter(|(a, b)| a == b).count();
            assert!(
                (agreeing as f64 - 250.0).abs() <= most,
                "{words} and {other}: {agreeing}"
            );
        }
    }
}

/// Thirty basis vectors in random order. Both cells have the same sample, with norm 1 and with norm 2.
const ORDERS: &str = "basis\ndimension = 30\nnorm = 1\n\
                      [[sweep]]\n\"generator.basis.norm\" = [1, 2]\n\
                      [variants.a]\nrule = { perceptron = {} }\norder = \"random\"\n\
                      [variants.b]\nrule = { perceptron = {} }\norder = \"random\"\n";

#[test]
fn the_draws_of_a_learner_differ_between_variants_replicates_cells_and_seeds() {
    let mut met = BTreeSet::new();
    for seed in [1, 2] {
        for mut design in designs(seed, "40", ORDERS) {
            design.measures.insert(Measure::UpdateSequence);
            for row in design.block(0..40).all() {
                // The order of first updates of thirty vectors. Two among 320 of them are equal with probability below 10⁻²⁷.
                let order = row.get(columns::UPDATE_DIGEST).unwrap().clone();
                assert!(
                    met.insert(order),
                    "seed {seed}, replicate {}",
                    row.replicate
                );
            }
        }
    }
    assert_eq!(met.len(), 320);
}

#[test]
fn learner_draws_from_its_own_stream_or_the_one_it_shares() {
    let shared = ORDERS.replace(
        "[variants.b]",
        "[variants.c]\nrule = { perceptron = {} }\norder = \"random\"\ndraws = \"a\"\n[variants.b]",
    );
    for design in designs(12, "40", &shared) {
        let block = design.block(0..20);
        for (place, replicate) in (0..20).enumerate() {
            let sample = drawn(&design, StreamRole::Sample, replicate, 30);
            let rerun = |name: &str| {
                let (_, variant) = design
                    .variants
                    .iter()
                    .find(|(other, _)| other == name)
                    .unwrap();
                let draws = design
                    .addresses
                    .of(StreamRole::Learner, replicate)
                    .child(name);
                Learner::new(variant, &sample, draws)
                    .unwrap()
                    .run(None)
                    .counts
                    .draws
            };
            let draws = |name: &str| {
                let index = design
                    .variants
                    .iter()
                    .position(|(other, _)| other == name)
                    .unwrap();
                block.row(place, index).unwrap().copied(columns::DRAWS)
            };
            assert_eq!(draws("a"), Some(rerun("a")));
            assert_eq!(draws("b"), Some(rerun("b")));
            assert_eq!(draws("c"), draws("a"));
        }
    }
}

#[test]
fn expected_distinct_margin_mistakes_on_repeated_examples_match_closed_form() {
    // A basis vector of norm 1/2 needs four updates to reach the threshold 1. They fall on its copies in turn, so min(K, 4) of K copies are ever
    // updated.
    let body = "basis\ndimension = 2\nexamples = 6\nnorm = \"1/2\"\nmasses = \"MASSES\"\n\
                [variants.margin]\nrule = { margin-perceptron = {} }\norder = \"cyclic\"\n";
    // The sum of E[min(K, 4)] over both atoms, K binomial, is 6 − Σ P(K = 5) − 2·Σ P(K = 6). With equal masses it is 6 − 2·(6 + 2)/64. With masses
    // 1/7 and 6/7 it is 6 − (6·6 + 2)/7⁶ − (6·6⁵ + 2·6⁶)/7⁶.
    let light = 6 * 117_649 - (36 + 2) - (46_656 + 2 * 46_656);
    for (masses, due) in [
        ("uniform", Rational::new(23, 4)),
        ("light", Rational::new(light, 117_649)),
    ] {
        for design in designs(1, "\"all\"", &body.replace("MASSES", masses)) {
            let block = design.block(0..64);
            let products = block.all().map(|row| {
                let distinct = row.copied(columns::DISTINCT_MARGIN_MISTAKES).unwrap();
                row.get(columns::WEIGHT).unwrap() * &Rational::from(distinct as i64)
            });
            let expected = products.fold(Rational::zero(), |sum, product| &sum + &product);
            assert_eq!(expected, due, "{masses}");
        }
    }
}
