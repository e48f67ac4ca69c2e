//! Follows the course that `init --course` writes as a student does: runs every command of its sheets, and compares what the sheets show.

use crate::support::program::{ended, has_python, lab_in, path, program, succeeds};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A name that a shell takes apart unless it is quoted.
const NAME: &str = "class 3's <course>";

/// A folder with a course in it, and the folder of the course.
fn course() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let (code, _, error) = lab_in(folder.path(), &["init", "--course", NAME]);
    assert_eq!(code, 0, "{error}");
    let course = folder.path().join(NAME);
    (folder, course)
}

/// A command of a sheet, and the lines that the sheet shows below it.
struct Shown {
    command: String,
    lines: Vec<String>,
}

/// The blocks `console` of a sheet, which may stand in lists.
fn shown(sheet: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(sheet).unwrap();
    let mut lines = text.lines();
    let mut found = Vec::new();
    while let Some(fence) = lines.find(|line| line.trim_start() == "```console") {
        let indent = fence.len() - fence.trim_start().len();
        let inside = lines.by_ref().take_while(|line| line.trim_start() != "```");
        let mut inside = inside.map(|line| line.get(indent..).unwrap_or_default().to_owned());
        let command = inside.next().unwrap();
        found.push(Shown {
            command: command.strip_prefix("$ ").unwrap().to_owned(),
            lines: inside.filter(|line| line != "…").collect(),
        });
    }
    assert!(!found.is_empty(), "{}", sheet.display());
    found
}

/// Runs a line of a sheet in a shell, in the folder of the course; what it printed, and its exit code.
fn typed(line: &str, course: &Path) -> (String, i32) {
    let folders = std::env::var("PATH").unwrap();
    let own = path();
    let folders = format!("{}:{folders}", own.parent().unwrap().display());
    let mut shell = Command::new("sh");
    let shell = shell.args(["-c", line]).current_dir(course);
    let (code, text, error) = ended(shell.env("PATH", folders));
    (text + &error, code)
}

/// Runs a shown command, and fails unless it prints the shown lines in their order.
fn follow(shown: &Shown, course: &Path) -> i32 {
    let (text, code) = typed(&shown.command, course);
    let mut printed = text.lines();
    for line in &shown.lines {
        assert!(
            printed.any(|other| other == line),
            "{}: {line}\n{text}",
            shown.command
        );
    }
    code
}

/// Runs every command of a sheet, and returns the exit codes.
fn follow_all(sheet: &str, course: &Path) -> Vec<i32> {
    let blocks = shown(&course.join(sheet));
    let codes = blocks.iter().map(|block| follow(block, course));
    codes.collect()
}

/// Replaces the student's learner by the solution, with this condition for an update.
fn solve(course: &Path, condition: &str) {
    let solution = fs::read_to_string(course.join("solutions/perceptron.py")).unwrap();
    assert!(solution.contains("<= 0"));
    let text = solution.replace("<= 0", condition);
    fs::write(course.join("perceptron.py"), text).unwrap();
}

/// The specs in a folder: its files of TOML that are no sheets of homework.
fn specs(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_sheet = |path: &Path| fs::read_to_string(path).unwrap().contains("[[exercises]]");
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .filter(|path| !is_sheet(path))
        .collect()
}

#[test]
fn the_written_course_says_how_to_begin_and_a_shell_can_follow() {
    let folder = TempDir::new().unwrap();
    let (code, text, _) = lab_in(folder.path(), &["init", "--course", NAME]);
    assert_eq!(code, 0);
    let mut next = text.lines().skip_while(|line| *line != "next:").skip(1);
    let enter = next.next().unwrap().trim();
    let (inside, code) = typed(&format!("{enter} && ls"), folder.path());
    assert_eq!(code, 0, "{inside}");
    let listed: Vec<&str> = inside.lines().collect();
    for file in ["README.md", "perceptron.py", "hard.toml", "solutions"] {
        assert!(listed.contains(&file), "{inside}");
    }
    if has_python() {
        let try_it = next.next().unwrap().trim();
        let (text, code) = typed(&format!("{enter} && {try_it}"), folder.path());
        assert!(code == 0 && text.contains("weights after it"), "{text}");
    }
    assert!(text.contains("take it away before you hand out the course"));
}

