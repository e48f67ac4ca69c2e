//! States radius and margins of the sample that a learner sees: after a constant feature, a factor, normalizing, reflecting and the map of a kernel.

use crate::goodness_of_fit::permutations;
use crate::radius_and_margins::{Measured, fractions, integers, sample, seen};
use perceptron::learn::{Variant, View};
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Features, Integers, Label, Rational, Sample, Separator};

fn direction() -> Separator {
    Separator::Integers(vec![3, 4])
}

/// Asserts R², γ² and γₙ² of the sample as seen, for every order of the examples.
fn assert_seen(settings: &str, planted: &Separator, numbers: [(i64, i64); 3]) {
    let due = numbers.map(|(numerator, denominator)| Some(Rational::new(numerator, denominator)));
    for order in permutations(4) {
        let sample = seen(settings, &sample(&order, integers, planted.clone()));
        assert_eq!(
            Measured::of(&sample).exact()[..3],
            due,
            "{settings} {order:?}"
        );
    }
}

#[test]
fn a_constant_feature_adds_its_square_to_every_norm() {
    // With 1/3 the second example still has the smallest score per norm, 16/(25·90). With 20/3 the first has it, 1/(25·402).
    assert_seen(
        "offset = \"1/3\"",
        &direction(),
        [(2501, 9), (1, 225), (16, 2250)],
    );
    assert_seen(
        "offset = \"20/3\"",
        &direction(),
        [(2900, 9), (1, 225), (1, 10050)],
    );
    // Intercept 1 and constant 1/3 give the weight 3. The first example has the score y(⟨u, x⟩ + 1) = 1/3 − 1, so it is on the wrong side.
    let affine = Separator::Affine(vec![3, 4], Rational::one());
    for order in permutations(4) {
        let sample = seen(
            "offset = \"1/3\"",
            &sample(&order, integers, affine.clone()),
        );
        let margins = sample.planted.as_ref().unwrap().margins(&sample);
        let due = (1.0 / 3.0 - 1.0) / 34.0_f64.sqrt();
        assert!((margins.margin - due).abs() < 1e-15 && margins.margin_squared.is_none());
    }
}

#[test]
fn an_intercept_is_part_of_the_margin_where_there_is_a_constant_feature() {
    // y(⟨u, x⟩ + 1/6) = 1/3 − 1/6, 4/3 + 1/6, 250/3 − 1/6, 7/3 + 1/6; the vector is (3, 4, 1/2), or (6, 8, 1) with ‖·‖² = 101.
    let affine = Separator::Affine(vec![3, 4], Rational::new(1, 6));
    // Twice the scores: 1/3, 3, …; squared norms 3/9, 90/9, 2501/9, 3/9: γ² = (1/3)²/101, and γₙ² the smaller of (1/9)/(3/9) and 9/10, over 101.
    assert_seen("offset = \"1/3\"", &affine, [(2501, 9), (1, 909), (1, 303)]);
}

#[test]
fn a_factor_scales_radius_and_margin_and_leaves_the_normalized_margin() {
    let scaled = "transform = { rescale = \"6/7\" }";
    assert_seen(scaled, &direction(), [(10000, 49), (4, 1225), (16, 2225)]);
    for order in permutations(4) {
        let sample = seen(scaled, &sample(&order, integers, direction()));
        let due = fractions([(10000, 49), (4, 1225), (16, 2225), (4, 637)]).map(Some);
        assert_eq!(Measured::of(&sample).exact(), due, "{order:?}");
    }
}

#[test]
fn an_isometry_leaves_radius_and_margins() {
    for settings in [
        "transform = \"reflect\"",
        "transform = { signed-permutation = { seed = 3 } }",
    ] {
        for order in permutations(4) {
            let sample = seen(settings, &sample(&order, integers, direction()));
            let due = fractions([(2500, 9), (1, 225), (16, 2225), (1, 117)]).map(Some);
            assert_eq!(Measured::of(&sample).exact(), due, "{settings} {order:?}");
        }
    }
}

/// The kernel (1 + ⟨x, z⟩)².
fn kernel(x: &[Rational], z: &[Rational]) -> Rational {
    let one = Rational::one();
    let products = x.iter().zip(z).map(|(a, b)| a * b);
    products.fold(one, |sum, product| &sum + &product).square()
}

