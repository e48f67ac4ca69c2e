//! Tests the warnings of the program about claims that can never apply, with the key that would help.

use crate::support::program::lab_in;
use serde_json::Value;
use std::fmt::Display;
use std::fs;
use tempfile::TempDir;
use testing::{CYCLIC, STREAM, SpecText};

/// Two points with two variants, without a claim.
fn two_points() -> SpecText {
    SpecText::new("points\nexamples = [{ x = [1, 0], y = 1 }, { x = [0, 1], y = -1 }]")
        .replicates(2)
        .variant("plain", CYCLIC)
        .variant(
            "other",
            CYCLIC.replace("perceptron", "normalized-perceptron"),
        )
}

/// A claim that needs a distribution, on fixed points, which have none.
fn silent() -> SpecText {
    two_points().claim("leave-one-out-risk-bound\nvariants = [\"plain\"]")
}

/// Runs a command on a spec: exit code, stdout and stderr.
pub(crate) fn lab(command: &str, extra: &[&str], spec: impl Display) -> (i32, String, String) {
    let root = TempDir::new().unwrap();
    fs::write(root.path().join("t.toml"), spec.to_string()).unwrap();
    lab_in(root.path(), &[&[command, "t.toml"], extra].concat())
}

/// The only line of a text that warns.
fn only_warning(text: &str) -> &str {
    let mut warnings = text.lines().filter(|line| line.contains("warning"));
    let first = warnings.next().expect(text);
    assert_eq!(warnings.next(), None, "{text}");
    first
}

#[test]
fn warns_of_a_mean_whose_range_is_not_stated() {
    let claim = |range: &str| {
        let own =
            format!("\nobserved = \"updates\"\nlimit = \"10\"\nform = \"in-expectation\"{range}");
        two_points().more(format_args!("[[claims]]{own}"))
    };
    let (_, text, _) = lab("check", &[], claim(""));
    let line = only_warning(&text);
    let because = "without the key `range`, so observed numbers outside [0, 1] count as missing; add the line range = [0, ";
    assert!(line.contains(because), "{line}");
    assert!(line.ends_with("MOST], where no run exceeds MOST"), "{line}");
    let (_, text, errors) = lab("run", &[], claim(""));
    assert!(
        text.contains("(plain): 2 of its trials have no value"),
        "{text}"
    );
    // Two trials of each of the two variants.
    let missing = "4 of the trials have no value for `E[updates] ≤ 10`; the first: updates is 2, outside of the range [0, 1]\n  = help: set the key `range`";
    assert!(errors.contains(missing), "{errors}");
    let (_, text, _) = lab("check", &[], claim("\nrange = [0, 20]"));
    assert!(!text.contains("warning"), "{text}");
    let sphere = "sphere-margin\ndimension = 3\ntarget_margin = 0.1\nexamples = 5";
    let of_risk = "observed = \"risk\"\nlimit = \"2\"\nform = \"in-expectation\"";
    let risk = SpecText::new(sphere).replicates(2).variant("a", CYCLIC);
    let (_, text, _) = lab(
        "check",
        &[],
        risk.more(format_args!("[[claims]]\n{of_risk}")),
    );
    let line = only_warning(&text);
    assert!(line.contains("certain to be vacuous"), "{line}");
    assert!(!line.contains("range"), "{line}");
    let basis = SpecText::new("basis\ndimension = 2\nexamples = 2").replicates(2);
    let logarithm =
        "observed = \"log(risk)\"\nlimit = \"0\"\nform = \"in-expectation\"\nrange = [-5, 0]";
    let spec = basis
        .variant("a", CYCLIC)
        .more(format_args!("[[claims]]\n{logarithm}"));
    let line = only_warning(&lab("check", &[], spec).1).to_owned();
    assert!(
        line.contains("vacuous") && line.contains("makes it inconclusive"),
        "{line}"
    );
}

