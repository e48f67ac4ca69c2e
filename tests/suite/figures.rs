//! Tests that a question needs no theorem: a spec without claims runs, reports and draws the figures that it names.

use crate::support::csv_rows::csv_rows;
use crate::support::program::lab_in;
use std::fs;
use std::path::Path;

const SPEC: &str = r#"title = "Leave-one-out errors"
question = "How does the leave-one-out error fall with the number of examples?"
seed = 3
replicates = 12
measure = ["risk"]

[generator.sphere-margin]
dimension = 4
target_margin = 0.2
examples = 10

[variants.plain]
rule = { perceptron = {} }
order = "cyclic"

[variants.margin]
rule = { margin-perceptron = {} }
order = "cyclic"

[[sweep]]
"generator.sphere-margin.examples" = [10, 20, 50]
"#;

const FIGURES: &str = r#"
[[figures]]
x = "examples"
y = "leave_one_out_error"
by = "variant"

[[figures]]
x = "sample_margin"
y = "mistakes"
by = ["rule", "examples"]
title = "Mistakes by margin"

[[figures]]
show = ["tightness"]
"#;

fn run(folder: &Path, spec: &str, arguments: &[&str]) -> (i32, String, String) {
    fs::write(folder.join("own.toml"), spec).unwrap();
    lab_in(folder, &[&["run", "own.toml"], arguments].concat())
}

#[test]
fn figures_choose_variants_scales_bands_and_panels() {
    let folder = tempfile::tempdir().unwrap();
    let figures = "[[figures]]\nx = \"examples\"\ny = [\"mistakes\", \"1/population_margin^2\"]\nlabels = [\"count\", \"limit\"]\n\
                   title = \"Chosen\"\nvariants = [\"plain\"]\nx_scale = \"log\"\ny_scale = \"log\"\nband = true\n";
    let (code, _, error) = run(folder.path(), &format!("{SPEC}{figures}"), &[]);
    assert_eq!(code, 0, "{error}");
    let drawn = |name: &str| {
        let path = folder
            .path()
            .join(format!("results/own/figures/{name}.svg"));
        fs::read_to_string(path).unwrap()
    };
    let chosen = drawn("chosen");
    assert!(chosen.contains("\ncount, plain\n") && !chosen.contains("margin\n"));
    // A constant that is equal for all series is named without their keys, and few integers have a tick each.
    for words in ["limit", "10", "20", "50"] {
        assert!(chosen.contains(&format!("\n{words}\n")), "{words}");
    }
    let report = fs::read_to_string(folder.path().join("results/own/report.md")).unwrap();
    assert!(report.contains("the bands hold the middle 90 % of the runs"));
    let panels = figures
        .replace("band = true", "panels = \"examples\"")
        .replace("x = \"examples\"", "x = \"sample_margin\"");
    let (code, _, error) = run(folder.path(), &format!("{SPEC}{panels}"), &["--fresh"]);
    assert_eq!(code, 0, "{error}");
    for name in ["10 examples", "20 examples", "50 examples"] {
        assert!(drawn("chosen").contains(&format!("\n{name}\n")), "{name}");
    }
    let (code, _, error) = run(
        folder.path(),
        &format!("{SPEC}{}", figures.replace("[\"plain\"]", "[\"plane\"]")),
        &[],
    );
    assert_eq!(code, 2);
    assert!(
        error.contains("unknown variant `plane`") && error.contains("did you mean `plain`"),
        "{error}"
    );
}

#[test]
fn a_spec_without_claims_runs_reports_and_draws() {
    let folder = tempfile::tempdir().unwrap();
    let (code, _, error) = run(folder.path(), &format!("{SPEC}{FIGURES}"), &[]);
    assert_eq!(code, 0, "{error}");
    let results = folder.path().join("results/own");
    let read = |name: &str| fs::read_to_string(results.join(name)).unwrap();
    let report = read("report.md");
    let curve = read("figures/leave-one-out-error-against-examples.svg");
    for words in [
        "plain",
        "margin",
        "mean leave-one-out error (fraction)",
        "examples",
    ] {
        assert!(curve.contains(&format!("\n{words}\n")), "{words}");
    }
    let by_margin = read("figures/mistakes-against-sample-margin.svg");
    assert!(by_margin.contains("Mistakes by margin"));
    assert!(by_margin.contains("rule = margin-perceptron, 20 examples"));
    let empty = read("figures/tightness.svg");
    assert!(empty.contains("no data") && empty.contains("no claim of the spec has an upper limit"));
    for name in [
        "leave-one-out-error-against-examples",
        "mistakes-against-sample-margin",
        "tightness",
    ] {
        assert!(report.contains(&format!("figures/{name}.svg")), "{name}");
        assert!(results.join(format!("figures/{name}.png")).exists());
    }
    assert!(report.contains("72 runs in 3 settings"), "{report}");
    // Columns that only `measure` names are in the trials.
    let (_, _, error) = lab_in(folder.path(), &["report", "results/own"]);
    assert!(!error.contains("error"), "{error}");
    let trials = fs::read(results.join("trials.parquet")).unwrap();
    let holds = |name: &[u8]| trials.windows(name.len()).any(|part| part == name);
    assert!(holds(b"risk_standard_error") && holds(b"leave_one_out_errors"));
}

