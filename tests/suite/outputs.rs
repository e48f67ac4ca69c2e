//! Files that the user names for results: they replace no input, and links, pipes, modes and earlier content survive.

use crate::support::program::{ended, has_python, lab_in, only_address, path};
use crate::table::sphere;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A learner of one line of Python, which answers nothing.
const LEARNER: &str = "import sys\n";

/// A folder with the study `t`, which has a figure, a copy of its spec as `link.toml`, and a learner; and the address of its first trial.
fn study() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let figures = "\n[figures]\nshow = [\"tightness\"]\n";
    fs::write(at("t.toml"), sphere(2).to_string() + figures).unwrap();
    fs::write(at("my.py"), LEARNER).unwrap();
    symlink("t.toml", at("link.toml")).unwrap();
    let (code, _, error) = lab_in(folder.path(), &["run", "t.toml"]);
    assert_eq!(code, 0, "{error}");
    let address = only_address(folder.path(), "t");
    (folder, address)
}

/// Commands that write a file named with this ending as their last word.
fn writers(address: &str) -> Vec<(Vec<&str>, &'static str)> {
    vec![
        (vec!["table", "t", "--output"], "csv"),
        (vec!["figure", "t", "tightness", "--output"], "svg"),
        (vec!["replay", address, "--trace"], "csv"),
        (vec!["replay", address, "--trace"], "svg"),
        (vec!["replay", address, "--page"], "html"),
        (vec!["export", address, "--to"], "csv"),
        (vec!["export", address, "--to"], "parquet"),
        (
            vec!["export", address, "--to", "s.svm", "--certificate"],
            "json",
        ),
        (vec!["plan", "t.toml", "--slurm"], "sh"),
    ]
}

/// The program in a folder where no file can grow, which fails like a full disk.
fn with_full_disk(folder: &Path, words: &[&str]) -> (i32, String, String) {
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh"]).arg(path());
    ended(command.args(words).current_dir(folder))
}

/// Commands whose last word or option names a file that must not be overwritten, and what that file is; ADDRESS stands for an address.
const REFUSED: [(&str, &str); 14] = [
    ("plan t.toml --slurm t.toml", SPEC),
    ("plan t.toml --slurm link.toml", SPEC),
    ("plan link.toml --slurm ./t.toml", SPEC),
    ("table t --format csv --output t.toml", SPEC),
    (
        "table t --format csv --output results/t/trials.parquet",
        OWN,
    ),
    ("table t --format csv --output results/t/manifest.toml", OWN),
    (
        "table t --format csv --output results/t/figures/tightness.svg",
        OWN,
    ),
    (
        "figure t tightness --output results/t/figures/tightness.svg",
        OWN,
    ),
    ("export ADDRESS --to s.csv --certificate s.csv", TO),
    ("export ADDRESS --to s.npy --certificate ./s.labels.npy", TO),
    ("export ADDRESS --to s.csv --certificate t.toml", SPEC),
    (
        "export ADDRESS --to s.csv --certificate results/t/run.toml",
        OWN,
    ),
    ("replay ADDRESS --page page.html", OWN),
    ("analyze s.csv --report results/t/report.html", OWN),
];

/// Names of files that must not be overwritten.
const SPEC: &str = "the spec";
const OWN: &str = "a file of the results folder";
const TO: &str = "what `--to` writes";

#[test]
fn no_output_overwrites_an_input_or_another_output() {
    let (folder, address) = study();
    symlink("results/t/report.html", folder.path().join("page.html")).unwrap();
    let kept = [
        "t.toml",
        "results/t/trials.parquet",
        "results/t/report.html",
    ];
    let read = || kept.map(|name| fs::read(folder.path().join(name)).unwrap());
    let before = read();
    for (command, what) in REFUSED {
        let words = command.split(' ');
        let words = words.map(|word| if word == "ADDRESS" { &address } else { word });
        let words: Vec<&str> = words.collect();
        let (code, _, error) = lab_in(folder.path(), &words);
        assert_eq!(code, 2, "{command}: {error}");
        let [.., option, file] = words[..] else {
            panic!("{command}");
        };
        let start = format!("error: `{option}` {file} would overwrite {what}");
        assert!(error.starts_with(&start), "{command}: {error}");
        assert!(
            error.ends_with("\n  = help: name another file: this one would be replaced\n"),
            "{error}"
        );
        assert!(read() == before, "{command}");
        assert!(!folder.path().join("s.csv").exists(), "{command}");
    }
}

