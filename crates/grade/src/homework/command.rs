//! Holds the command `hand-in`: prints the version of a student, prints its solutions, checks a sheet, or marks what was handed in.

use super::{AnswerFormat, MOST_BYTES, Sheet, StudentAnswers, Version};
use crate::points::{PointsForm, Scores};
use claims::problem::{Place, Problem};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The options of `hand-in`.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct HandInOptions {
    /// The sheet, a TOML file (docs/homework.md)
    pub sheet: PathBuf,
    /// What is handed in: files of TOML or JSON with answers to any exercises, or of CSV, each named after the one that it answers
    #[cfg_attr(feature = "clap", arg(required_unless_present_any = ["print", "solution", "check", "for_students"]))]
    pub answers: Vec<PathBuf>,
    /// The student whose version is meant: any name or number that stays the same; without it, the sample version
    #[cfg_attr(feature = "clap", arg(long, value_name = "ID"))]
    pub student: Option<String>,
    /// Print the version of the student as Markdown
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["answers", "solution", "check"]))]
    pub print: bool,
    /// Print the solutions of this version, and wrong answers with the reasons why they lose points
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["answers", "check"]))]
    pub solution: bool,
    /// Print the sheet without its solutions, for students who mark their own answers: it has the same versions
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["answers", "student", "print", "solution", "check"]))]
    pub for_students: bool,
    /// Draw this many versions, and check that the solutions of each get all points, and that its wrong answers lose some
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", conflicts_with_all = ["answers", "student"]))]
    pub check: Option<u64>,
    /// Write the points in a form that people or graders of courses read (docs/points.md)
    #[cfg_attr(feature = "clap", arg(long, value_enum, conflicts_with_all = ["print", "solution", "check", "for_students"]))]
    pub form: Option<PointsForm>,
    /// File for what is printed (default: standard output)
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub output: Option<PathBuf>,
}

/// The result of `hand-in`.
#[derive(Debug, Clone)]
pub struct HandedIn {
    /// The text that is printed, or written to the file of `--output`.
    pub text: String,
    /// Whether no point is missing, or nothing was marked.
    pub is_full: bool,
}

/// Does what the options say; with `json` the result is JSON. Answers that cannot be read get no points, for a reason.
///
/// # Errors
/// The sheet cannot be read or is wrong, or the name of the student is unusable.
pub fn hand_in(options: &HandInOptions, json: bool) -> Result<HandedIn, Problem> {
    let shown = |text: String, value: Value| HandedIn {
        text: if json { format!("{value:#}\n") } else { text },
        is_full: true,
    };
    let name = options.sheet.display().to_string();
    let bytes = bytes_of(&options.sheet)?;
    if bytes.len() > MOST_BYTES {
        return Err(unread(&options.sheet, "it is larger than 1 MB"));
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| unread(&options.sheet, "it is no text in UTF-8"))?;
    let sheet = Sheet::read(&text, &name)?;
    if options.for_students {
        let copy = super::for_students(&text)?;
        return Ok(shown(copy.clone(), json!({ "sheet": copy })));
    }
    if let Some(versions) = options.check {
        let wrong = checked(&sheet, versions)?;
        let text = format!(
            "the solutions of {versions} versions get all points, and their {wrong} wrong answers lose points\n"
        );
        return Ok(shown(
            text,
            json!({ "versions": versions, "wrong_answers": wrong }),
        ));
    }
    let version = sheet.version(options.student.as_deref())?;
    if options.print {
        return Ok(shown(version.text(), version.json()));
    }
    if options.solution {
        return Ok(shown(version.solution_text()?, version.solution_json()?));
    }
    let scores = marked(&sheet, &version, options);
    let usual = if json {
        PointsForm::Json
    } else {
        PointsForm::Text
    };
    Ok(HandedIn {
        text: scores.written(options.form.unwrap_or(usual)),
        is_full: scores.total() == scores.possible(),
    })
}

/// Checks the versions of the students 1 to N, and returns the number of their wrong answers.
fn checked(sheet: &Sheet, versions: u64) -> Result<u64, Problem> {
    let mut students = (1..=versions).map(|student| student.to_string());
    students.try_fold(0, |wrong, student| {
        Ok(wrong + sheet.version(Some(&student))?.check()?)
    })
}

fn marked(sheet: &Sheet, version: &Version, options: &HandInOptions) -> Scores {
    let read = options.answers.iter().map(|path| answers_of(sheet, path));
    let read = read.collect::<Result<Vec<StudentAnswers>, Problem>>();
    let joined = read.and_then(|read| {
        read.into_iter()
            .try_fold(StudentAnswers::default(), StudentAnswers::and)
    });
    match joined {
        Ok(answers) => version.mark(&answers),
        Err(problem) => version.unread(&problem.words()),
    }
}

/// The answers in a file. One of CSV answers the exercise whose name it has, or the only one.
fn answers_of(sheet: &Sheet, path: &Path) -> Result<StudentAnswers, Problem> {
    let format = AnswerFormat::of(path)?;
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let mut names = sheet.exercises();
    let only = sheet
        .exercises()
        .next()
        .filter(|_| sheet.exercises().count() == 1);
    let exercise = names.find(|name| stem == Some(name)).or(only);
    let name = path.display().to_string();
    StudentAnswers::read(&bytes_of(path)?, &name, format, exercise)
}

/// The bytes of a file, and one more than is allowed of a larger one.
fn bytes_of(path: &Path) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    let opened = File::open(path);
    let read = opened.and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) => Ok(bytes),
        Err(error) => Err(unread(path, &error.to_string())),
    }
}

fn unread(path: &Path, why: &str) -> Problem {
    let problem = Problem::new(format!("the file cannot be read: {why}"));
    let problem = problem.at(Place::of(path));
    problem.help("name a text file that you may read")
}
