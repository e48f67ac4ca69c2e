//! Tests the error on examples of a data file that the learner did not see, against a perceptron that is written here once more.

use crate::support::program::lab_in as lab;
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// Two integer features and a label.
type Example = ([i64; 2], i64);

/// Forty separable examples; the sixth is far longer than all others.
fn examples() -> Vec<Example> {
    let point = |i: i64| [(7 * i + 3) % 19 - 9, (11 * i + 5) % 23 - 11];
    let points = (0..40).map(|i| if i == 5 { [900, 800] } else { point(i) });
    let labelled = points.map(|[a, b]| ([a, b], if 3 * a + 5 * b > 1 { 1 } else { -1 }));
    labelled.collect()
}

fn table(examples: &[Example]) -> String {
    let rows = examples.iter().map(|([a, b], y)| format!("{a},{b},{y}\n"));
    format!("a,b,y\n{}", rows.collect::<String>())
}

/// The weights of the perceptron in cyclic order after a clean pass.
fn trained(examples: &[Example]) -> [i64; 2] {
    let mut w = [0, 0];
    loop {
        let mut is_clean = true;
        for (x, y) in examples {
            if y * (w[0] * x[0] + w[1] * x[1]) <= 0 {
                w = [w[0] + y * x[0], w[1] + y * x[1]];
                is_clean = false;
            }
        }
        if is_clean {
            return w;
        }
    }
}

fn errors(w: [i64; 2], tested: &[Example]) -> usize {
    let is_wrong = |(x, y): &&Example| y * (w[0] * x[0] + w[1] * x[1]) <= 0;
    tested.iter().filter(is_wrong).count()
}

fn spec(keys: &str) -> SpecText {
    SpecText::new(format_args!(
        "file\npath = \"all.csv\"\npositive = \"1\"\n{keys}"
    ))
    .replicates(12)
    .key("measure = [\"leave_one_out_error\", \"radius_squared\"]")
    .variant("plain", CYCLIC)
}

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("experiments")).unwrap();
    fs::write(
        folder.path().join("experiments/all.csv"),
        table(&examples()),
    )
    .unwrap();
    folder
}

fn run(at: &Path, spec: &SpecText) -> (i32, String, String) {
    fs::write(at.join("experiments/t.toml"), spec.to_string()).unwrap();
    lab(at, &["run", "experiments/t.toml", "--fresh"])
}

/// Runs a spec, and returns the row of each replicate with its address.
fn rows(at: &Path, spec: &SpecText) -> Vec<(String, Value)> {
    let (code, _, error) = run(at, spec);
    assert_eq!(code, 0, "{error}");
    let (_, _, told) = lab(at, &["replay", "t:none:plain:0"]);
    let cell = told
        .split_once("allowed: ")
        .unwrap()
        .1
        .lines()
        .next()
        .unwrap();
    let row = |replicate| {
        let address = format!("t:{cell}:plain:{replicate}");
        let (code, out, error) = lab(at, &["replay", &address, "--json"]);
        assert_eq!(code, 0, "{error}");
        let told: Value = serde_json::from_str(&out).unwrap();
        (address, told["row"].clone())
    };
    (0..12).map(row).collect()
}

/// A number as `replay --json` shows it: a float, or a fraction in quotes.
fn number(shown: &Value) -> f64 {
    let fraction = || {
        let (top, bottom) = shown
            .as_str()?
            .split_once('/')
            .unwrap_or((shown.as_str()?, "1"));
        Some(top.parse::<f64>().ok()? / bottom.parse::<f64>().ok()?)
    };
    shown
        .as_f64()
        .or_else(fraction)
        .unwrap_or_else(|| panic!("{shown}"))
}

/// The sample of a trial, which the program exports.
fn exported(at: &Path, address: &str) -> Vec<Example> {
    let (code, _, error) = lab(at, &["export", address, "--to", "sample.csv"]);
    assert_eq!(code, 0, "{error}");
    read(&at.join("sample.csv"))
}

fn read(path: &Path) -> Vec<Example> {
    let text = fs::read_to_string(path).unwrap();
    let parsed = |line: &str| {
        let [a, b, y] = line
            .split(',')
            .map(|number| number.parse().unwrap())
            .collect::<Vec<i64>>()[..]
        else {
            panic!("{line}");
        };
        ([a, b], y)
    };
    text.lines().skip(1).map(parsed).collect()
}

