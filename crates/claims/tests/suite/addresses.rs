//! Reads addresses of trials, and takes the digest of a sample byte by byte.

use claims::certificate::{Address, CHEAP, Certificate, certify, digest};
use claims::spec::Spec;
use perceptron::sample::{Dense, Features, Integers, Label, Rational, Sample};
use sha2::{Digest, Sha256};
use std::path::Path;

#[test]
fn an_address_has_four_parts_and_a_trial_without_a_learner_a_dash() {
    let read = |text: &str| text.parse::<Address>().ok();
    let found = read(" a/b:basis.dimension=4,basis.norm=1/2:plain:17\n").unwrap();
    assert_eq!(
        (found.experiment.as_str(), found.cell.as_str()),
        ("a/b", "basis.dimension=4,basis.norm=1/2")
    );
    assert_eq!(
        (found.variant.as_deref(), found.replicate),
        (Some("plain"), 17)
    );
    assert_eq!(
        found.to_string(),
        "a/b:basis.dimension=4,basis.norm=1/2:plain:17"
    );
    let none = read("a::-:0").unwrap();
    assert_eq!((none.variant.as_deref(), none.cell.as_str()), (None, ""));
    assert_eq!(none.to_string(), "a::-:0");
    for text in [
        "", "a:b:c", ":b:c:0", "a:b::0", "a:b:c:", "a:b:c:-1", "a:b:c:x",
    ] {
        let error = text
            .parse::<Address>()
            .err()
            .unwrap_or_else(|| panic!("read: {text}"));
        assert!(
            error.to_string().contains("is not the address of a trial"),
            "{error}"
        );
    }
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn sample(features: Features) -> Sample {
    Sample {
        features,
        labels: vec![Label::Positive, Label::Negative],
        planted: None,
    }
}

#[test]
fn a_digest_is_of_labels_and_features_byte_by_byte() {
    let positive = 1_i64.to_le_bytes();
    let negative = (-1_i64).to_le_bytes();
    let bytes = |parts: &[&[u8]]| parts.concat();
    let integers = sample(Features::Integers(Integers::new(
        2,
        vec![3, -1, 127, -128],
        1,
    )));
    let small = [b"2 2 1 ", &positive[..], &[3, 255], &negative, &[127, 128]];
    assert_eq!(digest(&integers), hex(&bytes(&small)));
    // One number beyond a byte makes its row longer, and no other.
    let wide = sample(Features::Integers(Integers::new(2, vec![3, -1, 128, 0], 1)));
    let long = [128_i64.to_le_bytes(), 0_i64.to_le_bytes()].concat();
    assert_eq!(
        digest(&wide),
        hex(&bytes(&[b"2 2 1 ", &positive, &[3, 255], &negative, &long]))
    );
    let floats = sample(Features::Dense(Dense::new(1, vec![0.5, -3.0])));
    let [half, three] = [0.5_f64, -3.0].map(|x| x.to_bits().to_le_bytes());
    assert_eq!(
        digest(&floats),
        hex(&bytes(&[b"2 1 1 ", &positive, &half, &negative, &three]))
    );
    let halves =
        Integers::from_rationals(1, &[Rational::new(1, 2), Rational::from(3_i64)]).unwrap();
    let halves = sample(Features::Integers(halves));
    assert_eq!(
        digest(&halves),
        hex(&bytes(&[b"2 1 1/2 ", &positive, &[1], &negative, &[6]]))
    );
}

/// The certificate of the only trial, which makes one update on every vector of a basis.
fn of_basis(dimension: usize) -> Certificate {
    let text = format!(
        "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 1\n[generator.basis]\ndimension = {dimension}\nlabels = \"alternating\"\n\
         [variants.v]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n"
    );
    let spec =
        Spec::from_text("e", Path::new("e.toml"), &text).unwrap_or_else(|error| panic!("{error}"));
    let design = spec.design(&spec.cells[0]);
    let trial = design.repeat(0, Some(0), true).unwrap();
    let address = "e:c:v:0".parse().unwrap();
    let blank = Certificate::blank(&address, &design.settings[0], &trial.sample);
    certify(blank, &trial.sample, trial.learned.as_ref())
}

/// Both ends of the margin of d unit vectors are 1/d: of a small sample by the search, of a large one by the planted direction and the updates.
#[test]
fn the_margin_of_a_large_sample_is_certified_by_what_it_was_planted_with() {
    for dimension in [44_u64, 45] {
        let made = of_basis(dimension as usize);
        let is_cheap = dimension * dimension <= CHEAP as u64;
        assert_eq!(is_cheap, dimension == 44);
        let margin = made.margin_squared.unwrap();
        assert_eq!(margin.exact, Some(Rational::new(1, dimension as i64)));
        let counts = made.counts.unwrap();
        assert_eq!(
            (counts.updates, counts.mistakes, counts.passes),
            (dimension, dimension, 2)
        );
        assert_eq!(
            (counts.draws, counts.margin_mistakes),
            (2 * dimension, dimension)
        );
        let hull = made.hull.unwrap();
        assert!(is_cheap || hull.iter().all(|(_, weight)| *weight == Rational::one()));
        assert_eq!(
            (hull.len() as u64, made.updates.len() as u64),
            (dimension, dimension)
        );
    }
}
