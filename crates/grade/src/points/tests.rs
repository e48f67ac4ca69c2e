//! Tests of points: shares, late faults, deductions, unfinished gradings, refused files, and that all forms tell the same points.

use super::{PointsFile, PointsForm, Scores};
use crate::grading::{
    CutOff, Grade, GradeVerdict, GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings,
    grade,
};
use perceptron::learn::external::FunctionLearner;
use perceptron::sample::{Rational, Ties};
use serde_json::Value;
use std::path::Path;

const FILE: &str = r#"
title      = "Sheet"
unfinished = "1/4"
[[item]]
name   = "updates"
points = 4
checks = ["updates-when-due", "rests-when-right"]
[[item]]
name   = "bound"
points = 3
checks = ["mistake-bound", "progress"]
share  = "all"
[[item]]
name   = "late"
points = "1/2"
checks = ["norm"]
late   = { samples = 100, keeps = "1/2" }
[[deduction]]
check  = "protocol"
points = 2
"#;

fn rule() -> GradedRule {
    let settings = RuleSettings::default();
    let rule = GradedRule::new(
        RuleName::Perceptron,
        Ties::Mistake,
        ReturnedWeights::Last,
        &settings,
    );
    rule.ok().unwrap()
}

fn file(text: &str) -> PointsFile {
    PointsFile::read(text, Path::new("p.toml"), &rule()).unwrap()
}

/// The grade of a right learner.
fn right() -> Grade {
    let learn = |w: &mut [f64], x: &[f64], y: f64| {
        let score: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum();
        if y * score <= 0.0 {
            w.iter_mut().zip(x).for_each(|(w, x)| *w += y * x);
        }
        score
    };
    grade(&GradingTask {
        start: &|| Ok(Box::new(FunctionLearner::new(learn))),
        is_over: &|| false,
        graded: rule(),
        seconds: 60.0,
        attack: 0,
        wide: false,
    })
}

/// A grade in which these claims are refuted, each after so many samples.
fn refuting(grade: &Grade, refuted: &[(&str, u64)]) -> Grade {
    let mut grade = grade.clone();
    for (id, samples) in refuted {
        let mut claims = grade.checks.iter_mut();
        let claim = claims.find(|claim| claim.id == *id).unwrap();
        (claim.verdict, claim.samples) = (GradeVerdict::Refuted, *samples);
    }
    grade
}

fn points(scores: &Scores) -> Vec<String> {
    let points = scores.items.iter().map(|item| item.points.to_string());
    points
        .chain([scores.total().to_string(), scores.possible().to_string()])
        .collect()
}

#[test]
fn points_follow_shares_late_faults_and_deductions() {
    let right = right();
    let of = |refuted: &[(&str, u64)]| points(&file(FILE).mark(&refuting(&right, refuted)));
    assert_eq!(of(&[]), ["4", "3", "1/2", "15/2", "15/2"]);
    assert_eq!(
        of(&[("updates-when-due", 1), ("progress", 1)]),
        ["2", "0", "1/2", "5/2", "15/2"]
    );
    assert_eq!(of(&[("norm", 100)]), ["4", "3", "0", "7", "15/2"]);
    assert_eq!(of(&[("norm", 101)]), ["4", "3", "1/4", "29/4", "15/2"]);
    assert_eq!(
        of(&[("protocol", 1)]),
        ["4", "3", "1/2", "-2", "11/2", "15/2"]
    );
    let all = [
        "protocol",
        "updates-when-due",
        "rests-when-right",
        "progress",
        "norm",
    ]
    .map(|id| (id, 1));
    assert_eq!(of(&all), ["0", "0", "0", "-2", "0", "15/2"]);
}

#[test]
fn a_learner_that_fails_before_the_end_keeps_what_the_file_says() {
    let mut grade = refuting(&right(), &[("progress", 1)]);
    grade.cut_off = Some(CutOff::Failures);
    assert_eq!(
        points(&file(FILE).mark(&grade)),
        ["1", "0", "1/8", "9/8", "15/2"]
    );
    grade.cut_off = Some(CutOff::Time);
    assert_eq!(
        points(&file(FILE).mark(&grade)),
        ["4", "0", "1/2", "9/2", "15/2"]
    );
    grade
        .checks
        .iter_mut()
        .for_each(|claim| claim.verdict = GradeVerdict::Untried);
    assert_eq!(file(FILE).mark(&grade).total(), Rational::zero());
}

