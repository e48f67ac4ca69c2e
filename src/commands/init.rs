//! Runs the command `init`: writes a commented spec that runs without changes, for a chosen question, or the folder of a course.

use super::course;
use super::settings::{Settings, print_json};
use super::starter::{self, StarterSpec};
use crate::study::{Outcome, StudyError, outputs};
use clap::{Args, ValueEnum};
use grade::process::shell::quoted_path;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The question that the new experiment asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Question {
    /// How many mistakes does a learner make on the examples of a generator, compared with the bound
    Mistakes,
    /// Which learner errs less on fresh examples, or with --data on examples that are held out
    Compare,
    /// How often does a learner err on an example of your own data that was left out; needs --data
    LeaveOneOut,
}

/// Options of `init`.
#[derive(Debug, Clone, Args)]
pub(super) struct InitOptions {
    /// Name of the experiment; the spec is written to NAME.toml in an existing folder
    #[arg(required_unless_present = "course")]
    name: Option<PathBuf>,
    /// Question of the experiment (default: `leave-one-out` with --data, otherwise `mistakes`)
    #[arg(long, value_enum)]
    question: Option<Question>,
    /// Your own CSV, LIBSVM, ARFF or parquet file; its columns and classes are written into the spec
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Column of the data with the classes (default: the last one)
    #[arg(long, value_name = "COLUMN", requires = "data")]
    label: Option<String>,
    /// Write a course for a class into a new or empty folder: exercise sheets, a learner to complete, specs, and solutions for the teacher
    #[arg(long, value_name = "DIR", conflicts_with_all = ["name", "question", "data", "label"])]
    course: Option<PathBuf>,
    /// With --course: also pack an autograder for each sheet that a server can grade, with this program (scripts/grader builds it)
    #[arg(
        long,
        value_name = "FILE",
        requires = "course",
        conflicts_with = "name"
    )]
    grader: Option<PathBuf>,
}

pub(super) fn init(options: &InitOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    match (&options.course, &options.name) {
        (Some(folder), _) => write_course(folder, options.grader.as_deref(), settings),
        (None, Some(name)) => write_spec(name, options, settings),
        (None, None) => {
            Err(StudyError::usage("the experiment has no name").help("perceptron-lab init NAME"))
        }
    }
}

fn write_course(
    folder: &Path,
    grader: Option<&Path>,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let files = course::write(folder, grader)?;
    if settings.json {
        print_json(&serde_json::json!({ "course": folder.display().to_string(), "files": files }))?;
        return Ok(Outcome::AsExpected);
    }
    println!(
        "wrote a course of six exercises: {} files in {}\n\nnext:\n  cd {}\n  python3 perceptron.py try\n  \
         perceptron-lab grade \"python3 perceptron.py\" --rule perceptron\n\n\
         README.md has the six sheets in their order. The folder solutions is for the teacher: take it away before you hand out the course.",
        files.len(),
        folder.display(),
        quoted_path(folder)
    );
    println!(
        "{}",
        match grader {
            Some(_) =>
                "The folder autograder is for the teacher, too: upload its zip archives to Gradescope.",
            None =>
                "For a server that grades, build the program perceptron-grade with scripts/grader, and name it with `--grader`.",
        }
    );
    Ok(Outcome::AsExpected)
}

fn write_spec(
    name: &Path,
    options: &InitOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let path = name.with_extension("toml");
    let StarterSpec { text, notes } = spec(options, path.parent().unwrap_or(Path::new("")))?;
    write(&path, &text)?;
    let shown = path.display().to_string();
    if settings.json {
        print_json(&serde_json::json!({ "spec": shown, "notes": notes }))?;
    } else {
        notes.iter().for_each(|note| eprintln!("note: {note}"));
        println!(
            "wrote {shown}; run it with: perceptron-lab run {}",
            quoted_path(&path)
        );
    }
    Ok(Outcome::AsExpected)
}

fn spec(options: &InitOptions, beside: &Path) -> Result<StarterSpec, StudyError> {
    let plain = |text: &str| StarterSpec {
        text: text.to_owned(),
        notes: Vec::new(),
    };
    let usual = match options.data {
        Some(_) => Question::LeaveOneOut,
        None => Question::Mistakes,
    };
    match (options.question.unwrap_or(usual), &options.data) {
        (Question::Mistakes, None) => Ok(plain(include_str!("templates/mistakes.toml"))),
        (Question::Compare, None) => Ok(plain(include_str!("templates/compare.toml"))),
        (Question::LeaveOneOut, Some(data)) => {
            let template = (
                "Leave-one-out",
                include_str!("templates/leave-one-out.toml"),
            );
            starter::of_data(template, data, options.label.as_deref(), beside)
        }
        (Question::Compare, Some(data)) => {
            let template = ("Test errors", include_str!("templates/compare-data.toml"));
            starter::of_data(template, data, options.label.as_deref(), beside)
        }
        (Question::LeaveOneOut, None) => {
            Err(StudyError::usage("the question leave-one-out needs data")
                .help("`perceptron-lab init NAME --data FILE.csv`"))
        }
        (_, Some(_)) => Err(StudyError::usage(
            "data allow only the questions leave-one-out and compare",
        )
        .help("leave out `--question`, or `--data`")),
    }
}

/// Writes the new spec to a file; an existing file is never overwritten, and an unfinished one is removed.
fn write(path: &Path, text: &str) -> Result<(), StudyError> {
    let made = OpenOptions::new().write(true).create_new(true).open(path);
    let written = made.and_then(|mut file| {
        let written = file.write_all(text.as_bytes());
        written.inspect_err(|_| {
            // Otherwise the next try would find it. The error that made this necessary is reported.
            let _gone = std::fs::remove_file(path);
        })
    });
    written.map_err(|error| {
        let (shown, help) = (path.display(), outputs::advice(error.kind()));
        let message = match error.kind() {
            ErrorKind::AlreadyExists => format!("{shown} exists already"),
            _ => format!("cannot write {shown}: {error}"),
        };
        StudyError::usage(message).help(help)
    })
}
