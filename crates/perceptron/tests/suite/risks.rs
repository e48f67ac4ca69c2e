//! Compares the exact risk of a trial's weight vector with a sum over a fine grid or over all outcomes, computed here.

use perceptron::generate::Distribution;
use perceptron::learn::{Hypothesis, Linear, View};
use perceptron::risk;
use perceptron::sample::{Label, Rational, TestTies};
use std::f64::consts::PI;

fn linear(weights: &[f64], integers: Option<Vec<i64>>) -> Hypothesis {
    let weights = weights.to_vec();
    Hypothesis::Linear(Linear { weights, integers })
}

fn risk_of(distribution: &Distribution, hypothesis: &Hypothesis, ties: TestTies) -> f64 {
    risk::exact(distribution, hypothesis, &View::plain(), ties)
        .unwrap()
        .value
}

/// P(⟨w, x⟩ < 0 | ⟨u, x⟩ ≥ γ) on the sphere in d ≥ 3 dimensions, by the midpoint rule. Here x = s·u + √(1−s²)·z, and the coordinate t of z along the
/// part of w across u has density ∝ (1−t²)^((d−4)/2). Both are written as angles, for which densities are powers of cosines.
fn on_the_sphere(d: i32, margin: f64, angle: f64) -> f64 {
    const STEPS: usize = 1_500;
    let middle =
        |from: f64, to: f64, k: usize| from + (to - from) * (k as f64 + 0.5) / STEPS as f64;
    let inner: Vec<(f64, f64)> = (0..STEPS)
        .map(|k| middle(-PI / 2.0, PI / 2.0, k))
        .map(|b| (b.sin(), b.cos().powi(d - 3)))
        .collect();
    let (mut wrong, mut all) = (0.0, 0.0);
    for k in 0..STEPS {
        let a = middle(margin.asin(), PI / 2.0, k);
        for (t, mass) in &inner {
            let mass = mass * a.cos().powi(d - 2);
            all += mass;
            wrong += if a.sin() * angle.cos() + a.cos() * t * angle.sin() < 0.0 {
                mass
            } else {
                0.0
            };
        }
    }
    wrong / all
}

#[test]
fn the_risk_of_a_direction_on_the_sphere_with_a_margin_is_its_double_integral() {
    for (d, margin, angle) in [
        (3, 0.2, 0.7_f64),
        (3, 0.1, 1.4),
        (4, 0.2, 0.7),
        (5, 0.3, 2.0),
        (9, 0.1, 1.0),
    ] {
        let dimension = d as usize;
        let sphere = Distribution::TruncatedSphere { dimension, margin };
        // The weight vector lies along no axis and is not of unit length.
        let mut weights = vec![0.0; dimension];
        weights[0] = 7.0 * angle.cos();
        weights[1] = 7.0 * angle.sin() * 0.6;
        weights[dimension - 1] = -7.0 * angle.sin() * 0.8;
        let found = risk_of(&sphere, &linear(&weights, None), TestTies::Mistake);
        let due = on_the_sphere(d, margin, angle);
        assert!(
            (found - due).abs() < 2e-4,
            "{d} {margin} {angle}: {found} {due}"
        );
    }
}

