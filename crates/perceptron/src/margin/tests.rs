//! States known margins, and checks the margins of random samples against their certificates.

use super::*;
use crate::sample::{Dense, Integers, Label, Rounded, Signs, Sparse};
use proptest::prelude::*;

fn labelled(features: Features, labels: Vec<i64>) -> Sample {
    Sample {
        features,
        labels: labels.into_iter().map(|y| Label::of_sign(y > 0)).collect(),
        planted: None,
    }
}

fn integers(rows: &[&[i64]], labels: &[i64]) -> Sample {
    let dimension = rows.first().map_or(0, |row| row.len());
    labelled(
        Features::Integers(Integers::new(dimension, rows.concat(), 1)),
        labels.to_vec(),
    )
}

fn floats(dimension: usize, values: Vec<f64>, labels: Vec<i64>) -> Sample {
    labelled(Features::Dense(Dense::new(dimension, values)), labels)
}

fn margin(sample: &Sample) -> MaxMargin {
    match separability(sample) {
        Separability::Separable(margin) => margin,
        other => panic!("not separable: {other:?}"),
    }
}

fn exact(sample: &Sample) -> Rational {
    margin(sample).squared.exact.expect("an exact fraction")
}

fn gordan(sample: &Sample) -> Gordan {
    match separability(sample) {
        Separability::NotSeparable(gordan) => gordan,
        other => panic!("separable: {other:?}"),
    }
}

fn verified(sample: &Sample, margin: &MaxMargin) -> bool {
    let ends = verify_lower(sample, &margin.separator).zip(verify_upper(sample, &margin.hull));
    let inside = |(lower, upper): (Rational, Rational)| {
        lower <= upper
            && Rational::from_float(margin.squared.lower) <= lower
            && upper <= Rational::from_float(margin.squared.upper)
    };
    ends.is_some_and(inside)
}

/// A stream of uniform numbers in [0, 1) that depends on no other generator (splitmix64).
struct Noise(u64);

impl Noise {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
    }

    fn sign(&mut self) -> i64 {
        if self.uniform() < 0.5 { -1 } else { 1 }
    }
}

/// Unit vectors at a distance of at least `gap` from the hyperplane orthogonal to the first axis.
fn sphere(examples: usize, dimension: usize, gap: f64, seed: u64) -> Sample {
    let mut noise = Noise(seed);
    let mut values = Vec::new();
    let mut labels = Vec::new();
    while labels.len() < examples {
        let row: Vec<f64> = (0..dimension).map(|_| noise.normal()).collect();
        let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt();
        if row[0].abs() >= gap * norm {
            labels.push(if row[0] > 0.0 { 1 } else { -1 });
            values.extend(row.iter().map(|x| x / norm));
        }
    }
    floats(dimension, values, labels)
}

fn gaussian(examples: usize, dimension: usize, seed: u64) -> Sample {
    let mut noise = Noise(seed);
    let values = (0..examples * dimension).map(|_| noise.normal()).collect();
    floats(
        dimension,
        values,
        (0..examples).map(|_| noise.sign()).collect(),
    )
}

fn sign_rows(
    examples: usize,
    dimension: usize,
    seed: u64,
    label: impl Fn(&[i64], &mut Noise) -> i64,
) -> Sample {
    let mut noise = Noise(seed);
    let (mut words, mut labels) = (Vec::new(), Vec::new());
    for _ in 0..examples {
        let row: Vec<i64> = (0..dimension).map(|_| noise.sign()).collect();
        labels.push(label(&row, &mut noise));
        words.extend(row.chunks(64).map(|chunk| {
            chunk
                .iter()
                .enumerate()
                .map(|(bit, &x)| u64::from(x > 0) << bit)
                .sum::<u64>()
        }));
    }
    labelled(
        Features::Signs(Signs::new(dimension, words, Rational::one())),
        labels,
    )
}

