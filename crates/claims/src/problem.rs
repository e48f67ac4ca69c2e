//! Says what is wrong in one form: lines for people, and the same parts as fields of JSON for other programs.
//!
//! A message has a sentence, a place, notes under labels and the next step. Errors of specs, results folders, data files and learners are made of it, so
//! that the Python package reads fields instead of sentences.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt;
use std::path::Path;

/// A place in a file, as far as it is known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Path of the file, as the user gave it.
    pub file: String,
    /// Line, from 1.
    pub line: Option<u64>,
    /// Position in the line, from 1.
    pub column: Option<u64>,
    /// Name of the column of a table.
    pub name: Option<String>,
}

impl Place {
    /// A file as a whole.
    pub fn of(file: &Path) -> Self {
        Self {
            file: file.display().to_string(),
            ..Self::default()
        }
    }

    /// The line of a text file in which this byte is.
    pub fn in_text(file: &Path, text: &str, byte: usize) -> Self {
        let before = text.as_bytes().iter().take(byte);
        Self {
            line: Some(before.filter(|byte| **byte == b'\n').count() as u64 + 1),
            ..Self::of(file)
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.file)?;
        for number in self.line.into_iter().chain(self.column) {
            write!(out, ":{number}")?;
        }
        match &self.name {
            Some(name) => write!(out, " (column `{name}`)"),
            None => Ok(()),
        }
    }
}

/// What is wrong, where, what is allowed there, and what to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The kind of the problem, by which another program tells it from others, such as `no-spec`.
    pub kind: &'static str,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The place in a file.
    pub place: Option<Box<Place>>,
    /// What else is said, each under a label: `allowed`, `expected`, `in the cell with`, `help`.
    pub notes: Vec<(&'static str, String)>,
}

impl Problem {
    /// A problem of the command line or of what it names.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            kind: "usage",
            message: message.into(),
            place: None,
            notes: Vec::new(),
        }
    }

    /// Gives the problem another kind than `usage`.
    #[must_use]
    pub fn of_kind(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Adds the place.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        Self {
            place: Some(Box::new(place)),
            ..self
        }
    }

    /// Adds what is said under a label.
    #[must_use]
    pub fn note(mut self, label: &'static str, text: impl Into<String>) -> Self {
        self.notes.push((label, text.into()));
        self
    }

    /// Adds the next step.
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Self {
        self.note("help", text)
    }
}

impl Problem {
    /// The lines for people without the word `error`, for a message within another one.
    pub fn words(&self) -> String {
        let text = self.to_string();
        text.strip_prefix("error: ")
            .map(str::to_owned)
            .unwrap_or(text)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "error: {}", self.message)?;
        if let Some(place) = &self.place {
            write!(out, "\n --> {place}")?;
        }
        for (label, text) in &self.notes {
            write!(out, "\n  = {label}: {text}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.kind)?;
        map.serialize_entry("message", &self.message)?;
        if let Some(place) = &self.place {
            map.serialize_entry("place", &place.to_string())?;
            map.serialize_entry("at", place)?;
        }
        for (label, text) in &self.notes {
            map.serialize_entry(label, text)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lines_and_fields_say_the_same() {
        let place = Place {
            file: "a.toml".to_owned(),
            line: Some(3),
            column: Some(1),
            name: None,
        };
        let problem = Problem::new("there is no x").of_kind("no-x");
        let problem = problem.at(place).note("allowed", "y").help("write y");
        let lines = "error: there is no x\n --> a.toml:3:1\n  = allowed: y\n  = help: write y";
        assert_eq!(problem.to_string(), lines);
        let at = json!({ "file": "a.toml", "line": 3, "column": 1, "name": null });
        let fields = json!({
            "kind": "no-x", "message": "there is no x", "place": "a.toml:3:1", "at": at, "allowed": "y", "help": "write y"
        });
        assert_eq!(serde_json::to_value(&problem).unwrap(), fields);
    }
}
