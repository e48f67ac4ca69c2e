//! Reads the keys of a table of a sheet: every mistake has its place, what is allowed, and the nearest key.

use super::range::Range;
use claims::problem::{Place, Problem};
use claims::spec::nearest;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The text of a sheet with the name of its file, for the places of mistakes.
#[derive(Debug, Clone, Copy)]
pub(super) struct SheetText<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
}

impl SheetText<'_> {
    /// A problem at a byte of the text.
    pub(super) fn problem(&self, at: usize, message: impl Into<String>) -> Problem {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        let place = Place {
            file: self.name.to_owned(),
            line: Some(before.matches('\n').count() as u64 + 1),
            column: Some(before[line..].chars().count() as u64 + 1),
            name: None,
        };
        Problem::new(message).of_kind("homework-sheet").at(place)
    }
}

/// A value with the byte at which its key begins.
type Entry<'a> = (usize, Spanned<DeValue<'a>>);

/// The keys of one table, each read at most once. A key that is never read is refused at the end.
pub(super) struct Keys<'a> {
    source: SheetText<'a>,
    /// The byte at which the table begins.
    at: usize,
    entries: BTreeMap<String, Entry<'a>>,
    /// The keys that were read or may be written.
    allowed: Vec<String>,
}

impl<'a> Keys<'a> {
    pub(super) fn new(source: SheetText<'a>, table: Spanned<DeTable<'a>>) -> Self {
        let at = table.span().start;
        let entries = table.into_inner().into_iter();
        let entries = entries.map(|(key, value)| {
            let start = key.span().start;
            (key.into_inner().into_owned(), (start, value))
        });
        Self {
            source,
            at,
            entries: entries.collect(),
            allowed: Vec::new(),
        }
    }

    /// A problem at the place of the table.
    pub(super) fn problem(&self, message: impl Into<String>) -> Problem {
        self.source.problem(self.at, message)
    }

    fn taken(&mut self, key: &'static str) -> Option<Entry<'a>> {
        self.allowed.push(key.to_owned());
        self.entries.remove(key)
    }

    fn missing(&self, key: &str, expected: &str) -> Problem {
        let problem = self.problem(format!("the key `{key}` is missing"));
        problem
            .note("expected", expected)
            .help(format!("add a line `{key} = …` to this table"))
    }

    /// The value of a key; `None` if the table does not have it.
    pub(super) fn optional<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        expected: &str,
    ) -> Result<Option<T>, Problem> {
        let Some((at, value)) = self.taken(key) else {
            return Ok(None);
        };
        let read = T::deserialize(ValueDeserializer::from(value));
        read.map(Some).map_err(|error| {
            let problem = self.source.problem(at, format!("`{key}`: {error}"));
            let problem = problem.note("expected", expected.to_owned());
            problem.help("docs/homework.md shows a sheet with this key")
        })
    }

    /// The value of a key that the table must have.
    pub(super) fn required<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        expected: &str,
    ) -> Result<T, Problem> {
        let value = self.optional(key, expected)?;
        value.ok_or_else(|| self.missing(key, expected))
    }

    /// A whole number, or the range from which a version draws one.
    pub(super) fn range(
        &mut self,
        key: &'static str,
        within: RangeInclusive<u64>,
        default: Option<u64>,
    ) -> Result<Range, Problem> {
        let (least, most) = (within.start(), within.end());
        let expected = format!("a whole number from {least} to {most}, or [FROM, TO]");
        let at = self.entries.get(key).map_or(self.at, |(at, _)| *at);
        let stated: Option<Range> = self.optional(key, &expected)?;
        let Some(range) = stated.or(default.map(Range::one)) else {
            return Err(self.missing(key, &expected));
        };
        match within.contains(&range.least()) && within.contains(&range.most()) {
            true => Ok(range),
            false => {
                let problem = self.source.problem(at, format!("`{key}` is out of range"));
                Err(problem.note("allowed", expected).help("change it"))
            }
        }
    }

    /// The tables of a list, such as `[[exercises]]`.
    pub(super) fn tables(&mut self, key: &'static str) -> Result<Vec<Keys<'a>>, Problem> {
        let expected = format!("a list of tables, each below [[{key}]] or in {{ }}");
        let Some((at, value)) = self.taken(key) else {
            return Err(self.missing(key, &expected));
        };
        let refused = |at| {
            let problem = self.source.problem(at, format!("`{key}` is no list"));
            problem.note("expected", expected.clone())
        };
        let DeValue::Array(items) = value.into_inner() else {
            return Err(refused(at));
        };
        let mut tables = Vec::new();
        for item in items {
            let span = item.span();
            match item.into_inner() {
                DeValue::Table(table) => {
                    tables.push(Keys::new(self.source, Spanned::new(span, table)));
                }
                _ => return Err(refused(span.start)),
            }
        }
        Ok(tables)
    }

    /// Refuses the keys that nobody read.
    pub(super) fn end(self) -> Result<(), Problem> {
        let Some((key, (at, _))) = self.entries.iter().next() else {
            return Ok(());
        };
        let problem = self.source.problem(*at, format!("unknown key `{key}`"));
        let problem = problem.note("allowed", self.allowed.join(", "));
        Err(match nearest(key, &self.allowed) {
            Some(name) => problem.help(format!("did you mean `{name}`?")),
            None => problem.help("delete this line; docs/homework.md lists the keys"),
        })
    }
}
