//! Tests the catalogue: every statement of the notes occurs once, every reference leads to a claim of a spec, and the page is up to date.

use crate::controls;
use claims::claim::{StatedClaim, VerdictKind, numbers};
use claims::judge::Verdict;
use claims::spec::Spec;
use perceptron_lab::report::note_statement::{NoteStatement, Reference, catalogue};
use perceptron_lab::report::{claims_document, fields_document, markdown};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The statements beyond the notes (docs/theory.md, section 9).
const BEYOND: [&str; 10] = ["X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8", "X9", "X10"];

/// The letters of the notes, with the number of statements of each (docs/theory.md, section 1).
const NOTES: [(char, u32); 5] = [('B', 16), ('V', 12), ('M', 13), ('H', 18), ('U', 13)];

#[test]
fn catalogue_lists_every_statement_once_in_order() {
    let expected: Vec<String> = NOTES
        .iter()
        .flat_map(|&(note, count)| (1..=count).map(move |index| format!("C-{note}{index}")))
        .chain(BEYOND.map(str::to_owned))
        .collect();
    let found: Vec<String> = catalogue()
        .unwrap()
        .into_iter()
        .map(|entry| entry.number)
        .collect();
    assert_eq!(found, expected);
}

/// The claims of the referenced specs, by experiment.
fn specs(references: &[Reference]) -> BTreeMap<String, Vec<StatedClaim>> {
    let read = |reference: &Reference| {
        let experiment = reference.experiment;
        let spec = Spec::read(Path::new(&format!("experiments/{experiment}.toml")))
            .unwrap_or_else(|error| panic!("{error}"));
        (experiment.to_owned(), spec.claims)
    };
    references.iter().map(read).collect()
}

fn references(texts: &[String]) -> Vec<Reference<'_>> {
    texts.iter().map(|text| Reference::parse(text)).collect()
}

#[test]
fn every_statement_has_a_check_and_a_control_or_counterexample() {
    for entry in catalogue().unwrap() {
        let is_definition = entry.form == "definition";
        assert!(
            !entry.checks.is_empty() || is_definition && !entry.explained.is_empty(),
            "{}",
            entry.number
        );
        let checks = references(&entry.checks);
        let claims = specs(&checks);
        let has_control = checks.iter().any(|check| {
            let mut of = claims[check.experiment].iter();
            of.any(|claim| claim.control_of.as_deref() == Some(check.id))
        });
        assert!(
            is_definition || has_control || !entry.counterexamples.is_empty(),
            "{} has no control and no counterexample",
            entry.number
        );
    }
}

#[test]
fn every_reference_names_a_claim_of_a_spec_and_counterexamples_must_fail() {
    use VerdictKind::{Holds, NotShown, Shown, Violated};
    for entry in catalogue().unwrap() {
        let lists = [
            (&entry.checks, [Holds, Shown]),
            (&entry.steps, [Holds, Shown]),
            (&entry.counterexamples, [Violated, NotShown]),
        ];
        for (list, words) in lists {
            let list = references(list);
            let claims = specs(&list);
            for reference in &list {
                let mut of = claims[reference.experiment].iter();
                let claim = of
                    .find(|claim| claim.id == reference.id)
                    .unwrap_or_else(|| panic!("{}: no claim {reference}", entry.number));
                assert!(
                    words.contains(&claim.expect),
                    "{}: {reference}",
                    entry.number
                );
                let variants = &claim.variants;
                assert!(
                    reference.variants.iter().all(|name| variants.is_empty()
                        || variants.iter().any(|variant| variant == name)),
                    "{}: {reference} has not these variants",
                    entry.number
                );
            }
        }
    }
}

/// Verdicts name a claim but not its parameters, so only the specs show whether a scaled control states the same formula.
#[test]
fn a_scaled_control_has_the_formula_of_the_statement() {
    for entry in catalogue().unwrap() {
        let checks = references(&entry.checks);
        let claims = specs(&checks);
        for check in &checks {
            let claims = &claims[check.experiment];
            let own = claims.iter().find(|claim| claim.id == check.id);
            let own = own.unwrap_or_else(|| panic!("{}: no claim {check}", entry.number));
            let scaled = claims.iter().filter(|claim| {
                claim.control_of.as_deref() == Some(check.id)
                    && claim.scale != own.scale
                    && claim.margin == own.margin
                    && claim.name() == own.name()
            });
            for control in scaled {
                assert!(
                    control.claim == own.claim,
                    "{}: {} has another formula",
                    entry.number,
                    control.id
                );
            }
        }
    }
}

