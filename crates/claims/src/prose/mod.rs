//! Computes the numbers in a spec's prose: text with placeholders such as `{{ mean(mistakes, variant = "plain") }}`.
//!
//! A number that is typed into a text goes stale when the seed, the replicates or the program change. A placeholder is evaluated on the
//! trials and verdicts of the run that the page is about, so the text and the tables below it cannot disagree.

mod cursor;
mod evaluate;
mod expression;
mod filter;
mod groups;
mod parse;
#[cfg(test)]
mod tests;
mod validate;

pub use evaluate::{Rendered, RunNumbers};
pub use expression::Format;
pub use groups::Groups;
pub use validate::{Problem, SpecNames};

use crate::trial::AnyColumn;
use expression::{Body, TrialNumber};
use std::ops::Range;

/// A text whose numbers are placeholders.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Prose {
    parts: Vec<TextPart>,
}

/// A piece of a text.
#[derive(Debug, Clone, PartialEq)]
enum TextPart {
    Text(String),
    Placeholder(Box<Placeholder>),
}

/// What stands between `{{` and `}}`.
#[derive(Debug, Clone, PartialEq)]
struct Placeholder {
    /// As it is written, without the braces.
    source: String,
    /// Its bytes in the text, without the braces.
    at: Range<usize>,
    body: Body,
}

impl Prose {
    /// Reads a text with its placeholders.
    ///
    /// # Errors
    /// The first placeholder that cannot be read, with its place in the text.
    ///
    /// # Examples
    /// ```
    /// use claims::prose::Prose;
    /// let prose = Prose::parse("On average {{ mean(mistakes) }} mistakes.")?;
    /// assert_eq!(prose.placeholders(), ["mean(mistakes)"]);
    /// assert!(Prose::parse("On average {{ mean(mistaks) }} mistakes.").is_err());
    /// # Ok::<(), claims::prose::Problem>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, Problem> {
        parse::prose(text).map(|parts| Self { parts })
    }

    /// Its placeholders as they are written.
    pub fn placeholders(&self) -> Vec<&str> {
        let placeholders = self.each_placeholder();
        placeholders
            .map(|placeholder| placeholder.source.as_str())
            .collect()
    }

    /// The text outside of its placeholders, one piece after the other.
    pub fn literals(&self) -> Vec<&str> {
        let parts = self.parts.iter();
        parts
            .filter_map(|part| match part {
                TextPart::Text(text) => Some(text.as_str()),
                TextPart::Placeholder(_) => None,
            })
            .collect()
    }

    /// The columns that its placeholders read from the trials.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let measured = self.measured();
        measured.iter().flat_map(TrialNumber::columns).collect()
    }

    fn each_placeholder(&self) -> impl Iterator<Item = &Placeholder> {
        self.parts.iter().filter_map(|part| match part {
            TextPart::Text(_) => None,
            TextPart::Placeholder(placeholder) => Some(&**placeholder),
        })
    }

    /// What is measured on every trial, each once.
    fn measured(&self) -> Vec<TrialNumber> {
        let mut all: Vec<TrialNumber> = Vec::new();
        for placeholder in self.each_placeholder() {
            for measured in placeholder.body.measured() {
                if !all.contains(measured) {
                    all.push(measured.clone());
                }
            }
        }
        all
    }
}
