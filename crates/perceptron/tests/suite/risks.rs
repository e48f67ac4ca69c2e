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
