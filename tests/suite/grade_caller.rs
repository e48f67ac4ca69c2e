//! Tests `grade -`, where the caller of the program runs the learner, what `grade` says of wrong answers, and the progress lines of `run`.

use crate::support::program::{has_python, lab_in, program};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// A caller in Python. It starts the program, answers its lines by the learner of docs/learners.md, and prints the exit code and the number of
/// greetings. Its first argument says whether the learner updates at a score of 0, and its second whether it breaks the protocol on two features.
const CALLER: &str = r#"
import json, subprocess, sys

tie, wrong, program, *arguments = sys.argv[1:]
lab = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
greetings = 0
for line in lab.stdout:
    ask = json.loads(line)
    greetings += "hello" in ask
    if "reset" in ask:
        w = [0] * ask["reset"]["features"]
    elif "weights" in ask:
        ask["weights"] = w
    elif "x" in ask:
        x, y = ask["x"], ask["y"]
        score = sum(a * b for a, b in zip(w, x))
        due = y * score <= 0 if tie == "update" else y * score < 0
        ask = {"prediction": 1 if score > 0 else -1, "updated": due}
        if due:
            w = [a + y * b for a, b in zip(w, x)]
        if wrong == "wrong" and len(x) == 2:
            ask = {"exception": "no two features"}
    lab.stdin.write(json.dumps(ask) + "\n")
    lab.stdin.flush()
print(lab.wait(), greetings)
"#;

/// The exit code, the number of greetings, and the result of a grading of the caller's learner.
fn graded(tie: &str, wrong: &str) -> (i32, u64, Value) {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("the grade.json");
    let caller = Command::new("python3")
        .args(["-c", CALLER, tie, wrong])
        .arg(crate::support::program::path())
        .args(["grade", "-", "--rule", "perceptron", "--json", "--output"])
        .arg(&output)
        .output()
        .unwrap();
    let text = String::from_utf8(caller.stdout).unwrap();
    let errors = String::from_utf8(caller.stderr).unwrap();
    let numbers: Vec<u64> = text
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    let [code, greetings] = numbers[..] else {
        panic!("{text} {errors}");
    };
    let json = fs::read_to_string(&output).unwrap_or_else(|error| panic!("{error} {errors}"));
    (
        i32::try_from(code).unwrap(),
        greetings,
        serde_json::from_str(&json).unwrap(),
    )
}

fn check<'a>(grade: &'a Value, id: &str) -> &'a Value {
    let checks = grade["checks"].as_array().unwrap();
    checks.iter().find(|check| check["id"] == id).unwrap()
}

#[test]
fn callers_learner_is_graded_and_greeted_once_for_each_new_learner() {
    if !has_python() {
        return;
    }
    let (code, greetings, grade) = graded("update", "right");
    assert_eq!((code, greetings), (0, 1), "{grade}");
    assert_eq!(
        (&grade["refuted"], &grade["complete"]),
        (&false.into(), &true.into())
    );
    assert_eq!(grade["command"], serde_json::json!(["-"]));

    let (code, greetings, grade) = graded("rest", "right");
    assert!(code == 1 && greetings > 1, "{greetings}");
    let witness = &check(&grade, "updates-when-due")["witness"];
    assert_eq!(
        witness["samples"],
        serde_json::json!([[{"x": [1], "y": 1}]])
    );
    assert_eq!(witness["repeats"], true);
    let step = serde_json::json!({
        "before": [0.0],
        "answered": {"prediction": -1, "updated": false, "weights": [0.0]},
        "expected": {"prediction": null, "updated": true, "weights": [1.0]},
    });
    assert_eq!(witness["steps"], serde_json::json!([step]));
}

#[test]
fn wrong_answers_of_a_caller_are_skipped_and_refute_the_protocol() {
    if !has_python() {
        return;
    }
    let (code, _, grade) = graded("update", "wrong");
    assert_eq!(code, 1);
    let protocol = check(&grade, "protocol");
    let words = protocol["witness"]["words"].as_str().unwrap();
    assert!(words.contains("no two features"), "{words}");
    assert_eq!(protocol["witness"]["repeats"], true);
    let others = grade["checks"].as_array().unwrap().iter().skip(1);
    assert!(others.clone().count() > 5);
    for other in others {
        assert_ne!(other["verdict"], "refuted", "{other}");
    }
}

