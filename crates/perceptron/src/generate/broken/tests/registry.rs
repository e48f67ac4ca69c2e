//! Checks every generator against its declared distribution: on its example, at the ends of its keys, and in complete enumerations.

use super::{generator, sample};
use crate::generate::{ExampleSource, Generator};
use crate::learn::{Variant, learn_against};

/// Keys of every generator at the ends of their ranges. `check` refuses combinations that no spec could state.
const GRID: &[(&str, &[&str])] = &[
    (
        "isotropic-gaussians",
        &[
            "dimension = [1, 9]",
            "distance = [1e-9, 1e20]",
            "examples = [1, 4]",
        ],
    ),
    (
        "unequal-gaussians",
        &[
            "dimension = [1, 9]",
            "distance = [1e-9, 3]",
            "ratio = [1e-9, 1e9]",
            "examples = [1, 4]",
        ],
    ),
    (
        "majority",
        &[
            "dimension = [1, 63, 64, 65, 129]",
            "relevant = [1, 63, 65, 129]",
            "examples = [1, 50]",
        ],
    ),
    (
        "majority-cube",
        &["dimension = [1, 3, 10]", "relevant = [1, 3, 9]"],
    ),
    (
        "sphere-margin",
        &[
            "dimension = [2, 3, 100, 2000]",
            "target_margin = [1e-9, 0.3, 0.9, 0.999999]",
            "examples = [1, 40]",
        ],
    ),
    (
        "fixed-margin-sphere",
        &[
            "dimension = [2, 3, 100, 2000]",
            "margin = [1e-9, 0.3, 0.9, 0.9999999999999]",
            "examples = [1, 40]",
        ],
    ),
    (
        "label-noise",
        &[
            "dimension = [2, 50]",
            "target_margin = [1e-9, 0.9]",
            "rate = [0, 0.5]",
            "examples = [1, 40]",
        ],
    ),
    (
        "affine-sphere",
        &[
            "dimension = [2, 50]",
            "target_margin = [1e-9, 0.9]",
            "shift = [0, -1000000, \"1/3\"]",
            "examples = [1, 40]",
        ],
    ),
    (
        "basis",
        &[
            "dimension = [1, 2, 70]",
            "examples = [1, 9]",
            "masses = [\"uniform\", \"light\"]",
            "labels = [\"positive\", \"negative\", \"alternating\"]",
            "norm = [1, \"0.1\", 2147483647]",
        ],
    ),
    ("basis", &["dimension = [1, 70]", "norm = [\"1/3\"]"]),
    (
        "duplicates",
        &[
            "dimension = [1, 5]",
            "examples = [1, 12]",
            "copies = [1, 4, 12]",
        ],
    ),
    (
        "minimax",
        &[
            "dimension = [1, 5]",
            "examples = [1, 2, 9]",
            "labels = [\"uniform\", \"positive\", \"negative\"]",
        ],
    ),
    (
        "agnostic-basis",
        &[
            "dimension = [1, 5]",
            "examples = [1, 20]",
            "advantage = [0, \"1/3\", 1]",
        ],
    ),
    (
        "labelings",
        &[
            "dimension = [1, 4]",
            "examples = [1, 2, 5]",
            "position = [\"moment-curve\", \"basis\", \"simplex-and-origin\"]",
        ],
    ),
    (
        "integer-points",
        &[
            "dimension = [1, 5]",
            "examples = [1, 30]",
            "bound = [1, 1000000]",
            "labels = [\"planted\", \"random\"]",
        ],
    ),
    (
        "gaussian-xor",
        &["deviation = [1e-300, 0.4, 1e100]", "examples = [1, 30]"],
    ),
    (
        "coin-labels",
        &[
            "dimension = [1, 2, 40]",
            "examples = [1, 30]",
            "noise = [0, 0.2, 0.5]",
        ],
    ),
    (
        "teacher-student",
        &["dimension = [1, 2, 40]", "examples = [1, 30]"],
    ),
    (
        "orthogonal",
        &[
            "norms = [[1], [\"1/3\", 7], [1, 1, 1], [2147483647, 1]]",
            "labels = [\"alternating\"]",
            "separator = [\"plain\", \"normalized\"]",
        ],
    ),
    (
        "disjunction",
        &[
            "dimension = [1, 2, 70]",
            "relevant = [1, 2, 70]",
            "density = [1e-9, 0.5, 0.999]",
            "examples = [1, 30]",
        ],
    ),
    (
        "winnow-adversary",
        &["dimension = [2, 7, 16]", "relevant = [1, 2]"],
    ),
    (
        "hadamard-rows",
        &[
            "dimension = [1, 2, 64, 128]",
            "column = [0, 1, 127]",
            "binary = [false, true]",
        ],
    ),
    (
        "hadamard-rows",
        &["dimension = [2, 128]", "binary = [false, true]"],
    ),
    ("l-family", &["length = [2, 3, 1000000]"]),
    (
        "hadamard",
        &[
            "dimension = [1, 2, 128]",
            "labels = [\"positive\", \"negative\", \"alternating\"]",
        ],
    ),
    ("shift", &["shift = [0, 1, 10000]"]),
    ("nested", &["inputs = [1, 2, 9]"]),
    (
        "logic-gate",
        &[
            "gate = [\"xor\", \"and\", \"or\"]",
            "coding = [\"signs\", \"zero-one\"]",
        ],
    ),
    (
        "dimension-free-adversary",
        &[
            "margin = [\"0.03\", \"1/7\", \"0.5\", \"0.71\", \"0.99\"]",
            "scores = [\"tied\", \"pushed\"]",
        ],
    ),
    (
        "margin-adversary",
        &[
            "margin = [\"0.05\", \"1/7\", \"0.5\", \"0.71\", \"0.99\"]",
            "directions = [\"fresh\", \"three\"]",
        ],
    ),
    (
        "plane-adversary",
        &["margin = [\"0.01\", \"1/7\", \"0.5\", \"0.71\", \"0.999\"]"],
    ),
    (
        "few-dimensions-adversary",
        &[
            "margin = [\"0.01\", \"1/7\", \"0.5\", \"0.71\", \"0.999\"]",
            "span = [2, 3]",
        ],
    ),
    (
        "points",
        &[
            "examples = [[{ x = [1, 0], y = 1 }], [{ x = [\"3/5\", \"4/5\"], y = -1 }, { x = [0, 0], y = 1 }]]",
        ],
    ),
];

