//! Breaks every declared fact of a distribution by changing one example.

use super::{generator, sample};
use crate::generate::KnownDistribution;
use crate::sample::{
    Dense, Features, Integers, Label, Quantity, Rational, Sample, Separator, Signs, Sparse,
};

/// The fact that the first sample of a generator violates after `change`.
fn broken(keys: &str, change: impl Fn(&mut Sample)) -> String {
    let generator = generator(&format!("[generator.{keys}"));
    let mut sample = sample(&generator, 0).unwrap_or_else(|| panic!("{keys} answers"));
    assert_eq!(generator.distribution().broken_by(&sample), None, "{keys}");
    change(&mut sample);
    let words = generator.distribution().broken_by(&sample);
    words.unwrap_or_else(|| panic!("{keys} keeps its law"))
}

/// Converts the examples to floats and multiplies one of them by a factor.
fn stretched(sample: &mut Sample, example: usize, factor: f64) {
    let mut rows: Vec<Vec<f64>> = (0..sample.labels.len())
        .map(|i| sample.features.row(i).into_owned())
        .collect();
    rows[example].iter_mut().for_each(|x| *x *= factor);
    sample.features = Features::Dense(Dense::new(rows[0].len(), rows.concat()));
}

fn flip(sample: &mut Sample, example: usize) {
    sample.labels[example] = sample.labels[example].opposite();
}

/// Basis vectors, each times its numerator over the common denominator.
fn atoms(dimension: usize, shown: &[(usize, i64)], denominator: i64) -> Features {
    let rows: Vec<_> = shown.iter().map(|&atom| vec![atom]).collect();
    Features::Sparse(Sparse::new(dimension, &rows, denominator))
}

const SPHERE: &str = "sphere-margin]\ndimension = 3\ntarget_margin = 0.2\nexamples = 5";
const BASIS: &str = "basis]\ndimension = 3\nexamples = 2\nlabels = \"alternating\"";
const MAJORITY: &str = "majority]\ndimension = 70\nrelevant = 67\nexamples = 4";

#[test]
fn stretched_example_violates_the_stated_norm_or_radius() {
    let longer = |sample: &mut Sample| stretched(sample, 3, 1.02);
    let words = broken(SPHERE, longer);
    assert!(
        words.starts_with("example 3 has the squared norm 1.04"),
        "{words}"
    );
    let by_rounding = |sample: &mut Sample| stretched(sample, 3, 1.0 + 1e-13);
    let words = broken(SPHERE, by_rounding);
    assert!(words.contains("squared norm 1.0000000000001"), "{words}");
    let half = |sample: &mut Sample| sample.features = atoms(3, &[(0, 2), (0, 1)], 2);
    let words = broken(BASIS, half);
    assert_eq!(
        words,
        "example 1 has the squared norm 1/4, but the distribution states 1"
    );
    let ball = "integer-points]\ndimension = 2\nexamples = 2\nbound = 3";
    let words = broken(ball, |sample| {
        sample.features = Features::Integers(Integers::new(2, vec![3, 3, 4, 2], 1));
    });
    assert_eq!(
        words,
        "example 1 has the squared norm 20, but the distribution states at most 18"
    );
}

#[test]
fn an_example_too_near_or_on_the_wrong_side_breaks_the_margin() {
    let words = broken(SPHERE, |sample| flip(sample, 2));
    assert_eq!(
        words,
        "example 2 is not on its label's side of the planted separator"
    );
    let words = broken(SPHERE, |sample| {
        let values = vec![0.1, 0.99_f64.sqrt(), 0.0];
        *sample = Sample {
            features: Features::Dense(Dense::new(3, values)),
            labels: vec![Label::Positive],
            planted: sample.planted.clone(),
        };
    });
    assert!(
        words.contains("squared margin 0.01") && words.contains("at least 1/25"),
        "{words}"
    );
    let fixed = "fixed-margin-sphere]\ndimension = 3\nmargin = 0.5\nexamples = 1";
    let words = broken(fixed, |sample| {
        let row = vec![0.75_f64.sqrt(), 0.5, 0.0];
        sample.features = Features::Dense(Dense::new(3, row));
        sample.labels = vec![Label::Positive];
    });
    assert!(
        words.ends_with("but the distribution states 1/4"),
        "{words}"
    );
    let words = broken(SPHERE, |sample| sample.planted = None);
    assert_eq!(
        words,
        "no separator is planted, but the distribution states one"
    );
    let words = broken(SPHERE, |sample| {
        sample.planted = Some(Separator::Integers(vec![1]))
    });
    assert_eq!(words, "the planted separator has 1 entries for 3 features");
}

