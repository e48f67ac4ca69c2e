//! Reads theorems from a file, or from a table of a spec.

use super::entry::{EntryMistake, Theorem};
use super::read::TheoremSeed;
use super::written::WrittenTheorem;
use crate::claim::{MarginSource, Registered, StatedClaim};
use perceptron::documented::Documentation;
use serde::Deserialize;
use serde::de::DeserializeSeed;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::ValueDeserializer;
use toml::{Spanned, Table};

/// The entries of a file of theorems, by their names.
type FileEntries = BTreeMap<Spanned<String>, WrittenTheorem>;

/// The theorems of a file, in the order in which it states them.
#[derive(Debug, Clone, Default)]
pub struct TheoremFile {
    pub(crate) theorems: Vec<&'static Theorem>,
}

/// A mistake in a file of theorems.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct FileMistake {
    /// The byte range of the text that is wrong.
    pub at: Range<usize>,
    /// What is wrong.
    pub problem: String,
}

impl From<EntryMistake> for FileMistake {
    fn from(EntryMistake { at, problem }: EntryMistake) -> Self {
        Self { at, problem }
    }
}

impl From<toml::de::Error> for FileMistake {
    fn from(error: toml::de::Error) -> Self {
        Self {
            at: error.span().unwrap_or_default(),
            problem: error.message().to_owned(),
        }
    }
}

impl TheoremFile {
    /// Whether a text is a file of theorems: every value is a table with some key of an entry that no table of a spec has.
    pub fn is_one(text: &str) -> bool {
        let is_entry = |value: &toml::Value| {
            let has = |key| value.get(key).is_some();
            has("says") || has("observed") || has("limit")
        };
        let table = text.parse::<Table>();
        table.is_ok_and(|table| !table.is_empty() && table.values().all(is_entry))
    }

    /// Reads the text of a file of theorems. Its entries are kept for as long as the program runs.
    ///
    /// # Errors
    /// The text is no TOML, an entry has a wrong key, or a formula of it is wrong.
    pub fn read(text: &str) -> Result<Self, FileMistake> {
        Self::of(toml::from_str(text)?, &text.parse()?)
    }

    /// Reads the theorems of a table of a spec, whose byte ranges are those of the spec.
    pub(crate) fn of_table(table: ValueDeserializer, plain: &Table) -> Result<Self, FileMistake> {
        Self::of(FileEntries::deserialize(table)?, plain)
    }

    fn of(entries: FileEntries, plain: &Table) -> Result<Self, FileMistake> {
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let read = |(name, written): (Spanned<String>, WrittenTheorem)| {
            let entry = plain.get(name.get_ref()).cloned();
            let alone: Table = entry
                .map(|entry| (name.get_ref().clone(), entry))
                .into_iter()
                .collect();
            let text = toml::to_string(&alone).unwrap_or_default();
            Theorem::of(&name, written, text).map(|read| &*Box::leak(Box::new(read)))
        };
        let theorems = entries.into_iter().map(read);
        Ok(Self {
            theorems: theorems.collect::<Result<_, EntryMistake>>()?,
        })
    }

    /// The claims that state the theorems with the defaults of their keys, each about the largest margin if it is about a margin of the sample.
    ///
    /// # Errors
    /// In words, which theorem needs a value of a key.
    pub fn claims(&self) -> Result<Vec<StatedClaim>, String> {
        let claim = |theorem: &&'static Theorem| {
            let read = TheoremSeed(theorem).deserialize(Table::new());
            let read = read.map_err(|error| format!("{}: {error}", theorem.name))?;
            let plain = StatedClaim::plain(Registered::Theorem(read));
            Ok(match plain.margin {
                MarginSource::Sample => plain.with_margin(MarginSource::Max),
                _ => plain,
            })
        };
        self.theorems.iter().map(claim).collect()
    }

    /// The names of the theorems, each with its documentation and the idea of its proof.
    pub fn documentation(&self) -> impl Iterator<Item = (Documentation, &'static str)> {
        let theorems = self.theorems.iter();
        theorems.map(|theorem| (theorem.documentation, theorem.proof.as_str()))
    }
}
