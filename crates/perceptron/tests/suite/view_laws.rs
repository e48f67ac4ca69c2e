//! States which properties of a distribution remain known after a change of the examples, and for which changed distributions the exact risk is
//! known.

use perceptron::generate::{Distribution, KnownDistribution};
use perceptron::learn::{Hypothesis, Linear, Variant, View};
use perceptron::risk;
use perceptron::sample::{Label, Quantity, Rational, TestTies};

fn view(settings: &str) -> View {
    let text = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{settings}");
    let variant: Variant = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    variant.view().unwrap()
}

fn fraction(numerator: i64, denominator: i64) -> Option<Quantity> {
    Some(Quantity::exact(Rational::new(numerator, denominator)))
}

/// Independent unit vectors with margin 1/2, labelled both by a teacher and by a majority of three, a combination that no generator has.
fn known() -> KnownDistribution {
    KnownDistribution {
        iid: true,
        is_teachers: true,
        unit_norm: true,
        majority_of: Some(3),
        population_margin_squared: fraction(1, 4),
        population_radius_squared: fraction(1, 1),
        ..KnownDistribution::fixed()
    }
}

/// The properties that remain if scores and norms change: independence, and these squares.
fn left(margin_squared: Option<Quantity>, radius_squared: Option<Quantity>) -> KnownDistribution {
    KnownDistribution {
        iid: true,
        population_margin_squared: margin_squared,
        population_radius_squared: radius_squared,
        ..KnownDistribution::fixed()
    }
}

#[test]
fn isometries_and_normalizing_unit_vectors_keep_the_distribution() {
    for settings in [
        "",
        "offset = 0",
        "transform = \"reflect\"",
        "transform = { signed-permutation = { seed = 3 } }",
        "transform = \"normalize\"",
        "transform = \"invert\"",
    ] {
        assert_eq!(view(settings).distribution(&known()), known(), "{settings}");
    }
}

#[test]
fn rescaling_and_kernel_maps_change_margin_and_radius_by_formula() {
    let scaled = view("transform = { rescale = \"2/3\" }").distribution(&known());
    assert_eq!(scaled, left(fraction(1, 9), fraction(4, 9)));
    let same = view("transform = { rescale = 1 }").distribution(&known());
    let unit = KnownDistribution {
        unit_norm: true,
        ..left(fraction(1, 4), fraction(1, 1))
    };
    assert_eq!(same, unit);
    // ‖φ(x)‖² = (r² + ‖x‖²)^p. The separator that reads r^(p−1)·x has the margin r^(p−1)·γ.
    let map = |degree: u32| {
        let keys = format!("degree = {degree}, constant = 2");
        view(&format!("transform = {{ polynomial-map = {{ {keys} }} }}")).distribution(&known())
    };
    assert_eq!(map(1), left(fraction(1, 4), fraction(5, 1)));
    assert_eq!(map(2), left(fraction(1, 1), fraction(25, 1)));
    assert_eq!(map(3), left(fraction(4, 1), fraction(125, 1)));
    let without = "transform = { polynomial-map = { degree = 2, constant = 0 } }";
    assert_eq!(
        view(without).distribution(&known()),
        left(None, fraction(1, 1))
    );
}

#[test]
fn unknown_norms_and_mutant_maps_leave_the_margin_unknown() {
    let long = KnownDistribution {
        unit_norm: false,
        population_radius_squared: fraction(9, 1),
        ..known()
    };
    for settings in [
        "transform = \"normalize\"",
        "transform = \"invert\"",
        "transform = { polynomial-map = { degree = 2, constant = 1, dropped = true } }",
    ] {
        assert_eq!(
            view(settings).distribution(&long),
            left(None, None),
            "{settings}"
        );
    }
}

#[test]
fn a_constant_feature_adds_its_square_to_the_radius_and_keeps_the_margin() {
    let appended = view("offset = \"1/2\"").distribution(&known());
    assert_eq!(appended, left(fraction(1, 4), fraction(5, 4)));
}

