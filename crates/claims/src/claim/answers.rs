//! Says how a claim answers the question of its spec.

use perceptron::documented::{Member, Shape, Shaped};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use strum::VariantNames;

/// The first word of the answer to a spec's question if a claim holds. A spec writes "yes" or { yes = "what was found, in the words of the question" };
/// the words are a text with placeholders, and tell what was found if the verdict is the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "WrittenAnswers")]
pub enum Answers {
    /// The answer is yes.
    Yes,
    /// The answer is no.
    No,
    /// The numbers are the answer.
    How,
}

/// The names of the answers in a spec.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
enum Word {
    Yes,
    No,
    How,
}

/// The two forms in which a spec writes the key `answers`.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenAnswers {
    Alone(Word),
    WithWords(BTreeMap<Word, IgnoredAny>),
}

impl Answers {
    /// The answer if a claim is refuted of which this is the answer if it holds, and the other way round.
    pub fn reversed(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::How => Self::How,
        }
    }
}

impl From<WrittenAnswers> for Answers {
    fn from(written: WrittenAnswers) -> Self {
        let word = match written {
            WrittenAnswers::Alone(word) => Some(word),
            // The shape allows one key only.
            WrittenAnswers::WithWords(words) => words.into_keys().next(),
        };
        match word {
            Some(Word::Yes) => Self::Yes,
            Some(Word::No) => Self::No,
            Some(Word::How) | None => Self::How,
        }
    }
}

impl Shaped for Answers {
    fn shape() -> Shape {
        let member = |name: &&'static str| Member {
            alone: true,
            ..Member::followed(name, Shape::Text)
        };
        Shape::Choice(Word::VARIANTS.iter().map(member).collect())
    }
}
