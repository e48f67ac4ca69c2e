//! Shows that a page says what a reader must know, that the index links to it, and that tables line up.

use super::document::{Cell, Column, Table};
use super::{Page, Summary, summarise, text, write, write_index};
use claims::claim::{MarginSource, StatedClaim, VerdictWord};
use claims::figure::{FigureKind, Gallery};
use claims::judge::{Bench, Verdict};
use claims::trial::Trial;
use perceptron::sample::{Quantity, Rational};
use serde_json::{Map, Value, json};
use std::fs::{create_dir_all, read_to_string, write as write_file};

fn theorem() -> StatedClaim {
    StatedClaim {
        id: "online-mistake-bound".into(),
        statement: serde_json::from_value(json!({"online-mistake-bound": {}})).unwrap(),
        control_of: None,
        variants: vec!["plain".into()],
        cells: [0, 1].into(),
        scale: Rational::one(),
        slack: 0.0,
        margin: MarginSource::Sample,
        premise_waived: false,
        expect: VerdictWord::Holds,
    }
}

fn control() -> StatedClaim {
    let (scale, control_of) = (Rational::new(1, 2), Some(theorem().id));
    StatedClaim {
        id: "half of it".into(),
        control_of,
        scale,
        expect: VerdictWord::Violated,
        ..theorem()
    }
}

/// Three trials with as many mistakes as the limit allows; the last has no margin.
fn rows(dimension: u64) -> Vec<Trial> {
    let trial = |replicate| Trial {
        cell: format!("dimension={dimension}"),
        replicate,
        variant: Some("plain".into()),
        rule: Some("perceptron".into()),
        mistakes: Some(dimension),
        examples: 1000,
        radius_squared: Some(Quantity::count(1)),
        sample_margin_squared: (replicate < 2)
            .then(|| Quantity::exact(Rational::new(1, dimension as i64))),
        ..Trial::empty()
    };
    (0..3).map(trial).collect()
}

fn cells() -> Vec<Map<String, Value>> {
    [5, 9]
        .iter()
        .map(|dimension| {
            json!({"generator.basis.dimension": dimension, "seed": 1})
                .as_object()
                .unwrap()
                .clone()
        })
        .collect()
}

fn bench(claims: Vec<StatedClaim>) -> Bench {
    let cells = cells().into_iter().map(|cell| (cell, false)).collect();
    Bench {
        experiment: "notes/basis".into(),
        alpha: 0.01,
        cells,
        claims,
    }
}

fn verdicts(claims: Vec<StatedClaim>) -> Vec<Verdict> {
    let bench = bench(claims);
    [5, 9]
        .iter()
        .enumerate()
        .flat_map(|(cell, dimension)| bench.judge(cell, &rows(*dimension)))
        .collect()
}

/// The page of an experiment with these claims, in Markdown and HTML.
fn written(claims: Vec<StatedClaim>, results: &std::path::Path) -> (String, String) {
    let (verdicts, bench) = (verdicts(claims.clone()), bench(claims.clone()));
    let mut gallery = Gallery::new(&[FigureKind::MistakesAgainstBound], claims.clone(), cells());
    [5, 9]
        .iter()
        .enumerate()
        .for_each(|(cell, dimension)| gallery.add(cell, &rows(*dimension)));
    let page = Page {
        experiment: "notes/basis",
        title: "Basis vectors",
        question: "Is the bound attained?",
        analysis: "It is.",
        command: "perceptron-lab run experiments/notes/basis.toml",
        revision: "perceptron-lab 0.1.0, spec 1a2b3c4d",
        spec: "seed = 1\n",
        theorems: bench.ledger(false),
        controls: bench.ledger(true),
        claims: &claims,
        verdicts: &verdicts,
        charts: &gallery.charts(),
    };
    let folder = results.join("notes/basis");
    let summary = write(&page, &folder).unwrap();
    assert_eq!(
        summary,
        Summary::new("notes/basis", "Basis vectors", page.analysis, &verdicts)
    );
    (
        read_to_string(folder.join("report.md")).unwrap(),
        read_to_string(folder.join("report.html")).unwrap(),
    )
}

#[test]
fn a_page_says_everything_in_both_dialects() {
    let results = tempfile::tempdir().unwrap();
    let (markdown, html) = written(vec![theorem(), control()], results.path());
    for page in [&markdown, &html] {
        for part in [
            "Is the bound attained?",
            "4 of 4 verdicts as expected",
            "; 1 control refuted, as it must be",
            "mistakes ≤ (D/γ)²",
            "Vaughan, Theorem 1",
            "the limit times 1/2; expected: violated",
            "2 of 6 trials are inapplicable",
            "dimension=9",
            "test_ties",
            "perceptron-lab replay &#39;notes/basis:dimension=5:plain:0&#39;",
            "No verdict on theorems is statistical",
            "It is.",
            "seed = 1",
            "perceptron-lab run experiments/notes/basis.toml",
            "spec 1a2b3c4d",
        ] {
            let plain = part.replace("&#39;", "'");
            assert!(
                page.contains(part) || page.contains(&plain),
                "{part} is missing in {page}"
            );
        }
    }
    assert!(markdown.contains("](figures/mistakes-against-bound.svg)") && html.contains("<svg "));
}

