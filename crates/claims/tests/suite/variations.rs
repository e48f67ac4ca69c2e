//! Tests claims that state formulas in place of those of their theorem, and the keys of stored results that did so before.

use claims::claim::{Registered, StatedClaim};
use claims::spec::{DataFiles, Spec};
use std::path::Path;
use testing::{CYCLIC, SpecText};

fn spec(claim: &str) -> SpecText {
    SpecText::new("sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 9")
        .replicates(4)
        .variant("plain", CYCLIC)
        .more(format!("[[claims]]\n{claim}"))
}

fn claims(text: &SpecText, stored: bool) -> Result<Vec<StatedClaim>, String> {
    let source = text.to_string();
    let place = Path::new("t.toml");
    let read = match stored {
        true => Spec::from_stored_text("t", place, &source, DataFiles::default()),
        false => Spec::from_text("t", place, &source),
    };
    read.map(|spec| spec.claims)
        .map_err(|error| error.to_string())
}

#[test]
fn control_states_its_own_limit() {
    let control = "name = \"online-mistake-bound\"\n[[claims]]\nname = \"online-mistake-bound\"\nid = \"half\"\ncontrol_of = \"online-mistake-bound\"\nlimit = \"radius_squared/(2*margin_squared)\"";
    let claims = claims(&spec(control), false).unwrap();
    let printed = claims[1].claim.printed();
    assert!(!claims[1].is_theorem() && claims[0].is_theorem());
    assert_eq!(printed.source, "This spec, after online-mistake-bound.");
    assert!(
        printed.tex.contains(r"R^2/(2 \cdot \gamma^2)"),
        "{}",
        printed.tex
    );
    assert_eq!(
        claims[1].statement.premises.len(),
        claims[0].statement.premises.len()
    );
}

#[test]
fn mistakes_in_a_formula_of_a_theorem_are_named_at_their_place() {
    for (line, words) in [
        (
            "limit = \"radius_squared/margn_squared\"",
            "`margn_squared` is neither",
        ),
        ("limit = \"claim.delta\"", "`claim.delta` is neither"),
        ("premises = [\"rule = hebbian\"]", "`hebbian` is none of"),
        ("form = \"surly\"", "surly"),
    ] {
        let text = spec(&format!("name = \"online-mistake-bound\"\n{line}"));
        let message = claims(&text, false).unwrap_err();
        assert!(message.contains(words), "{message}");
    }
}

/// Claims with the keys of stored results, and what a new spec is told to write instead.
const RETIRED: [(&str, &str, &[&str]); 8] = [
    (
        "winnow-integer-bound",
        "less = 2",
        &["limit = \"winnow_integer_bound - 2\""],
    ),
    (
        "deficit-mistake-bound",
        "cross_term = false",
        &["limit = \"(radius_squared + comparator_deficit_squared)/comparator_margin_squared\""],
    ),
    (
        "hinge-mistake-bound",
        "hinge_factor = 3",
        &["+ 3*comparator_hinge_sum"],
    ),
    (
        "output-norm-at-least",
        "reversed = true",
        &[
            "observed = \"output_norm_squared/(updates*step)^2\"",
            "limit = \"margin_squared\"",
        ],
    ),
    (
        "loss-of-errors",
        "strict = true",
        &["observed = \"zero_margins\"", "limit = \"0\""],
    ),
    (
        "turns-towards",
        "target = \"separator\"",
        &["premises = [\"watched-direction\", \"watched-steps\", \"perceptron-rule\"]"],
    ),
    (
        "online-to-batch-deviation",
        "root = \"1/2\"",
        &["1/2*sqrt(log(1/claim.delta)/(2*examples))"],
    ),
    (
        "margin-mistakes-apart",
        "small = true",
        &["delete this line: it changes nothing"],
    ),
];

#[test]
fn keys_of_stored_results_are_read_there_and_replaced_in_new_specs() {
    for (name, key, lines) in RETIRED {
        let text = spec(&format!("name = \"{name}\"\n{key}"));
        let message = claims(&text, false).unwrap_err();
        assert!(
            message.contains("is a key of stored results only"),
            "{message}"
        );
        for line in lines {
            assert!(message.contains(line), "{name}: {message}");
        }
        let stored = claims(&text, true).unwrap();
        assert!(!stored[0].is_theorem(), "{name}");
    }
}

#[test]
fn lines_in_place_of_a_retired_key_state_the_same_claim() {
    for (name, key, _) in RETIRED {
        let text = spec(&format!("name = \"{name}\"\n{key}"));
        let message = claims(&text, false).unwrap_err();
        let lines = message
            .split("write in its place\n")
            .nth(1)
            .unwrap_or_default();
        let new = claims(&spec(&format!("name = \"{name}\"\n{lines}")), false).unwrap();
        let old = claims(&text, true).unwrap();
        let words = |claim: &StatedClaim| {
            let premises = claim
                .statement
                .premises
                .iter()
                .map(|premise| premise.label().to_owned());
            let Registered::Theorem(theorem) = &claim.claim else {
                panic!("{name}");
            };
            (
                theorem.relation(&claim.margin),
                premises.collect::<Vec<_>>(),
            )
        };
        assert_eq!(words(&new[0]), words(&old[0]), "{name}");
    }
}