/// docs/theory.md, T6: each example scores 1 − ε against the margin perceptron that has learned all earlier ones.
fn margin_adversary(gap: f64) -> Sample {
    let most = (3.0 / (gap * gap)) as usize + 2;
    let mut weights = vec![0.0; most + 1];
    let mut values = Vec::new();
    for t in 0..most {
        let rest = weights[1..].iter().map(|w| w * w).sum::<f64>().sqrt();
        let along = if rest > 0.0 {
            (1.0 - 1e-9 - weights[0] * gap) / rest
        } else {
            0.0
        };
        let left = 1.0 - gap * gap - along * along;
        if left < 0.0 {
            break;
        }
        let mut row: Vec<f64> = weights
            .iter()
            .map(|w| if rest > 0.0 { w * along / rest } else { 0.0 })
            .collect();
        (row[0], row[t + 1]) = (gap, left.sqrt());
        weights.iter_mut().zip(&row).for_each(|(w, x)| *w += x);
        values.extend(row);
    }
    let examples = values.len() / (most + 1);
    floats(most + 1, values, vec![1; examples])
}

#[test]
fn the_squared_margin_of_a_basis_is_one_over_its_dimension() {
    for dimension in [1, 2, 3, 7, 64] {
        let rows: Vec<Vec<(usize, i64)>> = (0..dimension).map(|i| vec![(i, 3)]).collect();
        let labels = (0..dimension)
            .map(|i| if i % 3 == 0 { -1 } else { 1 })
            .collect();
        let sample = labelled(Features::Sparse(Sparse::new(dimension, &rows, 3)), labels);
        assert_eq!(exact(&sample), Rational::new(1, dimension as i64));
        assert!(verified(&sample, &margin(&sample)));
    }
}

#[test]
fn enclosure_contains_the_margin_and_is_missing_if_inseparable() {
    for seed in 0..5 {
        let sample = sphere(60, 5, 0.05, seed);
        let (found, quick) = (margin(&sample), enclosure(&sample).expect("an interval"));
        assert!(quick.lower <= found.squared.upper && found.squared.lower <= quick.upper);
        assert!(quick.upper <= quick.lower * (1.0 + 1e-6), "{quick:?}");
    }
    assert_eq!(enclosure(&integers(&[&[1, 2], &[1, 2]], &[1, -1])), None);
}

#[test]
fn squared_margin_of_orthogonal_examples_matches_the_closed_form() {
    let sample = integers(
        &[&[2, 0, 0, 0], &[0, 3, 0, 0], &[0, 0, -4, 0], &[0, 0, 0, 7]],
        &[1, 1, -1, 1],
    );
    let inverse = [4, 9, 16, 49]
        .iter()
        .fold(Rational::zero(), |sum, &a| &sum + &Rational::new(1, a));
    assert_eq!(exact(&sample), &Rational::one() / &inverse);
}

#[test]
fn a_long_example_does_not_move_the_margin_of_the_l_family() {
    for length in [1, 2, 10, 1000, 1_000_000_000_000] {
        assert_eq!(
            exact(&integers(&[&[1, length], &[1, -1]], &[1, 1])),
            Rational::one()
        );
    }
}

#[test]
fn xor_with_bias_is_refuted_by_four_equal_multipliers() {
    for low in [0, -1] {
        let sample = integers(
            &[&[low, low, 1], &[low, 1, 1], &[1, low, 1], &[1, 1, 1]],
            &[-1, 1, 1, -1],
        );
        assert_eq!(
            gordan(&sample).multipliers,
            (0..4).map(|i| (i, Rational::one())).collect::<Weights>()
        );
    }
}

#[test]
fn a_margin_of_zero_counts_as_not_separable() {
    let fractions = [[2, 0], [-2, 0], [1, 2]]
        .concat()
        .into_iter()
        .map(|x| Rational::new(x, 2))
        .collect::<Vec<_>>();
    let store = Integers::from_rationals(2, &fractions).expect("small");
    let sample = labelled(Features::Integers(store), vec![1, 1, -1]);
    assert_eq!(
        gordan(&sample).multipliers,
        vec![(0, Rational::one()), (1, Rational::one())]
    );
}

#[test]
fn zero_example_alone_refutes_separability() {
    let sample = integers(&[&[1, 2], &[0, 0], &[3, 1]], &[1, -1, 1]);
    assert_eq!(gordan(&sample).multipliers, vec![(1, Rational::one())]);
    let store = Rounded::new(Dense::new(2, vec![1.0, 2.0, 0.0, 0.0]));
    assert_eq!(
        gordan(&labelled(Features::Rounded(store), vec![1, 1])).multipliers,
        vec![(1, Rational::one())]
    );
}

