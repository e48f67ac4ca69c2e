//! Holds a table of results as a value: columns, rows, and what made it.

use super::number_text::{self, MISSING};
use crate::report::document::{Table, TableCell, TableColumn};
use crate::report::terminal;
use claims::prose::TableValue;
use serde::Serialize;
use serde_json::Value;

/// A table of results: keys that say what a row is about, and numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DataTable {
    /// The columns, from left to right.
    pub columns: Vec<DataColumn>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<DataCell>>,
}

/// The head of a column of a table of results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataColumn {
    /// The column's name, different from the names of all other columns.
    pub name: String,
    /// Whether the column holds numbers with half the width of an interval.
    pub is_interval: bool,
}

/// The content of a cell of a table of results.
#[derive(Debug, Clone, PartialEq)]
pub enum DataCell {
    /// The value of a key, such as the name of a variant or a parameter; null if the row has none.
    Key(Value),
    /// A number or words that were computed.
    Computed(TableValue),
}

/// The origin of a table: the program, the command, and the results that the command read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableOrigin {
    /// Name and version of the program.
    pub program: String,
    /// The command that prints the table again.
    pub command: String,
    /// The results that were read.
    pub results: Vec<ResultsOrigin>,
}

/// The results of one experiment that a table was made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResultsOrigin {
    /// Name of the experiment.
    pub experiment: String,
    /// Digest of the spec.
    pub spec_hash: String,
    /// The spec's seed.
    pub seed: u64,
    /// Version of the program that ran the trials.
    pub program_version: String,
}

impl DataTable {
    /// The table in aligned columns for the terminal.
    pub fn text(&self) -> String {
        terminal::text(&self.document())
    }

    /// Like [`text`](Self::text), but row by row if standard output is a terminal that is too narrow for a row.
    pub fn fitted(&self) -> String {
        terminal::fitted(&self.document())
    }

    /// The table without the columns whose name begins with a text.
    #[must_use]
    pub fn without(&self, start: &str) -> Self {
        let kept = |place: &usize| !self.columns[*place].name.starts_with(start);
        self.of_columns(&(0..self.columns.len()).filter(kept).collect::<Vec<_>>())
    }

    /// The table without the keys that have one value in all of its rows, if it has several; a paper says such a value in its text.
    pub(super) fn without_constant_keys(&self) -> Self {
        let is_constant = |place: usize| {
            let mut rows = self.rows.iter();
            let first = &self.rows[0][place];
            matches!(first, DataCell::Key(_)) && rows.all(|row| row[place] == *first)
        };
        let is_kept = |place: &usize| self.rows.len() < 2 || !is_constant(*place);
        self.of_columns(&(0..self.columns.len()).filter(is_kept).collect::<Vec<_>>())
    }

    /// The table with the columns at these positions.
    fn of_columns(&self, kept: &[usize]) -> Self {
        let rows = self.rows.iter();
        Self {
            columns: kept
                .iter()
                .map(|&place| self.columns[place].clone())
                .collect(),
            rows: rows
                .map(|row| kept.iter().map(|&place| row[place].clone()).collect())
                .collect(),
        }
    }

    /// The table without the rows after the first `most`.
    #[must_use]
    pub fn first(&self, most: usize) -> Self {
        Self {
            columns: self.columns.clone(),
            rows: self.rows.iter().take(most).cloned().collect(),
        }
    }

    /// The table as a part of a page.
    pub(super) fn document(&self) -> Table {
        let column = |(place, column): (usize, &DataColumn)| match self.is_words(place) {
            true => TableColumn::left_aligned(&column.name),
            false => TableColumn::right(&column.name),
        };
        let cell = |cell: &DataCell| TableCell::Text(cell.text());
        let rows = self.rows.iter();
        Table::plain(
            self.columns.iter().enumerate().map(column).collect(),
            rows.map(|row| row.iter().map(cell).collect()).collect(),
        )
    }

    /// Whether some cell of the column at this position holds words.
    pub(in crate::report) fn is_words(&self, place: usize) -> bool {
        self.rows.iter().any(|row| row[place].is_words())
    }
}

impl DataCell {
    fn is_words(&self) -> bool {
        match self {
            Self::Key(value) => !value.is_number() && !value.is_null(),
            Self::Computed(value) => matches!(value, TableValue::Words(_)),
        }
    }

    /// The cell as people read it.
    pub fn text(&self) -> String {
        match self {
            Self::Key(Value::Null) => MISSING.to_owned(),
            Self::Key(Value::String(text)) | Self::Computed(TableValue::Words(text)) => {
                text.clone()
            }
            Self::Key(value) => value.to_string(),
            Self::Computed(TableValue::Missing(_)) => MISSING.to_owned(),
            Self::Computed(TableValue::Number(value, format)) => {
                number_text::number(*value, *format)
            }
            Self::Computed(TableValue::Interval(value, half, format)) => {
                let [value, half, unit] =
                    number_text::interval(*value, half.as_ref().ok(), *format);
                format!("{value} ± {half}{unit}")
            }
        }
    }
}

impl TableOrigin {
    /// Lines that say what made the table, for a comment.
    pub(super) fn lines(&self) -> Vec<String> {
        let results = self.results.iter().map(|results| {
            let ResultsOrigin {
                experiment,
                spec_hash,
                seed,
                program_version,
            } = results;
            let spec = spec_hash.get(..12).unwrap_or(spec_hash);
            format!(
                "{experiment}: spec {spec}, seed {seed}, trials by perceptron-lab {program_version}"
            )
        });
        let own = format!("{}: {}", self.program, self.command);
        let lines = std::iter::once(own).chain(results);
        lines.map(|line| line.replace(['\n', '\r'], " ")).collect()
    }
}
