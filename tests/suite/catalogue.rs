//! Holds the catalogue to its promise: every statement of the notes once, every reference to a claim of a spec, and a page that is up to date.

use claims::claim::VerdictWord;
use claims::judge::Verdict;
use claims::spec::Spec;
use perceptron_lab::report::catalogue::{NoteStatement, catalogue};
use perceptron_lab::report::{claims_document, markdown};
use std::collections::BTreeMap;
use std::path::Path;

/// The letters of the notes, with the number of statements of each (docs/theory.md, section 1).
const NOTES: [(char, u32); 5] = [('B', 16), ('V', 12), ('M', 13), ('H', 18), ('U', 13)];

#[test]
fn every_statement_of_the_notes_is_there_once_in_its_order() {
    let expected: Vec<String> = NOTES
        .iter()
        .flat_map(|&(note, count)| (1..=count).map(move |index| format!("C-{note}{index}")))
        .collect();
    let found: Vec<String> = catalogue()
        .unwrap()
        .into_iter()
        .map(|entry| entry.number)
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn every_statement_is_checked_or_explained() {
    for entry in catalogue().unwrap() {
        let is_definition = entry.form == "definition";
        assert!(
            !entry.checks.is_empty() || is_definition && !entry.explained.is_empty(),
            "{}",
            entry.number
        );
        assert!(
            is_definition || !entry.controls.is_empty(),
            "{} has no control",
            entry.number
        );
    }
}

/// The claims of a spec by their id, with the verdict each expects.
fn expectations(experiment: &str) -> BTreeMap<String, VerdictWord> {
    let spec = Spec::read(Path::new(&format!("experiments/{experiment}.toml")))
        .unwrap_or_else(|error| panic!("{error}"));
    spec.claims
        .into_iter()
        .map(|claim| (claim.id, claim.expect))
        .collect()
}

#[test]
fn every_reference_names_a_claim_of_a_spec_and_controls_must_fail() {
    let mut specs = BTreeMap::new();
    for entry in catalogue().unwrap() {
        let mut expected = |(experiment, id): (&str, &str)| {
            let claims = specs
                .entry(experiment.to_owned())
                .or_insert_with(|| expectations(experiment));
            *claims
                .get(id)
                .unwrap_or_else(|| panic!("{}: no claim `{id}` in {experiment}", entry.number))
        };
        let parts = |references: &[String]| {
            references
                .iter()
                .filter_map(|reference| reference.split_once(": "))
                .map(|(a, b)| (a.to_owned(), b.to_owned()))
                .collect::<Vec<_>>()
        };
        for (experiment, id) in parts(&entry.checks) {
            assert!(
                matches!(
                    expected((&experiment, &id)),
                    VerdictWord::Holds | VerdictWord::Shown
                ),
                "{}: {experiment}: {id}",
                entry.number
            );
        }
        for (experiment, id) in parts(&entry.controls) {
            assert!(
                matches!(
                    expected((&experiment, &id)),
                    VerdictWord::Violated | VerdictWord::NotShown
                ),
                "{}: {experiment}: {id}",
                entry.number
            );
        }
    }
}

#[test]
fn the_page_of_claims_is_what_the_command_prints_from_the_committed_verdicts() {
    let text =
        std::fs::read_to_string("results/verdicts.json").unwrap_or_else(|error| panic!("{error}"));
    let verdicts: Vec<Verdict> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    let document = claims_document(&verdicts, "results/verdicts.json").unwrap();
    let page = std::fs::read_to_string("docs/claims.md").unwrap_or_else(|error| panic!("{error}"));
    assert!(
        page == markdown::markdown(&document),
        "docs/claims.md is old: perceptron-lab reproduce writes it, or list claims --markdown > docs/claims.md"
    );
    let missing: Vec<NoteStatement> = catalogue()
        .unwrap()
        .into_iter()
        .filter(|entry| page.matches(&format!("| {} |", entry.number)).count() != 1)
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(
        !page.contains("not judged"),
        "the committed results lack some verdict of the catalogue"
    );
}