#[test]
fn json_lists_the_files_and_links_of_the_sheets_lead_to_files() {
    let folder = TempDir::new().unwrap();
    let (code, text, _) = lab_in(folder.path(), &["init", "--course", "c", "--json"]);
    let written: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((code, &written["course"]), (0, &Value::from("c")));
    let files = written["files"].as_array().unwrap();
    assert_eq!(files.len(), 18);
    for file in files {
        let path = folder.path().join("c").join(file.as_str().unwrap());
        let text = fs::read_to_string(&path).unwrap();
        for target in text.split("](").skip(1) {
            let target = target.split(')').next().unwrap();
            let target = path.parent().unwrap().join(target);
            assert!(target.is_file(), "{}", target.display());
        }
    }
}

#[test]
fn a_used_folder_and_a_file_are_refused_and_an_empty_folder_is_not() {
    let folder = TempDir::new().unwrap();
    let used = folder.path().join("used");
    fs::create_dir(&used).unwrap();
    fs::write(used.join("mine"), "mine").unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for (arguments, words) in [
        (&["--course", "used"][..], "used is not empty"),
        (&["--course", "used/mine"], "used/mine is a file"),
        (&["--course", "used/mine/below"], "error: "),
        (&["--course", "new", "name"], "cannot be used with"),
        (
            &["--course", "new", "--question", "compare"],
            "cannot be used with",
        ),
        (&[], "<NAME>"),
    ] {
        let (code, _, error) = lab_in(folder.path(), &[&["init"], arguments].concat());
        assert!(code == 2 && error.contains(words), "{arguments:?}: {error}");
    }
    assert_eq!(fs::read_dir(&used).unwrap().count(), 1);
    assert!(!folder.path().join("new").exists());
    let empty = folder.path().join("empty");
    succeeds(program(&["init", "--course", "."]).current_dir(&empty));
    assert!(empty.join("solutions/README.md").is_file());
}

#[test]
fn specs_of_the_course_check_without_a_warning() {
    let (_folder, course) = course();
    let all = [specs(&course), specs(&course.join("solutions"))].concat();
    assert_eq!(all.len(), 4);
    for spec in all {
        let (code, text, error) = lab_in(&course, &["check", spec.to_str().unwrap()]);
        assert!(code == 0 && error.is_empty(), "{text}{error}");
    }
}

#[test]
fn first_sheet_and_its_solution_print_what_they_show() {
    if !has_python() {
        return;
    }
    let (_folder, course) = course();
    assert_eq!(follow_all("1-write.md", &course), [0, 0]);
    assert_eq!(follow_all("README.md", &course), [0]);
    solve(&course, "<= 0");
    let (text, _) = typed("python3 perceptron.py try", &course);
    let solutions = shown(&course.join("solutions/README.md"));
    assert_eq!(text.lines().collect::<Vec<_>>(), solutions[0].lines);
}

#[test]
fn grading_refutes_the_skeleton_and_the_strict_rule_and_passes_the_solution() {
    if !has_python() {
        return;
    }
    let (_folder, course) = course();
    let [ask, passed, strict] = shown(&course.join("2-grade.md")).try_into().ok().unwrap();
    assert_eq!(ask.command, passed.command);
    let (text, code) = typed(&ask.command, &course);
    assert!(code == 1 && text.contains("refuted"), "{text}");
    solve(&course, "<= 0");
    assert_eq!(follow(&passed, &course), 0);
    solve(&course, "< 0");
    assert_eq!(follow(&strict, &course), 1);
}