/// The risk of these weights on Gaussians with means ±(1, 0).
fn of_gaussians(settings: &str, weights: &[f64]) -> Option<f64> {
    let gaussians = Distribution::Gaussians {
        mean: vec![1.0, 0.0],
        deviation: 1.0,
        prior: 0.5,
    };
    let hypothesis = Hypothesis::Linear(Linear {
        weights: weights.to_vec(),
        integers: None,
    });
    let risk = risk::exact(&gaussians, &hypothesis, &view(settings), TestTies::Mistake);
    risk.map(|risk| risk.value)
}

#[test]
fn gaussian_risk_is_known_only_under_affine_views() {
    // The risk is P(N(0, 1) < −1) along the mean, and a half across it.
    let tail = 0.15865525393145707;
    let is = |found: Option<f64>, due: f64| found.is_some_and(|found| (found - due).abs() < 1e-14);
    assert!(is(of_gaussians("", &[2.0, 0.0]), tail));
    assert!(is(of_gaussians("", &[0.0, 1.0]), 0.5));
    assert!(is(
        of_gaussians("transform = \"reflect\"", &[2.0, 0.0]),
        tail
    ));
    assert!(is(
        of_gaussians("transform = { rescale = 3 }", &[2.0, 0.0]),
        tail
    ));
    assert!(is(of_gaussians("offset = 1", &[2.0, 0.0, 0.0]), tail));
    // The threshold is so far out that all predictions are positive, and half of the labels are not.
    assert!(is(of_gaussians("offset = 1", &[2.0, 0.0, 1000.0]), 0.5));
    let map = "transform = { polynomial-map = { degree = 1, constant = 1 } }";
    assert_eq!(of_gaussians(map, &[2.0, 0.0, 0.0]), None);
}

#[test]
fn reflected_view_counts_ties_by_the_flipped_label() {
    let atoms = Distribution::Atoms {
        dimension: 2,
        norm: Rational::one(),
        masses: vec![Rational::new(1, 3), Rational::new(2, 3)],
        labels: vec![Label::Positive, Label::Negative],
    };
    // Both atoms tie. Under sign(0) = +1 the first is right and the second wrong; with flipped labels it is the other way round.
    let zero = Hypothesis::Linear(Linear {
        weights: vec![0.0, 0.0],
        integers: Some(vec![0, 0]),
    });
    let risk = |settings: &str, ties| {
        risk::exact(&atoms, &zero, &view(settings), ties)
            .unwrap()
            .exact
    };
    let turned = "transform = \"reflect\"";
    for (settings, thirds) in [("", 2), (turned, 1)] {
        let found = risk(settings, TestTies::Positive);
        assert_eq!(found, Some(Rational::new(thirds, 3)), "{settings}");
        assert_eq!(risk(settings, TestTies::Mistake), Some(Rational::one()));
        assert_eq!(risk(settings, TestTies::Half), Some(Rational::new(1, 2)));
    }
}

#[test]
fn a_factor_that_is_not_positive_and_a_degree_of_zero_are_refused() {
    let is_refused = |transform: &str| {
        let text =
            format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\ntransform = {transform}");
        let variant: Variant = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
        variant.check(true, 3).is_err()
    };
    for factor in ["1", "\"1/1000\""] {
        assert!(
            !is_refused(&format!("{{ rescale = {factor} }}")),
            "{factor}"
        );
    }
    for factor in ["0", "-1", "\"-1/1000\""] {
        assert!(is_refused(&format!("{{ rescale = {factor} }}")), "{factor}");
    }
    let map = |degree: u32| format!("{{ polynomial-map = {{ degree = {degree}, constant = 1 }} }}");
    assert!(is_refused(&map(0)) && !is_refused(&map(1)));
}

#[test]
fn only_kernel_maps_are_limited_to_4096_features() {
    let kernel = |degree: u32| {
        let keys = format!("degree = {degree}, constant = 1");
        view(&format!(
            "learner = {{ kernel = {{ polynomial = {{ {keys} }} }} }}"
        ))
    };
    // The map has all products of `degree` factors among the features and the constant: 64² = 4096 for 63 features, and 65² for 64; 16³ for 15.
    assert!(kernel(2).fits(63) && !kernel(2).fits(64));
    assert!(kernel(3).fits(15) && !kernel(3).fits(16));
    assert_eq!(
        (kernel(2).dimension(63), kernel(3).dimension(15)),
        (Some(4096), Some(4096))
    );
    assert!(view("").fits(1_000_000) && view("offset = 1").fits(1_000_000));
}
