//! The numbers in tables of stored trials: equal to those of runs, reports and counts.

use crate::support::program::{lab_in, lab_into, program, succeeds};
use claims::numbers;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, STREAM, SpecText};

/// A spec of two cells and two variants on the sphere.
pub(crate) fn sphere(replicates: u64) -> SpecText {
    SpecText::new("sphere-margin\ndimension = 4\ntarget_margin = 0.1\nexamples = 20")
        .replicates(replicates)
        .sweep("generator.sphere-margin.examples", "30, 20")
        .variant("plain", CYCLIC)
        .variant("margin", CYCLIC.replace("perceptron", "margin-perceptron"))
        .claim("online-mistake-bound\nvariants = [\"plain\"]")
}

/// A folder with the results of specs by their names.
pub(crate) fn folder_with(specs: &[(&str, SpecText)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, spec) in specs {
        let file = format!("{name}.toml");
        fs::write(folder.path().join(&file), spec.to_string()).unwrap();
        succeeds(program(&["run", &file]).current_dir(folder.path()));
    }
    folder
}

/// The table that the program prints as JSON in a folder.
pub(crate) fn table_in(folder: &Path, words: &[&str]) -> Value {
    let words = [&["table"][..], words, &["--json"]].concat();
    let (code, text, error) = lab_in(folder, &words);
    assert_eq!(code, 0, "{words:?}: {error}");
    serde_json::from_str(&text).unwrap()
}

/// The values of a column of a table.
pub(crate) fn values<'t>(table: &'t Value, column: &str) -> Vec<&'t Value> {
    let rows = table["rows"].as_array().unwrap();
    rows.iter().map(|row| &row[column]).collect()
}

#[test]
fn studies_that_draw_the_same_samples_are_not_added_without_a_note() {
    let folder = folder_with(&[
        ("t", sphere(20)),
        ("u", sphere(30)),
        ("v", sphere(20).seed(7)),
    ]);
    let note = |words: &[&str]| {
        let words = [&["table"][..], words, &["--show", "mean(updates)"]].concat();
        let (code, _, note) = lab_in(folder.path(), &words);
        assert_eq!(code, 0, "{note}");
        note
    };
    assert!(note(&["t", "u"]).contains("`t` and `u` have the same seed"));
    assert_eq!(note(&["t", "u", "--by", "experiment"]), "");
    assert_eq!(note(&["t", "v"]), "");
}

#[test]
fn a_condition_on_a_wrong_name_says_how_to_write_it() {
    let folder = folder_with(&[("t", sphere(5))]);
    for (condition, step) in [
        (
            "stop_reason = clean-pass",
            "`--by stop_reason` has a row for each",
        ),
        (
            "stop_reason == clean-pass",
            "`--by stop_reason` has a row for each",
        ),
        ("mistakes = 3", "mistakes == VALUE"),
        (
            "target_margin < 0.15",
            "compare it as `generator.target_margin`",
        ),
        ("variant != plain", "variant = [NAME, NAME]"),
    ] {
        let (code, _, error) = lab_in(folder.path(), &["table", "t", "--where", condition]);
        assert_eq!(code, 2);
        assert!(error.contains(step), "{condition}: {error}");
    }
}

#[test]
fn table_without_options_is_the_one_that_a_run_prints() {
    let folder = folder_with(&[("t", sphere(20))]);
    let (_, run, _) = lab_in(folder.path(), &["run", "t.toml"]);
    let (_, table, _) = lab_in(folder.path(), &["table", "t"]);
    let (rows, origin) = table.split_once("\n\n").unwrap();
    assert_eq!(rows.lines().count(), 5, "{table}");
    assert!(
        rows.starts_with("examples  variant  trials  mean updates  mean mistakes"),
        "{rows}"
    );
    assert!(run.contains(&format!("\n\n{rows}\n\n")), "{run}\n{rows}");
    // The rows are in the order of the values, not in that of the sweep.
    assert!(
        rows.lines().nth(1).unwrap().trim_start().starts_with("20"),
        "{rows}"
    );
    assert!(
        origin.contains("perceptron-lab table t\nt: spec "),
        "{origin}"
    );
}