#[test]
fn majority_ties_count_as_each_tie_convention_states() {
    // The weights are (1, 1, 0, 0, 0), and the majority is that of the first three signs. The learner ties if the first two signs differ, in half of
    // all vectors, and the third sign labels these evenly. Otherwise the first two signs decide both.
    let majority = Distribution::Majority {
        dimension: 5,
        relevant: 3,
    };
    let integers = vec![1, 1, 0, 0, 0];
    let hypothesis = linear(&[1.0, 1.0, 0.0, 0.0, 0.0], Some(integers));
    for (ties, due) in [
        (TestTies::Mistake, 0.5),
        (TestTies::Positive, 0.25),
        (TestTies::Half, 0.25),
    ] {
        assert_eq!(risk_of(&majority, &hypothesis, ties), due, "{ties:?}");
    }
    // Over all 32 sign vectors: ties with equally many labels of both kinds, ties with more of one kind, and ties for all values of the relevant
    // signs.
    for weights in [
        [2, 1, 1, 0, 0],
        [1, -1, 0, 0, 0],
        [3, -2, -1, 1, 1],
        [0, 0, 0, 2, -2],
    ] {
        for ties in [TestTies::Mistake, TestTies::Positive, TestTies::Half] {
            let floats = weights.map(|w| w as f64);
            let found = risk_of(&majority, &linear(&floats, Some(weights.to_vec())), ties);
            let halves: i64 = (0..32).map(|bits| halves(weights, bits, ties)).sum();
            assert_eq!(found, halves as f64 / 64.0, "{weights:?} {ties:?}");
        }
    }
}

/// The number of half mistakes of the weights on one of the 32 sign vectors.
fn halves(weights: [i64; 5], bits: i64, ties: TestTies) -> i64 {
    let signs: Vec<i64> = (0..5).map(|j| 2 * (bits >> j & 1) - 1).collect();
    let score: i64 = weights.iter().zip(&signs).map(|(w, x)| w * x).sum();
    let positive = signs[..3].iter().sum::<i64>() > 0;
    match (score.signum(), ties) {
        (0, TestTies::Mistake) => 2,
        (0, TestTies::Half) => 1,
        (0, TestTies::Positive) => 2 * i64::from(!positive),
        (sign, _) => 2 * i64::from((sign > 0) != positive),
    }
}

#[test]
fn atoms_of_zero_score_count_as_ties() {
    let masses = [(1, 2), (1, 3), (1, 6)].map(|(a, b)| Rational::new(a, b));
    let atoms = Distribution::Atoms {
        dimension: 3,
        norm: Rational::one(),
        masses: masses.to_vec(),
        labels: vec![Label::Positive, Label::Negative, Label::Negative],
    };
    // The first two atoms tie, and the third is wrong.
    let hypothesis = linear(&[0.0, 0.0, 1.0], Some(vec![0, 0, 1]));
    for (ties, numerator) in [
        (TestTies::Mistake, 12),
        (TestTies::Positive, 6),
        (TestTies::Half, 7),
    ] {
        let found = risk::exact(&atoms, &hypothesis, &View::plain(), ties).unwrap();
        assert_eq!(found.exact, Some(Rational::new(numerator, 12)), "{ties:?}");
    }
}

#[test]
fn fair_coins_have_risk_one_half_for_every_vector_and_noise_adds_to_the_angle() {
    let risk = |noise: f64, weights: &[f64], ties: TestTies| {
        let sides = Distribution::NoisySides { noise };
        let hypothesis = linear(weights, None);
        risk::exact(&sides, &hypothesis, &View::plain(), ties).unwrap()
    };
    let half = Some(Rational::new(1, 2));
    let zero = [0.0, 0.0];
    for ties in [TestTies::Mistake, TestTies::Positive, TestTies::Half] {
        assert_eq!(risk(0.5, &[0.3, -2.0], ties).exact, half);
        let due = if ties == TestTies::Mistake {
            Some(Rational::one())
        } else {
            half.clone()
        };
        assert_eq!(risk(0.5, &zero, ties).exact, due, "{ties:?}");
        assert_eq!(risk(0.1, &zero, ties).exact, due, "{ties:?}");
    }
    // A right angle to the axis differs on half of the sphere, and the opposite of the axis everywhere.
    let value = |noise, weights: &[f64]| risk(noise, weights, TestTies::Mistake).value;
    assert!((value(0.1, &[0.0, 1.0]) - 0.5).abs() < 1e-15);
    assert!((value(0.1, &[-1.0, 0.0]) - 0.9).abs() < 1e-15);
    assert!((value(0.25, &[1.0, 1.0]) - 0.375).abs() < 1e-15);
    assert!((value(0.1, &[-2.0]) - 0.9).abs() < 1e-15);
}