#[test]
fn warns_of_a_claim_that_never_applies_with_the_key_that_fixes_it() {
    let spec = silent();
    let (_, text, _) = lab("check", &[], &spec);
    let line = only_warning(&text);
    for part in [
        "t, every cell",
        "`leave-one-out-risk-bound` never applies",
        "\"iid\" fails; set the generator to",
        "sphere-margin",
    ] {
        assert!(line.contains(part), "{part}: {text}");
    }
    let (_, _, stderr) = lab("run", &[], &spec);
    assert!(
        stderr.contains("warning: t, every cell") && stderr.contains("never applies"),
        "{stderr}"
    );
    let (_, json, _) = lab("check", &["--json"], &spec);
    let checked: Value = serde_json::from_str(&json).unwrap();
    assert!(
        checked[0]["bound"][0]["mend"]
            .as_str()
            .unwrap()
            .contains("sphere-margin"),
        "{json}"
    );
}

#[test]
fn warns_once_of_a_claim_that_partly_applies_unless_expected() {
    let spec = two_points()
        .sweep("variants.plain.ties", "\"mistake\", \"positive\"")
        .claim("increment-bound");
    let (code, text, stderr) = lab("check", &[], &spec);
    assert_eq!(code, 0, "{stderr}");
    let line = only_warning(&text);
    for part in [
        "every cell, variant other",
        "in 2 of 4 cells and variants",
        "set `rule` to perceptron",
    ] {
        assert!(line.contains(part), "{part}: {text}");
    }
    let expected = silent().more("expect = \"inapplicable\"");
    let (_, text, _) = lab("check", &[], &expected);
    assert!(!text.contains("warning"), "{text}");
    let (code, _, stderr) = lab("run", &[], &expected);
    assert!(code == 0 && stderr.is_empty(), "{stderr}");
}

/// Exclusive or, with a variant that has further keys.
fn xor(keys: &str) -> SpecText {
    let points = "points\nexamples = [{ x = [1, 1], y = 1 }, { x = [-1, -1], y = 1 }, { x = [1, -1], y = -1 }, { x = [-1, 1], y = -1 }]";
    SpecText::new(points)
        .replicates(2)
        .variant("plain", "rule = { perceptron = {} }")
        .more(keys)
}

#[test]
fn long_runs_on_large_samples_of_a_distribution_with_a_margin_are_not_doubted() {
    let sphere = "sphere-margin\ndimension = 50\ntarget_margin = 0.002\nexamples = 1000";
    let spec = SpecText::new(sphere).replicates(1).variant("a", CYCLIC);
    let (_, text, _) = lab("check", &[], spec.claim("online-mistake-bound"));
    assert!(!text.contains("warning"), "{text}");
}

#[test]
fn warning_about_endless_runs_counts_the_cells_and_names_the_first() {
    let separable = "[{ x = [1, 1], y = 1 }, { x = [-1, -1], y = -1 }]";
    let alike = "[{ x = [1, 1], y = 1 }, { x = [1, 1], y = -1 }]";
    let spec = SpecText::new("points\nexamples = []").replicates(2);
    let spec = spec.variant(
        "plain",
        "rule = { perceptron = {} }\norder = \"most-violated\"",
    );
    let spec = spec.sweep("generator.points.examples", format!("{separable}, {alike}"));
    let (_, text, _) = lab("check", &[], spec.claim("no-updates-left"));
    assert!(
        text.contains("t, 1 of 2 cells, the first points.examples="),
        "{text}"
    );
}

#[test]
fn warns_of_a_run_that_cannot_end_and_cuts_it_at_a_default_cap() {
    let endless = xor("order = \"most-violated\"").claim("no-updates-left");
    let (_, text, _) = lab("check", &[], &endless);
    let every = "t, every cell, variant plain: runs may not end: no vector separates";
    assert!(text.contains(every), "{text}");
    assert!(text.contains("set `stop` to { updates = N }"), "{text}");
    let (_, _, stderr) = lab("run", &[], &endless);
    assert!(
        stderr.contains("2 of the trials were cut off although the variant has no limit in `stop`"),
        "{stderr}"
    );
    for ends in [
        "order = \"stream\"",
        "order = \"cyclic\"\nstop = { updates = 50 }",
    ] {
        let spec = xor(ends).claim("no-updates-left");
        let (_, text, _) = lab("check", &[], &spec);
        assert!(!text.contains("may not end"), "{text}");
        let (_, _, stderr) = lab("run", &[], &spec);
        assert!(!stderr.contains("cut off"), "{stderr}");
    }
}

