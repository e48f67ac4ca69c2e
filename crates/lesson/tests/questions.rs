//! Compares the answers to the committed questions with the committed answers: those of this build, and those of the committed module in Node.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

const QUESTIONS: &str = "tests/questions.json";
const ANSWERS: &str = "tests/answers.txt";

fn answers() -> String {
    let questions: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(QUESTIONS).unwrap()).unwrap();
    assert!(questions.len() >= 40);
    let answers = questions
        .iter()
        .map(|question| lesson::answer(&question.to_string()) + "\n");
    answers.collect()
}

/// If an answer changes on purpose, run this test with `UPDATE_LESSON_ANSWERS=1`, and read `git diff`.
#[test]
fn the_core_gives_the_committed_answers() {
    let answers = answers();
    if std::env::var_os("UPDATE_LESSON_ANSWERS").is_some() {
        fs::write(ANSWERS, &answers).unwrap();
    }
    same(&answers, "the core");
}

#[test]
fn the_committed_module_gives_the_same_answers() {
    let engine = "../../src/report/lesson_page/engine.js";
    let mut node = Command::new("node");
    node.args(["tests/module.mjs", engine, "lesson.wasm.gz", QUESTIONS]);
    let Ok(output) = node.output() else {
        return println!("not compared with the module, because there is no node");
    };
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    same(
        &String::from_utf8(output.stdout).unwrap(),
        "the module, which scripts/lesson compiles anew,",
    );
}

#[track_caller]
fn same(answers: &str, whose: &str) {
    let committed = fs::read_to_string(ANSWERS).unwrap();
    assert_eq!(committed.lines().count(), answers.lines().count());
    for (number, (now, due)) in answers.lines().zip(committed.lines()).enumerate() {
        assert_eq!(now, due, "{whose} answers question {number} otherwise");
    }
}

/// The answer to a question about these points as JSON.
fn asked(points: &[(&str, &str, i64)], variant: Value) -> Value {
    let examples: Vec<Value> = points
        .iter()
        .map(|(x0, x1, y)| json!({ "x": [x0, x1], "y": y }))
        .collect();
    let question = json!({ "points": { "examples": examples }, "variant": variant });
    serde_json::from_str(&lesson::answer(&question.to_string())).unwrap()
}

#[test]
fn the_referee_compares_fractions_on_the_limit() {
    let levels = |points: &[(&str, &str, i64)], variant: Value| {
        let answer = asked(points, variant);
        let levels = answer["game"].as_array().unwrap().iter();
        let limit = answer["bound"]["limit"]["exact"]
            .as_str()
            .unwrap_or("rounded")
            .to_owned();
        let reached: Vec<bool> = levels.map(|level| level["reached"] == true).collect();
        (answer["observed"].as_u64().unwrap(), limit, reached)
    };
    // One example uses its whole bound, but a bound of 1 is too small for every level.
    assert_eq!(
        levels(&[("1", "0", 1)], json!({})),
        (1, "1".into(), vec![false; 3])
    );
    // The adversary of the plane for γ = 36/325 makes as many mistakes as a plane allows: 41 of ⌊105625/2592⌋ + 1.
    let adversary = [
        ("36/325", "323/650", 1),
        ("36/325", "-323/325", 1),
        ("36/325", "323/325", 1),
    ];
    let most = |stop: u64| json!({ "order": "most-violated", "stop": { "updates": stop } });
    let limit = "105625/1296".to_owned();
    assert_eq!(
        levels(&adversary, most(100)),
        (41, limit.clone(), vec![true; 3])
    );
    // 105625/1296 is 81.5: 40 mistakes are less than half, 28 are more than a third, and 27 are less.
    assert_eq!(
        levels(&adversary, most(40)),
        (40, limit.clone(), vec![true, false, false])
    );
    assert_eq!(
        levels(&adversary, most(28)),
        (28, limit.clone(), vec![true, false, false])
    );
    assert_eq!(levels(&adversary, most(27)), (27, limit, vec![false; 3]));
    for other in [
        json!({ "rule": { "margin-perceptron": {} } }),
        json!({ "ties": "strict" }),
        json!({ "arithmetic": "f64", "order": "most-violated" }),
    ] {
        assert_eq!(levels(&adversary, other).2, vec![false; 3]);
    }
}

#[test]
fn a_sample_without_a_separator_has_a_proof_and_no_bound() {
    let answer = asked(
        &[
            ("1", "1", -1),
            ("1", "-1", 1),
            ("-1", "1", 1),
            ("-1", "-1", -1),
        ],
        json!({}),
    );
    let multipliers = &answer["proof"]["not-separable"]["multipliers"];
    assert_eq!(
        multipliers.as_array().map(Vec::len),
        Some(2),
        "{multipliers}"
    );
    assert_eq!(
        (&answer["bound"], &answer["reason"]),
        (&Value::Null, &json!("update-cap"))
    );
}

proptest! {
    #[test]
    fn every_text_has_an_answer(text: String, terms in prop::collection::vec((any::<i64>(), 1..i64::MAX, -1..2_i64), 0..9), order in 0..8_usize, tie in 0..3_usize) {
        let is_json = |text: &str| serde_json::from_str::<Value>(text).is_ok_and(|answer| answer.is_object());
        prop_assert!(is_json(&lesson::answer(&text)));
        let orders = ["stream", "cyclic", "shuffled", "random", "first-misclassified", "random-misclassified", "most-violated", "least-violated"];
        let ties = ["mistake", "positive", "strict"];
        for small in [1, 1 << 20, 1 << 40, 1 << 58] {
            let number = |a: i64, b: i64| format!("{}/{}", a / small, b / small + 1);
            let points: Vec<_> = terms.iter().map(|(a, b, y)| json!({ "x": [number(*a, *b), number(*b, *a & i64::MAX)], "y": y })).collect();
            for rule in ["perceptron", "margin-perceptron", "normalized-perceptron"] {
                let rule = match rule { "margin-perceptron" => json!({ rule: { "threshold": 1, "step": "1/3" } }), _ => json!({ rule: {} }) };
                let question = json!({ "points": { "examples": points }, "variant": { "rule": rule, "order": orders[order], "ties": ties[tie] }, "save": text });
                prop_assert!(is_json(&lesson::answer(&question.to_string())), "{question}");
            }
        }
    }
}
