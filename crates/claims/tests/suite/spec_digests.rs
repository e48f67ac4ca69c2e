//! States what the two digests of a spec depend on: its whole text, and everything that its trials depend on.

use claims::claim::Registered;
use claims::spec::{RESULTS_VERSION, Spec};
use sha2::{Digest, Sha256};
use std::path::Path;

const TEXT: &str = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 5\n[generator.basis]\ndimension = 3\nexamples = 2\n\
    [variants.v]\nrule = { perceptron = {} }\norder = \"cyclic\"\n[[claims]]\nname = \"online-mistake-bound\"\n";

/// Both digests of the text with one part of it replaced.
fn hashes(part: &str, by: &str) -> (String, String) {
    assert!(TEXT.contains(part));
    let text = TEXT.replacen(part, by, 1);
    let spec = Spec::from_text("t", Path::new("t.toml"), &text)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    (spec.spec_hash(), spec.trials_hash())
}

#[test]
fn the_digest_of_a_spec_changes_with_every_character_of_it() {
    let own = hashes("title", "title").0;
    assert!(own.len() == 64 && own.chars().all(|digit| digit.is_ascii_hexdigit()));
    assert_eq!(own, hashes("seed", "seed").0);
    for (part, by) in [
        ("\"q\"", "\"q?\""),
        ("seed = 1", "seed = 2"),
        ("replicates = 5", "replicates = 6"),
        ("\nseed", "\n\nseed"),
    ] {
        assert_ne!(own, hashes(part, by).0, "{part} {by}");
    }
}

#[test]
fn the_digest_of_trials_changes_with_what_they_depend_on_and_with_nothing_else() {
    let own = hashes("title", "title").1;
    for (part, by) in [
        ("\"q\"", "\"another question\""),
        ("replicates = 5", "replicates = 6"),
        ("seed = 1", "seed = 1\ntest_examples = 10000"),
        ("-bound\"\n", "-bound\"\nscale = 2\n"),
    ] {
        assert_eq!(own, hashes(part, by).1, "{part} {by}");
    }
    for (part, by) in [
        ("seed = 1", "seed = 2"),
        ("seed = 1", "seed = 1\ntest_examples = 500"),
        ("dimension = 3", "dimension = 4"),
        ("examples = 2", "examples = 3"),
        ("\"cyclic\"", "\"random\""),
        ("variants.v", "variants.w"),
        ("replicates = 5", "replicates = \"all\""),
        ("online-mistake-bound", "no-training-errors"),
    ] {
        assert_ne!(own, hashes(part, by).1, "{part} {by}");
    }
}

/// The digest is that of a text with the version, the seed, the cells, the measures, and whether the trials are a complete enumeration.
#[test]
fn trials_digest_hashes_the_documented_text() {
    for (replicates, enumerated) in [("5", "false"), ("\"all\"", "true")] {
        let text = TEXT.replace("replicates = 5", &format!("replicates = {replicates}"));
        let spec = Spec::from_text("t", Path::new("t.toml"), &text)
            .unwrap_or_else(|error| panic!("{error}"));
        let content = &spec.cells[0].content;
        let digested = format!("[{RESULTS_VERSION},1,[{content}],[],{enumerated}]");
        let mut digest = Sha256::new();
        digest.update((digested.len() as u64).to_le_bytes());
        digest.update(digested.as_bytes());
        let hex = digest
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>();
        assert_eq!(spec.trials_hash(), hex, "{digested}");
    }
}

#[test]
fn sample_complexity_delta_defaults_to_five_percent() {
    let claim = |delta: &str| -> Registered {
        let text = format!("[sample-complexity]\nconstant = 1.0\nexponent = 0.5\n{delta}");
        toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"))
    };
    let written = |claim| toml::to_string(&claim).unwrap();
    assert_eq!(written(claim("")), written(claim("delta = 0.05")));
    assert_ne!(written(claim("")), written(claim("delta = 0.06")));
}
