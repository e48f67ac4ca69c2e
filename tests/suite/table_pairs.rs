//! Tables of pairs: two variants on the same samples, in `table`, at the end of a run and on the page.

use super::table::{folder_with, table_in, values};
use crate::support::program::lab_in;
use serde_json::{Value, json};
use std::fs;
use testing::SpecText;

/// A spec in which the average of one run is compared with its last vector, in this order of the examples.
fn averaged(order: &str) -> SpecText {
    let rule =
        format!("rule = {{ perceptron = {{}} }}\norder = \"{order}\"\nstop = {{ passes = 1 }}");
    let rule = if order == "stream" {
        rule.replace("\nstop = { passes = 1 }", "")
    } else {
        rule
    };
    SpecText::new("teacher-student\ndimension = 10\nexamples = 40")
        .replicates(60)
        .sweep("generator.teacher-student.examples", "20, 40")
        .variant(
            "averaged",
            format_args!("{rule}\nhypothesis = \"averaged\""),
        )
        .variant("last", rule)
        .claim("smaller-risk-on-average\nvariants = [\"averaged\", \"last\"]\nat_most = \"0.5\"")
}

#[test]
fn pair_table_shows_the_difference_with_its_errors_and_counts() {
    let folder = folder_with(&[("t", averaged("stream"))]);
    let table = table_in(folder.path(), &["t", "--pair", "averaged,last"]);
    let mean = "mean of first.risk - second.risk";
    let columns = [
        "examples",
        "pairs",
        mean,
        "standard error",
        "standard deviation",
        "first.risk smaller",
        "first.risk equal",
        "first.risk larger",
        "P(first.risk smaller) from",
        "P(first.risk smaller) to",
    ];
    assert_eq!(table["columns"], json!(columns));
    let means = table_in(
        folder.path(),
        &[
            "t",
            "--by",
            "examples,variant",
            "--show",
            "mean(risk) as risk",
        ],
    );
    for (row, examples) in table["rows"].as_array().unwrap().iter().zip([20, 40]) {
        assert_eq!(
            (row["examples"].as_u64(), row["pairs"].as_f64()),
            (Some(examples), Some(60.0))
        );
        let number = |name: &str| row[name].as_f64().unwrap();
        let of = |variant: &str| {
            let rows = means["rows"].as_array().unwrap().iter();
            let mut own =
                rows.filter(|row| row["examples"] == examples && row["variant"] == variant);
            own.next().unwrap()["risk"].as_f64().unwrap()
        };
        let difference = of("averaged") - of("last");
        let shown = row[mean]["value"].as_f64().unwrap();
        assert!((shown - difference).abs() < 1e-12, "{shown} {difference}");
        let ratio = number("standard deviation") / number("standard error");
        assert!((ratio - 60_f64.sqrt()).abs() < 1e-9, "{ratio}");
        // Student's quantile at 0.995 with 59 degrees of freedom is 2.662.
        let half = row[mean]["half_width"].as_f64().unwrap() / number("standard error");
        assert!((half - 2.662).abs() < 1e-3, "{half}");
        let counts =
            ["smaller", "equal", "larger"].map(|word| number(&format!("first.risk {word}")));
        assert!(
            counts.iter().sum::<f64>() == 60.0 && counts[0] > counts[2],
            "{counts:?}"
        );
        let [from, to] = ["from", "to"].map(|end| number(&format!("P(first.risk smaller) {end}")));
        let share = counts[0] / (counts[0] + counts[2]);
        assert!(from < share && share < to, "{from} {share} {to}");
    }
    // The counts are those of the verdicts, too.
    let stored = fs::read_to_string(folder.path().join("results/t/verdicts.json")).unwrap();
    let verdicts: Value = serde_json::from_str(&stored).unwrap();
    let smaller = verdicts
        .as_array()
        .unwrap()
        .iter()
        .map(|verdict| verdict["pairs"]["smaller"].as_f64());
    let shown = values(&table, "first.risk smaller")
        .into_iter()
        .map(Value::as_f64);
    let (mut judged, mut counted): (Vec<_>, Vec<_>) = (smaller.collect(), shown.collect());
    judged.sort_by(|a, b| a.partial_cmp(b).unwrap());
    counted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(judged, counted);
}