#[test]
fn means_of_trials_need_no_verdicts() {
    let folder = folder_with(&[("t", sphere(2))]);
    let before = table_in(folder.path(), &["t"]);
    fs::remove_file(folder.path().join("results/t/verdicts.json")).unwrap();
    assert_eq!(table_in(folder.path(), &["t"]), before);
    let of_verdicts = ["table", "t", "--show", "verdicts(\"online-mistake-bound\")"];
    let (code, _, error) = lab_in(folder.path(), &of_verdicts);
    assert!(code != 0 && error.contains("verdicts.json"), "{error}");
}

#[test]
fn means_without_a_value_in_any_row_are_left_out() {
    let points = SpecText::new("points\nexamples = [{ x = [1], y = 1 }, { x = [2], y = 1 }]");
    let points = points.replicates(2).variant("a", CYCLIC);
    let folder = folder_with(&[
        ("points", points.key("measure = [\"risk\"]")),
        ("sphere", sphere(2).key("measure = [\"risk\"]")),
    ]);
    let header = |name: &str| {
        let (_, table, _) = lab_in(folder.path(), &["table", name]);
        let words = table.lines().next().unwrap().split("  ");
        words
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        header("points"),
        ["variant", "trials", "mean updates", "mean mistakes"]
    );
    assert_eq!(header("sphere").last().unwrap(), "mean risk");
}

#[test]
fn statistics_of_several_row_groups_are_those_of_the_whole_run() {
    // 80 000 rows are three row groups, and the run computes its means block by block.
    let folder = folder_with(&[("t", sphere(20_000))]);
    let (_, run, _) = lab_in(folder.path(), &["run", "t.toml"]);
    let (_, table, _) = lab_in(folder.path(), &["table", "t"]);
    let rows = table.split_once("\n\n").unwrap().0;
    assert!(
        rows.contains(" 20000 ") && run.contains(rows),
        "{run}\n{rows}"
    );
    let counted = table_in(
        folder.path(),
        &[
            "t",
            "--by",
            "examples,mistakes",
            "--where",
            "variant = plain",
            "--show",
            "trials()",
            "--show",
            "sum(mistakes) as sum",
        ],
    );
    let number = |value: &Value| value.as_f64().unwrap();
    let trials: f64 = values(&counted, "trials()").into_iter().map(number).sum();
    assert_eq!(trials, 40_000.0);
    // A median and a quantile by counting: with h = (n − 1) level between neighbouring values.
    let of_cell = |examples: u64| {
        let rows = counted["rows"].as_array().unwrap().iter();
        let own = rows.filter(move |row| row["examples"] == examples);
        own.map(|row| (number(&row["mistakes"]), number(&row["trials()"])))
            .collect::<Vec<_>>()
    };
    let ranked = |counts: &[(f64, f64)], rank: f64| {
        let mut up_to = 0.0;
        counts
            .iter()
            .find(|(_, times)| {
                up_to += times;
                up_to > rank
            })
            .unwrap()
            .0
    };
    let columns = [
        "median(mistakes)",
        "quantile(mistakes, 0.9)",
        "max(mistakes)",
        "mean(mistakes)",
    ];
    let shown: Vec<&str> = columns
        .iter()
        .flat_map(|column| ["--show", *column])
        .collect();
    let words = [
        &["t", "--by", "examples", "--where", "variant = plain"][..],
        &shown[..],
    ]
    .concat();
    for row in table_in(folder.path(), &words)["rows"].as_array().unwrap() {
        let counts = of_cell(row["examples"].as_u64().unwrap());
        for (column, level) in [
            ("median(mistakes)", 0.5),
            ("quantile(mistakes, 0.9)", 0.9),
            ("max(mistakes)", 1.0),
        ] {
            let position: f64 = 19_999.0 * level;
            let (low, high) = (
                ranked(&counts, position.floor()),
                ranked(&counts, position.ceil()),
            );
            let expected = low + position.fract() * (high - low);
            assert_eq!(number(&row[column]), expected, "{column}: {counts:?}");
        }
        let sum: f64 = counts.iter().map(|(value, times)| value * times).sum();
        assert!((number(&row["mean(mistakes)"]) - sum / 20_000.0).abs() < 1e-12);
    }
    // One thread and several read the row groups in another order.
    let threads = ["1", "3"].map(|threads| {
        let mut command = program(&[
            "table",
            "t",
            "--by",
            "variant,examples",
            "--show",
            "interval(sample_margin_squared)",
            "--format",
            "csv",
        ]);
        let output = command
            .current_dir(folder.path())
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    });
    assert_eq!(threads[0], threads[1]);
}

