//! Reads what a student hands in: TOML, JSON or CSV, from bytes that nobody has checked.
//!
//! The texts are small, nesting is limited by both parsers, and numbers are read only where an exercise asks for them. So no file takes much memory or
//! time, and none ends the program.

use claims::problem::{Place, Problem};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Largest size of an answer, in bytes.
pub const MOST_BYTES: usize = 1_000_000;

/// The form of a file with answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerFormat {
    /// One table for each exercise, by its name.
    Toml,
    /// One object for each exercise, by its name.
    Json,
    /// The examples or the multipliers of one exercise.
    Csv,
}

impl AnswerFormat {
    /// The format that the ending of a path says.
    ///
    /// # Errors
    /// The ending is none of .toml, .json and .csv.
    pub fn of(path: &Path) -> Result<Self, Problem> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("toml") => Ok(Self::Toml),
            Some("json") => Ok(Self::Json),
            Some("csv") => Ok(Self::Csv),
            _ => {
                let path = path.display();
                let problem = Problem::new(format!("the form of the answer {path} is unknown"));
                let problem = problem.note("allowed", ".toml, .json, .csv");
                Err(problem.help("give the file one of these endings"))
            }
        }
    }
}

/// The answers of a student, by the names of the exercises.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StudentAnswers {
    by_exercise: BTreeMap<String, Value>,
}

impl StudentAnswers {
    /// Reads a file with this name. A file of CSV answers one exercise, which the caller names; the other forms name it themselves.
    ///
    /// # Errors
    /// The file is too large, no text, or not of the format; of CSV also if no exercise is named.
    pub fn read(
        bytes: &[u8],
        name: &str,
        format: AnswerFormat,
        exercise: Option<&str>,
    ) -> Result<Self, Problem> {
        let text = text(bytes).map_err(|words| refused(name, words, None))?;
        let text = text.trim_start_matches('\u{feff}');
        match format {
            AnswerFormat::Toml => of_toml(text, name),
            AnswerFormat::Json => of_json(text, name),
            AnswerFormat::Csv => of_csv(text, name, exercise),
        }
    }

    /// The answers of two files together.
    ///
    /// # Errors
    /// Both answer the same exercise.
    pub fn and(mut self, other: Self) -> Result<Self, Problem> {
        for (exercise, answer) in other.by_exercise {
            if self.by_exercise.insert(exercise.clone(), answer).is_some() {
                let problem = Problem::new(format!("two files answer the exercise `{exercise}`"));
                return Err(problem.help("hand in one answer to each exercise"));
            }
        }
        Ok(self)
    }

    /// The answer to one exercise, as the exercise itself writes it.
    pub(super) fn of_one(exercise: &str, answer: Value) -> Self {
        Self {
            by_exercise: BTreeMap::from([(exercise.to_owned(), answer)]),
        }
    }

    /// The answer to an exercise.
    pub(super) fn get(&self, exercise: &str) -> Option<&Value> {
        self.by_exercise.get(exercise)
    }

    /// The names under which there are answers.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_exercise.keys().map(String::as_str)
    }

    fn of(value: Value, name: &str) -> Result<Self, Problem> {
        match value {
            Value::Object(map) => Ok(Self {
                by_exercise: map.into_iter().collect(),
            }),
            _ => Err(refused(name, "it is no table of answers".into(), None)),
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    if bytes.len() > MOST_BYTES {
        let size = bytes.len();
        return Err(format!(
            "it has {size} bytes, and at most {MOST_BYTES} are read"
        ));
    }
    std::str::from_utf8(bytes).map_err(|_| "it is no text in UTF-8".into())
}

/// The problem of a file that cannot be read as answers.
fn refused(name: &str, words: String, line: Option<u64>) -> Problem {
    let place = Place {
        file: name.to_owned(),
        line,
        ..Place::default()
    };
    let problem = Problem::new(format!("the answer cannot be read: {words}"));
    let problem = problem.of_kind("homework-answer").at(place);
    problem.help("`hand-in SHEET --print` shows the form of every answer")
}

fn of_toml(text: &str, name: &str) -> Result<StudentAnswers, Problem> {
    let read: Result<Value, _> = toml::from_str(text);
    let value = read.map_err(|error| {
        let start = error.span().map(|span| span.start);
        let before = start.and_then(|start| text.get(..start));
        let line = before.map(|before| before.matches('\n').count() as u64 + 1);
        refused(name, error.message().to_owned(), line)
    })?;
    StudentAnswers::of(value, name)
}

fn of_json(text: &str, name: &str) -> Result<StudentAnswers, Problem> {
    let read: Result<Value, _> = serde_json::from_str(text);
    let value = read.map_err(|error| {
        let line = Some(error.line() as u64);
        refused(name, error.to_string(), line)
    })?;
    StudentAnswers::of(value, name)
}

fn of_csv(text: &str, name: &str, exercise: Option<&str>) -> Result<StudentAnswers, Problem> {
    let Some(exercise) = exercise else {
        let words = "a CSV file answers one exercise, and its name is that of none".to_owned();
        return Err(refused(name, words, None).help("name the file after the exercise"));
    };
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All);
    let records = reader.from_reader(text.as_bytes()).into_records();
    let rows: Result<Vec<Vec<String>>, csv::Error> = records
        .map(|record| Ok(record?.iter().map(str::to_owned).collect()))
        .collect();
    let rows = rows.map_err(|error| {
        let line = error.position().map(csv::Position::line);
        refused(name, error.to_string(), line)
    })?;
    let answer = of_rows(rows).map_err(|words| refused(name, words, Some(1)))?;
    Ok(StudentAnswers::of_one(exercise, answer))
}

/// The rows of a table as an answer: with one column they are multipliers, otherwise examples with their labels.
fn of_rows(mut rows: Vec<Vec<String>>) -> Result<Value, String> {
    let first = rows.first().map(Vec::as_slice).unwrap_or_default();
    let width = first.len();
    let is_word = |field: &String| field.starts_with(char::is_alphabetic);
    if first.iter().any(is_word) {
        check_header(&rows.remove(0))?;
    }
    Ok(match width {
        1 => json!({ "multipliers": rows.concat() }),
        _ => json!({ "examples": rows }),
    })
}

/// Refuses a header whose columns are in another order than the numbers of an example.
fn check_header(header: &[String]) -> Result<(), String> {
    let (last, features) = header.split_last().ok_or("the header is empty")?;
    let is_in_order = |(place, name): (usize, &String)| *name == format!("x{}", place + 1);
    let is_table = features.iter().enumerate().all(is_in_order)
        && !features.is_empty()
        && ["label", "y"].contains(&last.as_str());
    let is_list = features.is_empty() && last.starts_with("multiplier");
    match is_table || is_list {
        true => Ok(()),
        false => Err("the columns are not x1, x2, …, label in this order, nor `multiplier`".into()),
    }
}