/// The points that a reader of a form sees.
fn read(form: PointsForm, text: &str) -> f64 {
    let value: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let list = |value: &Value, key: &str| value[key].as_array().unwrap().clone();
    match form {
        PointsForm::Text => {
            let points: Rational = text.split(' ').nth(1).unwrap().parse().unwrap();
            points.to_f64()
        }
        PointsForm::Json => value["points"].as_f64().unwrap(),
        PointsForm::Gradescope => value["score"].as_f64().unwrap(),
        PointsForm::Otter => {
            let cases = list(&value, "test_file_results")
                .into_iter()
                .flat_map(|file| list(&file, "test_case_results"));
            let passed = cases.filter(|case| case["passed"] == true);
            passed
                .map(|case| case["test_case"]["points"].as_f64().unwrap())
                .sum()
        }
        PointsForm::Nbgrader => {
            let cells = list(&value, "cells")
                .into_iter()
                .filter(|cell| cell["metadata"]["nbgrader"]["grade"] == true);
            let returned = cells.map(|cell| {
                cell["outputs"][0]["data"]["text/plain"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            });
            returned.map(|number| number.parse::<f64>().unwrap()).sum()
        }
    }
}

#[test]
fn every_form_tells_the_same_points() {
    for refuted in [
        &[][..],
        &[("updates-when-due", 1), ("norm", 1)],
        &[("protocol", 1), ("norm", 1)],
    ] {
        let scores = file(FILE).mark(&refuting(&right(), refuted));
        for form in [
            PointsForm::Text,
            PointsForm::Json,
            PointsForm::Gradescope,
            PointsForm::Otter,
            PointsForm::Nbgrader,
        ] {
            let text = scores.written(form);
            assert_eq!(
                read(form, &text),
                scores.total().to_f64(),
                "{form:?}: {text}"
            );
        }
    }
}

#[test]
fn a_deduction_is_taken_off_the_last_items_where_points_cannot_be_negative() {
    let scores = file(FILE).mark(&refuting(&right(), &[("protocol", 1)]));
    let notebook: Value = serde_json::from_str(&scores.written(PointsForm::Nbgrader)).unwrap();
    let setup = notebook["cells"][0]["source"].as_str().unwrap();
    assert_eq!(setup, r#"points = {"bound":1.5,"late":0,"updates":4}"#);
}

#[test]
fn a_wrong_file_is_refused_with_its_place() {
    let rule = rule();
    let item =
        |keys: &str| format!("[[item]]\nname = \"a\"\npoints = 1\nchecks = [\"norm\"]\n{keys}");
    for (text, due) in [
        (String::new(), "the file gives no points"),
        (item("pionts = 1"), "unknown field `pionts`"),
        (
            item("late = { samples = 1, keeps = 2 }"),
            "2 is no part of the points",
        ),
        (
            item("[[deduction]]\ncheck = \"nrom\"\npoints = 1"),
            "`nrom` is no claim about the rule perceptron",
        ),
        (item("share = \"some\""), "unknown variant `some`"),
        (item(&item("")), "two items are named `a`"),
        (
            item("").replace("points = 1", "points = -1"),
            "a negative number of points",
        ),
        (item("").replace("\"norm\"", ""), "item `a` names no claim"),
    ] {
        let problem = PointsFile::read(&text, Path::new("p.toml"), &rule)
            .unwrap_err()
            .to_string();
        assert!(
            problem.contains(due) && problem.contains("--> p.toml"),
            "{problem}"
        );
    }
    let problem = PointsFile::read(&item("pionts = 1"), Path::new("p.toml"), &rule).unwrap_err();
    assert_eq!(problem.place.unwrap().line, Some(5));
}