#[test]
fn flipped_label_is_reported_for_distributions_without_a_margin() {
    let wrong = "example 1 is not on its label's side of the planted separator";
    for keys in [
        "teacher-student]\ndimension = 4\nexamples = 3",
        "coin-labels]\ndimension = 2\nexamples = 3\nnoise = 0.0",
        MAJORITY,
        "hadamard]\ndimension = 4",
    ] {
        assert_eq!(broken(keys, |sample| flip(sample, 1)), wrong, "{keys}");
    }
}

#[test]
fn disjunctions_and_orthogonal_signs_are_reported_by_their_first_fault() {
    const OR: &str = "disjunction]\ndimension = 3\nrelevant = 2\ndensity = 0.5\nexamples = 4";
    const ROWS: &str = "hadamard-rows]\ndimension = 4\ncolumn = 3";
    let words = broken(OR, |sample| flip(sample, 2));
    assert_eq!(
        words,
        "the label of example 2 is not the stated disjunction"
    );
    let words = broken(OR, |sample| {
        sample.features = Features::Integers(Integers::new(3, vec![2; 12], 2));
    });
    assert!(words.starts_with("the label of example "), "{words}");
    let words = broken(OR, |sample| {
        sample.features = Features::Integers(Integers::new(3, vec![1; 12], 2));
    });
    assert_eq!(words, "example 0 is not a vector of zeros and ones");
    let words = broken(OR, |sample| sample.planted = None);
    assert!(
        words.contains("no disjunction of 2 of 3 features"),
        "{words}"
    );
    let words = broken(ROWS, |sample| {
        let rows = vec![0b1111, 0b1001, 0b1001, 0b0101];
        sample.features = Features::Signs(Signs::new(4, rows, Rational::one()));
        sample.labels = vec![Label::Positive; 4];
        sample.labels[3] = Label::Negative;
    });
    assert_eq!(words, "1 labels are −1, but the distribution states 2");
    let words = broken(ROWS, |sample| {
        let rows = vec![0b1111, 0b0101, 0b0101, 0b1001];
        sample.features = Features::Signs(Signs::new(4, rows, Rational::one()));
    });
    assert_eq!(words, "examples 1 and 2 are not orthogonal");
}

#[test]
fn majority_over_wrong_or_no_signs_violates_the_stated_distribution() {
    let one_more = |sample: &mut Sample| {
        let votes = (0..70).map(|j| i64::from(j < 69)).collect();
        *sample = Sample {
            features: Features::Signs(Signs::new(70, vec![u64::MAX, 63], Rational::one())),
            labels: vec![Label::Positive],
            planted: Some(Separator::Integers(votes)),
        };
    };
    // The margin of 69 agreeing signs is larger than 1/√67, so only the number of voters is wrong.
    let words = broken(MAJORITY, one_more);
    assert!(words.contains("not a vote of the 67 signs"), "{words}");
    let small = "majority]\ndimension = 1\nrelevant = 1\nexamples = 1";
    let stated = KnownDistribution {
        population_radius_squared: None,
        ..generator(&format!("[generator.{small}")).distribution()
    };
    let stated = KnownDistribution {
        unit_norm: false,
        ..stated
    };
    let two = Sample {
        features: Features::Integers(Integers::new(1, vec![2], 1)),
        labels: vec![Label::Positive],
        planted: Some(Separator::Integers(vec![1])),
    };
    assert_eq!(
        stated.broken_by(&two).as_deref(),
        Some("example 0 is not a vector of signs")
    );
}

#[test]
fn non_atom_or_mislabelled_atom_violates_an_atomic_distribution() {
    let show = |shown: &'static [(usize, i64)], labels: [Label; 2]| {
        move |sample: &mut Sample| {
            sample.features = atoms(3, shown, 1);
            sample.labels = labels.to_vec();
        }
    };
    let (plus, minus) = (Label::Positive, Label::Negative);
    let words = broken(BASIS, show(&[(0, 1), (1, -1)], [plus, plus]));
    assert_eq!(
        words,
        "example 1 is not a positive multiple of a basis vector"
    );
    let minimax = "minimax]\ndimension = 3\nexamples = 2\nlabels = \"positive\"";
    let words = broken(minimax, show(&[(2, 1), (0, 1)], [plus, plus]));
    assert_eq!(
        words,
        "example 0 is not on its label's side of the planted separator"
    );
    let noisy = "agnostic-basis]\ndimension = 3\nexamples = 2\nadvantage = 1";
    let words = broken(noisy, |sample| flip(sample, 1));
    assert!(
        words.starts_with("example 1 is basis vector") && words.contains("has the label"),
        "{words}"
    );
    let stated = |keys: &str| generator(&format!("[generator.{keys}")).distribution();
    let lone = |atom, label| Sample {
        features: atoms(3, &[(atom, 1), (0, 1)], 1),
        labels: vec![label, plus],
        planted: None,
    };
    let without_margin = |keys| KnownDistribution {
        population_margin_squared: None,
        ..stated(keys)
    };
    let found = without_margin(minimax).broken_by(&lone(2, plus));
    assert_eq!(
        found.as_deref(),
        Some("example 0 is basis vector 2, which has no mass")
    );
    let found = without_margin(BASIS).broken_by(&lone(1, plus));
    assert_eq!(
        found.as_deref(),
        Some("example 0 is basis vector 1, which has the label -1")
    );
    assert_eq!(without_margin(BASIS).broken_by(&lone(1, minus)), None);
}

