//! Tests `lesson`: the committed page, samples of specs on it, its errors, and specs that it saves.

use crate::support::csv_rows::csv_rows;
use crate::support::program::lab_in;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// The questions on the page with these arguments, in the order of its list.
fn asked(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let words = [&["lesson", "--output", "page.html"], arguments].concat();
    let (code, _, error) = lab_in(folder, &words);
    assert_eq!(code, 0, "{error}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let (_, rest) = page.split_once("id=\"lesson\">").unwrap();
    let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    data["samples"].as_array().unwrap().clone()
}

/// The engine's answer to a question of the page.
fn answered(sample: &Value, save: Option<&str>) -> Value {
    let mut question = json!({ "points": sample["points"], "variant": sample["variant"], "draws": sample["draws"] });
    if let Some(title) = save {
        question["save"] = title.into();
    }
    serde_json::from_str(&lesson::answer(&question.to_string())).unwrap()
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_committed_page_is_what_the_program_writes() {
    let folder = tempfile::tempdir().unwrap();
    asked(folder.path(), &[]);
    let [now, committed] = [folder.path().join("page.html"), "docs/lesson.html".into()]
        .map(|path| fs::read(path).unwrap());
    assert!(
        now == committed,
        "run: perceptron-lab lesson --output docs/lesson.html"
    );
    assert!(now.len() <= 1_500_000, "{} bytes", now.len());
    let page = String::from_utf8(now).unwrap();
    assert!(
        page.matches("://").count() == 1 && !page.contains("src=\""),
        "the page loads something"
    );
}

/// Mistakes and updates of the first trial of a variant, from its stored table.
fn counts(folder: &Path, experiment: &str, variant: &str) -> [String; 2] {
    let (code, table, error) = lab_in(
        folder,
        &[
            "trials",
            experiment,
            "--columns",
            "variant,replicate,mistakes,updates",
        ],
    );
    assert_eq!(code, 0, "{error}");
    let (names, rows) = csv_rows(&table);
    let place = |name: &str| names.iter().position(|own| own == name).unwrap();
    let is_meant = |row: &&csv::StringRecord| {
        row[place("variant")] == *variant && row[place("replicate")] == *"0"
    };
    let row = rows.iter().find(is_meant).unwrap();
    ["mistakes", "updates"].map(|name| row[place(name)].to_owned())
}

fn of_answer(answer: &Value) -> [String; 2] {
    ["mistakes", "updates"].map(|name| answer["counts"][name].to_string())
}

#[test]
fn a_trial_on_the_page_is_the_run_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let rules = [
        ("cyclic", "rule = { perceptron = {} }\norder = \"cyclic\""),
        (
            "shuffled",
            "rule = { perceptron = {} }\norder = \"shuffled\"",
        ),
        (
            "margin",
            "rule = { margin-perceptron = { threshold = 2, step = \"1/2\" } }\norder = \"random\"",
        ),
        (
            "unit",
            "rule = { normalized-perceptron = {} }\norder = \"random-misclassified\"",
        ),
        (
            "doubles",
            "rule = { perceptron = {} }\norder = \"shuffled\"\narithmetic = \"f64\"",
        ),
    ];
    for generator in [
        "integer-points\ndimension = 2\nexamples = 15\nbound = 9",
        "sphere-margin\ndimension = 2\nexamples = 9\ntarget_margin = 0.2",
    ] {
        let text = testing::SpecText::new(generator).seed(5);
        let text = rules
            .iter()
            .fold(text, |text, (name, keys)| text.variant(name, keys))
            .to_string();
        fs::write(place.join("t.toml"), text).unwrap();
        let (code, _, error) = lab_in(place, &["run", "t.toml", "--quiet"]);
        assert_eq!(code, 0, "{error}");
        for (name, _) in rules {
            let samples = asked(place, &["t.toml", "--variant", name]);
            assert_eq!(
                of_answer(&answered(&samples[0], None)),
                counts(place, "t", name),
                "{name}"
            );
        }
        fs::remove_dir_all(place.join("results")).unwrap();
    }
}

#[test]
fn samples_of_experiments_open_on_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let experiments = repository().join("experiments");
    let open = |arguments: &[&str]| {
        let at = ["--experiments", experiments.to_str().unwrap()];
        asked(folder.path(), &[arguments, &at].concat())[0].clone()
    };
    let alignment = open(&["errata/e27-alignment"]);
    assert_eq!(alignment["points"]["floats"], Value::Null, "{alignment}");
    // The learners of this experiment are no rules of the loop, so the perceptron runs on its sample.
    let circle = open(&["bartlett/circle"]);
    assert_eq!(circle["variant"]["rule"], json!({ "perceptron": {} }));
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("cannot show the learner") && page.contains("has doubles"));
}

#[test]
fn what_the_page_cannot_show_is_refused_with_the_next_step() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    let text = |keys: &str| {
        testing::SpecText::new(keys)
            .variant("plain", testing::CYCLIC)
            .to_string()
    };
    fs::write(place.join("space.toml"), text("basis\ndimension = 3")).unwrap();
    fs::write(
        place.join("many.toml"),
        text("integer-points\ndimension = 2\nexamples = 300\nbound = 9"),
    )
    .unwrap();
    fs::write(place.join("plane.toml"), text("basis\ndimension = 2")).unwrap();
    for (words, due) in [
        (vec!["space.toml"], "the examples have 3 features"),
        (vec!["many.toml"], "at most 200 examples"),
        (
            vec!["plane.toml", "--cell", "dimension=7"],
            "allowed: basis.dimension=2",
        ),
        (vec!["plane.toml", "--variant", "odd"], "plain"),
        (vec!["plane.toml", "--replicate", "1"], "allowed: 0 to 0"),
        (vec!["plane.toml", "--output", "page.txt"], "FILE.html"),
        (vec!["missing"], "no experiment"),
        (vec!["--cell", "dimension=2"], "<SPEC>"),
    ] {
        let (code, _, error) = lab_in(place, &[&["lesson"], words.as_slice()].concat());
        assert!(
            code == 2 && error.contains(due),
            "{words:?}: {code} {error}"
        );
    }
    assert!(!place.join("lesson.html").exists());
}

#[test]
fn a_saved_spec_runs_with_the_counts_of_the_page_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    for mut sample in asked(place, &[]) {
        for (rule, order, ties) in [
            ("perceptron", "cyclic", "mistake"),
            ("perceptron", "shuffled", "positive"),
            ("margin-perceptron", "most-violated", "mistake"),
            ("normalized-perceptron", "random", "mistake"),
            ("perceptron", "stream", "strict"),
        ] {
            sample["variant"] = json!({ "rule": { rule: {} }, "order": order, "ties": ties });
            if rule == "margin-perceptron" {
                sample["variant"]["rule"] = json!({ rule: { "threshold": "1/2", "step": "1/3" } });
            }
            let answer = answered(&sample, Some("Saved"));
            fs::write(place.join("saved.toml"), answer["spec"].as_str().unwrap()).unwrap();
            let (code, _, error) = lab_in(place, &["run", "saved.toml", "--quiet", "--fresh"]);
            assert_eq!(code, 0, "{rule} {order}: {error}{}", answer["spec"]);
            assert_eq!(
                counts(place, "saved", "lesson"),
                of_answer(&answer),
                "{rule} {order}"
            );
            let again = answered(&asked(place, &["saved.toml"])[0], None);
            assert_eq!(of_answer(&again), of_answer(&answer), "{rule} {order}");
        }
    }
}
