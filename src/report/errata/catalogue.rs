//! Reads the catalogue of errata that is compiled into the program: what a note prints and where, what is true, and the class of the error.

use crate::report::ReportError;
use serde::Deserialize;
use std::fmt::{self, Display, Formatter};

/// All errata of the notes, and the retired numbers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errata {
    /// The errata, in the order of their numbers.
    pub entries: Vec<Erratum>,
    /// Numbers that once denoted errata and are not reused.
    pub retired: Vec<Retired>,
}

/// A statement in a note that is false, or does not say what is meant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// The erratum's number, such as E1.
    pub number: String,
    /// The class of the erratum: the sense in which the printed statement is wrong.
    pub class: ErratumClass,
    /// Why the erratum is in its class, without a full stop.
    pub rule: String,
    /// The name of the note that prints the statement.
    pub note: String,
    /// The experiment that runs the statement as printed; `None` if nothing is run.
    #[serde(default)]
    pub experiment: Option<String>,
    /// The erratum's title, if no experiment gives one.
    #[serde(default)]
    title: Option<String>,
    /// The statement as printed, in short, with formulas between dollar signs.
    pub short: String,
    /// The true statement that the note should make instead.
    pub truth: String,
    /// Small data on which the printed and the true statement differ, and how.
    pub witness: String,
    /// The printed passages that contain the statement, verbatim.
    pub quotations: Vec<Quotation>,
}

/// A passage of a note, verbatim except for white space, with the marks of its transcription.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotation {
    /// The place of the passage in the note.
    pub place: String,
    /// The text of the passage.
    pub text: String,
}

/// A number that no longer denotes an erratum.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retired {
    /// The number, such as E13.
    pub number: String,
    /// The reason why the number is no longer used, and where its former content now stands.
    pub reason: String,
}

/// The sense in which a printed statement is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum ErratumClass {
    /// The statement is false under the note's own words.
    #[serde(rename = "a")]
    False,
    /// The statement is false under a convention for sign(0) that the note does not state, or that it contradicts itself about.
    #[serde(rename = "b")]
    Convention,
    /// The statement is a misprint, or loosely worded.
    #[serde(rename = "c")]
    Wording,
}

impl ErratumClass {
    /// All classes, the gravest first.
    pub const ALL: [ErratumClass; 3] = [
        ErratumClass::False,
        ErratumClass::Convention,
        ErratumClass::Wording,
    ];

    /// The letter of the class in headings, from a.
    pub fn letter(self) -> char {
        match self {
            ErratumClass::False => 'a',
            ErratumClass::Convention => 'b',
            ErratumClass::Wording => 'c',
        }
    }

    /// The name of the class, for one erratum.
    pub fn name(self) -> &'static str {
        match self {
            ErratumClass::False => "false as printed",
            ErratumClass::Convention => {
                "false under a convention for sign(0) that the note does not state, or that it contradicts itself about"
            }
            ErratumClass::Wording => "a misprint or loose wording",
        }
    }

    /// The name of the class, for several errata.
    fn plural(self) -> &'static str {
        match self {
            ErratumClass::Wording => "misprints or loose wordings",
            class => class.name(),
        }
    }

    /// Explains what it takes for an erratum to be in the class.
    pub fn meaning(self) -> &'static str {
        match self {
            ErratumClass::False => {
                "The words, with the conventions that the note states, have a counterexample: the witness meets every condition and every convention."
            }
            ErratumClass::Convention => {
                "The statement is false under one convention for sign(0) and true under another. The note does not state sign(0), or it states two conventions \
                 that contradict each other and does not say which holds there. The title names the convention under which the statement is false."
            }
            ErratumClass::Wording => {
                "A misprint that the note itself has right in the same argument, a condition that the context supplies, or loose wording; what is meant is true. \
                 The notes are read in transcriptions, and where the slip may be the transcription's the entry says so. Where there is nothing to run, the witness can be checked by hand."
            }
        }
    }
}

impl Display for ErratumClass {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "({}) {}", self.letter(), self.name())
    }
}

impl Erratum {
    /// The erratum's own title, otherwise `of_experiment`, the title of its experiment.
    pub fn title<'a>(&'a self, of_experiment: &'a str) -> &'a str {
        self.title.as_deref().unwrap_or(of_experiment)
    }
}

impl Errata {
    /// Reads the catalogue.
    ///
    /// # Errors
    /// `Errata` if the file compiled into the program cannot be read.
    pub fn read() -> Result<Self, ReportError> {
        toml::from_str(include_str!("../errata.toml")).map_err(ReportError::Errata)
    }

    /// The errata that some of these experiments run, and the errata that have no experiment.
    pub fn among(&self, experiments: &[&str]) -> Vec<&Erratum> {
        let is_there = |erratum: &&Erratum| {
            let experiment = erratum.experiment.as_deref();
            experiment.is_none_or(|name| experiments.contains(&name))
        };
        self.entries.iter().filter(is_there).collect()
    }
}

/// The rule by which an erratum has its class.
pub const RULE: &str = "The class is found by three questions, in this order. Does the note itself have it right in the same argument, does the context \
    supply what is missing, or are words only loose? Then it is (c). Does its truth depend on a convention for sign(0) that the note does not state, or \
    about which it contradicts itself? Then it is (b). Have the words, with the conventions that the note states, a counterexample? Then it is (a). A \
    convention is what a note states once for all that follows, not a condition that a theorem states for itself. Slips of language alone are not listed.";

/// Counts the errata of each class, in one sentence.
pub fn counted(errata: &[&Erratum]) -> String {
    let parts = ErratumClass::ALL.map(|class| {
        let count = errata
            .iter()
            .filter(|erratum| erratum.class == class)
            .count();
        format!("{count} {}", class.plural())
    });
    let [printed, convention, wording] = parts;
    format!(
        "The errata of the notes: {printed}, {convention}, and {wording}. Each has a witness and what is true."
    )
}
