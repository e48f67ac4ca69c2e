//! Reads the catalogue of errata that is compiled in: what a note prints and where, what is true, and of which class the error is.

use crate::report::ReportError;
use serde::Deserialize;
use std::fmt::{self, Display, Formatter};

/// All errata of the notes, and the numbers that are errata no longer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errata {
    /// The errata, in the order of their numbers.
    pub entries: Vec<Erratum>,
    /// Numbers that once were errata and are not used again.
    pub retired: Vec<Retired>,
}

/// Something that a note prints and that is false, or not what is meant.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// Its number, such as E1.
    pub number: String,
    /// Its class.
    pub class: ErratumClass,
    /// The name of the note.
    pub note: String,
    /// The experiment that runs it as printed; none where nothing is run.
    #[serde(default)]
    pub experiment: Option<String>,
    /// Its title, where no experiment gives one.
    #[serde(default)]
    title: Option<String>,
    /// What the note prints, in short, with formulas between dollar signs.
    pub short: String,
    /// What is true.
    pub truth: String,
    /// Small data that show the difference, and how.
    pub witness: String,
    /// What the note prints, verbatim.
    pub quotations: Vec<Quotation>,
}

/// What a note prints, verbatim but for white space, with the marks of its transcription.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotation {
    /// Where in the note it stands.
    pub place: String,
    /// The words.
    pub text: String,
}

/// A number that is an erratum no longer.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retired {
    /// The number, such as E13.
    pub number: String,
    /// Why it is none, and where what it said stands now.
    pub reason: String,
}

/// In what sense a printed statement is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum ErratumClass {
    /// False under the note's own words.
    #[serde(rename = "a")]
    False,
    /// False under a convention for sign(0) that the note does not state, or that it contradicts itself about.
    #[serde(rename = "b")]
    Convention,
    /// A misprint, or loose wording.
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

    /// Its letter.
    pub fn letter(self) -> char {
        match self {
            ErratumClass::False => 'a',
            ErratumClass::Convention => 'b',
            ErratumClass::Wording => 'c',
        }
    }

    /// What an erratum of the class is.
    pub fn name(self) -> &'static str {
        match self {
            ErratumClass::False => "false as printed",
            ErratumClass::Convention => {
                "false under a convention for sign(0) that the note does not state, or that it contradicts itself about"
            }
            ErratumClass::Wording => "a misprint or loose wording",
        }
    }

    /// What some errata of the class are, after their number.
    fn plural(self) -> &'static str {
        match self {
            ErratumClass::Wording => "misprints or loose wordings",
            class => class.name(),
        }
    }

    /// What it means that an erratum is in the class.
    pub fn meaning(self) -> &'static str {
        match self {
            ErratumClass::False => {
                "The witness meets every condition and every convention that the note states, and the printed statement is false of it."
            }
            ErratumClass::Convention => {
                "The statement is false under one convention for sign(0) and true under another. The note does not state sign(0), or it states two conventions \
                 that contradict each other and does not say which holds there. The title names the convention under which the statement is false."
            }
            ErratumClass::Wording => {
                "A slip of the pen, a condition that the context supplies, or words that say something else than is probably meant; what is meant is true. \
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
    /// Its title: its own, or else a given one, that of its experiment.
    pub fn title<'a>(&'a self, of_experiment: &'a str) -> &'a str {
        self.title.as_deref().unwrap_or(of_experiment)
    }
}

impl Errata {
    /// All of them.
    ///
    /// # Errors
    /// `Errata` if the file that is compiled in is no catalogue.
    pub fn read() -> Result<Self, ReportError> {
        toml::from_str(include_str!("../errata.toml")).map_err(ReportError::Errata)
    }

    /// The errata of some experiments, and those that need none.
    pub fn among(&self, experiments: &[&str]) -> Vec<&Erratum> {
        let is_there = |erratum: &&Erratum| {
            let experiment = erratum.experiment.as_deref();
            experiment.is_none_or(|name| experiments.contains(&name))
        };
        self.entries.iter().filter(is_there).collect()
    }
}

/// How many errata each class has, in one sentence.
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
        "The errata of the notes: {printed}, {convention}, and {wording}; each with a witness and what is true."
    )
}
