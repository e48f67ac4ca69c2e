//! Names where a statement of a spec is made: in one of the lecture notes, or in an exercise.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

/// One of the five lecture notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum LectureNote {
    /// Bartlett, Linear threshold functions and the perceptron algorithm.
    Bartlett,
    /// Vaughan, Perceptron algorithm.
    Vaughan,
    /// MIT, Perceptron, with an offset.
    Mit,
    /// A lecture after Hardt and Recht, The perceptron algorithm.
    HardtRecht,
    /// Urner, Linear classifiers.
    Urner,
}

perceptron::documented::choice!(LectureNote);

impl LectureNote {
    /// The name of the note, for headings and sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bartlett => "Bartlett",
            Self::Vaughan => "Vaughan",
            Self::Mit => "MIT",
            Self::HardtRecht => "Hardt and Recht",
            Self::Urner => "Urner",
        }
    }
}

/// Where a statement is made, if not by the spec itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StatedIn {
    /// A lecture note states it.
    Note {
        /// The note.
        note: LectureNote,
        /// The place in the note, such as a theorem.
        place: String,
    },
    /// An exercise states it.
    Exercise {
        /// The exercise, such as its number and its sheet.
        exercise: String,
    },
}

impl Display for StatedIn {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note { note, place } => write!(out, "{}, {place}", note.name()),
            Self::Exercise { exercise } => write!(out, "exercise: {exercise}"),
        }
    }
}