#[test]
fn the_map_of_a_kernel_has_the_norms_and_products_of_the_kernel() {
    for order in permutations(4) {
        let drawn = sample(&order, integers, direction());
        let mapped = seen(
            "transform = { polynomial-map = { degree = 2, constant = 1 } }",
            &drawn,
        );
        let radius = mapped.features.radius_squared().exact;
        assert_eq!(radius, Some(Rational::new(2509 * 2509, 81)), "{order:?}");
        let rows = |sample: &Sample| -> Vec<Vec<Rational>> {
            (0..4)
                .map(|i| sample.features.exact_row(i).unwrap())
                .collect()
        };
        let (before, after) = (rows(&drawn), rows(&mapped));
        for (i, j) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            let products = after[i].iter().zip(&after[j]).map(|(a, b)| a * b);
            let product = products.fold(Rational::zero(), |sum, next| &sum + &next);
            assert_eq!(product, kernel(&before[i], &before[j]), "{order:?} {i} {j}");
        }
        // With degree 1 the map only appends the constant, so the maximum margin equals that with a constant feature.
        let linear = seen(
            "transform = { polynomial-map = { degree = 1, constant = \"1/3\" } }",
            &drawn,
        );
        let appended = seen("offset = \"1/3\"", &drawn);
        let squared = |sample: &Sample| match separability(sample) {
            Separability::Separable(found) => found.squared.exact,
            _ => None,
        };
        assert!(squared(&linear).is_some() && squared(&linear) == squared(&appended));
    }
}

/// The view of these settings, and its values for the points (6, 2), (0, −8) and (3, −3) between them.
fn seen_between(settings: &str) -> (View, [Vec<Rational>; 3]) {
    let text = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{settings}");
    let variant: Variant = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    let view = variant.view().unwrap();
    let points = Sample {
        features: Features::Integers(Integers::new(2, vec![6, 2, 0, -8, 3, -3], 1)),
        labels: vec![Label::Positive; 3],
        planted: None,
    };
    let seen = view.show(&points).unwrap().into_owned();
    let exact = |features: &Features, i: usize| {
        let rounded = features
            .row(i)
            .into_owned()
            .into_iter()
            .map(Rational::from_float);
        features.exact_row(i).unwrap_or_else(|| rounded.collect())
    };
    (view, [0, 1, 2].map(|i| exact(&seen.features, i)))
}

#[test]
fn views_state_whether_they_preserve_midpoints_and_angles() {
    let product = |a: &[Rational], b: &[Rational]| {
        let products = a.iter().zip(b).map(|(a, b)| a * b);
        products.fold(Rational::zero(), |sum, next| &sum + &next)
    };
    let kernel = "learner = { kernel = { polynomial = { degree = 2, constant = 1 } } }";
    for settings in [
        "",
        "offset = 1",
        "offset = \"1/3\"",
        "transform = \"reflect\"",
        "transform = \"reflect\"\noffset = 2",
        "transform = \"normalize\"",
        "transform = \"normalize\"\noffset = 1",
        "transform = \"invert\"",
        "transform = { rescale = \"2/3\" }",
        "transform = { signed-permutation = { seed = 3 } }",
        "transform = { polynomial-map = { degree = 2, constant = 1 } }",
        kernel,
    ] {
        let (view, [a, b, between]) = seen_between(settings);
        let twice = |(x, y): (&Rational, &Rational)| x + y;
        let middle = a.iter().zip(&b).map(twice);
        let is_middle = middle
            .zip(&between)
            .all(|(sum, x)| sum == x * &Rational::from(2_i64));
        assert_eq!(view.is_affine(), is_middle, "{settings}");
        // ⟨a, b⟩²/(‖a‖²‖b‖²) is 256/(40·64) as drawn, up to the rounding of floats.
        let norms = &product(&a, &a) * &product(&b, &b);
        let cosine = (&product(&a, &b).square() / &norms).to_f64();
        let keeps = product(&a, &b).is_negative() && (cosine - 0.1).abs() < 1e-12;
        assert_eq!(view.keeps_directions(), keeps, "{settings}");
        let only_appended = a.starts_with(&[6_i64, 2].map(Rational::from)) && a.len() <= 3;
        assert_eq!(view.only_appends(), only_appended, "{settings}");
    }
}