fn started(arguments: &[&str]) -> Child {
    program(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The exit code and standard error of the program, which must end soon.
fn ended_soon(mut child: Child) -> (i32, String) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > deadline {
            child.kill().unwrap();
            panic!("the program hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    (child.wait().unwrap().code().unwrap(), errors)
}

#[test]
fn closed_streams_end_the_grading_with_an_error() {
    let arguments = ["grade", "-", "--rule", "perceptron"];
    for close_output in [false, true] {
        let mut child = started(&arguments);
        let mut answers = child.stdin.take().unwrap();
        answers.write_all(b"{\"hello\": 1}\n").unwrap();
        if close_output {
            drop(child.stdout.take());
        }
        drop(answers);
        let (code, errors) = ended_soon(child);
        assert_eq!(code, 2, "{errors}");
        assert!(
            errors.contains("closed standard input or output") && errors.contains("help"),
            "{errors}"
        );
    }
}

#[test]
fn silent_caller_refutes_the_protocol_in_time() {
    let mut child = started(&["grade", "-", "--rule", "perceptron", "--timeout", "0.3"]);
    let answers = child.stdin.take().unwrap();
    let (code, errors) = ended_soon(child);
    drop(answers);
    assert_eq!(code, 1, "{errors}");
    assert!(
        errors.contains("no answer for 0.3 s") && errors.contains("the caller's learner"),
        "{errors}"
    );
}

/// Answers to `hello`, an example, and a request for weights, of a learner that otherwise repeats the line; then what `grade` must say.
const NO_ANSWERS: [([&str; 3], &str); 6] = [
    (["[1]", "", ""], "an answer is one JSON object, in braces"),
    (
        ["", "[-1, true]", ""],
        "an answer is one JSON object, in braces",
    ),
    (
        ["", "{'prediction': 1, 'updated': True}", ""],
        "JSON has double quotes",
    ),
    (["", "{\n\"prediction\": 1}", ""], "an answer is one line"),
    (
        ["", "", "{\"weights\": [NaN]}"],
        "NaN and infinity are not JSON",
    ),
    (["", "", "[[0]]"], "an answer is one JSON object, in braces"),
];

#[test]
fn wrong_answer_is_explained_and_the_printed_command_shows_it() {
    if !has_python() {
        return;
    }
    let folder = TempDir::new().unwrap();
    for ([hello, example, weights], words) in NO_ANSWERS {
        let or = |given: &str, right: &str| {
            format!("{:?}", if given.is_empty() { right } else { given })
        };
        let learner = format!(
            "import sys\nfor line in sys.stdin:\n    print({} if 'hello' in line else {} if 'x' in line else {} if 'weights' in line else '{{}}', flush=True)\n",
            or(hello, "{\"hello\": 1}"),
            or(example, "{\"prediction\": -1, \"updated\": false}"),
            or(weights, "{\"weights\": [0]}"),
        );
        fs::write(folder.path().join("no answers.py"), learner).unwrap();
        let arguments = [
            "grade",
            "--rule",
            "perceptron",
            "--",
            "python3",
            "no answers.py",
        ];
        let (code, text, errors) = lab_in(folder.path(), &arguments);
        assert!(code == 1 && text.contains(words), "{text} {errors}");
        assert!(!text.contains("--timeout"), "{text}");
        let typed = text.lines().find_map(|line| line.split_once("type: "));
        let shown = Command::new("sh")
            .args(["-c", typed.unwrap().1])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let shown = String::from_utf8(shown.stdout).unwrap();
        let wrong = [hello, example, weights].concat();
        assert!(shown.trim_end().ends_with(&wrong), "{text} {shown}");
    }
}

#[test]
fn result_that_cannot_be_written_is_an_error() {
    let folder = TempDir::new().unwrap();
    let arguments = [
        "grade",
        "true",
        "--rule",
        "perceptron",
        "--output",
        "no/g.txt",
    ];
    let (code, _, errors) = lab_in(folder.path(), &arguments);
    assert!(
        code != 0 && errors.contains("there is no folder no"),
        "{errors}"
    );
    let arguments = ["grade", "true", "--rule", "perceptron", "--output", "g.txt"];
    let (code, output, errors) = lab_in(folder.path(), &arguments);
    assert_eq!((code, output.as_str()), (1, ""), "{errors}");
    let text = fs::read_to_string(folder.path().join("g.txt")).unwrap();
    assert!(text.starts_with("true as perceptron"), "{text}");
}

#[test]
fn run_writes_its_progress_as_lines_for_other_programs() {
    let folder = TempDir::new().unwrap();
    let spec = SpecText::new("basis\ndimension = 4")
        .replicates(3)
        .variant("plain", CYCLIC)
        .claim("online-mistake-bound");
    fs::write(folder.path().join("small.toml"), spec.to_string()).unwrap();
    let arguments = ["run", "small.toml", "--progress", "lines", "--json"];
    let (code, _, errors) = lab_in(folder.path(), &arguments);
    assert_eq!(code, 0, "{errors}");
    let lines: Vec<Value> = errors
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["progress"]["most"], 3);
    assert_eq!(lines[lines.len() - 2]["progress"]["done"], 3);
    assert_eq!(
        lines.last().unwrap()["stored"].as_str(),
        Some("results/small")
    );
}
