//! Tests that a page contains what a reader must know, and that the index and the overview link to it.

mod errata;
mod index;
mod same_runs;
mod sources;
mod witnesses;

use super::{Missing, Page, Summary, markdown, overview, summarise, write, write_index};
use claims::claim::{Registered, StatedClaim, VerdictKind};
use claims::figure::{FigureKind, Gallery, Request};
use claims::judge::{JudgeSpec, Verdict};
use claims::spec::Spec;
use claims::trial::{Block, columns};
use perceptron::sample::{Quantity, Rational};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{create_dir_all, read_to_string, write as write_file};
use std::path::Path;
use testing::{STREAM, SpecText};

/// The pages of runs; these tests have no such pages.
static NO_RUNS: std::collections::BTreeMap<String, String> = std::collections::BTreeMap::new();

/// The dimensions of the cells.
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
        expect: VerdictKind::Violated,
        ..theorem()
    }
}

fn spec() -> Spec {
    let mut spec = SpecText::new("basis\ndimension = 5\nexamples = 5")
        .replicates(3)
        .variant("plain", STREAM)
        .sweep("generator.basis.dimension", "5, 9")
        .claim("online-mistake-bound")
        .read(Spec::from_text);
    spec.name = "notes/basis".into();
    spec.title = "Basis vectors".into();
    spec.question = "Is the bound attained?".into();
    spec
}

/// Three trials of a cell with as many mistakes as the limit allows. The last trial has no margin.
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

fn judge_spec(claims: Vec<StatedClaim>) -> JudgeSpec {
    JudgeSpec {
        claims,
        ..spec().judge_spec()
    }
}

fn verdicts(claims: Vec<StatedClaim>) -> Vec<Verdict> {
    let judge_spec = judge_spec(claims);
    let cells = 0..judge_spec.cells.len();
    cells
        .flat_map(|cell| judge_spec.judge(cell, &trials(cell)))
        .collect()
}

/// The page of an experiment with these claims, in Markdown and HTML.
fn written(claims: Vec<StatedClaim>, results: &Path) -> (String, String) {
    let (verdicts, judge_spec) = (verdicts(claims.clone()), judge_spec(claims.clone()));
    let kinds = [Request::Kind(FigureKind::MistakesAgainstBound)];
    let mut gallery = Gallery::new(&kinds, &judge_spec);
    (0..judge_spec.cells.len()).for_each(|cell| gallery.add(cell, &trials(cell)));
    let page = Page {
        experiment: "notes/basis",
        title: "Basis vectors",
        question: "Is the bound attained?",
        analysis: "It is.",
        words: &BTreeMap::new(),
        own_answer: Some("In words of the spec."),
        means: None,
        data: &[],
        choices: None,
        command: "perceptron-lab run experiments/notes/basis.toml",
        revision: "perceptron-lab 0.1.0, spec 1a2b3c4d",
        seed: 1,
        spec: "seed = 1\n",
        theorems: judge_spec.ledger(false),
        controls: judge_spec.ledger(true),
        claims: &claims,
        learners_in_floats: &["plain".to_owned()],
        verdicts: &verdicts,
        charts: &gallery.charts(),
        formats: &[],
        missing: &[],
        runs: &NO_RUNS,
    };
    let folder = results.join("notes/basis");
    let summary = write(&page, &folder).unwrap();
    let picture = summary.picture.clone().unwrap();
    assert_eq!((picture.width, picture.height), (1200, 750));
    assert_eq!(summary, Summary::of(&page, Some(picture)));
    (
        read_to_string(folder.join("report.md")).unwrap(),
        read_to_string(folder.join("report.html")).unwrap(),
    )
}

/// The summary of an experiment with these verdicts.
fn summary(experiment: &str, claims: &[StatedClaim], verdicts: &[Verdict]) -> Summary {
    let judge_spec = judge_spec(claims.to_vec());
    let page = Page {
        experiment,
        title: "Basis vectors",
        question: "Is the bound attained?",
        analysis: "",
        words: &BTreeMap::new(),
        own_answer: None,
        means: None,
        data: &[],
        choices: None,
        command: "",
        revision: "",
        seed: 1,
        spec: "",
        theorems: judge_spec.ledger(false),
        controls: judge_spec.ledger(true),
        claims,
        learners_in_floats: &[],
        verdicts,
        charts: &[],
        formats: &[],
        missing: &[],
        runs: &NO_RUNS,
    };
    Summary::of(&page, None)
}