#[test]
fn formula_of_two_trials_needs_no_pair_if_there_are_two_variants() {
    let folder = folder_with(&[("t", averaged("stream"))]);
    let named = table_in(
        folder.path(),
        &[
            "t",
            "--pair",
            "averaged,last",
            "--show",
            "mean(first.risk - second.risk) as gain",
        ],
    );
    let alone = table_in(
        folder.path(),
        &["t", "--show", "mean(first.risk - second.risk) as gain"],
    );
    assert_eq!(named["rows"], alone["rows"]);
    // A row over several cells has counts of pairs, and no interval.
    let columns = [
        "gain",
        "first.risk smaller",
        "first.risk equal",
        "first.risk larger",
    ];
    assert_eq!(alone["columns"], json!(columns));
    let reversed = table_in(
        folder.path(),
        &[
            "t",
            "--pair",
            "last,averaged",
            "--show",
            "mean(first.risk - second.risk) as gain",
        ],
    );
    let gain = |table: &Value| table["rows"][0]["gain"].as_f64().unwrap();
    assert!(gain(&named) < 0.0 && (gain(&named) + gain(&reversed)).abs() < 1e-12);
    let (smaller, larger) = (
        &named["rows"][0]["first.risk smaller"],
        &reversed["rows"][0]["first.risk larger"],
    );
    assert_eq!(smaller, larger);
    // A condition on pairs selects pairs, and other statistics of pairs have no counts.
    let most = table_in(
        folder.path(),
        &[
            "t",
            "--where",
            "first.risk < second.risk",
            "--show",
            "trials()",
            "--show",
            "max(first.risk - second.risk) as most",
        ],
    );
    assert_eq!(&most["rows"][0]["trials()"], smaller);
    assert!(most["rows"][0]["most"].as_f64().unwrap() < 0.0);
    assert_eq!(most["columns"], json!(["trials()", "most"]));
}

#[test]
fn mistakes_in_a_table_of_pairs_say_what_is_allowed() {
    let three =
        averaged("stream").variant("third", "rule = { perceptron = {} }\norder = \"cyclic\"");
    let folder = folder_with(&[("t", three)]);
    for (words, said) in [
        (
            &["--show", "mean(first.risk - second.risk)"][..],
            "`--pair FIRST,SECOND` names them",
        ),
        (&["--pair", "averaged"], "two of averaged, last, third"),
        (
            &["--pair", "averaged,averaged"],
            "two of averaged, last, third",
        ),
        (&["--pair", "averaged,lost"], "did you mean `last`?"),
        (
            &["--pair", "averaged,last", "--by", "variant"],
            "leave `variant` out",
        ),
        (
            &["--pair", "averaged,last", "--where", "variant = last"],
            "leave `variant` out",
        ),
    ] {
        let words = [&["table", "t"][..], words].concat();
        let (code, _, error) = lab_in(folder.path(), &words);
        assert!(code == 2 && error.contains(said), "{words:?}: {error}");
    }
    let (code, _, _) = lab_in(folder.path(), &["table", "t", "--pair", "averaged,last"]);
    assert_eq!(code, 0);
}

#[test]
fn run_page_and_table_count_pairs_and_say_whether_their_order_is_shared() {
    let separate = averaged("shuffled");
    let shared = separate.to_string().replace(
        "order = \"shuffled\"",
        "order = \"shuffled\"\ndraws = \"order\"",
    );
    let folder = folder_with(&[("t", separate)]);
    fs::write(folder.path().join("u.toml"), shared).unwrap();
    let said = |name: &str| {
        let (code, run, error) = lab_in(folder.path(), &["run", &format!("{name}.toml")]);
        assert!(code < 2, "{error}");
        let (_, _, note) = lab_in(folder.path(), &["table", name, "--pair", "averaged,last"]);
        let page =
            fs::read_to_string(folder.path().join(format!("results/{name}/report.html"))).unwrap();
        [run, note, page]
    };
    for text in said("t") {
        assert!(
            text.contains("averaged and last draw at random separately"),
            "{text}"
        );
    }
    let [run, note, page] = said("u");
    for text in [&run, &note, &page] {
        assert!(
            text.contains("averaged and last share their random draws"),
            "{text}"
        );
    }
    assert!(
        run.contains("averaged.risk is smaller than last.risk in ") && run.contains("of 60 pairs"),
        "{run}"
    );
    assert!(
        page.contains("first smaller if they differ") && page.contains("no verdict rests on it")
    );
}

#[test]
fn enumerated_pairs_have_no_error() {
    let text = SpecText::new("basis\ndimension = 3\nexamples = 2")
        .replicates("\"all\"")
        .variant("one", "rule = { perceptron = {} }\norder = \"cyclic\"")
        .variant("none", "rule = { perceptron = {} }\norder = { given = [] }")
        .claim("smaller-risk-on-average");
    let folder = folder_with(&[("t", text)]);
    let table = table_in(folder.path(), &["t", "--pair", "one,none"]);
    let row = &table["rows"][0];
    assert_eq!(row["standard error"], json!(0.0));
    assert!(row["standard deviation"].as_f64().unwrap() > 0.0, "{row}");
    assert_eq!(
        (
            &row["P(first.risk smaller) from"],
            &row["P(first.risk smaller) to"]
        ),
        (&json!(1.0), &json!(1.0))
    );
}