#[test]
fn third_sheet_has_one_wrong_statement_with_a_witness_of_two_examples() {
    let (_folder, course) = course();
    assert_eq!(follow_all("3-wrong-statement.md", &course), [1, 1]);
    let results = course.join("results/five-statements");
    let verdicts = fs::read_to_string(results.join("verdicts.json")).unwrap();
    let verdicts: Vec<Value> = serde_json::from_str(&verdicts).unwrap();
    let of = |word: &str| {
        let own = verdicts.iter().filter(|verdict| verdict["verdict"] == word);
        own.map(|verdict| verdict["id"].as_str().unwrap()[..1].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("violated"), ["C"]);
    assert_eq!(of("holds"), ["A", "B", "D", "E"]);
    let [witness] = specs(&results.join("witnesses")).try_into().ok().unwrap();
    let text = fs::read_to_string(&witness).unwrap();
    for part in [
        "{ x = [2, -3], y = 1 },\n  { x = [2, -5], y = -1 },\n]",
        "separator = [2, 1]",
        "[0, 1, 0, 1, 0]",
    ] {
        assert!(text.contains(part), "{text}");
    }
    succeeds(program(&["run", witness.to_str().unwrap()]).current_dir(&course));
    let page = fs::read_to_string(results.join("report.html")).unwrap();
    assert!(page.contains("C: no update turns w away from u: watch a run that refutes it"));
}

#[test]
fn fourth_sheet_reaches_no_goal_at_first_and_its_solutions_reach_both() {
    let (_folder, course) = course();
    assert_eq!(follow_all("4-hard-sequence.md", &course), [0, 0, 0]);
    fs::copy(course.join("solutions/hard.toml"), course.join("hard.toml")).unwrap();
    let (text, code) = typed("perceptron-lab run hard.toml", &course);
    assert!(code == 2 && text.contains("--fresh"), "{text}");
    let (text, code) = typed("perceptron-lab run hard.toml --fresh", &course);
    assert_eq!(code, 0, "{text}");
    assert_eq!(text.matches("goal: reached").count(), 2, "{text}");
}

#[test]
fn fifth_sheet_refutes_a_formula_and_runs_its_sample() {
    let (_folder, course) = course();
    assert_eq!(follow_all("5-make-it-fail.md", &course), [1, 1, 0]);
    let found = course.join("b/formula/1/attack.toml");
    let found = ["run", found.to_str().unwrap(), "--fresh"];
    succeeds(program(&found).current_dir(&course));
}

#[test]
fn sixth_sheet_gives_no_points_without_answers_and_all_for_the_solutions() {
    let (_folder, course) = course();
    assert_eq!(follow_all("6-witnesses.md", &course), [0, 1]);
    let solve =
        "perceptron-lab hand-in solutions/6-witnesses.toml --student 17 --solution > answers.toml";
    assert_eq!(typed(solve, &course).1, 0);
    let hand_in = "perceptron-lab hand-in 6-witnesses.toml answers.toml --student";
    let (text, code) = typed(&format!("{hand_in} 17"), &course);
    assert!(
        code == 0 && text.starts_with("Sheet 6: witnesses (version of 17): 25 of 25 points\n"),
        "{text}"
    );
    let (text, code) = typed(&format!("{hand_in} 18 --json"), &course);
    let scores: Value = serde_json::from_str(&text).unwrap();
    assert!(
        code == 1 && scores["items"].as_array().unwrap().len() == 7,
        "{text}"
    );
    let (text, code) = typed(&format!("{hand_in} 17 --print"), &course);
    assert!(code == 2 && text.contains("cannot be used with"), "{text}");
    let copy = "perceptron-lab hand-in solutions/6-witnesses.toml --for-students | diff - 6-witnesses.toml";
    assert_eq!(typed(copy, &course), (String::new(), 0));
}

#[test]
fn misprints_of_the_sheets_are_errata_that_are_false_as_printed() {
    let errata: toml::Table = include_str!("../../src/report/errata.toml")
        .parse()
        .unwrap();
    let errata = errata["entries"].as_array().unwrap();
    let (_folder, course) = course();
    let mut found = 0;
    for sheet in ["solutions/6-witnesses.toml", "solutions/misprints.toml"] {
        let text = fs::read_to_string(course.join(sheet)).unwrap();
        let sheet: toml::Table = text.parse().unwrap();
        let exercises = sheet["exercises"].as_array().unwrap().iter();
        for number in exercises.filter_map(|exercise| exercise.get("erratum")) {
            let entry = errata
                .iter()
                .find(|entry| entry.get("number") == Some(number));
            let class = entry.unwrap()["class"].as_str().unwrap();
            assert!(["a", "b"].contains(&class), "{number}");
            found += 1;
        }
    }
    assert_eq!(found, 9);
}

#[test]
fn commands_of_the_solutions_print_what_they_show() {
    let (_folder, course) = course();
    let blocks = shown(&course.join("solutions/README.md"));
    assert_eq!(blocks.len(), 14);
    for block in blocks {
        if has_python() || !block.command.contains("python3") {
            let refuting = [
                "five-statements",
                "solutions/a",
                "solutions/c",
                "solutions/e",
            ];
            let due = i32::from(refuting.iter().any(|words| block.command.contains(words)));
            assert_eq!(follow(&block, &course), due, "{}", block.command);
        }
    }
}

#[test]
fn limits_that_the_solutions_name_for_early_finishers_are_decided_as_they_say() {
    let (_folder, course) = course();
    let path = course.join("five-statements.toml");
    let spec = fs::read_to_string(&path).unwrap();
    let bound = "\"radius^2/sample_margin^2\"";
    assert!(spec.contains(bound));
    for (factor, due) in [
        ("*0.49", "holds"),
        ("*0.48", "violated"),
        ("/4", "violated"),
    ] {
        let changed = spec.replace(bound, &format!("\"radius^2/sample_margin^2{factor}\""));
        fs::write(&path, changed).unwrap();
        let (text, _) = typed("perceptron-lab run five-statements.toml", &course);
        let line = text.lines().find(|line| line.starts_with("B: ")).unwrap();
        assert!(line.contains(due), "{factor}: {line}");
    }
}

#[test]
fn pages_of_the_lecture_exist_and_can_be_presented() {
    let text = fs::read_to_string("docs/teaching.md").unwrap();
    let named = |command: &str| {
        let lines = text.lines().map(str::trim);
        let own = lines.filter_map(|line| line.strip_prefix(command));
        own.flat_map(|rest| rest.split_whitespace().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let pages = named("perceptron-lab run ");
    assert_eq!(pages.len(), 5, "{pages:?}");
    assert_eq!(named("perceptron-lab open "), pages);
    for page in pages {
        assert!(Path::new(&format!("experiments/{page}.toml")).is_file());
        let report = fs::read_to_string(format!("results/{page}/report.md")).unwrap();
        assert!(
            report.contains("**Answer.**") && report.contains("]("),
            "{page}"
        );
        assert!(report.contains("](figures/"), "{page} has no figure");
    }
}

/// A grader that writes its arguments as the result, in place of perceptron-grade.
const GRADER: &str = "#!/bin/sh\nwhile [ $# -gt 1 ]; do line=\"$line$1|\"; shift; done\necho \"$line\" > \"$1\"\nexit ${CODE:-0}\n";

/// Unpacks an archive as the server of a course does, with the permissions that it has.
fn unpacked(archive: &Path, folder: &Path) {
    let mut archive = zip::ZipArchive::new(fs::File::open(archive).unwrap()).unwrap();
    archive.extract(folder).unwrap();
}

#[test]
fn autograders_are_packed_as_servers_unpack_them() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("grader"), GRADER).unwrap();
    let init = ["init", "--course", NAME, "--grader", "grader", "--json"];
    let (code, told, error) = lab_in(folder.path(), &init);
    assert_eq!(code, 0, "{error}");
    let course = folder.path().join(NAME);
    let told: Value = serde_json::from_str(&told).unwrap();
    let files: Vec<&str> = told["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|file| file.as_str())
        .collect();
    assert!(
        files.iter().all(|file| course.join(file).is_file()),
        "{files:?}"
    );

    let archives: Vec<&&str> = files.iter().filter(|file| file.ends_with(".zip")).collect();
    assert!(!archives.is_empty());
    for archive in archives {
        let base = TempDir::new().unwrap();
        unpacked(&course.join(archive), &base.path().join("source"));
        fs::create_dir(base.path().join("submission")).unwrap();
        let results = || fs::read_to_string(base.path().join("results/results.json")).unwrap();
        let run = |code: &str| {
            let mut run = Command::new(base.path().join("source/run_autograder"));
            run.arg(base.path()).env("CODE", code).status().unwrap();
            results()
        };
        let arguments = run("1");
        assert!(
            arguments.ends_with("--form|gradescope|--output|\n"),
            "{arguments}"
        );
        // The program that could not run is told to the teacher.
        let broken: Value = serde_json::from_str(&run("2")).unwrap();
        assert_eq!(broken["score"], 0);
        let plain = course.join(archive.trim_end_matches(".zip"));
        for file in fs::read_dir(&plain).unwrap() {
            let file = file.unwrap();
            let packed = base.path().join("source").join(file.file_name());
            assert_eq!(fs::read(file.path()).unwrap(), fs::read(&packed).unwrap());
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o111;
            assert_eq!(mode(&file.path()) > 0, mode(&packed) > 0, "{packed:?}");
        }
    }
}

#[test]
fn what_is_no_program_is_refused_as_grader_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("text"), "no program").unwrap();
    for (grader, due) in [
        ("text", "is no program for Linux"),
        ("missing", "cannot be read"),
        (".", "is no file"),
    ] {
        let (code, _, error) = lab_in(
            folder.path(),
            &["init", "--course", NAME, "--grader", grader],
        );
        assert_eq!(code, 2);
        assert!(
            error.contains(due) && error.contains("scripts/grader builds it"),
            "{error}"
        );
        assert!(!folder.path().join(NAME).exists());
    }
}
