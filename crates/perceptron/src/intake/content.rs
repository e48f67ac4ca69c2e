//! Holds the content of a data file after reading: examples, missing values, and the layout of a table.

use super::format::Format;
use super::numbers::NumberFormat;
use crate::sample::{Rational, Sample};

/// How the lines of a table are written, for readers that are not this program.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Layout {
    /// The character between columns.
    pub delimiter: char,
    /// The names of all columns.
    pub names: Vec<String>,
    /// Whether the first row is an example and not a line of names.
    pub first_row_is_data: bool,
    /// Whether decimals are written with a comma.
    pub decimal_commas: bool,
    /// Whether every row ends with a delimiter.
    pub trailing_delimiters: bool,
}

/// The place of a missing value.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MissingValue {
    /// Its line, from 1; in parquet files the row.
    pub line: u64,
    /// Its column, from 1.
    pub column: u64,
    /// The column's name.
    pub name: String,
}

/// A value that was filled in for a missing one.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct FilledValue {
    /// Its line, from 1; in parquet files the row.
    pub line: u64,
    /// The column's name.
    pub name: String,
    /// The value.
    pub value: Rational,
}

/// The place of a number in the file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct NumberPlace {
    /// Its line, from 1; in parquet files the row.
    pub line: u64,
    /// The column's name.
    pub name: String,
}

/// The examples of a data file in two classes, and the record of how they were read.
#[derive(Debug, Clone)]
pub struct Intake {
    /// The format of the file.
    pub format: Format,
    /// How its numbers are held.
    pub held: NumberFormat,
    /// The examples in the order of the file.
    pub sample: Sample,
    /// The names of the features, in order.
    pub features: Vec<String>,
    /// The name of the label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The class with label −1, if one was chosen; otherwise all other classes have this label.
    pub negative: Option<String>,
    /// All classes of the file with their numbers of examples; rows that were left out because of a missing value are not counted.
    pub classes: Vec<(String, u64)>,
    /// The line of every example, from 1; in parquet files the row.
    pub lines: Vec<u64>,
    /// Number of rows of the file.
    pub rows: u64,
    /// The first of the missing values.
    pub gaps: Vec<MissingValue>,
    /// Number of missing values.
    pub gap_count: u64,
    /// Rows left out because a value was missing.
    pub dropped: u64,
    /// Rows left out because their class was not chosen.
    pub other_classes: u64,
    /// The values that were filled in for missing ones.
    pub filled: Vec<FilledValue>,
    /// The first of the numbers that were rounded to doubles.
    pub rounded: Vec<NumberPlace>,
    /// Number of values that were rounded to doubles.
    pub rounded_count: u64,
    /// Columns that are neither label nor feature.
    pub unused: Vec<String>,
    /// Index columns that are neither label nor feature: the file marks them, or they have no name and count the rows.
    pub indices: Vec<String>,
    /// Sentences for the user about how a table was read, wherever that was not obvious.
    pub reading: Vec<String>,
    /// How the lines of a table are written.
    pub table: Option<Layout>,
}
