//! Runs experiments by name and with other settings, and reads the summary at the end of a run.

use crate::support::program::lab_in;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SPEC: &str = "#:schema ../docs/spec.schema.json\n# a comment\ntitle = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 20\n\n\
    [generator.sphere-margin]\ndimension = 4\ntarget_margin = 0.2 # γ\nexamples = 30\n\n[variants.plain]\nrule = { perceptron = {} }\norder = \"cyclic\"\n\n\
    [[sweep]]\n\"generator.sphere-margin.dimension\" = [3, 5]\n\n[[claims]]\nname = \"online-mistake-bound\"\n";

/// A folder with three experiments: a/one, a/two and b/two.
fn folder() -> TempDir {
    let root = TempDir::new().unwrap();
    for name in ["a/one", "a/two", "b/two"] {
        let path = root.path().join(format!("experiments/{name}.toml"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, SPEC).unwrap();
    }
    root
}

fn read(root: &Path, path: &str) -> String {
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn experiments_run_by_name_or_by_its_end_where_it_is_the_only_one() {
    let root = folder();
    for given in ["a/one", "one", "experiments/a/one.toml"] {
        let (code, text, error) = lab_in(root.path(), &["run", given]);
        assert_eq!(code, 0, "{given}: {error}");
        assert!(
            text.contains("report: results/a/one/report.html\n"),
            "{text}"
        );
    }
    for (given, words) in [
        ("two", "several experiments end in `two`: a/two, b/two"),
        (
            "a",
            "`a` is a folder of 2 experiments; name one, such as a/one",
        ),
        ("a/ome", "did you mean `a/one`?"),
        ("nothing-like-it", "list experiments"),
        ("missing.toml", "cannot read missing.toml"),
    ] {
        let (code, _, error) = lab_in(root.path(), &["run", given]);
        assert!(code == 2 && error.contains(words), "{given}: {error}");
    }
    let (code, text, _) = lab_in(root.path(), &["check", "one"]);
    assert!(
        code == 0 && text.contains("2 cells, at most 40 trials, 2 verdicts"),
        "{text}"
    );
}

#[test]
fn run_prints_means_per_cell_and_the_report_path() {
    let root = folder();
    let (_, text, _) = lab_in(root.path(), &["run", "a/one"]);
    let lines: Vec<&str> = text.lines().collect();
    let head = lines
        .iter()
        .position(|line| line.starts_with("dimension "))
        .expect(&text);
    assert!(
        lines[head].contains("mean updates") && lines[head].contains("mean mistakes"),
        "{text}"
    );
    for (line, cell) in [(head + 1, "3"), (head + 2, "5")] {
        let words: Vec<&str> = lines[line].split_whitespace().collect();
        assert_eq!(words[..3], [cell, "plain", "20"], "{text}");
        let mean: f64 = words[3].parse().unwrap();
        // A margin of 0.2 allows 25 updates.
        assert!(0.0 < mean && mean <= 25.0, "{text}");
    }
    assert!(!text.contains("undecided"), "{text}");
    let (_, json, _) = lab_in(root.path(), &["run", "a/one", "--json"]);
    assert!(
        serde_json::from_str::<serde_json::Value>(&json).is_ok(),
        "{json}"
    );
    assert!(
        read(root.path(), "results/a/one/report.md")
            .contains("perceptron-lab run experiments/a/one.toml\n")
    );
}

#[test]
fn undecided_verdicts_are_reported_with_the_replicates_they_need() {
    let root = folder();
    let claim = "[[claims]]\nobserved = \"updates\"\nlimit = \"5\"\nform = \"in-expectation\"\nrange = [0, 25]\nexpect = \"inconclusive\"\n";
    fs::write(
        root.path().join("experiments/c.toml"),
        SPEC.replace("replicates = 20", "replicates = 3") + claim,
    )
    .unwrap();
    let (_, text, error) = lab_in(root.path(), &["run", "c"]);
    assert!(text.contains("undecided: 2 verdicts"), "{text}{error}");
    assert!(
        text.contains("needs about") && text.contains("more replicate"),
        "{text}"
    );
    assert!(text.contains("next step: raise `replicates`"), "{text}");
}

#[test]
fn set_option_makes_a_separate_experiment_and_keeps_the_original() {
    let root = folder();
    lab_in(root.path(), &["run", "a/one"]);
    let before = read(root.path(), "results/a/one/manifest.toml");
    let set = [
        "run",
        "a/one",
        "--set",
        "seed=7",
        "--set",
        "generator.sphere-margin.dimension=9",
    ];
    let (code, text, error) = lab_in(root.path(), &set);
    assert_eq!(code, 0, "{error}");
    let name = "results/a/one--generator.sphere-margin.dimension=9--seed=7";
    assert!(
        text.contains(&format!("report: {name}/report.html")),
        "{text}"
    );
    assert_eq!(read(root.path(), "results/a/one/manifest.toml"), before);
    let manifest = read(root.path(), &format!("{name}/manifest.toml"));
    for part in [
        "seed = 7",
        "dimension = 9\n",
        "target_margin = 0.2 # γ",
        "# made by: perceptron-lab run",
    ] {
        assert!(manifest.contains(part), "{part}: {manifest}");
    }
    assert!(
        !manifest.contains("[3, 5]"),
        "what is set is swept no more: {manifest}"
    );
    let command = "perceptron-lab run experiments/a/one.toml --set 'generator.sphere-margin.dimension=9' --set 'seed=7'";
    assert!(read(root.path(), &format!("{name}/report.md")).contains(command));
    // Settings in another order give the same experiment, whose trials exist already.
    let set = [
        "run",
        "one",
        "--set",
        "generator.sphere-margin.dimension=9",
        "--set",
        "seed=7",
    ];
    let (code, again, _) = lab_in(root.path(), &set);
    assert_eq!((code, again), (0, text));
}

#[test]
fn words_of_an_answer_are_printed_for_the_settings_that_they_are_about_only() {
    let root = folder();
    let words = "answers = { yes = \"at most {{ max(mistakes) }} of 30 rows are mistakes\" }\n";
    let path = root.path().join("experiments/a/one.toml");
    fs::write(path, format!("{SPEC}{words}")).unwrap();
    let (_, own, _) = lab_in(root.path(), &["run", "a/one"]);
    assert!(own.contains("Yes: at most "), "{own}");
    assert!(
        own.contains(" of 30 rows are mistakes (in all 40 runs)."),
        "{own}"
    );
    let (_, other, _) = lab_in(root.path(), &["run", "a/one", "--set", "replicates=5"]);
    assert!(!other.contains("30 rows"), "{other}");
    assert!(
        other.contains("Yes: in 10 runs, mistakes (up to "),
        "{other}"
    );
}

#[test]
fn invalid_set_options_are_refused_like_an_invalid_spec() {
    let root = folder();
    for (set, words) in [
        (
            "generator.sphere.margin=0.1",
            "did you mean `sphere-margin`?",
        ),
        ("generator.sphere-margin.margin=0.1", "unknown key `margin`"),
        ("seed=many", "`seed` cannot be the text \"many\""),
        ("sead=7", "did you mean `seed`?"),
        ("seed", "has no `=`"),
        ("claims.name=1", "cannot be set"),
        ("variants.plain.order=cylic", "did you mean `cyclic`?"),
        (
            "variants.plan.order=cyclic",
            "`rule` of the variant `plan` is missing",
        ),
        ("alpha=2", "outside (0, 1)"),
    ] {
        let (code, _, error) = lab_in(root.path(), &["run", "a/one", "--set", set]);
        assert!(code == 2 && error.contains(words), "{set}: {error}");
        assert!(!root.path().join("results").exists(), "{set}");
    }
}

#[test]
fn stop_after_a_number_of_passes_can_be_set() {
    let root = folder();
    let set = [
        "run",
        "a/one",
        "--set",
        "variants.plain.stop={ passes = 1 }",
        "--set",
        "replicates=5",
    ];
    let (code, text, error) = lab_in(root.path(), &set);
    assert_eq!(code, 0, "{text}{error}");
    let set = [
        "run",
        "a/one",
        "--set",
        "variants.plain.stop={ passes = 0 }",
    ];
    let (code, _, error) = lab_in(root.path(), &set);
    assert!(code == 2 && error.contains("K from 1"), "{error}");
}

#[test]
fn report_of_a_spec_outside_the_experiments_folder_names_its_file() {
    let root = folder();
    fs::write(root.path().join("mine.toml"), SPEC).unwrap();
    lab_in(root.path(), &["run", "mine.toml"]);
    let report = read(root.path(), "results/mine/report.md");
    assert!(
        report.contains("perceptron-lab run mine.toml\n"),
        "{report}"
    );
    lab_in(root.path(), &["report", "results/mine"]);
    assert_eq!(read(root.path(), "results/mine/report.md"), report);
}
