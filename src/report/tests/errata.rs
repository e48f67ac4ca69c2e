//! Tests that the page of errata has its classes, quotes the notes, and gives verdicts in the verdict words.

use super::sources::printed;
use super::{named, summary, theorem, verdicts};
use crate::report::document::Inline;
use crate::report::errata::{Errata, ErratumClass, counted};
use crate::report::{Summary, write_errata, write_index};
use claims::claim::{StatedClaim, VerdictKind};
use claims::judge::Verdict;
use std::fs::read_to_string;
use std::path::Path;

/// An experiment with a claim that holds and a claim that is refuted as printed, and its verdicts.
fn experiment(name: &str) -> (Summary, Vec<Verdict>) {
    let printed = StatedClaim {
        id: "half of it".into(),
        ..printed()
    };
    let claims = [theorem(), printed];
    let found = named(name, &verdicts(claims.to_vec()));
    (summary(name, &claims, &found), found)
}

fn page(results: &Path, summaries: &[Summary], verdicts: &[Verdict]) -> String {
    assert!(write_errata(results, summaries, verdicts).unwrap());
    read_to_string(results.join("errata.md")).unwrap()
}

#[test]
fn every_formula_of_the_catalogue_can_be_typeset() {
    for erratum in Errata::read().unwrap().entries {
        for text in [erratum.short, erratum.truth, erratum.witness] {
            let unread = Inline::parse(&text)
                .into_iter()
                .any(|inline| matches!(inline, Inline::Text(text) if text.contains('$')));
            assert!(!unread && !text.is_empty(), "{}: {text}", erratum.number);
        }
    }
}

#[test]
fn errata_page_lists_classes_in_order_with_quotations_and_commands() {
    let results = tempfile::tempdir().unwrap();
    let (false_one, mut found) = experiment("errata/e07-vc-dimension");
    let (convention, of_convention) = experiment("errata/e10-empty-side");
    found.extend(of_convention);
    let page = page(results.path(), &[false_one, convention], &found);
    let parts = [
        "1 false as printed, 1 false under a convention for sign(0) that the note does not state, or that it contradicts itself about, and ",
        "## (a) False as printed",
        "| as printed it is |",
        "| [E7](errata/e07-vc-dimension/report.md) | Hardt and Recht |",
        r"`Claim: VC dimension of linear separators is \(P+1\), if \(\boldsymbol{x}_n\in\mathbb{R}^P\).`",
        "**Class (a):** ",
        "**True:** ",
        "**Witness:** ",
        "| half of it | online-mistake-bound | plain |",
        "perceptron-lab replay '",
        "## (b) False under a convention for sign",
        "| with that sign(0) it is |",
        "## (c) A misprint or loose wording",
        "### E14: ",
        "## Numbers that are no longer errata",
        "**E13.** ",
    ];
    let places: Vec<_> = parts.iter().map(|part| page.find(part)).collect();
    assert!(
        places.is_sorted() && !places.contains(&None),
        "{places:?} in {page}"
    );
    assert!(
        !page.contains("E11"),
        "an experiment that was not run is not shown"
    );
}

#[test]
fn erratum_with_verdict_not_shown_is_not_called_violated() {
    let results = tempfile::tempdir().unwrap();
    let (_, mut found) = experiment("errata/e11-loop-index");
    for verdict in found
        .iter_mut()
        .filter(|verdict| verdict.id == "half of it")
    {
        verdict.verdict = VerdictKind::NotShown;
        verdict.expected = VerdictKind::NotShown;
    }
    let claims = [theorem()];
    let own = summary("errata/e11-loop-index", &claims, &found);
    let page = page(results.path(), &[own], &found);
    assert!(
        page.contains("| not shown |") && !page.contains("| refuted |"),
        "{page}"
    );
}

#[test]
fn errata_experiments_missing_from_the_catalogue_are_listed_last() {
    let results = tempfile::tempdir().unwrap();
    let (own, found) = experiment("errata/mine");
    let page = page(results.path(), std::slice::from_ref(&own), &found);
    assert!(
        page.contains("0 false as printed, 0 false under") && page.contains("\n## Basis vectors\n"),
        "{page}"
    );
    write_index(results.path(), &[own]).unwrap();
    let index = read_to_string(results.path().join("index.md")).unwrap();
    assert!(
        index.contains("| [errata/mine](errata/mine/report.md) | Basis vectors | refuted |"),
        "{index}"
    );
    let (other, _) = experiment("mit/other");
    assert!(!write_errata(results.path(), &[other], &[]).unwrap());
}

#[test]
fn errata_are_counted_class_by_class() {
    let errata = Errata::read().unwrap();
    let wordings = errata.among(&[]);
    assert!(
        wordings
            .iter()
            .all(|erratum| erratum.class == ErratumClass::Wording)
    );
    let sentence = counted(&errata.among(&["errata/e07-vc-dimension", "mit/other"]));
    let expected = format!(
        "The errata of the notes: 1 false as printed, 0 false under a convention for sign(0) that the note does not state, or that it contradicts itself about, and {} misprints or loose wordings. \
         Each has a witness and what is true.",
        wordings.len()
    );
    assert_eq!(sentence, expected);
}
