//! Tests that the index links to every report, names unexpected results, and leaves out sections without content.

use super::{control, named, summary, theorem, verdicts};
use crate::report::{Summary, write_index};
use claims::claim::{StatedClaim, VerdictKind};
use claims::judge::Verdict;
use std::fs::read_to_string;

#[test]
fn index_links_nested_experiments_and_names_unexpected_verdicts() {
    let results = tempfile::tempdir().unwrap();
    let wrong = StatedClaim {
        expect: VerdictKind::Vacuous,
        ..theorem()
    };
    let claims = [wrong, control()];
    let summary = summary("notes/basis", &claims, &verdicts(claims.to_vec()));
    write_index(results.path(), &[summary]).unwrap();
    let (markdown, html) = (
        read_to_string(results.path().join("index.md")).unwrap(),
        read_to_string(results.path().join("index.html")).unwrap(),
    );
    for part in [
        "> **!** **Not as expected:** [notes/basis: online-mistake-bound](notes/basis/report.md) is holds, expected vacuous",
        "1 experiment with 6 runs.",
        "The bound of the one theorem with a bound is used to 100 %.",
        "The one claim with a limit that holds has a control that is refuted",
        "The one claim made wrong on purpose is refuted.",
        "## notes\n",
        "**[Basis vectors](notes/basis/report.md)** In 4 runs, mistakes (up to 9) reached",
        "**holds ✗ unexpected**",
        "| [notes/basis](notes/basis/report.md) | half of it (control) |",
    ] {
        assert!(markdown.contains(part), "{part} is missing in {markdown}");
    }
    // The index leaves out what the folder does not have: no note, no erratum, and no search field for three cards.
    for absent in [
        "lecture note",
        "false as printed",
        "errata.md",
        "figures/limits",
    ] {
        assert!(!markdown.contains(absent), "{absent} in {markdown}");
    }
    assert!(!html.contains("<script"));
    assert!(html.contains("<a href=\"notes/basis/report.html\">notes/basis</a>"));
    let alarm = html.find("class=\"alarm\"").unwrap();
    assert!(alarm < html.find("class=\"answer\"").unwrap());
}

#[test]
fn index_of_the_notes_has_statements_errata_figure_and_search() {
    let results = tempfile::tempdir().unwrap();
    let claims = [theorem(), control()];
    let found = verdicts(claims.to_vec());
    let names = [
        "basis-tight",
        "largest-margin",
        "bartlett/x",
        "vaughan/y",
        "smoke",
        "errata/e11-loop-index",
    ];
    let summaries: Vec<Summary> = names
        .iter()
        .map(|name| summary(name, &claims, &named(name, &found)))
        .collect();
    write_index(results.path(), &summaries).unwrap();
    let markdown = read_to_string(results.path().join("index.md")).unwrap();
    let html = read_to_string(results.path().join("index.html")).unwrap();
    for part in [
        "# The perceptron: what is claimed of it",
        "Two lecture notes say what the perceptron does; 6 experiments with 36 runs",
        "6 of 6 bounds of theorems are reached exactly.",
        "figures/limits.svg",
        "## Bartlett",
        "**[Theorem 2.1(b)](basis-tight/report.md)**",
        r"$\text{mistakes} \le (D/\gamma)^2$",
        "██████████ 100 %; reached, so no better bound holds",
        "██████████ 100 %; a bound 50 % as large is refuted",
        "All 6 claims with a limit that hold have a control that is refuted",
        "[E11](errata/e11-loop-index/report.md)",
        "5 basis vectors",
        "one of them wrong by 50 % of its bound only",
    ] {
        assert!(markdown.contains(part), "{part} is missing in {markdown}");
    }
    let card = markdown.split("**[Theorem 2.1(b)]").nth(1).unwrap();
    let card = card.split("**[").next().unwrap();
    for part in ["[largest-margin](largest-margin/report.md)", "holds · █"] {
        assert!(card.contains(part), "{part}: {card}");
    }
    // The limit stands at 1/1.06 of the way from the left end of the data, 290, to their right end, 555.
    let figure = read_to_string(results.path().join("figures/limits.svg")).unwrap();
    assert!(figure.contains("x1=\"540.0\" x2=\"540.0\""), "{figure}");
    assert!(html.contains("<form class=\"search\" role=\"search\" hidden>"));
    assert!(html.contains("data-state=\"holds\""));
    for outside in ["http:", "https:", "<script src", "@import", "url("] {
        let rest = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!rest.contains(outside), "{outside}");
    }
}

#[test]
fn headline_says_how_far_bounds_of_theorems_are_used_apart_from_those_that_are_reached() {
    let rows = |uses: &[(&str, f64)]| {
        let one = |(claim, used): &(&str, f64)| Verdict {
            id: format!("{claim} {used}"),
            claim: (*claim).into(),
            tightness_max: Some(*used),
            ..verdicts(vec![theorem()]).remove(0)
        };
        let found: Vec<Verdict> = uses.iter().map(one).collect();
        let results = tempfile::tempdir().unwrap();
        write_index(
            results.path(),
            &[summary("x", &[theorem()], &named("x", &found))],
        )
        .unwrap();
        read_to_string(results.path().join("index.md")).unwrap()
    };
    let theorem = |used| ("online-mistake-bound", used);
    let conjecture = ("conjecture", 0.99);
    let text = rows(&[
        theorem(1.0),
        theorem(0.2),
        theorem(0.4),
        theorem(0.1),
        conjecture,
    ]);
    let due = "1 of 4 bounds of theorems are reached exactly; of half of the other 3 the worst run used 20 % or more.";
    assert!(text.contains(due), "{text}");
    assert!(!rows(&[conjecture]).contains("bounds of theorems"));
}

#[test]
fn figure_of_the_limits_has_a_row_for_a_claim_and_tells_refuted_ones() {
    let results = tempfile::tempdir().unwrap();
    let refuted = StatedClaim {
        control_of: None,
        ..control()
    };
    let of = |name: &str, claims: &[StatedClaim]| {
        summary(name, claims, &named(name, &verdicts(claims.to_vec())))
    };
    let summaries = [
        of("one", &[theorem(), control()]),
        of("other", &[theorem()]),
        of("errata/e1", &[refuted]),
    ];
    write_index(results.path(), &summaries).unwrap();
    let drawn = read_to_string(results.path().join("figures/limits.svg")).unwrap();
    assert_eq!(drawn.matches(">online mistake bound<").count(), 1);
    for mark in [
        "one: online-mistake-bound, 100 %",
        "other: online-mistake-bound, 100 %",
        "errata/e1: half of it (a guess), refuted",
    ] {
        assert_eq!(drawn.matches(mark).count(), 1, "{mark}");
    }
    assert!(!drawn.contains("one: half of it"), "a control is drawn");
    let markdown = read_to_string(results.path().join("index.md")).unwrap();
    let caption = "refuted claims (1, of them 0 as a note prints them, and 1 that an exercise or a spec states";
    assert!(
        markdown.contains("bounds (2)") && markdown.contains(caption),
        "{markdown}"
    );
}
