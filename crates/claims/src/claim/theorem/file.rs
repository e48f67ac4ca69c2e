//! Reads a file of theorems.

use super::entry::{EntryMistake, Theorem};
use super::written::WrittenTheorem;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// The theorems of a file, in the order in which it states them.
#[derive(Debug)]
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

impl TheoremFile {
    /// Reads the text of a file of theorems. Its entries are kept for as long as the program runs.
    ///
    /// # Errors
    /// The text is no TOML, an entry has a wrong key, or a formula of it is wrong.
    pub fn read(text: &str) -> Result<Self, FileMistake> {
        type FileEntries = BTreeMap<Spanned<String>, WrittenTheorem>;
        let entries: FileEntries = toml::from_str(text).map_err(|error| FileMistake {
            at: error.span().unwrap_or_default(),
            problem: error.message().to_owned(),
        })?;
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let theorems = entries.into_iter().map(|(name, written)| {
            Theorem::of(&name, written).map(|read| &*Box::leak(Box::new(read)))
        });
        Ok(Self {
            theorems: theorems.collect::<Result<_, EntryMistake>>()?,
        })
    }
}
