//! Follows the first steps of a new user: `init`, the schema for editors, completions, the manual page, and help with examples.

use crate::support::program::{ended, lab_in, path, program};
use crate::support::schema::Schema;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

fn schema() -> Schema {
    let (code, text, _) = lab_in(Path::new("."), &["schema"]);
    assert_eq!(code, 0);
    Schema::of(&text)
}

fn value(spec: &str) -> Value {
    let table: toml::Table = toml::from_str(spec).unwrap_or_else(|error| panic!("{error}"));
    serde_json::to_value(table).unwrap()
}

fn specs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| match path.is_dir() {
        true => specs(&path),
        false => vec![path],
    };
    let all = entries.flat_map(below);
    all.filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect()
}

#[test]
fn every_shipped_spec_names_the_committed_schema_and_fits_it() {
    let (_, printed, _) = lab_in(Path::new("."), &["schema"]);
    let committed = fs::read_to_string("docs/spec.schema.json").unwrap();
    assert!(
        committed == printed,
        "perceptron-lab schema > docs/spec.schema.json"
    );
    let (schema, all) = (schema(), specs(Path::new("experiments")));
    assert!(all.len() > 80, "{}", all.len());
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        assert!(schema.allows_whole(&value(&text)), "{}", path.display());
        let first = text.lines().next().unwrap_or_default();
        let named = first
            .strip_prefix("#:schema ")
            .unwrap_or_else(|| panic!("{}", path.display()));
        let named = path.parent().unwrap().join(named);
        assert_eq!(
            fs::read_to_string(named).unwrap(),
            committed,
            "{}",
            path.display()
        );
    }
}

#[test]
fn schema_refuses_invalid_specs() {
    let schema = schema();
    let good = fs::read_to_string("experiments/majority.toml").unwrap();
    let edited = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        schema.allows_whole(&value(&good.replacen(from, to, 1)))
    };
    assert!(edited("seed ", "seed "));
    for (from, to) in [
        ("question", "qestion"),
        ("[generator.majority]", "[generator.mayority]"),
        ("\ndimension", "\ndimensoin"),
        ("\ndimension", "\ndimension = 0 #"),
        ("[[claims]]\n", "[[claims]]\nscal = 1\n"),
        ("[[claims]]\n", "[[claims]]\nexpect = \"hold\"\n"),
        ("[[claims]]\n", "[[claims]]\ndelta = 0.1\n"),
        ("[[claims]]\n", "[[claims]]\nslack = \"0.1\"\n"),
        ("[[sweep]]\n", "[[sweep]]\ndimension = [1]\n"),
        (
            "[[sweep]]\n",
            "[[sweep]]\n\"generator.majority.examples\" = 3\n",
        ),
        ("rule ", "rull "),
        ("{ perceptron = {} }", "\"perceptron\""),
        ("{ perceptron = {} }", "{ perceptron = { step = 1 } }"),
        ("order ", "stop = { updates = \"many\" }\norder "),
    ] {
        assert!(!edited(from, to), "{to}");
    }
}

#[test]
fn spec_written_by_init_runs_unchanged_and_conforms_to_the_schema() {
    let folder = TempDir::new().unwrap();
    let rows: String = (0..30)
        .map(|row| {
            format!(
                "{},{},name{row},{}\n",
                row + row % 2,
                row % 7,
                ["low", "high"][usize::from(row >= 15)]
            )
        })
        .collect();
    let data = format!("size,noise,who,class\n{rows},,nobody,low\n");
    fs::write(folder.path().join("mine.csv"), data).unwrap();
    for (name, more) in [
        ("first", &[][..]),
        ("second", &["--question", "compare"]),
        ("third", &["--data", "mine.csv"]),
        ("fourth", &["--data", "mine.csv", "--label", "class"]),
        ("fifth", &["--data", "mine.csv", "--question", "compare"]),
    ] {
        let (code, text, error) = lab_in(folder.path(), &[&["init", name], more].concat());
        assert_eq!(code, 0, "{name}: {error}");
        assert!(
            text.contains(&format!("perceptron-lab run {name}.toml")),
            "{text}"
        );
        let spec = fs::read_to_string(folder.path().join(format!("{name}.toml"))).unwrap();
        assert!(schema().allows_whole(&value(&spec)), "{name}");
        assert!(
            spec.lines().filter(|line| line.contains('#')).count() > 10,
            "{spec}"
        );
        let (code, text, error) = lab_in(folder.path(), &["run", &format!("{name}.toml")]);
        assert_eq!(code, 0, "{name}: {text}{error}");
        assert!(!error.contains("warning"), "{name}: {error}");
    }
    let spec = fs::read_to_string(folder.path().join("third.toml")).unwrap();
    for part in [
        "features = [\"size\", \"noise\"]",
        "label    = \"class\"",
        "classes: high (15), low (15)",
        "positive = \"low\"",
        "missing  = \"drop\"",
        "examples = 30 ",
    ] {
        assert!(spec.contains(part), "{part}: {spec}");
    }
}