#[test]
fn data_of_a_study_are_not_overwritten() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = "x,y,c\n1,2,a\n3,1,b\n0,4,a\n5,1,b\n";
    fs::write(at("d.csv"), text).unwrap();
    for words in [&["init", "d", "--data", "d.csv"][..], &["run", "d.toml"]] {
        let (code, _, error) = lab_in(folder.path(), words);
        assert_eq!(code, 0, "{error}");
    }
    let script = ["plan", "d.toml", "--slurm", "d.csv"];
    let table = ["table", "d", "--output", "d.csv"];
    let copy = ["table", "d", "--output", "results/d/d.csv"];
    for words in [&script, &table, &copy] {
        let (code, _, error) = lab_in(folder.path(), words);
        assert!(code == 2 && error.contains("would overwrite a"), "{error}");
    }
    for name in ["d.csv", "results/d/d.csv"] {
        assert_eq!(fs::read_to_string(at(name)).unwrap(), text);
    }
    // A file of the user in a results folder is no file of the program.
    for _ in 0..2 {
        let (code, _, error) = lab_in(
            folder.path(),
            &["table", "d", "--output", "results/d/mine.csv"],
        );
        assert_eq!(code, 0, "{error}");
    }
}

#[test]
fn a_learner_that_is_graded_is_not_overwritten() {
    let (folder, _) = study();
    let learner = folder.path().join("my.py");
    let grade = |output: &str| {
        let words = [
            "grade",
            "python3 my.py",
            "--rule",
            "perceptron",
            "--output",
            output,
        ];
        lab_in(folder.path(), &words)
    };
    if !has_python() {
        return;
    }
    let (code, _, error) = grade("./my.py");
    let refusal = "error: `--output` ./my.py would overwrite the learner\n  = help: name another file: this one would be replaced\n";
    assert_eq!((code, error.as_str()), (2, refusal));
    assert_eq!(fs::read_to_string(learner).unwrap(), LEARNER);
    // A word of the command that is no file here takes no name away.
    let (code, _, error) = grade("python3");
    assert!(
        code != 2 && folder.path().join("python3").exists(),
        "{error}"
    );
}

#[test]
fn files_are_replaced_whole_behind_links_and_keep_their_mode() {
    let (folder, address) = study();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("deep")).unwrap();
    for (number, (words, ending)) in writers(&address).into_iter().enumerate() {
        let [real, old, link, dangling] =
            ["deep/real", "old", "link", "dangling"].map(|name| format!("{name}{number}.{ending}"));
        fs::write(at(&real), "old").unwrap();
        fs::set_permissions(at(&real), fs::Permissions::from_mode(0o640)).unwrap();
        // Another name of the old file keeps the old content if the file is replaced, and not truncated.
        fs::hard_link(at(&real), at(&old)).unwrap();
        symlink(&real, at(&link)).unwrap();
        symlink(format!("deep/new{number}"), at(&dangling)).unwrap();
        for name in [&link, &dangling] {
            let (code, _, error) = lab_in(folder.path(), &[&words[..], &[name]].concat());
            assert_eq!(code, 0, "{words:?}: {error}");
            assert!(
                at(name).symlink_metadata().unwrap().is_symlink(),
                "{words:?}"
            );
            assert!(fs::metadata(at(name)).unwrap().len() > 3, "{words:?}");
        }
        assert_eq!(fs::read(at(&old)).unwrap(), b"old", "{words:?}");
        let mode = fs::metadata(at(&real)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640, "{words:?}");
        let left = fs::read_dir(at("deep")).unwrap().count();
        assert_eq!(left, 2 * (number + 1), "{words:?} leaves unfinished files");
    }
}