#[test]
fn rows_are_grouped_filtered_and_sorted() {
    let folder = folder_with(&[("t", sphere(30))]);
    let by = [
        "t",
        "--by",
        "variant,examples",
        "--show",
        "mean(mistakes)",
        "--show",
        "share(mistakes > 3) as share",
    ];
    let table = table_in(folder.path(), &by);
    assert_eq!(
        table["columns"],
        serde_json::json!(["variant", "examples", "mean(mistakes)", "share"])
    );
    assert_eq!(
        values(&table, "variant"),
        ["plain", "plain", "margin", "margin"]
    );
    assert_eq!(values(&table, "examples"), [20, 30, 20, 30]);
    let sorted = table_in(folder.path(), &[&by[..], &["--sort", "-mistakes"]].concat());
    let means = values(&sorted, "mean(mistakes)");
    let means: Vec<f64> = means
        .into_iter()
        .map(|mean| mean.as_f64().unwrap())
        .collect();
    assert!(
        means.windows(2).all(|pair| pair[0] >= pair[1]) && means[0] > means[3],
        "{means:?}"
    );
    let two = table_in(
        folder.path(),
        &[&by[..], &["--sort", "-examples,share"]].concat(),
    );
    assert_eq!(values(&two, "examples"), [30, 30, 20, 20]);
    let quantile = "quantile(mistakes, 0.9)";
    let order = format!("-examples,-{quantile}");
    let words = [&by[..], &["--show", quantile, "--sort", &order]].concat();
    let by_quantile = table_in(folder.path(), &words);
    assert_eq!(values(&by_quantile, "examples"), [30, 30, 20, 20]);
    let [first, second, ..] = values(&by_quantile, quantile)[..] else {
        panic!("{by_quantile}")
    };
    assert!(first.as_f64() > second.as_f64(), "{by_quantile}");
    let some = table_in(
        folder.path(),
        &[
            &by[..],
            &[
                "--where",
                "examples = 30",
                "--where",
                "variant = margin, mistakes > 0",
            ],
        ]
        .concat(),
    );
    assert_eq!(values(&some, "variant"), ["margin"]);
    let whole = table_in(
        folder.path(),
        &[
            "t",
            "--show",
            "trials()",
            "--show",
            "tightness(\"online-mistake-bound\")",
        ],
    );
    assert_eq!(values(&whole, "trials()"), [120.0]);
    // A column of trials as a key, whose values are in order.
    let stops = table_in(
        folder.path(),
        &[
            "t",
            "--by",
            "stop_reason,updates",
            "--show",
            "trials()",
            "--where",
            "examples = 20, variant = plain",
        ],
    );
    let updates: Vec<u64> = values(&stops, "updates")
        .iter()
        .map(|value| value.as_u64().unwrap())
        .collect();
    assert!(updates.len() > 2 && updates.is_sorted(), "{updates:?}");
    assert_eq!(values(&stops, "stop_reason")[0], "clean-pass");
}

#[test]
fn numbers_of_verdicts_need_no_trials() {
    let folder = folder_with(&[("t", sphere(30))]);
    fs::remove_file(folder.path().join("results/t/trials.parquet")).unwrap();
    let bound = "tightness(\"online-mistake-bound\")";
    let table = table_in(
        folder.path(),
        &[
            "t",
            "--by",
            "examples,variant",
            "--show",
            bound,
            "--show",
            "\"yes\" if holds(\"online-mistake-bound\") as holds",
        ],
    );
    // The claim is about one variant, so the other has no row.
    assert_eq!(values(&table, "variant"), ["plain", "plain"]);
    assert_eq!(values(&table, "holds"), ["yes", "yes"]);
    let verdicts: Value =
        serde_json::from_slice(&fs::read(folder.path().join("results/t/verdicts.json")).unwrap())
            .unwrap();
    let of_20 = verdicts
        .as_array()
        .unwrap()
        .iter()
        .find(|verdict| verdict["cell"]["generator.sphere-margin.examples"] == 20)
        .unwrap();
    assert_eq!(values(&table, bound)[0], &of_20["tightness_max"]);
    let (code, _, error) = lab_in(folder.path(), &["table", "t", "--show", "mean(mistakes)"]);
    assert_eq!(code, 2, "{error}");
    assert!(
        error.contains("has no trials.parquet") && error.contains("perceptron-lab run t.toml"),
        "{error}"
    );
}

