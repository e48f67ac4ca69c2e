//! Tests external learners: the grader on the examples, experiments with processes, and the schema of the protocol.

use crate::support::program::{has_python, lab_into as run};
use crate::support::schema::Schema;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use testing::{CYCLIC, SpecText};

/// The wrong learners of `scripts/examples`, each with the claim that names its fault.
const WRONG: [(&str, &str); 8] = [
    ("strict_tie", "updates-when-due"),
    ("forgotten_label", "adds-the-example"),
    ("label_on_the_wrong_side", "rests-when-right"),
    ("overflow", "adds-the-example"),
    ("stale_weights", "predicts-by-its-weights"),
    ("update_on_every_example", "rests-when-right"),
    ("first_example_ignored", "updates-when-due"),
    ("divided_by_the_squared_norm", "adds-the-example"),
];

fn lab(arguments: &[&str]) -> (i32, String, String) {
    run(Path::new("results"), arguments)
}

fn example(name: &str) -> String {
    format!("scripts/examples/{name}.py")
}

fn grade(learner: &str) -> (i32, Value) {
    let arguments = [
        "grade",
        "python3",
        learner,
        "--rule",
        "perceptron",
        "--json",
    ];
    let (code, json, errors) = lab(&arguments);
    let value = serde_json::from_str(&json);
    (
        code,
        value.unwrap_or_else(|error| panic!("{learner}: {error} {errors}")),
    )
}

#[test]
fn grader_passes_the_correct_learner_and_warns_that_it_is_no_proof() {
    if !has_python() {
        return;
    }
    let (code, grade) = grade(&example("perceptron"));
    assert_eq!(code, 0, "{grade}");
    assert_eq!(
        (&grade["refuted"], &grade["complete"]),
        (&false.into(), &true.into())
    );
    let checks = grade["checks"].as_array().unwrap();
    assert!(checks.len() == 12 && checks.iter().all(|check| check["verdict"] == "holds"));
    let learner = example("perceptron");
    let (_, table, _) = lab(&["grade", "python3", &learner, "--rule", "perceptron"]);
    assert!(
        table.contains("Nothing is refuted") && table.contains("that is no proof"),
        "{table}"
    );
}

#[test]
fn grader_refutes_every_wrong_learner_with_at_most_three_examples() {
    if !has_python() {
        return;
    }
    for (name, claim) in WRONG {
        let (code, grade) = grade(&example(name));
        assert_eq!(code, 1, "{name}");
        let checks = grade["checks"].as_array().unwrap();
        let check = checks.iter().find(|check| check["id"] == claim).unwrap();
        assert_eq!(check["verdict"], "refuted", "{name}");
        let samples = check["witness"]["samples"].as_array().unwrap();
        let showings = samples
            .iter()
            .map(|sample| sample.as_array().unwrap().len());
        assert!(
            samples.len() == 1 && showings.sum::<usize>() <= 3,
            "{name}: {check}"
        );
        assert_eq!(check["witness"]["repeats"], true, "{name}");
    }
}

#[test]
fn grader_describes_the_faulty_update_in_plain_words() {
    if !has_python() {
        return;
    }
    let learner = example("update_on_every_example");
    let (code, table, _) = lab(&[
        "grade",
        &format!("python3 {learner}"),
        "--rule",
        "perceptron",
    ]);
    assert_eq!(code, 1);
    let words =
        "on (1)+, shown as number 2, your learner updated although it predicted right (score 1)";
    assert!(
        table.contains("rests-when-right: (1)+ (1)+") && table.contains(words),
        "{table}"
    );
    assert!(!table.contains("did not repeat it"), "{table}");
}