/// All combinations of the values of the keys.
fn combinations(name: &str, keys: &[&str]) -> Vec<String> {
    let mut texts = vec![format!("[generator.{name}]\n")];
    for line in keys {
        let table: toml::Table = line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        let (key, values) = table.into_iter().next().unwrap_or_else(|| panic!("{line}"));
        let values = values
            .as_array()
            .cloned()
            .unwrap_or_else(|| panic!("{line}"));
        let with = |text: &String| {
            values
                .iter()
                .map(|value| format!("{text}{key} = {value}\n"))
                .collect::<Vec<_>>()
        };
        texts = texts.iter().flat_map(with).collect();
    }
    texts
}

fn assert_lawful(text: &str, replicates: u64) {
    let generator = generator(text);
    if generator.validate().is_err() {
        return;
    }
    for replicate in 0..replicates {
        let Some(sample) = sample(&generator, replicate) else {
            return;
        };
        assert_eq!(generator.distribution().broken_by(&sample), None, "{text}");
        assert_eq!(sample.labels.len(), generator.examples(), "{text}");
    }
}

#[test]
fn documented_generator_examples_match_the_stated_distribution() {
    for doc in Generator::DOCS {
        assert_lawful(&doc.section("Examples"), 8);
    }
}

#[test]
fn generators_at_extreme_key_values_match_the_stated_distribution() {
    for (name, keys) in GRID {
        combinations(name, keys)
            .iter()
            .for_each(|text| assert_lawful(text, 3));
    }
    let named = |name: &str| GRID.iter().any(|(other, _)| *other == name);
    let left: Vec<&str> = Generator::DOCS
        .iter()
        .map(|doc| doc.name)
        .filter(|name| !named(name))
        .collect();
    assert_eq!(
        left,
        ["file", "forced-mistakes"],
        "one has a single form, one answers"
    );
}

#[test]
fn adversary_samples_match_the_stated_distribution_for_every_learner() {
    let online =
        |name: &str, margin: &str| format!("{name}]\nmargin = \"{margin}\"\nonline = true");
    let pushed =
        |margin: &str| online("dimension-free-adversary", margin) + "\nscores = \"pushed\"";
    for keys in [
        "forced-mistakes]\ndimension = 1".into(),
        "forced-mistakes]\ndimension = 9".into(),
        online("dimension-free-adversary", "0.2"),
        pushed("0.05"),
        pushed("0.71"),
        online("margin-adversary", "0.1"),
        online("margin-adversary", "0.05") + "\ndirections = \"three\"",
        online("plane-adversary", "0.01"),
        online("few-dimensions-adversary", "0.01") + "\nspan = 2",
        online("few-dimensions-adversary", "0.03") + "\nspan = 3",
    ] {
        for rule in ["perceptron", "margin-perceptron"] {
            let generator = generator(&format!("[generator.{keys}"));
            let variant = format!("rule = {{ {rule} = {{}} }}\nstop = {{ updates = 40 }}");
            let variant: Variant =
                toml::from_str(&variant).unwrap_or_else(|error| panic!("{error}"));
            let ExampleSource::Opponent(mut opponent) = generator.source() else {
                panic!("{keys}")
            };
            let (sample, _) = learn_against(&variant, opponent.as_mut());
            assert_eq!(
                generator.distribution().broken_by(&sample),
                None,
                "{keys} {rule}"
            );
        }
    }
}

#[test]
fn every_enumerated_outcome_matches_the_stated_distribution() {
    for text in [
        "[generator.basis]\ndimension = 3\nexamples = 3\nmasses = \"light\"",
        "[generator.minimax]\ndimension = 3\nexamples = 2",
        "[generator.agnostic-basis]\ndimension = 2\nexamples = 2\nadvantage = 1",
        "[generator.hadamard-rows]\ndimension = 8\nbinary = true",
        "[generator.labelings]\ndimension = 3\nexamples = 4\nposition = \"moment-curve\"",
    ] {
        let generator = generator(text);
        let ExampleSource::Sampler(sampler) = generator.source() else {
            panic!("{text}")
        };
        let outcomes = sampler.outcomes().unwrap_or(0);
        assert!(outcomes > 0, "{text}");
        for index in 0..outcomes {
            // Outcomes of probability 0 are left out.
            let outcome = sampler
                .outcome(index)
                .filter(|(weight, _)| !weight.is_zero());
            let broken =
                outcome.and_then(|(_, sample)| generator.distribution().broken_by(&sample));
            assert_eq!(broken, None, "{text} {index}");
        }
    }
}