#[test]
fn a_share_is_held_out_anew_and_everything_else_is_of_the_other_examples() {
    let folder = folder();
    let at = folder.path();
    let all = examples();
    let mut parts = Vec::new();
    let mut held_the_longest = 0;
    for (address, row) in rows(at, &spec("test_share = 0.25")) {
        let training = exported(at, &address);
        let tested: Vec<Example> = all
            .iter()
            .filter(|own| !training.contains(own))
            .copied()
            .collect();
        assert_eq!((training.len(), tested.len()), (30, 10));
        assert_eq!(
            (&row["examples"], &row["test_examples"]),
            (&30.into(), &10.into())
        );
        let share = errors(trained(&training), &tested) as f64 / 10.0;
        assert_eq!(number(&row["test_error"]), share, "{address}");
        // The longest example is in the radius only if the learner saw it.
        let square = |(x, _): &Example| x[0] * x[0] + x[1] * x[1];
        let radius = training.iter().map(square).max().unwrap();
        assert_eq!(number(&row["radius_squared"]), radius as f64);
        held_the_longest += usize::from(radius < 1000);
        parts.push(tested);
    }
    assert!(0 < held_the_longest && held_the_longest < 12);
    parts.dedup();
    assert_eq!(parts.len(), 12);
}

#[test]
fn a_test_file_is_read_with_the_features_and_classes_of_the_other() {
    let folder = folder();
    let at = folder.path();
    let all = examples();
    let (training, tested) = all.split_at(25);
    fs::write(at.join("experiments/all.csv"), table(training)).unwrap();
    // The columns stand in another order, and there is one more.
    let lines = tested.iter().map(|([a, b], y)| format!("{y},{b},7,{a}\n"));
    let test = format!("y,b,c,a\n{}", lines.collect::<String>());
    fs::write(at.join("experiments/test.csv"), test).unwrap();
    let due = errors(trained(training), tested) as f64 / 15.0;
    let keys = "label = \"y\"\ntest_file = \"test.csv\"";
    for (_, row) in rows(at, &spec(keys)) {
        assert_eq!(number(&row["test_error"]), due);
        assert_eq!(row["examples"], 25);
    }
    let kept = at.join("results/t/test.csv");
    assert!(kept.exists(), "the folder has no copy of the test file");
    let (code, out, error) = lab(at, &["verify", "results/t"]);
    assert_eq!(code, 0, "{out}{error}");
    // In a LIBSVM file a feature may occur in one part only.
    let line = |([a, b], y): &Example, more: &str| format!("{y} 1:{a} 5:{b}{more}\n");
    let svm = |part: &[Example], more| part.iter().map(|own| line(own, more)).collect::<String>();
    fs::write(at.join("experiments/all.svm"), svm(training, "")).unwrap();
    fs::write(at.join("experiments/test.svm"), svm(tested, " 9:4")).unwrap();
    let of_svm = spec("test_file = \"test.svm\"")
        .to_string()
        .replace("all.csv", "all.svm");
    fs::write(at.join("experiments/t.toml"), of_svm).unwrap();
    let (code, _, error) = lab(at, &["run", "experiments/t.toml", "--fresh"]);
    assert_eq!(code, 0, "{error}");
    let (_, table, _) = lab(
        at,
        &[
            "table",
            "t",
            "--by",
            "variant",
            "--show",
            "max(test_error) as e",
            "--json",
        ],
    );
    let table: Value = serde_json::from_str(&table).unwrap();
    assert_eq!(table["rows"][0]["e"], due, "{table}");
}

#[test]
fn as_many_folds_as_examples_are_leave_one_out() {
    let folder = folder();
    let at = folder.path();
    for (_, row) in rows(at, &spec("folds = 40")) {
        assert_eq!(
            number(&row["test_error"]),
            number(&row["leave_one_out_error"])
        );
        assert_eq!(row["test_examples"], 40);
        assert_eq!(row["examples"], 40);
    }
    let five = rows(at, &spec("folds = 5\nstratified = true"));
    let mut shares: Vec<f64> = five
        .iter()
        .map(|(_, row)| number(&row["test_error"]))
        .collect();
    assert!(
        shares.iter().all(|share| (40.0 * share).fract() == 0.0),
        "{shares:?}"
    );
    shares.dedup();
    assert!(
        shares.len() > 1,
        "every replicate has the same folds: {shares:?}"
    );
}

