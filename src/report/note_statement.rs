//! Holds the statements of the notes, each with the claims of experiments that check it.

use super::error::ReportError;
use super::notes;
use claims::judge::Verdict;
use serde::Deserialize;
use std::fmt::{self, Display, Formatter};

/// A statement of a note, with the claims of experiments that check it, or the reason why nothing has to be checked.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteStatement {
    /// Its number in the catalogue, such as C-B8; the letter names the note.
    pub number: String,
    /// What the note calls it.
    pub theorem: String,
    /// What it says.
    pub statement: String,
    /// Its quantifier, or `definition`.
    pub form: String,
    /// Claims that are the statement itself, as a [`Reference`] reads them.
    #[serde(default)]
    pub checks: Vec<String>,
    /// Claims that check steps of its proof, other links, special cases or consequences.
    #[serde(default)]
    pub steps: Vec<String>,
    /// Other wrong statements, such as misprints, which must come out violated (of an illustration: not shown). Controls need no list:
    /// in its spec a control names the claim that it belongs to.
    #[serde(default)]
    pub counterexamples: Vec<String>,
    /// Where a definition is used, or what a check means.
    #[serde(default)]
    pub explained: String,
}

/// A claim of an experiment, as `experiment: id`, or `experiment: id @ variant, variant` where only the runs of some variants count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference<'a> {
    /// The experiment's name.
    pub experiment: &'a str,
    /// The claim's id.
    pub id: &'a str,
    /// The variants that count; empty if all do.
    pub variants: Vec<&'a str>,
}

impl<'a> Reference<'a> {
    /// Reads a reference of the catalogue; without a colon all of it is the name of an experiment.
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

    /// The claim of a verdict.
    pub fn of(verdict: &'a Verdict) -> Self {
        Self {
            experiment: &verdict.experiment,
            id: &verdict.id,
            variants: Vec::new(),
        }
    }

    /// Whether a verdict is on this claim, and of a variant that counts.
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
    /// The note it comes from; `None` if its number has the letter of no note.
    pub fn note(&self) -> Option<&'static str> {
        notes::of_letter(self.number.chars().nth(2)?)
    }
}

/// Every statement of the five notes, in the order of the notes.
///
/// # Errors
/// `Catalogue` if the file that is compiled in is no catalogue.
pub fn catalogue() -> Result<Vec<NoteStatement>, ReportError> {
    let read: Catalogue = toml::from_str(include_str!("catalogue.toml"))?;
    Ok(read.entries)
}