#[test]
fn pipes_get_everything_and_stay_pipes() {
    let (folder, address) = study();
    for (words, ending) in writers(&address) {
        let name = format!("pipe.{ending}");
        let pipe = folder.path().join(&name);
        if !pipe.exists() {
            let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
            assert!(made.success());
        }
        let mut reader = Command::new("cat");
        let reader = reader.arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        let (code, _, error) = lab_in(folder.path(), &[&words[..], &[&name]].concat());
        assert_eq!(code, 0, "{words:?}: {error}");
        let is_pipe = fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo();
        // Without this, the reader of a replaced pipe would wait for ever.
        assert!(is_pipe, "{words:?}");
        assert!(
            !reader.wait_with_output().unwrap().stdout.is_empty(),
            "{words:?}"
        );
    }
}

#[test]
fn full_disk_leaves_the_earlier_files() {
    let (folder, address) = study();
    for (words, ending) in writers(&address) {
        let name = format!("kept.{ending}");
        let file = folder.path().join(&name);
        fs::write(&file, "old").unwrap();
        let (code, _, error) = with_full_disk(folder.path(), &[&words[..], &[&name]].concat());
        assert!(
            code != 0 && error.contains("cannot write"),
            "{words:?}: {error}"
        );
        assert_eq!(fs::read(&file).unwrap(), b"old", "{words:?}");
    }
    let names = fs::read_dir(folder.path()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(!names.any(|name| name.ends_with(".partial") || name.starts_with("s.")));
}

#[test]
fn init_on_a_full_disk_leaves_no_file_for_the_next_try() {
    let folder = TempDir::new().unwrap();
    let (code, _, error) = with_full_disk(folder.path(), &["init", "q"]);
    assert!(
        code == 2 && error.contains("cannot write q.toml"),
        "{error}"
    );
    assert!(!error.contains("folder that exists"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    assert_eq!(lab_in(folder.path(), &["init", "q"]).0, 0);
}

#[test]
fn folders_and_unknown_endings_are_refused_with_advice_that_fits() {
    let (folder, address) = study();
    for name in ["dir.csv", "dir.html"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let address = address.as_str();
    for words in [
        &["table", "t", "--output", "dir.csv"][..],
        &["export", address, "--to", "dir.csv"],
        &["replay", address, "--page", "dir.html"],
    ] {
        let (code, _, error) = lab_in(folder.path(), words);
        let advice = "\n  = help: this is a folder: name a file\n";
        assert!(code != 0 && error.ends_with(advice), "{error}");
    }
    for name in ["a.tsv", "a.html", "a.x", "a"] {
        let (code, _, error) = lab_in(folder.path(), &["table", "t", "--output", name]);
        let refusal = format!(
            "error: the ending of `{name}` is no known form of a table\n  = allowed: names that end in .txt, .csv, .md, .tex or .json, or `--format`\n"
        );
        assert_eq!((code, error), (2, refusal));
        assert!(!folder.path().join(name).exists());
    }
    let named = ["table", "t", "--output", "a.tsv", "--format", "csv"];
    assert_eq!(lab_in(folder.path(), &named).0, 0);
    for (page, words) in [
        ("p.htm", "`p.htm` does not end in .html"),
        ("no/p.html", "no folder no"),
    ] {
        let (_, _, error) = lab_in(folder.path(), &["replay", address, "--page", page]);
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn protected_files_and_links_in_a_circle_stay() {
    let (folder, _) = study();
    let at = |name: &str| folder.path().join(name);
    symlink("loop.csv", at("loop.csv")).unwrap();
    fs::write(at("kept.csv"), "old").unwrap();
    fs::set_permissions(at("kept.csv"), fs::Permissions::from_mode(0o444)).unwrap();
    let may_write = fs::OpenOptions::new()
        .write(true)
        .open(at("kept.csv"))
        .is_ok();
    let refuses = |name: &str| {
        let (code, _, error) = lab_in(folder.path(), &["table", "t", "--output", name]);
        assert!(
            code != 0 && error.contains(&format!("cannot write {name}")),
            "{error}"
        );
    };
    refuses("loop.csv");
    assert!(at("loop.csv").symlink_metadata().unwrap().is_symlink());
    // Everything may be written by root.
    if !may_write {
        refuses("kept.csv");
        assert_eq!(fs::read(at("kept.csv")).unwrap(), b"old");
    }
}