#[test]
fn test_sets_that_contradict_each_other_or_leak_are_refused_with_the_next_step() {
    let folder = folder();
    let at = folder.path();
    let refused = |keys: &str, parts: &[&str]| {
        let (code, _, error) = run(at, &spec(keys));
        assert_eq!(code, 2, "{keys}: {error}");
        for part in parts {
            assert!(error.contains(part), "{keys}: {error}");
        }
    };
    refused(
        "folds = 5\ntest_share = 0.5",
        &["`folds`", "one of `test_share`, `test_file` and `folds`"],
    );
    refused(
        "test_share = 0.5\nmissing = \"mean\"",
        &["`missing`", "test examples", "\"drop\""],
    );
    refused("stratified = true", &["`stratified`", "nothing is divided"]);
    refused("test_share = 0.01", &["`test_share`", "0 of 40 examples"]);
    refused("test_share = 1", &["`test_share`", "(0, 1)"]);
    refused("folds = 41", &["`folds`", "more folds than examples"]);
    refused(
        "test_share = 0.5\nexamples = 21",
        &["`examples`", "from 1 to 20"],
    );
    refused("test_file = \"none.csv\"", &["`test_file`", "none.csv"]);
    fs::write(at.join("experiments/other.csv"), "a,c,y\n1,2,1\n1,2,-1\n").unwrap();
    refused(
        "test_file = \"other.csv\"",
        &["`test_file`", "other.csv", "no column `b`"],
    );
    let named = spec("").key("quick_replicates = 2").to_string();
    let named = named.replace("leave_one_out_error", "test_error");
    fs::write(at.join("experiments/t.toml"), named).unwrap();
    let (code, told, warned) = lab(at, &["check", "experiments/t.toml"]);
    assert!(
        code == 0 && (told + &warned).contains("`test_share`, `test_file` or `folds`"),
        "no warning"
    );
}

#[test]
fn a_comparison_of_test_errors_is_decided_over_divisions_of_the_file() {
    let folder = folder();
    let at = folder.path();
    let compared =
        "smaller-risk-on-average\nof = \"test_error\"\nvariants = [\"plain\", \"first\"]";
    let one_pass = "rule = { perceptron = {} }\norder = \"cyclic\"\nstop = { passes = 1 }";
    let spec = spec("test_share = 0.25\nstratified = true").variant("first", one_pass);
    let (code, out, error) = run(at, &spec.replicates(400).claim(compared));
    assert_eq!(code, 0, "{out}{error}");
    let report = fs::read_to_string(at.join("results/t/report.md")).unwrap();
    assert!(
        report.contains("the test error of the first of two variants is on average at most"),
        "{report}"
    );
}

/// The weights of the perceptron after some passes in cyclic order.
fn after_passes(examples: &[Example], passes: usize) -> [i64; 2] {
    let mut w = [0, 0];
    for (x, y) in std::iter::repeat_n(examples, passes).flatten() {
        if y * (w[0] * x[0] + w[1] * x[1]) <= 0 {
            w = [w[0] + y * x[0], w[1] + y * x[1]];
        }
    }
    w
}

const CHOICE: &str = "rule = { perceptron = {} }\norder = \"cyclic\"\nselect = { key = \"stop.passes\", from = [1, 2, 9], by = \"25-fold\" }";

#[test]
fn a_key_is_chosen_by_errors_inside_of_the_sample_and_no_test_example_has_a_part_in_it() {
    let folder = folder();
    let at = folder.path();
    let mut all = examples();
    // Without the long example the number of passes matters.
    all[5] = ([2, 3], 1);
    let (training, tested) = all.split_at(25);
    fs::write(at.join("experiments/all.csv"), table(training)).unwrap();
    // With as many folds as examples, nothing depends on how they are drawn.
    let left_out_errors = |passes: &usize| {
        let left_out = (0..25).map(|left| {
            let others = [&training[..left], &training[left + 1..]].concat();
            errors(after_passes(&others, *passes), &training[left..=left])
        });
        left_out.sum::<usize>()
    };
    let chosen = [1, 2, 9].into_iter().min_by_key(left_out_errors).unwrap();
    let counts = [1, 2, 9].map(|passes| left_out_errors(&passes));
    assert!(counts[0] != counts[2], "{counts:?} say nothing");
    let due = errors(after_passes(training, chosen), tested) as f64 / 15.0;
    let flipped: Vec<Example> = tested.iter().map(|(x, y)| (*x, -y)).collect();
    let ties = tested.iter().filter(|(x, _)| {
        let w = after_passes(training, chosen);
        w[0] * x[0] + w[1] * x[1] == 0
    });
    assert_eq!(ties.count(), 0);
    for (test, due) in [(tested, due), (&flipped, 1.0 - due)] {
        fs::write(at.join("experiments/test.csv"), table(test)).unwrap();
        let text =
            SpecText::new("file\npath = \"all.csv\"\npositive = \"1\"\ntest_file = \"test.csv\"");
        let text = text.replicates(12).variant("plain", CHOICE);
        for (_, row) in rows(at, &text) {
            assert_eq!(row["selected"], chosen.to_string());
            assert!((number(&row["test_error"]) - due).abs() < 1e-12);
        }
    }
    let report = fs::read_to_string(at.join("results/t/report.md")).unwrap();
    assert!(
        report.contains(&format!("chose {chosen} in 12 of 12 runs")),
        "{report}"
    );
}

