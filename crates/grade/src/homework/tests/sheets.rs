//! Tests what sheets are refused, with place, allowed values and next step, and the command `hand-in`.

use super::{COURSE, sheet_of};
use crate::homework::{HandInOptions, Sheet, hand_in};
use std::fs;
use std::path::PathBuf;

/// The message of a refused sheet.
fn refused(text: &str) -> String {
    Sheet::read(text, "sheet.toml")
        .map(drop)
        .unwrap_err()
        .to_string()
}

#[test]
fn wrong_keys_are_refused_at_their_place_with_what_is_allowed() {
    let replaced = |from: &str, to: &str| {
        assert!(COURSE.contains(from), "{from}");
        refused(&COURSE.replacen(from, to, 1))
    };
    let line = |words: &str| {
        COURSE
            .lines()
            .position(|line| line.contains(words))
            .unwrap()
            + 1
    };
    let error = replaced("passes    = [1, 3]", "pases     = [1, 3]");
    let place = format!("sheet.toml:{}:1", line("passes    ="));
    assert!(
        error.contains("unknown key `pases`") && error.contains(&place),
        "{error}"
    );
    assert!(
        error.contains("did you mean `passes`?") && error.contains("allowed: "),
        "{error}"
    );
    let error = replaced("bound     = [4, 12]", "bound     = [12, 4]");
    assert!(error.contains("the range [12, 4] is empty"), "{error}");
    let error = replaced("bound     = [4, 12]", "bound     = 1000");
    assert!(error.contains("from 1 to 100, or [FROM, TO]"), "{error}");
    let error = replaced("\"gordan\"", "\"gordon\"");
    assert!(error.contains("did you mean `gordan`?"), "{error}");
    let error = replaced(
        "name      = \"no-separator\"",
        "name      = \"strict-step\"",
    );
    assert!(
        error.contains("two exercises are named `strict-step`"),
        "{error}"
    );
    let error = replaced("observed = \"updates\"", "observed = \"updatess\"");
    assert!(error.contains("updates"), "{error}");
    let error = replaced("online-mistake-bound", "online-mistake-bond");
    assert!(error.contains("no claim is named"), "{error}");
    assert!(error.contains("sheet.toml:"), "{error}");
    let error = replaced("seed  = 6", "seed  = ");
    assert!(error.contains("sheet.toml:6:"), "{error}");
    let error = replaced("says      = \"If", "says      = \"{{ n }} If");
    assert!(error.contains("no number is named `n`"), "{error}");
}

#[test]
fn statements_that_no_run_decides_and_learners_that_draw_are_refused() {
    let misprint = |more: &str| {
        let keys = format!(
            "kind = \"misprint\"\nsays = \"S\"\nsolution = [[1, 1, 1]]\nwrong = [[[1, 1, 1]]]\n{more}"
        );
        sheet_of(&keys).map(drop).unwrap_err().to_string()
    };
    let error = misprint("theorem = \"online-mistake-bound\"\nlearner = { order = \"random\" }");
    assert!(error.contains("draws nothing at random"), "{error}");
    let error =
        misprint("observed = \"updates\"\nlimit = \"1\"\nlearner = { order = \"all-orders\" }");
    assert!(error.contains("all-orders"), "{error}");
    let error = misprint("observed = \"updates\"\nlimit = \"1\"\nform = \"in-expectation\"");
    assert!(
        error.contains("no statement about every single run"),
        "{error}"
    );
    let error = misprint("theorem = \"online-mistake-bound\"\nlimit = \"1\"");
    assert!(error.contains("a theorem, or two formulas"), "{error}");
}

fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
    let folder = tempfile::TempDir::new().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let root = folder.path().to_owned();
    (folder, move |name: &str| root.join(name))
}

const PLANE: &str =
    "title = \"T\"\nseed = 1\n[[exercises]]\nname = \"plane\"\nkind = \"plane\"\nbound = 3\n";

