//! Holds the content of a data file after reading: examples, missing values, and the layout of a table.

use super::format::Format;
use super::numbers::NumberFormat;
use super::request::Request;
use crate::sample::{Rational, Sample};
use std::collections::BTreeSet;

/// How the lines of a text table are written, so that other programs can read it in the same way.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Layout {
    /// The character between columns.
    pub delimiter: char,
    /// The names of all columns, in the order of the file.
    pub names: Vec<String>,
    /// Whether the first row is an example and not a line of names.
    pub first_row_is_data: bool,
    /// Whether decimals are written with a comma.
    pub decimal_commas: bool,
    /// Whether every row ends with a delimiter.
    pub trailing_delimiters: bool,
}

/// The position of a missing value in a data file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct MissingValue {
    /// The line of the missing value, from 1; in parquet files the row.
    pub line: u64,
    /// The column of the missing value, from 1.
    pub column: u64,
    /// The name of the column of the missing value.
    pub name: String,
}

/// A value that was filled in for a missing one.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct FilledValue {
    /// The line of the filled value, from 1; in parquet files the row.
    pub line: u64,
    /// The name of the column of the filled value.
    pub name: String,
    /// The value that was filled in: the mean of the column.
    pub value: Rational,
}

/// The position of a number in a data file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct NumberPlace {
    /// The line of the number, from 1; in parquet files the row.
    pub line: u64,
    /// The name of the column of the number.
    pub name: String,
}

/// The examples of a data file in two classes, and the record of how they were read.
#[derive(Debug, Clone)]
pub struct Intake {
    /// The format of the file.
    pub format: Format,
    /// How the numbers of the file are held in memory: exactly, or as doubles.
    pub held: NumberFormat,
    /// The examples in the order of the file.
    pub sample: Sample,
    /// The names of the features, in the order of the sample's columns.
    pub features: Vec<String>,
    /// The name of the label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The class with label −1, if one was chosen; otherwise all other classes have this label.
    pub negative: Option<String>,
    /// All classes of the file with their numbers of examples; rows that were left out because of a missing value are not counted.
    pub classes: Vec<(String, u64)>,
    /// For every example, its line in the file, from 1; in parquet files the row.
    pub lines: Vec<u64>,
    /// Number of rows of the file that hold values, left-out rows included.
    pub rows: u64,
    /// The positions of the first missing values of the file, at most 20.
    pub gaps: Vec<MissingValue>,
    /// Number of missing values in the file.
    pub gap_count: u64,
    /// Number of rows left out because a value was missing.
    pub dropped: u64,
    /// Number of rows left out because their class was not chosen.
    pub other_classes: u64,
    /// The values that were filled in for missing ones.
    pub filled: Vec<FilledValue>,
    /// The positions of the first numbers that were rounded to doubles, at most 20.
    pub rounded: Vec<NumberPlace>,
    /// Number of values that were rounded to doubles.
    pub rounded_count: u64,
    /// The examples and the features with such values. Numbers that were rounded may be equal although those in the file differ.
    pub rounded_examples: Vec<usize>,
    /// See [`rounded_examples`](Self::rounded_examples).
    pub rounded_features: BTreeSet<String>,
    /// Names of the columns that are neither label nor feature, index columns excepted.
    pub unused: Vec<String>,
    /// Names of the index columns that are neither label nor feature: the file marks them, or they have no name and count the rows.
    pub indices: Vec<String>,
    /// Sentences for the user about how a table was read, wherever that was not obvious.
    pub reading: Vec<String>,
    /// How the lines of a text table are written; `None` for LIBSVM and parquet files.
    pub table: Option<Layout>,
}

impl Intake {
    /// The request that reads another file with the features and classes of this one.
    pub fn alike(&self, request: &Request) -> Request {
        let request = Request {
            positive: Some(self.positive.clone()),
            ..request.clone()
        };
        let names = self.features.clone();
        match self.format {
            Format::Libsvm => Request {
                indices: names.iter().map(|name| name.parse().ok()).collect(),
                ..request
            },
            _ => Request {
                label: Some(self.label.clone()),
                features: Some(names),
                ..request
            },
        }
    }
}