#[test]
fn complete_enumeration_is_weighted_like_the_prose() {
    let results = TempDir::new().unwrap();
    succeeds(program(&["run", "hardt-recht/exchangeability", "--results"]).arg(results.path()));
    let words = [
        "table",
        "hardt-recht/exchangeability",
        "--by",
        "variant",
        "--show",
        "interval(leave_one_out_error) as error",
        "--show",
        "mean(mistakes / examples) as share",
        "--json",
    ];
    let (code, text, error) = lab_into(results.path(), &words);
    assert_eq!(code, 0, "{error}");
    let table: Value = serde_json::from_str(&text).unwrap();
    let report =
        fs::read_to_string(results.path().join("hardt-recht/exchangeability/report.md")).unwrap();
    let row = |variant: &str| {
        let mut rows = table["rows"].as_array().unwrap().iter();
        rows.find(|row| row["variant"] == variant).unwrap()
    };
    assert_eq!(row("cyclic")["error"]["half_width"], 0.0);
    let [cyclic, plain] = ["cyclic", "plain"]
        .map(|variant| numbers::number(row(variant)["error"]["value"].as_f64().unwrap()));
    let sentence = format!("{cyclic} for the margin perceptron and {plain} for the perceptron");
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(report.contains(&sentence), "{sentence}");
    let online = numbers::number(row("online")["share"].as_f64().unwrap());
    assert!(
        report.contains(&format!("expected share of mistakes, {online}, is")),
        "{online}"
    );
}

#[test]
fn failed_trials_and_trials_without_a_value_are_left_out() {
    // With the constant feature 1/7 the features of the first example exceed 64 bits.
    let spec = SpecText::new("points\nexamples = [{ x = [9000000000000000000, 1], y = 1 }]")
        .replicates(3)
        .variant("wide", CYCLIC)
        .more("offset = \"1/7\"")
        .variant("plain", CYCLIC)
        .claim("updates-are-mistakes");
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("t.toml"), spec.to_string()).unwrap();
    assert_eq!(lab_in(folder.path(), &["run", "t.toml"]).0, 3);
    let table = table_in(
        folder.path(),
        &["t", "--by", "variant", "--show", "trials()"],
    );
    assert_eq!(
        (values(&table, "variant"), values(&table, "trials()")),
        (vec![&Value::from("plain")], vec![&Value::from(3.0)])
    );
    let (_, _, note) = lab_in(
        folder.path(),
        &["table", "t", "--by", "replicate", "--show", "trials()"],
    );
    assert!(
        note.contains("no parameter and no column is named `replicate`"),
        "{note}"
    );
    let (code, _, error) = lab_in(
        folder.path(),
        &["table", "t", "--show", "mean(1 / (updates - 1))"],
    );
    assert_eq!(code, 2);
    assert!(
        error.contains("has no value or no interval in any row: it has no value on any trial"),
        "{error}"
    );
}

#[test]
fn several_studies_are_stacked_by_their_common_keys() {
    let other = SpecText::new("hadamard\ndimension = 4\nlabels = \"positive\"")
        .replicates(2)
        .variant("plain", CYCLIC)
        .claim("online-mistake-bound");
    let folder = folder_with(&[("a", sphere(5)), ("b", other)]);
    let table = table_in(
        folder.path(),
        &[
            "a",
            "b",
            "--by",
            "experiment,dimension,variant",
            "--show",
            "trials()",
        ],
    );
    assert_eq!(values(&table, "experiment"), ["a", "a", "b"]);
    assert_eq!(values(&table, "trials()"), [10.0, 10.0, 2.0]);
    assert_eq!(values(&table, "dimension"), [4, 4, 4]);
    let some = table_in(
        folder.path(),
        &[
            "a",
            "b",
            "--by",
            "experiment",
            "--show",
            "trials()",
            "--where",
            "experiment = b",
        ],
    );
    assert_eq!(values(&some, "experiment"), ["b"]);
    // The dimension is a parameter of another generator in each study.
    let words = [
        "a",
        "b",
        "--by",
        "experiment",
        "--show",
        "trials()",
        "--where",
        "dimension = 4",
    ];
    assert_eq!(
        values(&table_in(folder.path(), &words), "trials()"),
        [20.0, 2.0]
    );
    let refused = |words: &[&str]| {
        let (code, text, error) = lab_in(folder.path(), &[&["table"][..], words].concat());
        assert_eq!((code, text.as_str()), (2, ""), "{words:?}");
        error
    };
    let error = refused(&["a", "b", "--by", "target_margin"]);
    assert!(
        error.contains("the results of `b` have no parameter `target_margin`")
            && error.contains("allowed: variant, cell, dimension"),
        "{error}"
    );
    let error = refused(&["a", "./results/a"]);
    assert!(error.contains("`a` is given twice"), "{error}");
    let error = refused(&["a", "b", "--show", "mean(risk)"]);
    assert!(
        error.contains("a: the spec does not measure `risk`"),
        "{error}"
    );
}