#[test]
fn command_marks_csv_by_its_name_and_unreadable_answers_get_nothing() {
    let files = [
        ("sheet.toml", PLANE),
        ("plane.csv", "x1,x2,label\n1,1,1\n1,-1,1\n"),
        ("bad.json", "{"),
        ("other.csv", "x2,x1,label\n1,1,1\n"),
    ];
    let (_folder, at) = folder(&files);
    let given = |answers: &[&str]| {
        let answers = answers.iter().map(|name| at(name)).collect();
        let options = HandInOptions {
            sheet: at("sheet.toml"),
            answers,
            ..HandInOptions::default()
        };
        hand_in(&options, false).unwrap()
    };
    let full = given(&["plane.csv"]);
    assert!(
        full.is_full && full.text.starts_with("T (sample version): 1 of 1 points\n"),
        "{}",
        full.text
    );
    for (name, words) in [
        ("bad.json", "cannot be read"),
        ("other.csv", "in this order"),
        ("none.toml", "cannot be read"),
        ("sheet.txt", "the form of the answer"),
    ] {
        let none = given(&[name]);
        assert!(
            !none.is_full
                && none.text.contains(words)
                && none.text.starts_with("T (sample version): 0 of 1 points\n"),
            "{}",
            none.text
        );
    }
    assert!(
        given(&["plane.csv", "plane.csv"])
            .text
            .contains("two files answer")
    );
}

#[test]
fn command_prints_versions_and_solutions_and_checks_sheets() {
    let (_folder, at) = folder(&[("sheet.toml", COURSE), ("bad.toml", "title = 1\n")]);
    let sheet = at("sheet.toml");
    let student = Some("Ada".to_owned());
    let print = HandInOptions {
        sheet: sheet.clone(),
        student: student.clone(),
        print: true,
        ..HandInOptions::default()
    };
    let printed = hand_in(&print, false).unwrap();
    assert!(
        printed.is_full && printed.text.contains("Version of ada"),
        "{}",
        printed.text
    );
    let json = hand_in(&print, true).unwrap().text;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["exercises"].as_array().unwrap().len(), 7);
    let otherwise = HandInOptions {
        student: Some(" ADA ".to_owned()),
        ..print.clone()
    };
    assert_eq!(hand_in(&otherwise, false).unwrap().text, printed.text);
    let solution = HandInOptions {
        print: false,
        solution: true,
        ..print.clone()
    };
    let answers = at("solution.toml");
    fs::write(&answers, hand_in(&solution, false).unwrap().text).unwrap();
    let marking = HandInOptions {
        solution: false,
        answers: vec![answers],
        ..solution.clone()
    };
    assert!(hand_in(&marking, false).unwrap().is_full);
    let json = hand_in(&marking, true).unwrap().text;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["points"], json["possible"]);
    let check = HandInOptions {
        check: Some(5),
        ..HandInOptions {
            student: None,
            print: false,
            ..print.clone()
        }
    };
    assert!(
        hand_in(&check, false)
            .unwrap()
            .text
            .starts_with("the solutions of 5 versions get all points")
    );
    let bad = HandInOptions {
        sheet: at("bad.toml"),
        ..print
    };
    assert!(hand_in(&bad, false).is_err());
}

#[test]
fn names_of_students_are_limited() {
    let sheet = Sheet::read(PLANE, "sheet.toml").unwrap();
    assert!(sheet.version(Some("Émilie du Châtelet")).is_ok());
    assert!(sheet.version(Some("two\nlines")).is_err());
    assert!(sheet.version(Some(&"x".repeat(101))).is_err());
}

#[test]
fn check_finds_a_solution_that_is_none_and_a_wrong_answer_that_is_right() {
    let keys = |solution: &str, wrong: &str| {
        format!(
            "kind = \"misprint\"\nsays = \"S\"\nobserved = \"mistakes\"\nlimit = \"1\"\nsolution = {solution}\nwrong = {wrong}"
        )
    };
    let two = "[[1, 1, 1], [1, -1, 1]]";
    let check = |keys: String| sheet_of(&keys).unwrap().version(None).unwrap().check();
    assert_eq!(check(keys(two, "[[[1, 1, 1]]]")), Ok(3));
    let problem = check(keys("[[1, 1, 1]]", "[[[1, 1, 1]]]"))
        .unwrap_err()
        .to_string();
    assert!(problem.contains("the solution loses points"), "{problem}");
    let problem = check(keys(two, &format!("[{two}]")))
        .unwrap_err()
        .to_string();
    assert!(
        problem.contains("a wrong answer gets all points"),
        "{problem}"
    );
}