#[test]
fn separability_of_an_empty_or_non_finite_sample_is_undecided() {
    for sample in [
        floats(2, vec![], vec![]),
        floats(1, vec![f64::NAN, 1.0], vec![1, 1]),
        floats(1, vec![f64::INFINITY], vec![1]),
    ] {
        assert!(matches!(
            separability(&sample),
            Separability::Open {
                upper: f64::INFINITY,
                ..
            }
        ));
    }
}

#[test]
fn floats_of_any_size_are_read_exactly() {
    let sample = floats(
        2,
        vec![1e100, 0.0, 0.0, 3e-100, 1e100, 1e100],
        vec![1, 1, 1],
    );
    assert!(verified(&sample, &margin(&sample)));
    let sample = floats(
        2,
        vec![5e-324, 0.0, -5e-324, 1e300, 0.0, -1e-300],
        vec![1, 1, 1],
    );
    assert!(verify_gordan(&sample, &gordan(&sample)));
}

#[test]
fn float_examples_are_separated_by_a_direction_with_more_bits_than_a_float() {
    // As doubles, 0.1 : 1 and 0.3 : 3 differ after 56 bits.
    let sample = floats(2, vec![0.1, 1.0, 0.3, 3.0], vec![1, -1]);
    let found = margin(&sample);
    assert!(verified(&sample, &found));
    assert!(matches!(found.separator, Separator::Integers(_)));
    let due = 1.0 / 20_976_879_308_480_703_613_498_597_647_014_953.0;
    assert!((found.squared.value / due - 1.0).abs() < 1e-9, "{found:?}");
}

#[test]
fn opposite_float_examples_are_refuted_exactly() {
    let sample = floats(
        3,
        vec![0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 1.0, 0.0, 0.0],
        vec![1, -1, 1],
    );
    assert_eq!(gordan(&sample).multipliers.len(), 2);
}

#[test]
fn rounded_features_widen_the_interval_and_are_never_refuted() {
    let third = 1.0 / 3.0;
    let store = |values: Vec<f64>| Features::Rounded(Rounded::new(Dense::new(2, values)));
    let wide = margin(&labelled(
        store(vec![third, third, third, -third]),
        vec![1, 1],
    ));
    assert!(
        wide.squared.exact.is_none()
            && wide.squared.lower < 1.0 / 9.0
            && wide.squared.upper > 1.0 / 9.0
    );
    assert!(wide.relative_gap() < 1e-14);
    let answer = separability(&labelled(
        store(vec![third, third, -third, -third]),
        vec![1, 1],
    ));
    assert!(matches!(answer, Separability::Open { upper, .. } if upper < 1e-14));
}

#[test]
fn the_adversary_of_the_margin_perceptron_keeps_a_little_more_than_its_margin() {
    let sample = margin_adversary(0.1);
    let found = margin(&sample);
    assert_eq!(sample.labels.len(), 298);
    assert!((found.margin().value - 0.10014).abs() < 5e-6 && found.relative_gap() <= GAP);
}

#[test]
fn margin_of_2000_sphere_examples_is_enclosed_to_nine_digits() {
    let sample = sphere(2000, 100, 0.1, 1);
    let found = margin(&sample);
    assert!(found.relative_gap() <= GAP && found.margin().lower >= 0.1);
    assert!(verified(&sample, &found));
}

#[test]
fn random_labels_on_200_by_20_are_refuted_exactly_although_they_are_floats() {
    let sample = gaussian(200, 20, 3);
    assert!(verify_gordan(&sample, &gordan(&sample)));
}

#[test]
fn majority_of_signs_has_an_exact_margin_and_noisy_labels_an_exact_refutation() {
    let majority = |row: &[i64]| row[..5].iter().sum::<i64>().signum();
    let clean = sign_rows(2000, 31, 5, |row, _| majority(row));
    assert!(exact(&clean) >= Rational::new(1, 5) && verified(&clean, &margin(&clean)));
    let noisy = sign_rows(2000, 31, 5, |row, noise| {
        if noise.uniform() < 0.1 {
            -majority(row)
        } else {
            majority(row)
        }
    });
    assert!(verify_gordan(&noisy, &gordan(&noisy)));
}

#[test]
fn the_exact_step_gives_up_at_its_cap() {
    let sample = gaussian(40, 10, 3);
    let points = Points::new(&sample).expect("finite");
    let found = nearest::nearest(&points.signed_floats(), points.len());
    assert!(exact::nearest(&points, &found, 1000).is_none());
    assert!(
        exact::nearest(&points, &found, GORDAN_WORK).is_some_and(|nearest| nearest.is_origin())
    );
}

