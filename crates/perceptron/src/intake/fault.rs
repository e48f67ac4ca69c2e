//! Says what is wrong with a data file: line, column, what was expected, and what to do next.

use std::fmt;
use std::ops::Deref;

/// What is wrong with a data file; the file's name is for whoever opened it to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFault(Box<DataFinding>);

/// One finding in a data file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DataFinding {
    /// Line, from 1.
    pub line: Option<u64>,
    /// Column, from 1: of the table, or in LIBSVM files the character of the line.
    pub column: Option<u64>,
    /// The column's name.
    pub name: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub expected: String,
    /// The next step.
    pub help: String,
    /// A name that is unknown, and those that are known.
    pub unknown: Option<(String, Vec<String>)>,
}

impl Deref for DataFault {
    type Target = DataFinding;

    fn deref(&self) -> &DataFinding {
        &self.0
    }
}

impl DataFault {
    /// A finding without a place.
    pub fn new(problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self(Box::new(DataFinding {
            problem: problem.into(),
            expected: expected.into(),
            ..DataFinding::default()
        }))
    }

    /// The same with a next step.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.0.help = help.into();
        self
    }

    /// The same on a line.
    pub fn on(mut self, line: u64) -> Self {
        self.0.line = Some(line);
        self
    }

    /// The same in a column, from 1.
    pub fn at(mut self, column: usize) -> Self {
        self.0.column = Some(column as u64);
        self
    }

    /// The same in a column with a name.
    pub fn named(mut self, name: &str) -> Self {
        self.0.name = Some(name.to_owned());
        self
    }

    /// A name that is none of those that are known.
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
        if let Some(column) = self.column {
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

/// Words about a file that may quote much of it: both ends of them, and some 400 characters at most.
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

/// A text from a file as a message shows it: one line of at most 40 characters.
pub fn shortened(text: &str) -> String {
    let clean = |letter: char| if letter.is_control() { '�' } else { letter };
    let mut letters = text.chars().map(clean);
    let start: String = letters.by_ref().take(40).collect();
    match letters.next() {
        None => start,
        Some(_) => start + "…",
    }
}