#[test]
fn invalid_grade_command_ends_with_exit_code_2() {
    let (code, _, errors) = lab(&["grade", "no-such-program-17", "--rule", "perceptron"]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("`no-such-program-17` cannot be started") && errors.contains("help"),
        "{errors}"
    );
    let negative = [
        "grade",
        "true",
        "--rule",
        "margin-perceptron",
        "--threshold",
        "-1",
    ];
    let (code, _, errors) = lab(&negative);
    assert!(
        code == 2 && errors.contains("-1 is outside [0, ∞)"),
        "{errors}"
    );
    let theorems = [
        "grade",
        "true",
        "--rule",
        "perceptron",
        "--theorems",
        "no.toml",
    ];
    let (code, _, errors) = lab(&theorems);
    assert!(
        code == 2 && errors.contains("cannot read no.toml"),
        "{errors}"
    );
    let (code, _, errors) = lab(&["grade", "true", "--rule", "perceptron", "--step", "2"]);
    assert!(
        code == 2 && errors.contains("margin-perceptron"),
        "{errors}"
    );
    let (code, _, errors) = lab(&["grade", "true", "--rule", "winnow", "--promotion", "1"]);
    assert!(code == 2 && errors.contains("--promotion 2"), "{errors}");
    let (code, _, errors) = lab(&[
        "grade",
        "true",
        "--rule",
        "passive-aggressive",
        "--step",
        "pa-1",
    ]);
    assert!(code == 2 && errors.contains("--aggressiveness"), "{errors}");
    let (code, _, errors) = lab(&["grade", "true", "--rule", "perceptron", "--time", "nan"]);
    assert!(code == 2 && errors.contains("seconds above 0"), "{errors}");
    let (code, _, _) = lab(&["grade", "true"]);
    assert_eq!(code, 2, "the rule is missing");
}

#[test]
fn program_that_breaks_the_protocol_is_refuted_by_the_protocol_check() {
    let arguments = [
        "grade",
        "--rule",
        "perceptron",
        "--json",
        "--",
        "sh",
        "-c",
        "echo sorry >&2; exit 7",
    ];
    let (code, json, _) = lab(&arguments);
    let grade: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &grade["complete"]), (1, &false.into()));
    let words = grade["checks"][0]["witness"]["words"].as_str().unwrap();
    assert!(
        words.contains("exit status: 7") && words.contains("| sorry"),
        "{words}"
    );
    let as_text: Vec<&str> = arguments
        .iter()
        .filter(|&&word| word != "--json")
        .copied()
        .collect();
    let (_, text, _) = lab(&as_text);
    let next = "type: printf '{\"hello\":1}\\n' | sh -c 'echo sorry >&2; exit 7'";
    assert!(text.contains(next), "{text}");
}

/// Writes a spec with an external learner and the learning loop as variants.
fn spec(folder: &Path, learner: &str) -> PathBuf {
    let text = SpecText::new("sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 40")
        .seed(3)
        .replicates(12)
        .variant("mine", CYCLIC)
        .more(format_args!("learner = {{ process = {{ {learner} }} }}"))
        .variant("ours", CYCLIC)
        .claim("same-update-sequence\nvariants = [\"mine\", \"ours\"]")
        .claim("online-mistake-bound");
    let path = folder.join("mine.toml");
    fs::write(&path, text.to_string()).unwrap();
    path
}

fn command(words: &[&str]) -> String {
    format!("command = {words:?}, timeout = 5.0")
}

#[test]
fn external_programs_need_allow_processes_and_the_refusal_names_them() {
    let folder = TempDir::new().unwrap();
    let marker = folder.path().join("ran");
    let script = format!("touch '{}'", marker.display());
    let path = spec(folder.path(), &command(&["sh", "-c", &script]));
    let path = path.to_str().unwrap();
    for arguments in [
        ["run", path].as_slice(),
        &["run", path, "--quick"],
        &["plan", path],
    ] {
        let (code, _, errors) = run(folder.path(), arguments);
        assert_eq!(code, 2, "{errors}");
        assert!(
            errors.contains("--allow-processes") && errors.contains(&script),
            "{errors}"
        );
    }
    let (code, words, _) = run(folder.path(), &["check", path]);
    assert!(code == 0 && words.contains("--allow-processes"), "{words}");
    assert!(!marker.exists());
    let (code, _, errors) = run(folder.path(), &["run", path, "--allow-processes"]);
    assert!(code == 3 && marker.exists(), "{errors}");
}

