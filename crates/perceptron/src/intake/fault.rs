//! Describes what is wrong with a data file: line, column, what was expected, and what to do next.

use std::fmt;
use std::ops::Deref;

/// An error in a data file, boxed to be small. It lacks the file's name, which the caller adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFault(Box<DataFinding>);

/// The content of a [`DataFault`]: where the error in a data file is, what is wrong, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataFinding {
    /// The kind of the error, by which another program tells it from others, such as `one-class`; `data` for most.
    pub kind: Option<&'static str>,
    /// Line of the error, from 1.
    pub line: Option<u64>,
    /// Column of the error in the table, from 1; in LIBSVM files the character of the line.
    pub column: Option<u64>,
    /// The name of the column in which the error is.
    pub name: Option<String>,
    /// What is wrong, in words.
    pub problem: String,
    /// The input that was expected, in words.
    pub expected: String,
    /// The next step for the user.
    pub help: String,
    /// The next step if the file has no named columns, where it differs.
    pub help_in_lines: Option<String>,
    /// Whether only the values of one feature are at fault, so that the file can be read without that column.
    pub concerns_one_column: bool,
    /// A column or class that the user named and the file does not have, and the names that it has.
    pub unknown: Option<(String, Vec<String>)>,
}

impl Deref for DataFault {
    type Target = DataFinding;

    fn deref(&self) -> &DataFinding {
        &self.0
    }
}

impl DataFault {
    /// Makes an error without a line and a column: what is wrong, and what was expected.
    pub fn new(problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self(Box::new(DataFinding {
            problem: problem.into(),
            expected: expected.into(),
            ..DataFinding::default()
        }))
    }

    /// Gives the error a kind of its own.
    pub fn of_kind(mut self, kind: &'static str) -> Self {
        self.0.kind = Some(kind);
        self
    }

    /// Adds what the user can do next.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// Adds the line of the error, from 1.
    pub fn on(mut self, line: u64) -> Self {
        self.0.line = Some(line);
        self
    }

    /// Adds the column of the error, from 1.
    pub fn at(mut self, column: usize) -> Self {
        self.0.column = Some(column as u64);
        self
    }

    /// Adds the name of the column in which the error is.
    pub fn named(mut self, name: &str) -> Self {
        self.0.name = Some(name.to_owned());
        self
    }

    /// Declares that only the values of one feature are at fault, so that the file can be read without that column.
    pub fn concerning_one_column(mut self) -> Self {
        self.0.concerns_one_column = true;
        self
    }

    /// Adds that rows with missing values were dropped before.
    pub fn after_dropping(mut self, rows: u64) -> Self {
        let rows = match rows {
            1 => "1 row with a missing value was".to_owned(),
            _ => format!("{rows} rows with missing values were"),
        };
        self.0.problem = format!("{}, after {rows} left out", self.0.problem);
        self
    }

    /// Adds the next step for a file without named columns, such as a LIBSVM file; without it the next step is the same for all files.
    pub fn in_lines(mut self, help: impl Into<String>) -> Self {
        self.0.help_in_lines = Some(help.into());
        self
    }

    /// The error as it is told of a file without named columns.
    pub fn without_columns(mut self) -> Self {
        if let Some(help) = self.0.help_in_lines.take() {
            self.0.help = help;
        }
        self
    }

    /// Makes the error that a name given by the user is not among the known names.
    pub fn unknown(problem: impl Into<String>, given: &str, known: &[String]) -> Self {
        let listed: Vec<&str> = known.iter().take(40).map(String::as_str).collect();
        let more = match known.len().saturating_sub(listed.len()) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let mut fault = Self::new(problem, listed.join(", ") + &more);
        fault.0.unknown = Some((given.to_owned(), known.to_vec()));
        fault
    }
}

impl fmt::Display for DataFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(out, "line {line}")?;
        }
        if let Some(column) = self.column.filter(|_| self.line.is_some()) {
            write!(out, ", column {column}")?;
        }
        if let Some(name) = &self.name {
            write!(out, " (`{}`)", shortened(name))?;
        }
        if self.line.is_some() {
            write!(out, ": ")?;
        }
        write!(out, "{}", self.problem)
    }
}

impl std::error::Error for DataFault {}

/// Shortens a message that may quote much of a file to its two ends, about 400 characters in all.
pub fn abridged(words: &str) -> String {
    const START: usize = 300;
    const END: usize = 100;
    let letters = words.chars().count();
    if letters <= START + END {
        return words.to_owned();
    }
    let start: String = words.chars().take(START).collect();
    let end: String = words.chars().skip(letters - END).collect();
    format!("{start} … {end}")
}

/// Shortens a text from a file for a message: one line of at most 40 characters.
pub fn shortened(text: &str) -> String {
    let clean = |letter: char| if letter.is_control() { '�' } else { letter };
    let mut letters = text.chars().map(clean);
    let start: String = letters.by_ref().take(40).collect();
    match letters.next() {
        None => start,
        Some(_) => start + "…",
    }
}