#[test]
fn statement_row_counts_only_its_own_claims_and_variants() {
    let page = std::fs::read_to_string("docs/claims.md").unwrap_or_else(|error| panic!("{error}"));
    let cells = |number: &str| -> Vec<String> {
        let start = format!("| {number} |");
        let line = page.lines().find(|line| line.starts_with(&start));
        let line = line.unwrap_or_else(|| panic!("no row {number}"));
        line.trim_matches('|')
            .split(" | ")
            .map(|cell| cell.trim().to_owned())
            .collect()
    };
    // The row gives the theorem with 3/γ², not a step of its proof, nor the plain perceptron's bound.
    let theorem = cells("C-H11");
    assert!(
        theorem[4].starts_with("leave-one-out: leave-one-out-risk-bound (variant margin)"),
        "{theorem:?}"
    );
    let tightness: f64 = theorem[6].parse().unwrap_or(f64::NAN);
    assert!((0.1..0.13).contains(&tightness), "{theorem:?}");
    // For a bounded probability only the controls show which factors are refuted.
    assert!(
        cells("C-H10")[9].starts_with("below ") && cells("C-H10")[10].contains("a tenth"),
        "{:?}",
        cells("C-H10")
    );
    // A lower bound is refuted above a factor, and an equality has no factor.
    assert!(cells("C-B14")[9].starts_with("above 1."));
    let equality = cells("C-B12");
    assert_eq!([6, 7, 9].map(|column| equality[column].as_str()), [""; 3]);
    // A theorem that is proved formally is named, and one that is not says how it is proved.
    assert_eq!(cells("C-B8")[8], "Perceptron.novikoff");
    assert_eq!(cells("C-H10")[8], "cited");
}

#[test]
fn page_of_verdict_fields_is_the_one_that_list_writes_and_covers_the_committed_verdicts() {
    let page = std::fs::read_to_string("docs/verdicts.md").unwrap();
    let written = markdown::markdown(&fields_document());
    assert!(
        page == written,
        "docs/verdicts.md is old: perceptron-lab list fields --markdown > docs/verdicts.md"
    );
    let verdicts = std::fs::read_to_string("results/verdicts.json").unwrap();
    let verdicts: Vec<serde_json::Map<String, serde_json::Value>> =
        serde_json::from_str(&verdicts).unwrap();
    let of_pairs = verdicts
        .iter()
        .filter_map(|verdict| verdict.get("pairs")?.as_object());
    let of_pairs = of_pairs
        .flat_map(|pairs| pairs.keys())
        .map(|field| format!("pairs.{field}"));
    let own = verdicts.iter().flat_map(|verdict| verdict.keys()).cloned();
    for field in own.chain(of_pairs) {
        assert!(page.contains(&format!("| {field} | ")), "{field}");
    }
}

#[test]
fn claims_page_equals_the_output_for_the_committed_verdicts() {
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

#[test]
fn every_experiment_is_about_a_statement_of_the_page() {
    let page = std::fs::read_to_string("docs/claims.md").unwrap();
    let is_name = |sign: char| sign.is_alphanumeric() || "-/".contains(sign);
    let words: BTreeSet<&str> = page.split(|sign| !is_name(sign)).collect();
    let missing: Vec<String> = controls::specs()
        .into_iter()
        .map(|spec| spec.name)
        .filter(|name| !words.contains(name.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "no statement has {missing:?}: give a claim the key `number`"
    );
}

#[test]
fn numbers_of_theorems_and_claims_are_numbers_of_statements() {
    let theory = std::fs::read_to_string("docs/theory.md").unwrap();
    let words: BTreeSet<&str> = theory
        .split(|sign: char| !sign.is_alphanumeric() && !"-.".contains(sign))
        .collect();
    let known: BTreeSet<String> = catalogue()
        .unwrap()
        .into_iter()
        .map(|entry| entry.number)
        .collect();
    for spec in controls::specs() {
        let name = &spec.name;
        for claim in &spec.claims {
            for number in numbers(claim.name()) {
                assert!(
                    words.contains(number.as_str()),
                    "{}: {number}",
                    claim.name()
                );
            }
            for number in &claim.number {
                assert!(known.contains(number), "{name}: {number}");
            }
        }
    }
}
