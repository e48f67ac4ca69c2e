//! States the declared properties of every generator's distribution, flag by flag, because claims choose their premises and bounds by them.

use perceptron::generate::{ExampleSource, Generator, KnownDistribution, MonotoneDisjunction};
use perceptron::sample::{Quantity, Rational};

const NONE: Option<Quantity> = None;

fn generator(text: &str) -> Generator {
    let (name, keys) = text.split_once(' ').unwrap_or((text, ""));
    let toml = format!("[{name}]\n{}", keys.replace("; ", "\n"));
    let generator: Generator = toml::from_str(&toml).unwrap_or_else(|error| panic!("{error}"));
    assert!(generator.validate().is_ok(), "{text}");
    generator
}

fn fraction(numerator: i64, denominator: i64) -> Option<Quantity> {
    Some(Quantity::exact(Rational::new(numerator, denominator)))
}

fn one() -> Option<Quantity> {
    fraction(1, 1)
}

/// Declared properties without the distribution itself, which the tests of risks state.
fn known(
    flags: &str,
    margin_squared: Option<Quantity>,
    radius_squared: Option<Quantity>,
) -> KnownDistribution {
    let has = |flag: &str| flags.split_whitespace().any(|other| other == flag);
    KnownDistribution {
        iid: has("iid"),
        independent_given_target: has("given-target"),
        is_teachers: has("teacher"),
        unit_norm: has("unit"),
        uniform_labelling: has("uniform-labelling"),
        fair_labels: has("fair"),
        all_positive: has("positive"),
        population_margin_squared: margin_squared,
        population_radius_squared: radius_squared,
        ..KnownDistribution::fixed()
    }
}

/// Compares the declared properties of a generator with the expected ones, and checks two more on a sample: the number of examples, and whether
/// features are exact.
fn assert_known(text: &str, due: KnownDistribution) {
    let generator = generator(text);
    let known = generator.distribution();
    let due = KnownDistribution {
        distribution: known.distribution.clone(),
        ..due
    };
    assert_eq!(known, due, "{text}");
    if let ExampleSource::Sampler(sampler) = generator.source() {
        let sample = sampler.draw(perceptron::seed::Seed::root(1), generator.examples());
        assert_eq!(sample.labels.len(), generator.examples(), "{text}");
        let exact = sample.features.exact_norm_squared(0).is_some();
        assert_eq!(generator.is_exact(), exact, "{text}");
    }
}

#[test]
fn sphere_generators_state_their_margin_and_gaussians_state_none() {
    let sphere = |flags| known(flags, fraction(1, 16), one());
    let keys = "dimension = 3; examples = 4; ";
    let on = |name: &str, more: &str| format!("{name} {keys}{more}");
    assert_known(
        &on("sphere-margin", "target_margin = 0.25"),
        sphere("iid unit"),
    );
    assert_known(
        &on("fixed-margin-sphere", "margin = 0.25"),
        sphere("iid unit"),
    );
    assert_known(
        &on("label-noise", "target_margin = 0.25; rate = 0"),
        sphere("iid unit"),
    );
    assert_known(
        &on("label-noise", "target_margin = 0.25; rate = 0.1"),
        known("iid unit", NONE, one()),
    );
    assert_known(
        &on("affine-sphere", "target_margin = 0.25; shift = 3"),
        known("iid", NONE, NONE),
    );
    assert_known(
        &on(
            "isotropic-gaussians",
            "distance = 2.0; deviation = 1.0; prior = 0.5",
        ),
        known("iid", NONE, NONE),
    );
    assert_known(
        &on("unequal-gaussians", "distance = 2.0; ratio = 2.0"),
        known("iid", NONE, NONE),
    );
    assert_known(&on("teacher-student", ""), known("iid teacher", NONE, NONE));
}

#[test]
fn coin_labels_state_their_noise_and_unit_norm_in_two_dimensions() {
    let noisy = |flags, noise| KnownDistribution {
        label_noise: Some(noise),
        ..known(flags, NONE, NONE)
    };
    assert_known(
        "coin-labels dimension = 2; examples = 4",
        noisy("iid unit fair", 0.5),
    );
    assert_known(
        "coin-labels dimension = 1; examples = 4",
        noisy("iid fair", 0.5),
    );
    assert_known(
        "coin-labels dimension = 2; examples = 4; noise = 0.25",
        noisy("iid unit", 0.25),
    );
}

#[test]
fn majority_generators_state_their_margin_and_radius() {
    let majority = |flags, voters, dimension| KnownDistribution {
        majority_of: Some(voters as usize),
        ..known(flags, fraction(1, voters), fraction(dimension, 1))
    };
    let hadamard = |flags, negative, dimension| KnownDistribution {
        orthogonal_signs: Some(negative),
        ..majority(flags, 1, dimension)
    };
    assert_known(
        "majority dimension = 5; relevant = 3; examples = 4",
        majority("iid", 3, 5),
    );
    assert_known(
        "majority dimension = 1; relevant = 1; examples = 4",
        majority("iid unit", 1, 1),
    );
    assert_known(
        "majority-cube dimension = 5; relevant = 3",
        majority("", 3, 5),
    );
    assert_known(
        "majority-cube dimension = 1; relevant = 1",
        majority("unit", 1, 1),
    );
    assert_known("hadamard dimension = 8", hadamard("positive", 0, 8));
    assert_known(
        "hadamard dimension = 8; labels = \"negative\"",
        hadamard("", 8, 8),
    );
    assert_known("hadamard dimension = 1", hadamard("unit positive", 0, 1));
}