#[test]
fn correct_external_learner_makes_equal_updates_and_a_wrong_one_does_not() {
    if !has_python() {
        return;
    }
    for (name, expected) in [("perceptron", "holds"), ("stale_weights", "violated")] {
        let folder = TempDir::new().unwrap();
        let path = spec(folder.path(), &command(&["python3", &example(name)]));
        let arguments = ["run", path.to_str().unwrap(), "--allow-processes", "--json"];
        let (_, json, errors) = run(folder.path(), &arguments);
        let verdicts: Vec<Value> = serde_json::from_str(&json).unwrap();
        assert_eq!(verdicts[0]["verdict"], expected, "{errors}");
        let mistakes = verdicts
            .iter()
            .filter(|verdict| verdict["claim"] == "online-mistake-bound");
        assert_eq!(mistakes.count(), 2);
    }
}

#[test]
fn changed_external_learner_is_rerun_with_an_unchanged_spec() {
    if !has_python() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("learner.py");
    let path = spec(
        folder.path(),
        &command(&["python3", program.to_str().unwrap()]),
    );
    let verdict = |name: &str| {
        fs::copy(example(name), &program).unwrap();
        let arguments = ["run", path.to_str().unwrap(), "--allow-processes", "--json"];
        let (_, json, _) = run(folder.path(), &arguments);
        let verdicts: Vec<Value> = serde_json::from_str(&json).unwrap();
        verdicts[0]["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(verdict("perceptron"), "holds");
    assert_eq!(verdict("stale_weights"), "violated");
}

#[test]
fn crashed_learner_is_a_failed_trial_with_stderr_and_the_run_continues() {
    let folder = TempDir::new().unwrap();
    let script =
        "read -r line; echo '{\"hello\":1}'; read -r line; echo 'no such luck' >&2; exit 9";
    let path = spec(folder.path(), &command(&["sh", "-c", script]));
    let arguments = ["run", path.to_str().unwrap(), "--allow-processes"];
    let (code, table, errors) = run(folder.path(), &arguments);
    assert_eq!(code, 3, "{errors}");
    assert!(
        errors.contains("12 of the trials gave no result"),
        "{errors}"
    );
    assert!(
        errors.contains("| no such luck") && errors.contains("exit status: 9"),
        "{errors}"
    );
    assert!(table.contains("online-mistake-bound"), "{table}");
    let address = "mine:sphere-margin.dimension=3,sphere-margin.examples=40,sphere-margin.target_margin=0.2:mine:0";
    let (code, _, errors) = run(folder.path(), &["replay", address]);
    assert!(
        code == 2 && errors.contains("--allow-processes"),
        "{errors}"
    );
    let (code, row, _) = run(folder.path(), &["replay", address, "--allow-processes"]);
    assert!(code == 0 && row.contains("no such luck"), "{row}");
}

#[test]
fn wrong_keys_of_a_process_are_refused_at_their_place() {
    let folder = TempDir::new().unwrap();
    for (keys, words) in [
        ("command = []", "no program is named"),
        ("command = [\"p\"], timeout = 0.0", "timeout"),
        ("command = \"p\"", "command"),
        ("command = [\"p\"], shell = true", "shell"),
    ] {
        let path = spec(folder.path(), keys);
        let (code, _, errors) = run(folder.path(), &["check", path.to_str().unwrap()]);
        assert_eq!(code, 2, "{keys}");
        assert!(
            errors.contains(words) && errors.contains("mine.toml:"),
            "{errors}"
        );
    }
}

#[test]
fn every_protocol_line_conforms_to_the_schema() {
    if !has_python() {
        return;
    }
    let (schema, folder) = (
        Schema::read("docs/learner-protocol.schema.json"),
        TempDir::new().unwrap(),
    );
    let [asked, answered] = ["asked", "answered"].map(|name| folder.path().join(name));
    let learner = example("perceptron");
    let script = format!(
        "tee -a '{}' | python3 {learner} | tee -a '{}'",
        asked.display(),
        answered.display()
    );
    let (code, _, errors) = lab(&[
        "grade",
        "--rule",
        "perceptron",
        "--time",
        "1",
        "--",
        "sh",
        "-c",
        &script,
    ]);
    assert!(code == 0 || code == 3, "{errors}");
    for (path, name) in [(asked, "asked"), (answered, "answer")] {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.lines().count() > 100, "{name}");
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(schema.allows(name, &value), "{name}: {line}");
        }
    }
    for (name, wrong) in [
        ("exampleAnswer", "{\"prediction\": 2, \"updated\": true}"),
        ("exampleAnswer", "{\"prediction\": 1, \"updated\": 1}"),
        ("weightsAnswer", "{\"weights\": [\"1\"]}"),
        ("resetAnswer", "{\"weights\": [1]}"),
        ("helloAnswer", "{\"hello\": 2}"),
        ("asked", "{\"x\": [1], \"y\": 0}"),
        ("asked", "{\"reset\": {}}"),
    ] {
        assert!(
            !schema.allows(name, &serde_json::from_str(wrong).unwrap()),
            "{name}: {wrong}"
        );
    }
}

