//! Holds the catalogue of the notes' statements, each with the claims of experiments that check it.

use super::error::ReportError;
use super::notes;
use claims::judge::Verdict;
use serde::Deserialize;
use std::fmt::{self, Display, Formatter};

/// A statement of a note, with the claims of experiments that check it, or the reason why no check is needed.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteStatement {
    /// The statement's number in the catalogue, such as C-B8; the letter names the note (B for Bartlett).
    pub number: String,
    /// The statement's name in the note, such as a theorem number.
    pub theorem: String,
    /// The statement in a sentence.
    pub statement: String,
    /// The form of claim that the statement makes, such as an expectation, or `definition`.
    pub form: String,
    /// Claims that state the statement itself, in the syntax of [`Reference`].
    #[serde(default)]
    pub checks: Vec<String>,
    /// Claims that check steps of the statement's proof, other links, special cases or consequences.
    #[serde(default)]
    pub steps: Vec<String>,
    /// Other wrong statements, such as misprints, which must come out violated (an illustration: not shown). Controls are not listed, because each
    /// names in its spec the claim that it belongs to.
    #[serde(default)]
    pub counterexamples: Vec<String>,
    /// For a definition, where it is used; otherwise what the checks mean.
    #[serde(default)]
    pub explained: String,
}

/// A claim of an experiment, written `experiment: id`, or `experiment: id @ variant, variant` if only the runs of some variants count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The name of the claim's experiment.
    pub experiment: &'a str,
    /// The claim's id in the spec of the experiment.
    pub id: &'a str,
    /// The variants whose runs count; empty if those of all variants do.
    pub variants: Vec<&'a str>,
}

impl<'a> Reference<'a> {
    /// Parses a reference in the catalogue of statements. A text without a colon is the name of an experiment.
    pub fn parse(text: &'a str) -> Self {
        let (experiment, rest) = text.split_once(": ").unwrap_or((text, ""));
        let (id, variants) = rest.split_once(" @ ").unwrap_or((rest, ""));
        let variants = variants.split(", ").filter(|name| !name.is_empty());
        Self {
            experiment,
            id,
            variants: variants.collect(),
        }
    }

    /// The reference to the claim of a verdict.
    pub fn of(verdict: &'a Verdict) -> Self {
        Self {
            experiment: &verdict.experiment,
            id: &verdict.id,
            variants: Vec::new(),
        }
    }

    /// Whether a verdict is on this claim, and about a variant whose runs count.
    pub fn names(&self, verdict: &Verdict) -> bool {
        let counts = |variant: &str| self.variants.contains(&variant);
        verdict.experiment == self.experiment
            && verdict.id == self.id
            && (self.variants.is_empty() || verdict.variant.as_str().is_some_and(counts))
    }
}

impl Display for Reference<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}: {}", self.experiment, self.id)?;
        match self.variants.as_slice() {
            [] => Ok(()),
            [one] => write!(formatter, " (variant {one})"),
            several => write!(formatter, " (variants {})", several.join(", ")),
        }
    }
}

#[derive(Deserialize)]
struct Catalogue {
    entries: Vec<NoteStatement>,
}

impl NoteStatement {
    /// The note that contains the statement, or the group of the statements beyond the notes; `None` if its number belongs to neither.
    pub fn note(&self) -> Option<&'static str> {
        notes::of_number(&self.number)
    }
}

/// Reads every statement of the five notes, in the order of the notes.
///
/// # Errors
/// `Catalogue` if the file compiled into the program cannot be read.
pub fn catalogue() -> Result<Vec<NoteStatement>, ReportError> {
    let read: Catalogue = toml::from_str(include_str!("catalogue.toml"))?;
    Ok(read.entries)
}