#[test]
fn a_tampered_certificate_is_refused() {
    let sample = integers(&[&[1, 0], &[-1, 0], &[1, 2]], &[1, 1, -1]);
    let one = Rational::one;
    let tampered = [
        vec![],
        vec![(0, one())],
        vec![(0, one()), (2, one())],
        vec![(7, one())],
        vec![(0, -&one()), (1, -&one())],
    ];
    for multipliers in tampered {
        assert!(!verify_gordan(&sample, &Gordan { multipliers }));
    }
    assert!(verify_gordan(
        &sample,
        &Gordan {
            multipliers: vec![(0, one()), (1, one())]
        }
    ));
    assert_eq!(
        verify_lower(&sample, &Separator::Integers(vec![0, -1])),
        None
    );
    assert_eq!(verify_lower(&sample, &Separator::Integers(vec![0])), None);
    assert_eq!(verify_upper(&sample, &vec![(0, -&one())]), None);
    let sample = integers(&[&[1, 0], &[0, 1]], &[1, 1]);
    assert_eq!(
        verify_exact(&sample, &vec![(0, one()), (1, one())]),
        Some(Rational::new(1, 2))
    );
    assert_eq!(
        verify_exact(&sample, &vec![(0, one()), (1, Rational::new(2, 1))]),
        None
    );
}

/// Small integer samples, many with ties, repetitions and margins of zero.
fn small_samples() -> impl Strategy<Value = Sample> {
    (1usize..6, 1usize..13, 1i64..8).prop_flat_map(|(dimension, examples, reach)| {
        let rows = proptest::collection::vec(-reach..=reach, dimension * examples);
        let labels = proptest::collection::vec(prop_oneof![Just(-1i64), Just(1)], examples);
        (rows, labels, 1i64..5).prop_map(move |(rows, labels, q)| {
            labelled(
                Features::Integers(Integers::new(dimension, rows, q)),
                labels,
            )
        })
    })
}

/// Whether the perceptron stops, for samples so small that it stops soon or never.
fn perceptron_stops(sample: &Sample, most_passes: u64) -> bool {
    let rows: Vec<Vec<f64>> = (0..sample.labels.len())
        .map(|i| {
            sample
                .features
                .row(i)
                .iter()
                .map(|x| x * sample.labels[i].value())
                .collect()
        })
        .collect();
    let mut weights = vec![0.0; sample.features.dimension()];
    let mut clean = |rows: &[Vec<f64>]| {
        rows.iter().fold(true, |clean, row| {
            let mistake = row.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>() <= 1e-9;
            if mistake {
                weights.iter_mut().zip(row).for_each(|(w, x)| *w += x);
            }
            clean && !mistake
        })
    };
    (0..most_passes).any(|_| clean(&rows))
}

proptest! {
    #[test]
    fn exactly_one_kind_of_certificate_exists_and_it_verifies(sample in small_samples()) {
        match separability(&sample) {
            Separability::Separable(margin) => {
                prop_assert!(verified(&sample, &margin));
                let fraction = margin.squared.exact.clone();
                prop_assert_eq!(verify_upper(&sample, &margin.hull), fraction.clone());
                prop_assert_eq!(verify_exact(&sample, &margin.hull), fraction.clone());
                prop_assert_eq!(verify_lower(&sample, &margin.separator), fraction);
                // Every pass but the last has an update, and there are at most (R/γ*)² of them.
                let bound = sample.features.radius_squared().over(&margin.squared).upper;
                prop_assume!(bound < 1e6);
                prop_assert!(perceptron_stops(&sample, bound as u64 + 1));
            }
            Separability::NotSeparable(gordan) => {
                prop_assert!(verify_gordan(&sample, &gordan));
                prop_assert!(!perceptron_stops(&sample, 2000));
            }
            Separability::Open { why, .. } => prop_assert!(false, "{}", why),
        }
    }

    #[test]
    fn an_exact_sample_read_as_floats_has_the_same_margin(sample in small_samples()) {
        let float = Sample { features: Features::Dense(sample.features.to_dense()), ..sample.clone() };
        if let (Separability::Separable(a), Separability::Separable(b)) = (separability(&sample), separability(&float)) {
            let (a, b) = (a.margin(), b.margin());
            prop_assert!((a.value / b.value - 1.0).abs() < 1e-9, "{} {}", a.value, b.value);
        }
    }
}