#[test]
fn a_choice_that_cannot_be_made_is_refused_at_its_place() {
    let folder = folder();
    let at = folder.path();
    for (choice, parts) in [
        (
            "key = \"stop.passes\", from = [1, 2], by = \"thirds\"",
            ["`by` of `select`", "\"3-fold\""],
        ),
        (
            "key = \"stop.passes\", from = [1], by = \"3-fold\"",
            ["nothing to choose from", "two values"],
        ),
        (
            "key = \"stop.passes\", from = [1, 2], by = \"99-fold\"",
            ["99 parts", "40 examples"],
        ),
        (
            "key = \"offset\", from = [1, 2], by = \"3-fold\"",
            ["`offset` cannot be chosen", "rule.margin"],
        ),
        (
            "key = \"stop.passes\", from = [1, 1], by = \"3-fold\"",
            ["`1` is listed twice", "leave one of them out"],
        ),
        (
            "key = \"stop.pases\", from = [1, 2], by = \"3-fold\"",
            ["`stop.pases` = 1", "select"],
        ),
        (
            "key = \"hypothesis\", from = [1, 2], by = \"3-fold\"",
            ["`hypothesis` cannot be chosen", "stop.passes"],
        ),
        (
            "key = \"threshold\", from = [1, 2], by = \"3-fold\"",
            ["no key `threshold`", "the whole path"],
        ),
        (
            "key = \"rule.margin-perceptron.threshold\", from = [1, 2], by = \"3-fold\"",
            [
                "this variant has no `rule.margin-perceptron`",
                "the whole path",
            ],
        ),
        (
            "key = \"ties\", from = [\"mistake\", \"strict\"], by = \"3-fold\"",
            [
                "cannot be chosen by cross validation",
                "not wrong on purpose",
            ],
        ),
        (
            "key = \"stop.passes\", from = [1, \"two\"], by = \"3-fold\"",
            ["t.toml:", "two"],
        ),
        (
            "key = \"stop.passes\", from = [1, 0], by = \"3-fold\"",
            ["without a pass", "K from 1"],
        ),
    ] {
        let variant =
            format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nselect = {{ {choice} }}");
        let (code, _, error) = run(at, &spec("").variant("chosen", variant));
        assert_eq!(code, 2, "{choice}: {error}");
        assert!(
            parts.iter().all(|part| error.contains(part)),
            "{choice}: {error}"
        );
    }
}

#[test]
fn a_key_that_is_chosen_cannot_be_swept_and_no_variant_is_named_as_all_are() {
    let folder = folder();
    let at = folder.path();
    let swept = |path: &str| {
        let sweep = format!("[[sweep]]\n\"{path}\" = [1, 2]\n");
        run(at, &spec("").variant("chosen", CHOICE).more(sweep))
    };
    for path in ["variants.*.stop.passes", "variants.chosen.stop.passes"] {
        let (code, _, error) = swept(path);
        assert_eq!(code, 2, "{error}");
        let due = "variant `chosen` chooses this key";
        assert!(error.contains(due) && error.contains("t.toml:"), "{error}");
    }
    let (code, _, error) = swept("variants.plain.stop.passes");
    assert_eq!(code, 0, "{error}");
    let (code, _, error) = run(at, &spec("").variant("'*'", CYCLIC));
    let due = "`*` stands for all variants";
    assert!(code == 2 && error.contains(due), "{error}");
}

#[test]
fn the_examples_of_a_test_are_exported_with_the_sample() {
    let folder = folder();
    let at = folder.path();
    let exported = |address: &str| {
        let words = [
            "export",
            address,
            "--to",
            "sample.csv",
            "--test",
            "test.csv",
        ];
        lab(at, &words)
    };
    let whole = |parts: &[Vec<Example>]| {
        let mut all = parts.concat();
        all.sort_unstable();
        all
    };
    let mut all = examples();
    all.sort_unstable();
    for (address, row) in rows(at, &spec("test_share = 0.3\nshuffled = true")) {
        assert_eq!(exported(&address).0, 0);
        let [sample, tested] = ["sample.csv", "test.csv"].map(|name| read(&at.join(name)));
        let due = errors(trained(&sample), &tested) as f64 / 12.0;
        assert!((number(&row["test_error"]) - due).abs() < 1e-12);
        assert_eq!(whole(&[sample, tested]), all);
    }
    for (address, row) in rows(at, &spec("folds = 3\nshuffled = true")) {
        assert_eq!(exported(&address).0, 0);
        let sample = read(&at.join("sample.csv"));
        let folds = [1, 2, 3].map(|fold| read(&at.join(format!("test-{fold}.csv"))));
        let wrong = folds.iter().map(|tested| {
            let others = sample.iter().filter(|example| !tested.contains(example));
            errors(trained(&others.copied().collect::<Vec<_>>()), tested)
        });
        let due = wrong.sum::<usize>() as f64 / 40.0;
        assert!((number(&row["test_error"]) - due).abs() < 1e-12);
        assert_eq!(whole(&folds), all);
    }
    let (address, _) = rows(at, &spec("")).remove(0);
    let (code, _, error) = exported(&address);
    assert!(code == 2 && error.contains("leave out `--test`"), "{error}");
}

