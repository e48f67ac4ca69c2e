//! Names a column whatever it holds: every one of them, by its place or its name, and what is known of it.

use super::column::{Column, Declared};
use super::columns::ALL;
use super::value::Stored;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// A column, whatever it holds; in a spec, its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnyColumn(usize);

impl<T: Stored> Column<T> {
    /// The column, whatever its type.
    pub const fn any(self) -> AnyColumn {
        AnyColumn(self.index())
    }
}

impl AnyColumn {
    /// Every column, in the order of the files.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ALL.len()).map(Self)
    }

    /// The column of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|column| column.declared().name == name)
    }

    /// What is known of it.
    pub fn declared(self) -> &'static Declared {
        &ALL[self.0]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.declared().name
    }

    /// Its name as words on an axis.
    pub fn words(self) -> String {
        self.name()
            .replace('_', " ")
            .replace("leave one out", "leave-one-out")
    }

    /// Its name and its unit as words on an axis, the unit only where the name does not say it: `risk (probability)`.
    pub fn words_with_unit(self) -> String {
        let (words, unit) = (self.words(), self.declared().unit);
        let says = unit.is_empty() || words.contains(unit);
        if says {
            words
        } else {
            format!("{words} ({unit})")
        }
    }

    /// Its place among all columns.
    pub(super) fn index(self) -> usize {
        self.0
    }
}

impl fmt::Debug for AnyColumn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl Serialize for AnyColumn {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for AnyColumn {
    /// Reads the name of a column of numbers.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        static NUMBERS: std::sync::LazyLock<Vec<&'static str>> = std::sync::LazyLock::new(|| {
            let numbers = AnyColumn::all().filter(|column| column.declared().kind.is_number());
            numbers.map(AnyColumn::name).collect()
        });
        let name = String::deserialize(input)?;
        let found = Self::named(&name).filter(|column| column.declared().kind.is_number());
        found.ok_or_else(|| de::Error::unknown_variant(&name, &NUMBERS))
    }
}