#[test]
fn wrong_sample_shape_or_repeated_example_is_reported() {
    let gaussians = "isotropic-gaussians]\ndimension = 2\ndistance = 1\nexamples = 3";
    assert_eq!(
        broken(gaussians, |sample| sample.labels.truncate(2)),
        "there are 3 examples and 2 labels"
    );
    let wider =
        |sample: &mut Sample| sample.features = Features::Dense(Dense::new(3, vec![0.0; 9]));
    assert_eq!(
        broken(gaussians, wider),
        "there are 3 features, but the distribution states 2"
    );
    let endless = |sample: &mut Sample| stretched(sample, 1, f64::INFINITY);
    assert_eq!(
        broken(gaussians, endless),
        "example 1 has a feature that is not a number"
    );
    let minimax = "minimax]\ndimension = 3\nexamples = 2";
    let fewer = |sample: &mut Sample| {
        sample.features = atoms(3, &[(0, 1)], 1);
        sample.labels.truncate(1);
    };
    assert_eq!(
        broken(minimax, fewer),
        "there are 1 examples, but the distribution states 2"
    );
    let line = "coin-labels]\ndimension = 1\nexamples = 3";
    let words = broken(line, |sample| stretched(sample, 2, 1e9));
    assert!(
        words.ends_with("but the distribution states at most 1"),
        "{words}"
    );
    let repeated = |sample: &mut Sample| {
        let row = sample.features.row(0);
        sample.features = Features::Dense(Dense::new(2, [row.clone(), row.clone(), row].concat()));
    };
    let words = broken("coin-labels]\ndimension = 2\nexamples = 3", repeated);
    assert!(words.starts_with("example 1 repeats"), "{words}");
}

/// Whether an example is within the declared radius and margin. `radius` and `margin` are its fractions of them, `size` scales both, and `length` is
/// that of the separator.
fn near_the_ends(size: f64, length: f64, radius: f64, margin: f64) -> bool {
    let square = |x: f64| Some(Quantity::exact(Rational::from_float(x).square()));
    let stated = KnownDistribution {
        population_radius_squared: square(size),
        population_margin_squared: square(0.25 * size),
        ..KnownDistribution::fixed()
    };
    let along = 0.25 * size * margin;
    let across = (radius * radius - along * along / (size * size)).sqrt() * size;
    let sample = Sample {
        features: Features::Dense(Dense::new(2, vec![along, across])),
        labels: vec![Label::Positive],
        planted: Some(Separator::Dense(vec![length, 0.0])),
    };
    stated.broken_by(&sample).is_none()
}

#[test]
fn rounding_tolerance_scales_with_the_data_and_hides_no_violation() {
    for size in [1e-6, 1.0, 1e6] {
        for length in [1e-3, 1.0, 1e3] {
            let keeps = |radius, margin| near_the_ends(size, length, radius, margin);
            assert!(keeps(1.0, 1.0), "{size} {length}");
            assert!(keeps(1.0 - 1e-12, 1.0 + 1e-12), "{size} {length}");
            assert!(!keeps(1.0 + 1e-12, 1.1), "{size} {length}");
            assert!(!keeps(0.9, 1.0 - 1e-12), "{size} {length}");
        }
    }
}

#[test]
fn examples_without_features_have_the_norm_zero() {
    let sample = Sample {
        features: Features::Integers(Integers::default()),
        labels: vec![Label::Positive; 2],
        planted: None,
    };
    let ball = |radius| KnownDistribution {
        population_radius_squared: Some(Quantity::count(radius)),
        ..KnownDistribution::fixed()
    };
    assert_eq!(ball(0).broken_by(&sample), None);
    let sphere = KnownDistribution {
        unit_norm: true,
        ..ball(1)
    };
    assert_eq!(
        sphere.broken_by(&sample).as_deref(),
        Some("example 0 has the squared norm 0, but the distribution states 1")
    );
}