#[test]
fn a_page_says_what_was_left_out_and_how_the_file_is_divided() {
    let folder = folder();
    let at = folder.path();
    let rows = table(&examples()) + "1,2,0\n,3,1\n";
    fs::write(at.join("experiments/all.csv"), rows).unwrap();
    let keys = "negative = \"-1\"\nmissing = \"drop\"\ntest_share = 0.25\nstratified = true";
    let (code, _, error) = run(at, &spec(keys));
    assert_eq!(code, 0, "{error}");
    let report = fs::read_to_string(at.join("results/t/report.md")).unwrap();
    let due = "The file all.csv has 40 examples; left out: 1 row of other classes and 1 row of these classes with a missing value.";
    assert!(report.contains(due), "{report}");
    let tested = [1, -1].map(|label| examples().iter().filter(|(_, y)| *y == label).count() / 4);
    let tested = tested[0] + tested[1];
    let due = format!(
        "trained on {} examples and tested on {tested} others, drawn anew, each class in the same proportion.",
        40 - tested
    );
    assert!(report.contains(&due), "{report}");
    let (_, plan, _) = lab(at, &["plan", "experiments/t.toml"]);
    assert!(!plan.contains("digest"), "{plan}");
}

#[test]
fn of_three_variants_each_is_compared_with_each_and_nothing_is_expected() {
    let folder = folder();
    let at = folder.path();
    let passes = |passes: usize| {
        format!(
            "rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nstop = {{ passes = {passes} }}"
        )
    };
    let claim = |more: &str| {
        let text = format!(
            "id = \"each\"\nname = \"smaller-risk-on-average\"\nof = \"test_error\"\nvariants = [\"one\", \"two\", \"same\"]\n{more}"
        );
        let spec = spec("test_share = 0.5\nshuffled = true");
        let spec = spec.variant("one", passes(1)).variant("two", passes(30));
        spec.variant("same", passes(30))
            .more(format!("[[claims]]\n{text}\n"))
    };
    let (code, told, error) = run(at, &claim(""));
    assert_eq!(code, 0, "{error}");
    let verdicts = fs::read_to_string(at.join("results/t/verdicts.json")).unwrap();
    let verdicts: Vec<Value> = serde_json::from_str(&verdicts).unwrap();
    let pairs: Vec<String> = verdicts
        .iter()
        .map(|own| own["variant"].to_string())
        .collect();
    assert_eq!(
        pairs,
        [
            "[\"one\",\"two\"]",
            "[\"one\",\"same\"]",
            "[\"two\",\"same\"]"
        ]
    );
    // α is divided among the three, and equal runs decide nothing or that the first is not worse.
    assert!(
        verdicts
            .iter()
            .all(|own| own["alpha"] == verdicts[0]["alpha"])
    );
    assert!(verdicts[2]["observed_mean"] == 0.0, "{verdicts:?}");
    assert!(
        told.contains("comparisons") || told.contains("decided"),
        "{told}"
    );
    // What is expected can be refuted: the order of the list.
    let (code, told, _) = run(at, &claim("expect = \"violated\""));
    assert_eq!(code, 1, "{told}");
    for (key, part) in [
        ("goal = true", "is no goal"),
        ("answers = \"yes\"", "takes no `answers`"),
    ] {
        let (code, _, error) = run(at, &claim(key));
        assert!(code == 2 && error.contains(part), "{error}");
    }
    let control = claim(
        "[[claims]]\nid = \"c\"\nname = \"smaller-risk-on-average\"\nof = \"test_error\"\ncontrol_of = \"each\"\nexpect = \"violated\"",
    );
    let (code, _, error) = run(at, &control);
    assert!(
        code == 2 && error.contains("compares two variants"),
        "{error}"
    );
}
