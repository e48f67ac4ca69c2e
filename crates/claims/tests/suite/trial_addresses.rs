//! Reads addresses of trials, and checks the digest of a sample byte by byte.

use claims::certificate::{Address, digest};
use perceptron::sample::{Dense, Features, Integers, Label, Rational, Sample};
use sha2::{Digest, Sha256};

#[test]
fn trial_address_has_four_parts_with_a_dash_for_no_variant() {
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
fn sample_digest_hashes_the_documented_bytes_of_labels_and_features() {
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
    // A number that does not fit into a byte lengthens its own row and no other.
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