const CIRCLE: &str = r#"title = "The circle"
question = "What is exact?"
seed = 3
replicates = 50

[generator.teacher-student]
dimension = 2
examples = 5

[variants.middle]
learner = { version-space = { point = "middle" } }

[[sweep]]
"generator.teacher-student.examples" = [5, 100]

[[claims]]
name = "version-space-risk"
where = { "generator.teacher-student.examples" = [5] }
expect = "inconclusive"

[figures]
show = ["risk-against-examples"]
"#;

/// Draws a figure of the spec with this entry, and returns its points (x, y) with their series.
fn points(folder: &Path, figure: &str) -> Vec<(f64, f64, String)> {
    let (code, _, error) = run(folder, &format!("{SPEC}[[figures]]\n{figure}"), &[]);
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = lab_in(folder, &["figure", "own", "pairs", "--format", "csv"]);
    assert_eq!(code, 0, "{error}");
    let told = fs::read_to_string(folder.join("own-pairs.csv")).unwrap();
    let (names, rows) = csv_rows(&told);
    let place = |name: &str| names.iter().position(|own| own == name).unwrap();
    let point = |row: &csv::StringRecord| {
        let [x, y] = ["x", "y"].map(|axis| row[place(axis)].parse().unwrap());
        (x, y, row[place("series")].to_owned())
    };
    rows.iter().map(point).collect()
}

const PAIR: &str = "variants = [\"margin\", \"plain\"]\ntitle = \"Pairs\"\n";

#[test]
fn a_difference_in_pairs_is_drawn_per_sample() {
    let folder = tempfile::tempdir().unwrap();
    let figure = format!("x = \"examples\"\ny = \"first.mistakes - second.mistakes\"\n{PAIR}");
    let drawn = points(folder.path(), &figure);
    let mean = "mean(first.mistakes - second.mistakes) as d";
    let shown = "table own --pair margin,plain --by examples --format csv --show";
    let shown: Vec<&str> = shown.split(' ').chain([mean]).collect();
    let (code, told, error) = lab_in(folder.path(), &shown);
    assert_eq!(code, 0, "{error}");
    let (_, due) = csv_rows(&told);
    assert_eq!((drawn.len(), due.len()), (3, 3));
    for ((x, y, series), due) in drawn.iter().zip(&due) {
        let [examples, mean] = [0, 1].map(|place| due[place].parse::<f64>().unwrap());
        assert_eq!((*x, series.as_str()), (examples, "margin and plain"));
        assert!((y - mean).abs() < 1e-9 * mean.abs(), "{y} {mean}");
    }
    let report = fs::read_to_string(folder.path().join("results/own/report.md")).unwrap();
    assert!(
        report.contains("36 pairs of runs in 3 settings"),
        "{report}"
    );
}

#[test]
fn every_pair_is_a_dot_if_both_axes_are_of_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let of_50 = "where = { examples = [50] }";
    let axes = "x = \"first.mistakes\"\ny = \"second.mistakes\"";
    let drawn = points(folder.path(), &format!("{axes}\n{of_50}\n{PAIR}"));
    let words = ["trials", "own", "--columns", "variant,examples,mistakes"];
    let (_, trials, _) = lab_in(folder.path(), &words);
    let of = |variant: &str| -> Vec<f64> {
        let prefix = format!("{variant},50,");
        let own = trials.lines().filter_map(|line| line.strip_prefix(&prefix));
        own.map(|count| count.parse().unwrap()).collect()
    };
    let due: Vec<(f64, f64)> = of("margin").into_iter().zip(of("plain")).collect();
    let drawn: Vec<(f64, f64)> = drawn.into_iter().map(|(x, y, _)| (x, y)).collect();
    let sorted = |mut all: Vec<(f64, f64)>| {
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        all
    };
    assert_eq!(due.len(), 12);
    assert_eq!(sorted(drawn), sorted(due));
}