#[test]
fn learners_page_shows_the_example_program_verbatim() {
    let page = fs::read_to_string("docs/learners.md").unwrap();
    let program = fs::read_to_string(example("perceptron")).unwrap();
    let (_, code) = program.split_once('\n').unwrap();
    assert!(
        page.contains(code),
        "docs/learners.md shows another program"
    );
    for (name, _) in WRONG {
        let text = fs::read_to_string(example(name)).unwrap();
        assert!(text.starts_with("\"\"\"A wrong learner: "), "{name}");
    }
}

#[test]
fn a_learner_that_fails_to_start_three_times_ends_the_run_with_one_message() {
    let folder = TempDir::new().unwrap();
    let started = folder.path().join("started");
    let script = format!(
        "echo x >> '{}'; echo no luck >&2; exit 3",
        started.display()
    );
    let path = spec(folder.path(), &command(&["sh", "-c", &script]));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("replicates = 12", "replicates = 3000")).unwrap();
    let arguments = ["run", path.to_str().unwrap(), "--allow-processes"];
    let (code, _, errors) = run(folder.path(), &arguments);
    assert_eq!(code, 3, "{errors}");
    let count = |word| errors.matches(word).count();
    assert_eq!(
        (count("three times"), count("| no luck")),
        (1, 1),
        "{errors}"
    );
    // Threads that were about to start one do so.
    let starts = fs::read_to_string(&started).unwrap().lines().count();
    assert!((3..3 + 64).contains(&starts), "{starts}");
}

#[test]
fn what_a_python_object_learned_is_refused_by_name_where_no_python_answers() {
    let folder = TempDir::new().unwrap();
    let path = spec(
        folder.path(),
        &command(&["perceptron-lab-object", "mine", "MyPerceptron"]),
    );
    let path = path.to_str().unwrap();
    let words = "the variant `mine` is learned by a Python object (MyPerceptron), which only `lab.run` can call";
    for arguments in [
        ["run", path].as_slice(),
        &["run", path, "--allow-processes"],
        &["plan", path, "--allow-processes"],
    ] {
        let (code, _, errors) = run(folder.path(), arguments);
        assert!(code == 2 && errors.contains(words), "{errors}");
    }
    let (code, said, _) = run(folder.path(), &["check", path]);
    assert!(code == 0 && said.contains(words), "{said}");
}