#[test]
fn means_and_half_widths_are_those_of_a_committed_report() {
    let results = TempDir::new().unwrap();
    succeeds(program(&["run", "sphere-margin-mistakes", "--results"]).arg(results.path()));
    let words = [
        "table",
        "sphere-margin-mistakes",
        "--by",
        "examples",
        "--where",
        "variant = margin, dimension = 10, target_margin = 0.1",
        "--show",
        "interval(margin_mistakes) as m",
        "--show",
        "mean(3/sample_margin^2) as bound",
        "--json",
    ];
    let (code, text, error) = lab_into(results.path(), &words);
    assert_eq!(code, 0, "{error}");
    let table: Value = serde_json::from_str(&text).unwrap();
    let report = fs::read_to_string("results/sphere-margin-mistakes/report.md").unwrap();
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    for examples in [50, 200, 1000] {
        let mut rows = table["rows"].as_array().unwrap().iter();
        let row = rows.find(|row| row["examples"] == examples).unwrap();
        let number = |value: &Value| value.as_f64().unwrap();
        let (mean, half) = (number(&row["m"]["value"]), number(&row["m"]["half_width"]));
        let sentence = format!(
            "| {examples} | 10 | {} ± {} |",
            numbers::number(mean),
            numbers::significant(half, 2)
        );
        assert!(report.contains(&sentence), "{sentence}");
        if examples == 50 {
            let bound = numbers::number(number(&row["bound"]));
            assert!(
                report.contains(&format!("the mean bound is {bound} for 50 examples")),
                "{bound}"
            );
        }
    }
}

#[test]
fn samples_without_a_result_are_counted_beside_all_runs() {
    let root = TempDir::new().unwrap();
    let spec = SpecText::new("isotropic-gaussians\ndimension = 2\ndistance = 3.0\nexamples = 20")
        .replicates(60)
        .variant("largest", "learner = { largest-margin = {} }")
        .variant("last", STREAM)
        .more("[[claims]]\nobserved = \"risk\"\nlimit = \"1/2\"\nform = \"in-expectation\"");
    fs::write(root.path().join("t.toml"), spec.to_string()).unwrap();
    let (_, printed, _) = lab_in(root.path(), &["run", "t.toml"]);
    let undecided = printed
        .lines()
        .find(|line| line.contains("premises hold on"));
    let applicable: u64 = undecided
        .and_then(|line| {
            line.split("hold on ")
                .nth(1)?
                .split(' ')
                .next()?
                .parse()
                .ok()
        })
        .expect(&printed);
    assert!((6..=54).contains(&applicable), "{printed}");
    let (_, table, _) = lab_in(root.path(), &["table", "t"]);
    let row = |name: &str| {
        let line = table.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert!(table.contains("trials with risk"), "{table}");
    assert_eq!(row("largest")[1], "60");
    assert!(row("largest").contains(&applicable.to_string()), "{table}");
    assert_eq!(row("last").iter().filter(|entry| *entry == "60").count(), 2);
    let (_, _, note) = lab_in(
        root.path(),
        &["table", "t", "--show", "mean(risk)", "--by", "variant"],
    );
    let with = 60 + applicable;
    assert!(
        note.contains(&format!(
            "`risk` has a value in {with} of the 120 selected trials"
        )),
        "{note}"
    );
    let (_, plain, _) = lab_in(root.path(), &["table", "t", "--where", "variant = last"]);
    assert!(!plain.contains("trials with risk"), "{plain}");
}