#[test]
fn init_overwrites_nothing_and_reports_missing_input() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine.toml"), "mine").unwrap();
    let written = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    written("one.csv", "a,class\n1,x\n2,x\n");
    written("numbers.svm", "1.5 1:1\n2.5 1:2\n3.5 1:3\n");
    written("unclear.csv", "7,2,a\n3,4,b\n3,4,c\n");
    written("words.csv", "name,class\nann,x\nbob,y\n");
    for (arguments, words) in [
        (&["mine"][..], "exists already"),
        (&["no/such/folder"], "in a folder that exists"),
        (&["x", "--data", "none.csv"], "cannot read none.csv"),
        (&["x", "--question", "leave-one-out"], "--data FILE.csv"),
        (
            &["x", "--question", "mistakes", "--data", "one.csv"],
            "only the questions leave-one-out and compare",
        ),
        (&["x", "--data", "one.csv"], "class"),
        (&["x", "--data", "numbers.svm"], "one of two labels on each"),
        (
            &["x", "--data", "unclear.csv"],
            "let the first line name every column",
        ),
        (
            &["x", "--data", "words.csv"],
            "none of the other columns has only numbers",
        ),
        (
            &["x", "--data", "one.csv", "--label", "clas"],
            "did you mean `class`?",
        ),
    ] {
        let (code, _, error) = lab_in(folder.path(), &[&["init"], arguments].concat());
        assert!(code == 2 && error.contains(words), "{arguments:?}: {error}");
        assert!(!folder.path().join("x.toml").exists());
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("mine.toml")).unwrap(),
        "mine"
    );
}

#[test]
fn every_command_has_help_with_example_completion_and_man_entry() {
    let (_, help, _) = lab_in(Path::new("."), &["--help"]);
    let lines = help.lines().take_while(|line| *line != "Options:");
    let commands: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        commands.len() >= 18 && commands.contains(&"init"),
        "{commands:?}"
    );
    let (_, man, _) = lab_in(Path::new("."), &["man"]);
    let (_, bash, _) = lab_in(Path::new("."), &["completions", "bash"]);
    for command in commands {
        let (code, text, _) = lab_in(Path::new("."), &[command, "--help"]);
        assert_eq!(code, 0);
        assert!(
            text.contains("Examples:\n  perceptron-lab ") || text.contains("| perceptron-lab"),
            "{text}"
        );
        assert!(
            man.contains(&format!(".SH {}\n", command.to_uppercase())),
            "{command}"
        );
        let word = command.replace('-', "__subcmd__");
        assert!(
            bash.contains(&format!("perceptron__lab__subcmd__{word}"))
                || bash.contains(&format!("perceptron__lab__{word}")),
            "{command}"
        );
    }
    for shell in ["zsh", "fish", "powershell", "elvish"] {
        let (code, text, _) = lab_in(Path::new("."), &["completions", shell]);
        assert!(code == 0 && text.contains("reproduce"), "{shell}");
    }
    let (code, _, error) = lab_in(Path::new("."), &["completions", "shell"]);
    assert!(code == 2 && error.contains("bash"), "{error}");
}

#[test]
fn bash_completes_the_names_of_experiments_after_commands_that_take_them() {
    let (_, script, _) = lab_in(Path::new("."), &["completions", "bash"]);
    let completed = |words: &str, place: usize, word: &str| {
        let call = format!(
            "{script}\nCOMP_WORDS=({words}); COMP_CWORD={place}\n_perceptron_lab_with_experiments perceptron-lab '{word}' x\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let bin = path();
        let folders = [bin.parent().unwrap().to_owned()];
        let inherited = std::env::var_os("PATH").unwrap();
        let all = folders.into_iter().chain(std::env::split_paths(&inherited));
        let bash = std::process::Command::new("bash")
            .args(["--norc", "-c", &call])
            .env("PATH", std::env::join_paths(all).unwrap())
            .output();
        String::from_utf8(bash.unwrap().stdout).unwrap()
    };
    let run = completed("perceptron-lab run mit/x", 2, "mit/x");
    assert!(run.lines().any(|line| line == "mit/xor"), "{run}");
    let option = completed("perceptron-lab run --qu", 2, "--qu");
    assert!(
        option.contains("--quick") && !option.contains("mit/"),
        "{option}"
    );
    let grade = completed("perceptron-lab grade mit/x", 2, "mit/x");
    assert!(!grade.contains("mit/xor"), "{grade}");
}

#[test]
fn quiet_commands_print_nothing_if_all_is_well_and_verbose_ones_say_how_long_it_took() {
    let folder = TempDir::new().unwrap();
    lab_in(folder.path(), &["init", "mine"]);
    let run = |option: &str| lab_in(folder.path(), &["run", "mine.toml", option]);
    let (code, text, error) = run("--quiet");
    assert_eq!((code, text.as_str(), error.as_str()), (0, "", ""));
    let (code, text, error) = run("-v");
    assert!(code == 0 && text.contains("report: "), "{text}");
    let timed = error
        .strip_prefix("mine: ")
        .and_then(|rest| rest.strip_suffix(" s\n"));
    assert!(
        timed.is_some_and(|seconds| seconds.parse::<f64>().is_ok()),
        "{error}"
    );
    let (_, json, _) = lab_in(folder.path(), &["run", "mine.toml", "-q", "--json"]);
    assert!(
        json.starts_with('['),
        "JSON is printed nevertheless: {json}"
    );
    assert_eq!(
        lab_in(folder.path(), &["run", "mine.toml", "-q", "-v"]).0,
        2
    );
}

#[test]
fn output_that_is_not_a_terminal_has_no_colours_or_progress_bar() {
    let folder = TempDir::new().unwrap();
    lab_in(folder.path(), &["init", "mine"]);
    let (code, text, error) = lab_in(folder.path(), &["run", "mine.toml"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(!text.contains('\u{1b}'), "{text}");
    let (_, _, error) = lab_in(folder.path(), &["rum"]);
    assert!(!error.contains('\u{1b}'), "{error}");
}

#[test]
fn no_color_overrides_clicolor_force() {
    let help = |wish: Option<&str>| {
        let mut command = program(&["--help"]);
        command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        wish.map(|value| command.env("NO_COLOR", value));
        ended(&mut command).1
    };
    assert!(help(None).contains('\u{1b}'));
    assert!(!help(Some("1")).contains('\u{1b}'));
}