#[test]
fn pictures_of_an_earlier_spec_are_removed_and_other_files_kept() {
    let results = tempfile::tempdir().unwrap();
    let figures = results.path().join("notes/basis/figures");
    create_dir_all(&figures).unwrap();
    ["tightness.svg", "tightness.png", "notes.txt"]
        .iter()
        .for_each(|name| write_file(figures.join(name), "").unwrap());
    let first = written(vec![theorem()], results.path());
    let mut names: Vec<_> = std::fs::read_dir(&figures)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "mistakes-against-bound.png",
            "mistakes-against-bound.svg",
            "notes.txt"
        ]
    );
    assert_eq!(written(vec![theorem()], results.path()), first);
}

#[test]
fn a_control_that_is_not_refuted_stands_out() {
    let results = tempfile::tempdir().unwrap();
    let spared = StatedClaim {
        scale: Rational::one(),
        ..control()
    };
    let (markdown, _) = written(vec![theorem(), spared], results.path());
    assert!(
        markdown.contains("**2 of 4 verdicts as expected**; **1 control not refuted everywhere**."),
        "{markdown}"
    );
    assert!(markdown.contains("**holds ✗ unexpected**"));
}

#[test]
fn a_summary_row_says_which_words_its_verdicts_have() {
    let mut verdicts = verdicts(vec![theorem(), control()]);
    verdicts[0].verdict = VerdictWord::Vacuous;
    verdicts[0].as_expected = false;
    let rows = summarise(&verdicts);
    let facts: Vec<_> = rows
        .iter()
        .map(|row| {
            (
                row.id.as_str(),
                row.control,
                row.cells,
                row.trials,
                row.tightness,
                row.as_expected,
            )
        })
        .collect();
    assert_eq!(
        facts,
        [
            ("online-mistake-bound", false, 2, 6, Some(1.0), false),
            ("half of it", true, 2, 6, Some(2.0), true)
        ]
    );
    assert_eq!(
        (rows[0].verdict.as_str(), rows[1].verdict.as_str()),
        ("mixed: 1 holds, 1 vacuous", "violated")
    );
    assert_eq!(
        (rows[0].expected.as_str(), rows[1].expected.as_str()),
        ("holds", "violated")
    );
}

#[test]
fn the_index_links_to_nested_experiments_and_names_what_is_unexpected() {
    let results = tempfile::tempdir().unwrap();
    let wrong = StatedClaim {
        expect: VerdictWord::Vacuous,
        ..theorem()
    };
    let summary = Summary::new(
        "notes/basis",
        "Basis vectors",
        "",
        &verdicts(vec![wrong, control()]),
    );
    write_index(results.path(), &[summary]).unwrap();
    let (markdown, html) = (
        read_to_string(results.path().join("index.md")).unwrap(),
        read_to_string(results.path().join("index.html")).unwrap(),
    );
    assert!(
        markdown.contains("- [notes/basis](notes/basis/report.md): Basis vectors. **Not as expected: online-mistake-bound.**"),
        "{markdown}"
    );
    assert!(markdown.contains("1 experiment: 1 of 2 claims and controls come out as expected."));
    assert!(html.contains("<a href=\"notes/basis/report.html\">notes/basis</a>"));
}

#[test]
fn a_table_for_the_terminal_lines_up_whatever_its_letters() {
    let columns = vec![
        Column::left("claim"),
        Column::right("γ²"),
        Column::left("verdict"),
    ];
    let row = |name: &str, value: f64, as_expected| {
        vec![
            Cell::from(name),
            value.into(),
            Cell::Verdict {
                word: "holds".into(),
                as_expected,
            },
        ]
    };
    let table = Table {
        caption: String::new(),
        columns,
        rows: vec![row("(R/γ)²", 0.25, true), row("nr", 12.0, false)],
    };
    assert_eq!(
        text(&table),
        "claim     γ²  verdict\n(R/γ)²  0.25  holds\nnr        12  holds ✗ unexpected\n"
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_named_with_what_to_do() {
    let results = tempfile::tempdir().unwrap();
    let file = results.path().join("file");
    write_file(&file, "").unwrap();
    let error = write_index(&file, &[]).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("cannot create {}: ", file.display()))
            && error.contains("check that the folder is writable"),
        "{error}"
    );
}