#[test]
fn a_risk_is_drawn_with_its_exact_curve_and_the_uniform_law() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), CIRCLE, &[]);
    let results = folder.path().join("results/own");
    let drawn = fs::read_to_string(results.join("figures/risk-against-examples.svg")).unwrap();
    for words in ["middle", "exact value", "uniform law"] {
        assert!(drawn.contains(&format!("\n{words}\n")), "{words}");
    }
    let report = fs::read_to_string(results.join("report.md")).unwrap();
    assert!(report.contains("exact expectations") && report.contains("√(P ln(N+1)/N)"));
    // The uniform law does not apply to a learner whose vector may err on its sample.
    let averaged = CIRCLE.replace(
        "learner = { version-space = { point = \"middle\" } }",
        "rule = { perceptron = {} }\norder = \"stream\"",
    );
    let averaged = averaged.split("[[claims]]").next().unwrap().to_owned()
        + "[figures]\nshow = [\"risk-against-examples\"]\n";
    let (code, _, error) = run(folder.path(), &averaged, &["--fresh"]);
    assert_eq!(code, 0, "{error}");
    let drawn = fs::read_to_string(results.join("figures/risk-against-examples.svg")).unwrap();
    assert!(drawn.contains("\nmiddle\n") && !drawn.contains("uniform law"));
}

#[test]
fn figures_have_the_same_bytes_on_any_number_of_threads() {
    let drawn = |threads: &str| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("own.toml"), format!("{SPEC}{FIGURES}")).unwrap();
        let mut command = crate::support::program::program(&["run", "own.toml"]);
        command
            .current_dir(folder.path())
            .env("RAYON_NUM_THREADS", threads);
        crate::support::program::succeeds(&mut command);
        let figures = folder.path().join("results/own/figures");
        let mut files: Vec<_> = fs::read_dir(figures)
            .unwrap()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        files.sort();
        files
            .iter()
            .map(|path| fs::read(path).unwrap())
            .collect::<Vec<_>>()
    };
    let one = drawn("1");
    assert!(one.len() == 6 && one == drawn("3"));
}

#[test]
fn invalid_figure_is_refused_with_location_and_nearest_name() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        (
            "[[figures]]\nx = \"examples\"\ny = \"mistake\"",
            "`y` names no column: `mistake`",
            "did you mean `mistakes`?",
        ),
        (
            "[[figures]]\nx = \"exampels\"\ny = \"mistakes\"",
            "`x` names no column and no key of the cells: `exampels`",
            "did you mean `examples`?",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = \"rule\"",
            "`y` cannot be drawn: `rule` holds no numbers",
            "list columns",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = \"mistakes\"\nby = \"varient\"",
            "`by` names no column and no key of the cells: `varient`",
            "did you mean `variant`?",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = \"mistakes\"\nby = [1]",
            "`by` names columns and keys in quotes",
            "by = \"variant\"",
        ),
        (
            "[[figures]]\nx = \"examples\"",
            "`x` is given without y",
            "has both axes",
        ),
        (
            "[[figures]]\nby = \"variant\"",
            "`by` is given without x and y",
            "has both axes",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = \"first.mistakes - second.mistakes\"",
            "`variants` does not name two variants",
            "variants = [\"FIRST\", \"SECOND\"]",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = \"first.mistakes\"",
            "`variants` does not name two variants",
            "variants = [\"FIRST\", \"SECOND\"]",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = [\"second.mistakes\", \"mistakes\"]\nvariants = [\"margin\", \"plain\"]",
            "is a number of one trial",
            "first.COLUMN and second.COLUMN",
        ),
        ("[[figures]]", "a figure without axes", "show = [names]"),
        (
            "[figures]\nshow = [\"tightness\", \"tightness\"]",
            "`tightness` is listed twice",
            "leave one of them out",
        ),
        (
            "[figures]\nshow = [\"tightnes\"]",
            "tightnes",
            "did you mean `tightness`?",
        ),
    ];
    for (figures, problem, next) in cases {
        let (code, _, error) = run(folder.path(), &format!("{SPEC}{figures}\n"), &[]);
        let is_said =
            error.contains(problem) && error.contains(next) && error.contains("own.toml:2");
        assert!(code == 2 && is_said, "{figures}: {code} {error}");
    }
    for (measure, problem) in [
        ("[\"risc\"]", "did you mean `risk`?"),
        ("3", "`measure` cannot be the integer 3"),
    ] {
        let spec = SPEC.replace("[\"risk\"]", measure);
        let (code, _, error) = run(folder.path(), &spec, &[]);
        assert!(
            code == 2 && error.contains(problem) && error.contains("own.toml:5:1"),
            "{error}"
        );
    }
}