#[test]
fn disjunctions_state_their_features_and_hadamard_rows_their_negative_labels() {
    let disjunction = |relevant, due: KnownDistribution| KnownDistribution {
        disjunction: Some(MonotoneDisjunction {
            features: 8,
            relevant,
        }),
        ..due
    };
    let signs = |negative, due: KnownDistribution| KnownDistribution {
        orthogonal_signs: Some(negative),
        ..due
    };
    let eight = || fraction(8, 1);
    assert_known(
        "disjunction dimension = 8; relevant = 3; density = 0.5; examples = 4",
        disjunction(3, known("iid", NONE, eight())),
    );
    assert_known(
        "winnow-adversary dimension = 8; relevant = 2",
        disjunction(2, known("", NONE, eight())),
    );
    let rows = |keys: &str| format!("hadamard-rows dimension = 8{keys}");
    assert_known(&rows(""), signs(4, known("", one(), eight())));
    assert_known(&rows("; column = 3"), signs(4, known("", one(), eight())));
    assert_known(
        &rows("; column = 0"),
        signs(0, known("positive", one(), eight())),
    );
    assert_known(
        &rows("; binary = true"),
        disjunction(1, known("", fraction(1, 5), eight())),
    );
    assert_known(
        &rows("; binary = true; column = 0"),
        disjunction(1, known("positive", one(), eight())),
    );
}

#[test]
fn basis_generators_state_the_margin_over_all_atoms() {
    let unit = |flags, atoms| known(flags, fraction(1, atoms), one());
    assert_known("basis dimension = 5", unit("unit positive", 5));
    assert_known(
        "basis dimension = 5; examples = 3",
        unit("iid unit positive", 5),
    );
    assert_known(
        "basis dimension = 5; examples = 3; norm = \"1/2\"",
        known("iid positive", fraction(1, 20), fraction(1, 4)),
    );
    assert_known(
        "duplicates dimension = 5; examples = 6; copies = 2",
        unit("unit positive", 5),
    );
    assert_known(
        "duplicates dimension = 5; examples = 6; copies = 1",
        unit("iid unit positive", 5),
    );
    assert_known(
        "agnostic-basis dimension = 5; examples = 6; advantage = \"3/10\"",
        known("given-target unit", NONE, one()),
    );
    assert_known(
        "agnostic-basis dimension = 5; examples = 6; advantage = 0",
        known("iid fair given-target unit", NONE, one()),
    );
    // 1/γ² of orthogonal vectors is the sum of 1/a².
    let orthogonal = "orthogonal norms = [1, 2, \"1/2\"]";
    assert_known(
        orthogonal,
        known("positive", fraction(4, 21), fraction(4, 1)),
    );
    // The separator with equal entries has the shortest vector over √3 as its margin.
    assert_known(
        &format!("{orthogonal}; separator = \"normalized\""),
        known("positive", fraction(1, 12), fraction(4, 1)),
    );
    assert_known("orthogonal norms = [1, 1]", unit("unit positive", 2));
    assert_known(
        "basis dimension = 5; labels = \"alternating\"",
        unit("unit", 5),
    );
}

#[test]
fn minimax_states_its_size_and_whether_its_labels_are_uniform() {
    let minimax = |flags| KnownDistribution {
        minimax: Some((4, 3)),
        ..known(flags, fraction(1, 3), one())
    };
    let keys = "minimax dimension = 3; examples = 4";
    assert_known(keys, minimax("given-target unit uniform-labelling"));
    assert_known(
        &format!("{keys}; labels = \"negative\""),
        minimax("given-target iid unit"),
    );
}

#[test]
fn adversaries_state_their_margin() {
    let unit = |n, d| known("unit", fraction(n, d), one());
    assert_known("forced-mistakes dimension = 7", unit(1, 7));
    assert_known(
        "plane-adversary margin = \"0.1\"",
        known("positive", fraction(1, 100), one()),
    );
    assert_known(
        "few-dimensions-adversary margin = \"0.1\"; span = 3",
        known("positive", fraction(1, 100), one()),
    );
    assert_known("l-family length = 40", known("", one(), fraction(1601, 1)));
}

#[test]
fn fixed_samples_state_only_unit_norm_and_positive_labels() {
    let fixed = |flags| known(flags, NONE, NONE);
    assert_known("logic-gate gate = \"and\"", fixed(""));
    assert_known("shift shift = 10", fixed(""));
    assert_known("nested inputs = 5", fixed(""));
    assert_known("nested inputs = 1", fixed("unit"));
    assert_known(
        "points examples = [{ x = [1, 10], y = 1 }]",
        fixed("positive"),
    );
    assert_known("points examples = [{ x = [1, 10], y = -1 }]", fixed(""));
    assert_known(
        "points examples = [{ x = [\"3/5\", \"4/5\"], y = 1 }]",
        fixed("unit positive"),
    );
    assert_known(
        "labelings position = \"moment-curve\"; dimension = 3; examples = 6",
        fixed("uniform-labelling fair"),
    );
}