#[test]
fn a_feature_map_of_millions_of_entries_is_refused_with_its_size() {
    let map = "order = \"cyclic\"\ntransform = { polynomial-map = { degree = 40, constant = 1 } }";
    let (code, _, message) = lab("check", &[], xor(map));
    assert_eq!(code, 2);
    for part in ["12157665459056928801 features", "at most 1000000"] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn warns_of_a_number_of_replicates_between_two_looks_at_a_distribution_function() {
    let spec = |replicates: &str| {
        let claims = "[[claims]]\nname = \"margin-on-the-circle\"\nslack = 0.5\n\
            slack_reason = \"few replicates\"\n";
        let spec = SpecText::new("teacher-student\ndimension = 2\nexamples = 5");
        let text = spec.replicates(replicates).more(claims).to_string();
        let before = text.split("replicates =").next().unwrap();
        (before.lines().count() + 1, text.clone())
    };
    let (line, between) = spec("3_000");
    let (_, text, _) = lab("check", &[], &between);
    let due = format!(
        "warning: t, line {line}: `replicates` is 3000, but distribution functions are compared after 16, 32, 64, … replicates only (doubled each time), \
         so claim `margin-on-the-circle` is judged at the first 2048; set `replicates` to 2048 or 4096"
    );
    assert!(only_warning(&text).ends_with(&due), "{text}");
    let (_, _, errors) = lab("run", &[], &between);
    assert!(errors.contains(&due), "{errors}");
    let (_, text, _) = lab(
        "check",
        &[],
        spec("{ min = 20, max = 40, until = \"decided\" }").1,
    );
    let warning = only_warning(&text);
    assert!(
        warning.contains("`replicates.max` is 40")
            && warning.ends_with("set `replicates.max` to 32 or 64"),
        "{text}"
    );
    let (_, text, _) = lab("check", &[], spec("9").1);
    assert!(
        only_warning(&text).ends_with("is not judged; set `replicates` to 16 or a later look"),
        "{text}"
    );
    let (_, text, _) = lab("check", &[], spec("4096").1);
    assert!(!text.contains("warning"), "{text}");
    let other = two_points().replicates(3000);
    assert!(!lab("check", &[], other).1.contains("warning"));
}

#[test]
fn undecided_distribution_function_names_its_look_and_the_next_and_is_continued() {
    let root = TempDir::new().unwrap();
    let run = |replicates: u32| {
        let claim = "margin-on-the-circle\nslack = 0.1\nslack_reason = \"few replicates\"";
        let spec = SpecText::new("teacher-student\ndimension = 2\nexamples = 5");
        let spec = spec.replicates(replicates).claim(claim);
        fs::write(root.path().join("t.toml"), spec.to_string()).unwrap();
        lab_in(root.path(), &["run", "t.toml"]).1
    };
    let text = run(300);
    let advice = "judged at the first 256 of 300; the next look that can decide is at ";
    let (_, after) = text.split_once(advice).expect(&text);
    let next: u32 = after.split(' ').next().unwrap().parse().unwrap();
    assert!(next.is_power_of_two() && next > 300, "{next}");
    let text = run(next);
    assert!(
        text.contains("holds") && !text.contains("undecided"),
        "{text}"
    );
}

#[test]
fn warns_of_a_figure_without_data_and_names_what_is_missing() {
    let asked = |claims: &str, figures: &str| {
        let figures = format!("[figures]\nshow = [{figures}]");
        let spec = two_points().more(claims).more(figures);
        let (_, text, _) = lab("check", &[], &spec);
        text
    };
    for figure in [
        "tightness",
        "distribution",
        "distribution-function",
        "mistakes-against-bound",
    ] {
        let text = asked("", &format!("\"{figure}\""));
        let line = only_warning(&text);
        assert!(
            line.contains(&format!("`{figure}` has nothing to show")) && line.contains("add one"),
            "{line}"
        );
        let text = asked(
            "[[claims]]\nname = \"online-mistake-bound\"\nvariants = [\"plain\"]\nmargin = \"max\"\n",
            &format!("\"{figure}\""),
        );
        assert!(!text.contains("nothing to show"), "{text}");
    }
    for figure in ["tightness-map", "confidence-sequence", "scaling"] {
        let text = asked("", &format!("\"{figure}\""));
        let line = only_warning(&text);
        assert!(
            line.contains(&format!("`{figure}` has nothing to show")) && line.contains("add one"),
            "{line}"
        );
    }
    let twice = "[[figures]]\nshow = [\"mistakes-against-examples\"]\n".repeat(2);
    let (_, text, _) = lab("check", &[], two_points().more(twice));
    assert!(only_warning(&text).contains("listed twice"), "{text}");
}

#[test]
fn warns_of_the_default_range_of_a_count_whatever_its_limit() {
    let stream = SpecText::new("basis\ndimension = 3\nexamples = 7").replicates(2);
    let spec = |form: &str, limit: &str| {
        let claim =
            format!("[[claims]]\nobserved = \"updates\"\nlimit = \"{limit}\"\nform = \"{form}\"");
        stream.clone().variant("v", STREAM).more(claim)
    };
    for (form, limit) in [
        ("in-expectation", "1/2"),
        ("lower-bound", "1/2"),
        ("expectation-identity", "examples"),
    ] {
        let (_, text, _) = lab("check", &[], spec(form, limit));
        let line = only_warning(&text);
        assert!(line.ends_with("add the line range = [0, 7]"), "{line}");
    }
}

/// The two points as a data file, with a claim or other lines.
fn on_a_file(lines: &str) -> (i32, String, String) {
    let root = TempDir::new().unwrap();
    fs::write(root.path().join("d.csv"), "a,b,label\n1,0,1\n0,1,-1\n").unwrap();
    let spec = SpecText::new("file\npath = \"d.csv\"\nlabel = \"label\"")
        .replicates(2)
        .variant("v", CYCLIC)
        .more(lines);
    fs::write(root.path().join("t.toml"), spec.to_string()).unwrap();
    lab_in(root.path(), &["check", "t.toml"])
}

#[test]
fn warns_of_a_column_that_no_run_fills_with_the_reason() {
    let risk = "observed = \"risk\"\nlimit = \"1/2\"";
    for (lines, column) in [
        (format!("[[claims]]\n{risk}"), "risk"),
        (
            "[[claims]]\nobserved = \"excess_risk\"\nlimit = \"1/2\"".to_owned(),
            "excess_risk",
        ),
        (
            "[[figures]]\nx = \"examples\"\ny = [\"risk\"]\ntitle = \"f\"".to_owned(),
            "risk",
        ),
    ] {
        let (_, text, errors) = on_a_file(&lines);
        let line = only_warning(&text);
        let why = format!(
            "t: `{column}` will have no value in any run: the distribution of fresh examples is not known"
        );
        assert!(line.contains(&why), "{text} {errors}");
    }
    let known = SpecText::new("basis\ndimension = 3\nexamples = 7").replicates(2);
    let (_, text, _) = lab(
        "check",
        &[],
        known
            .variant("v", CYCLIC)
            .more(format_args!("[[claims]]\n{risk}")),
    );
    assert!(!text.contains("warning"), "{text}");
}

#[test]
fn warns_of_a_learner_that_can_never_update_unless_a_claim_is_to_fail() {
    let stream = SpecText::new("basis\ndimension = 3\nexamples = 7").replicates(2);
    let spec = |keys: &str, more: &str| {
        let claim = format!("[[claims]]\nobserved = \"updates\"\nlimit = \"examples\"\n{more}");
        stream
            .clone()
            .variant("v", format!("{keys}\norder = \"stream\""))
            .more(claim)
    };
    let threshold = |keys: &str| format!("rule = {{ margin-perceptron = {{ {keys} }} }}");
    let (zero, strict) = (
        threshold("threshold = 0"),
        "rule = { perceptron = {} }\nties = \"strict\"",
    );
    for (keys, mend) in [
        (zero.as_str(), "set its `threshold` above 0"),
        (strict, "set its `ties` to \"mistake\""),
    ] {
        let (_, text, _) = lab("check", &[], spec(keys, ""));
        let line = only_warning(&text);
        assert!(
            line.contains("t, every cell, variant v: the learner can never update"),
            "{line}"
        );
        assert!(line.ends_with(mend), "{line}");
    }
    for keys in [
        threshold("threshold = 0, inclusive = true"),
        threshold("threshold = 1"),
    ] {
        let (_, text, _) = lab("check", &[], spec(&keys, ""));
        assert!(!text.contains("never update"), "{keys}: {text}");
    }
    let (_, text, _) = lab("check", &[], spec(strict, "expect = \"violated\""));
    assert!(!text.contains("never update"), "{text}");
}
