//! Shows that a page says what a reader must know, and that the index and the overview lead to it.

use super::{Page, Summary, markdown, overview, summarise, write, write_index};
use claims::claim::{Registered, StatedClaim, VerdictWord};
use claims::figure::{FigureKind, Gallery, Request};
use claims::judge::{Bench, Verdict};
use claims::spec::Spec;
use claims::trial::{Block, columns};
use perceptron::sample::{Quantity, Rational};
use serde_json::json;
use std::fs::{create_dir_all, read_to_string, write as write_file};
use std::path::Path;

const SPEC: &str = "title = \"Basis vectors\"\nquestion = \"Is the bound attained?\"\nseed = 1\nreplicates = 3\n\
    [generator.basis]\ndimension = 5\nexamples = 5\n[variants.plain]\nrule = { perceptron = {} }\norder = \"stream\"\n\
    [[sweep]]\n\"generator.basis.dimension\" = [5, 9]\n[[claims]]\nname = \"online-mistake-bound\"\n";

/// The dimensions of its cells.
const DIMENSIONS: [u64; 2] = [5, 9];

fn theorem() -> StatedClaim {
    let claim: Registered = serde_json::from_value(json!({"online-mistake-bound": {}})).unwrap();
    StatedClaim {
        variants: vec!["plain".into()],
        cells: [0, 1].into(),
        ..StatedClaim::plain(claim)
    }
}

fn control() -> StatedClaim {
    StatedClaim {
        id: "half of it".into(),
        control_of: Some(theorem().id),
        scale: Rational::new(1, 2),
        expect: VerdictWord::Violated,
        ..theorem()
    }
}

fn spec() -> Spec {
    Spec::from_text("notes/basis", Path::new("basis.toml"), SPEC).unwrap()
}

/// Three trials of a cell with as many mistakes as the limit allows; the last has no margin.
fn trials(cell: usize) -> Block {
    let spec = spec();
    let mut block = spec.design(&spec.cells[cell]).empty(vec![0, 1, 2]);
    let dimension = DIMENSIONS[cell];
    let margin = || Quantity::exact(Rational::new(1, dimension as i64));
    for place in 0..block.len() {
        let batch = &mut block.batches[0];
        batch.set(place, columns::MISTAKES, Some(dimension));
        batch.set(place, columns::EXAMPLES, Some(1000));
        batch.set(place, columns::RADIUS_SQUARED, Some(Quantity::count(1)));
        let margin = (place < 2).then(margin);
        batch.set(place, columns::SAMPLE_MARGIN_SQUARED, margin);
    }
    block
}

fn bench(claims: Vec<StatedClaim>) -> Bench {
    Bench {
        claims,
        ..spec().bench()
    }
}

fn verdicts(claims: Vec<StatedClaim>) -> Vec<Verdict> {
    let bench = bench(claims);
    let cells = 0..bench.cells.len();
    cells
        .flat_map(|cell| bench.judge(cell, &trials(cell)))
        .collect()
}

/// The page of an experiment with these claims, in Markdown and HTML.
fn written(claims: Vec<StatedClaim>, results: &Path) -> (String, String) {
    let (verdicts, bench) = (verdicts(claims.clone()), bench(claims.clone()));
    let kinds = [Request::Kind(FigureKind::MistakesAgainstBound)];
    let mut gallery = Gallery::new(&kinds, &bench);
    (0..bench.cells.len()).for_each(|cell| gallery.add(cell, &trials(cell)));
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
    let key = &spec().cells[0].key;
    let replay = format!("perceptron-lab replay 'notes/basis:{key}:plain:0'");
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
            replay.as_str(),
            "No verdict on theorems is statistical",
            "It is.",
            "seed = 1",
            "perceptron-lab run experiments/notes/basis.toml",
            "spec 1a2b3c4d",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
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
        (rows[0].expected, rows[1].expected),
        (VerdictWord::Holds, VerdictWord::Violated)
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
        markdown.contains(
            "| [notes/basis](notes/basis/report.md) | Basis vectors | 1 | 1 | **online-mistake-bound ✗ unexpected** |"
        ),
        "{markdown}"
    );
    assert!(markdown.contains("1 experiment: 1 of 2 claims and controls come out as expected."));
    assert!(html.contains("<a href=\"notes/basis/report.html\">notes/basis</a>"));
}

/// The README's table over some summaries, as Markdown.
fn overviewed(summaries: &[Summary]) -> String {
    markdown::table(&overview(summaries, "results"))
}

#[test]
fn the_overview_has_a_row_per_note_that_says_what_was_found_and_how_tight() {
    let found = verdicts(vec![theorem(), control()]);
    let mit = Summary::new(
        "mit/basis",
        "Basis vectors",
        "",
        &named("mit/basis", &found),
    );
    let again = Summary::new("mit/other", "Others", "", &named("mit/other", &found));
    let table = overviewed(&[mit, again]);
    let row = "| [MIT](results/index.md#mit) | 2 | 8 | Claims hold in 4 verdicts; tightest: 1 \
        ([mit/basis](results/mit/basis/report.md) and 1 more); controls are refuted in all 4, \
        the mildest at 0.5 × the limit ([mit/basis](results/mit/basis/report.md) and 1 more). | 0 |";
    assert_eq!(table.lines().nth(2), Some(row), "{table}");
}

#[test]
fn the_overview_tells_misprints_from_controls_and_names_what_is_unexpected() {
    let printed = StatedClaim {
        control_of: None,
        ..control()
    };
    let wrong = StatedClaim {
        id: "spared".into(),
        scale: Rational::one(),
        ..control()
    };
    let found = named("errata/e1", &verdicts(vec![printed, wrong]));
    let table = overviewed(&[Summary::new("errata/e1", "E1", "", &found)]);
    for part in [
        "[Errata](results/index.md#errata)",
        "Claims hold in 0 verdicts; statements as printed are refuted in all 2; controls are refuted in 0 of 2.",
        "| **errata/e1: spared** |",
    ] {
        assert!(table.contains(part), "{part} is missing in {table}");
    }
}

/// The same verdicts of another experiment.
fn named(experiment: &str, verdicts: &[Verdict]) -> Vec<Verdict> {
    let named = verdicts.iter().map(|verdict| Verdict {
        experiment: experiment.into(),
        ..verdict.clone()
    });
    named.collect()
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