#[test]
fn majority_votes_err_if_half_of_the_votes_are_wrong() {
    let masses = [(1, 2), (1, 3), (1, 6)].map(|(a, b)| Rational::new(a, b));
    let labels = vec![Label::Positive, Label::Negative, Label::Negative];
    let atoms = Distribution::Atoms {
        dimension: 3,
        norm: Rational::one(),
        masses: masses.to_vec(),
        labels: labels.clone(),
    };
    let vector = |integers: [i64; 3]| Linear {
        weights: integers.map(|w| w as f64).to_vec(),
        integers: Some(integers.to_vec()),
    };
    // On the first atom all vectors but the zero vector are right, on the second one of four, on the third two of four.
    let votes = [
        (1, vector([0, 0, 0])),
        (1, vector([1, 0, 0])),
        (1, vector([1, 0, -1])),
        (1, vector([1, -1, -1])),
    ];
    let risk = |distribution: &Distribution, votes: &[(u64, Linear)], view: &View, ties| {
        risk::majority_vote(distribution, votes, view, ties).and_then(|risk| risk.exact)
    };
    let (plain, tie) = (View::plain(), TestTies::Mistake);
    let due = |a, b| Some(Rational::new(a, b));
    assert_eq!(risk(&atoms, &votes, &plain, tie), due(1, 2));
    // A sixth of the mass is decided by the last vote: three of five are right on it.
    let more = [votes.clone().to_vec(), vec![votes[3].clone()]].concat();
    assert_eq!(risk(&atoms, &more, &plain, tie), due(1, 3));
    // sign(0) = +1 is right on the first atom only, and half an error is half a vote.
    assert_eq!(
        risk(&atoms, &votes[..1], &plain, TestTies::Positive),
        due(1, 2)
    );
    assert_eq!(risk(&atoms, &votes[..1], &plain, TestTies::Half), due(1, 1));
    assert_eq!(
        risk(&atoms, &votes[1..3], &plain, TestTies::Half),
        due(1, 3)
    );
    let noisy = Distribution::NoisyAtoms {
        advantage: Rational::new(1, 2),
        labels,
    };
    // The zero vector errs on both labels; (1, −1, −1) is right on the likelier ones.
    assert_eq!(risk(&noisy, &votes[..1], &plain, tie), due(1, 1));
    assert_eq!(risk(&noisy, &votes[3..], &plain, tie), due(1, 4));
    assert_eq!(risk(&noisy, &votes[..2], &plain, tie), due(1, 1));
    let sides = Distribution::NoisySides { noise: 0.5 };
    assert_eq!(risk(&sides, &votes, &plain, tie), None);
}

#[test]
fn an_estimated_majority_vote_agrees_with_the_exact_one() {
    let text = "[basis]\ndimension = 2\nexamples = 4\nlabels = \"alternating\"";
    let generator: perceptron::generate::Generator = toml::from_str(text).unwrap();
    let perceptron::generate::ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("a basis is drawn")
    };
    let vector = |weights: [f64; 2], integers: [i64; 2]| Linear {
        weights: weights.to_vec(),
        integers: Some(integers.to_vec()),
    };
    let votes = [
        (3, vector([1.0, 0.0], [1, 0])),
        (2, vector([1.0, -1.0], [1, -1])),
    ];
    let mean: f64 = (0..200)
        .map(|index| {
            let seed = perceptron::seed::Seed::root(index);
            let view = View::plain();
            risk::estimated_majority_vote(sampler, seed, &votes, &view, TestTies::Mistake)
                .unwrap()
                .value
        })
        .sum();
    // The first vector has most votes, and is wrong on the second atom.
    assert!((mean / 200.0 - 0.5).abs() < 0.02, "{mean}");
}