#[test]
fn markdown_and_html_reports_have_the_same_content() {
    let results = tempfile::tempdir().unwrap();
    let (markdown, html) = written(vec![theorem(), control()], results.path());
    let key = &spec().cells[0].key;
    let replay = format!("perceptron-lab replay 'notes/basis:{key}:plain:0'");
    for page in [&markdown, &html] {
        for part in [
            "Is the bound attained?",
            "all 4 verdicts as expected",
            "; 1 claim made wrong on purpose refuted, so an error would have shown",
            "Defined in floats: ",
            "never exceeded",
            "A bound half as large is refuted",
            "Vaughan, Theorem 1",
            "the limit times 1/2; expected: violated",
            "2 of 6 trials are inapplicable",
            "dimension=9",
            "test_ties",
            replay.as_str(),
            "It is.",
            "seed = 1",
            "perceptron-lab run experiments/notes/basis.toml",
            "spec 1a2b3c4d",
        ] {
            assert!(page.contains(part), "{part} is missing in {page}");
        }
    }
    assert!(markdown.contains("](figures/mistakes-against-bound.svg)") && html.contains("<svg "));
    let formula = r"$\text{mistakes} \le (D/\gamma)^2$";
    assert!(markdown.contains(formula) && html.contains("<mtext>mistakes</mtext>"));
    let in_order = |page: &str, parts: &[&str]| {
        let places: Vec<_> = parts.iter().map(|part| page.find(part)).collect();
        assert!(places.is_sorted() && !places.contains(&None), "{places:?}");
    };
    let order = [
        "Is the bound attained?",
        "never exceeded",
        "Mistakes",
        "Analysis",
        "How close to the bound",
        "The claims in full",
        "Every verdict, setting by setting",
        "How to make this page again",
    ];
    let question = html.find("<main").unwrap();
    let nav = html.find("<nav").unwrap()..html.find("</nav>").unwrap();
    let without_nav = format!("{}{}", &html[question..nav.start], &html[nav.end..]);
    in_order(&without_nav, &order);
    in_order(&markdown, &order);
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
fn control_that_is_not_refuted_is_marked_unexpected() {
    let results = tempfile::tempdir().unwrap();
    let spared = StatedClaim {
        scale: Rational::one(),
        ..control()
    };
    let (markdown, _) = written(vec![theorem(), spared], results.path());
    assert!(
        markdown.contains("**6 runs; 2 of 4 verdicts as expected**; **1 claim made wrong on purpose not refuted everywhere**."),
        "{markdown}"
    );
    assert!(markdown.contains("**holds ✗ unexpected**"));
}

#[test]
fn a_goal_is_no_expected_verdict_before_it_is_reached() {
    let results = tempfile::tempdir().unwrap();
    let goal = StatedClaim {
        control_of: None,
        goal: true,
        expect: VerdictKind::Holds,
        ..control()
    };
    let (markdown, _) = written(vec![theorem(), goal], results.path());
    let said = "**6 runs; all 2 verdicts as expected**; 0 of 1 goal reached.";
    assert!(markdown.contains(said), "{markdown}");
}

#[test]
fn summary_row_counts_its_verdicts_by_kind() {
    let mut verdicts = verdicts(vec![theorem(), control()]);
    verdicts[0].verdict = VerdictKind::Vacuous;
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
        (VerdictKind::Holds, VerdictKind::Violated)
    );
}

#[test]
fn own_answer_of_a_spec_stands_below_the_generated_first_sentence() {
    let results = tempfile::tempdir().unwrap();
    let (page, _) = written(vec![theorem(), control()], results.path());
    let order = [
        "**Answer.**",
        "In words of the spec.",
        "as large is refuted",
        "## Analysis",
        "It is.",
    ];
    let places = order.map(|part| page.find(part).expect(part));
    assert!(places.is_sorted(), "{places:?} in {page}");
}

/// The overview table of the README for these summaries, as Markdown.
fn overviewed(summaries: &[Summary]) -> String {
    markdown::table(&overview(summaries, Some("results")))
}

#[test]
fn overview_has_a_row_per_note_with_an_answer_and_its_page() {
    let found = verdicts(vec![theorem(), control()]);
    let claims = [theorem(), control()];
    let mit = summary("mit/basis", &claims, &named("mit/basis", &found));
    let again = summary("mit/other", &claims, &named("mit/other", &found));
    let table = overviewed(&[mit, again]);
    let row = table.lines().nth(2).unwrap();
    let parts = [
        "| [MIT](results/index.md#mit-perceptron-linear-classifier) | ",
        "never exceeded it.",
        "([mit/basis](results/mit/basis/report.md)) |",
    ];
    assert!(parts.iter().all(|part| row.contains(part)), "{table}");
    let counts =
        crate::report::counts(&[summary("mit/basis", &claims, &named("mit/basis", &found))]);
    let due = "4 verdicts: 2 on statements that should hold, 0 on statements that should be refuted, and 2 on claims made wrong on purpose; all are as expected.";
    assert_eq!(counts.as_deref(), Some(due));
}

#[test]
fn overview_names_unexpected_claims() {
    let printed = sources::printed();
    let wrong = StatedClaim {
        id: "spared".into(),
        scale: Rational::one(),
        ..control()
    };
    let claims = [printed, wrong];
    let found = named("errata/e1", &verdicts(claims.to_vec()));
    let table = overviewed(&[summary("errata/e1", &claims, &found)]);
    for part in [
        "[Errata](results/index.md#errata)",
        "** Not as expected: errata/e1: spared.** |",
    ] {
        assert!(table.contains(part), "{part} is missing in {table}");
    }
}

/// The verdicts with another experiment's name.
fn named(experiment: &str, verdicts: &[Verdict]) -> Vec<Verdict> {
    let named = verdicts.iter().map(|verdict| Verdict {
        experiment: experiment.into(),
        ..verdict.clone()
    });
    named.collect()
}

#[test]
fn error_on_creating_a_folder_names_it_and_suggests_a_fix() {
    let results = tempfile::tempdir().unwrap();
    let file = results.path().join("file");
    write_file(&file, "").unwrap();
    let error = write_index(&file, &[]).unwrap_err().problem().to_string();
    assert!(
        error.starts_with(&format!("error: cannot create {}: ", file.display()))
            && error.contains("check that the folder exists and is writable"),
        "{error}"
    );
}

#[test]
fn page_without_trials_or_verdicts_reports_that_and_shows_the_rest() {
    let results = tempfile::tempdir().unwrap();
    let folder = results.path().join("notes/basis");
    let figures = folder.join("figures");
    create_dir_all(&figures).unwrap();
    write_file(figures.join("tightness.svg"), "of before").unwrap();
    let (claims, found) = (vec![theorem()], verdicts(vec![theorem()]));
    let judge_spec = judge_spec(claims.clone());
    let words = BTreeMap::new();
    let page = |verdicts, missing| Page {
        experiment: "notes/basis",
        title: "Basis vectors",
        question: "Is the bound attained?",
        analysis: "It is.",
        words: &words,
        own_answer: Some("In words of the spec."),
        means: None,
        data: &[],
        choices: None,
        command: "perceptron-lab run experiments/notes/basis.toml",
        revision: "",
        seed: 1,
        spec: "seed = 1",
        theorems: judge_spec.ledger(false),
        controls: judge_spec.ledger(true),
        claims: &claims,
        learners_in_floats: &[],
        verdicts,
        charts: &[],
        formats: &[],
        missing,
        runs: &NO_RUNS,
    };
    write(&page(&found, &[Missing::Figures]), &folder).unwrap();
    let said = read_to_string(folder.join("report.md")).unwrap();
    assert!(
        said.contains("`trials.parquet` is missing or damaged") && said.contains("never exceeded")
    );
    assert!(
        figures.join("tightness.svg").exists(),
        "what cannot be drawn anew stays"
    );
    write(&page(&[], &[Missing::Verdicts]), &folder).unwrap();
    let said = read_to_string(folder.join("report.md")).unwrap();
    for part in [
        "`verdicts.json` is missing or damaged",
        "In words of the spec.",
        "It is.",
        "The claims in full",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    assert!(
        !said.contains("Answer") && !said.contains("claims nothing"),
        "{said}"
    );
}

#[test]
fn page_of_many_verdicts_lists_only_the_unexpected_and_the_tightest() {
    let one = &verdicts(vec![theorem()])[0];
    let many: Vec<Verdict> = (0..300)
        .map(|place| Verdict {
            tightness_max: Some(f64::from(place) / 300.0),
            as_expected: place != 7,
            ..one.clone()
        })
        .collect();
    let listed = super::verdicts::listed(&many);
    assert_eq!(listed.len(), 101);
    assert!(!listed[0].as_expected);
    assert!(
        listed[1..]
            .iter()
            .all(|verdict| verdict.tightness_max > Some(0.66))
    );
    assert_eq!(super::verdicts::listed(&many[..100]).len(), 100);
}
