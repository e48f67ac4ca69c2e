//! Takes in the data files of others: CSV, LIBSVM, and the columns of typed files, with exact decimals and the place of every fault.

mod decimal;
mod entries;
mod fault;
mod gather;
mod lines;
mod numbers;
mod record;
mod request;
mod svmlight;
mod table;
#[cfg(test)]
mod tests;
mod typed;

pub use fault::{Fault, Finding, abridged, shortened};
pub use gather::Cell;
pub use numbers::Held;
pub use request::{Missing, Request};
pub use typed::Typed;

use crate::sample::{Rational, Sample};
use lines::Lines;
use std::io::{BufRead, Cursor, Read};

/// The layout of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A table of text with a header.
    Csv,
    /// Labels and entries that are not zero.
    Libsvm,
    /// Typed columns.
    Parquet,
}

impl Format {
    /// The layout that the ending of a file's name stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "csv" | "tsv" => Some(Self::Csv),
            "libsvm" | "svm" | "svmlight" => Some(Self::Libsvm),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// A value that is not there.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Gap {
    /// Its line, from 1; in parquet files the row.
    pub line: u64,
    /// Its column, from 1.
    pub column: u64,
    /// The column's name.
    pub name: String,
}

/// A value that was put in place of a missing one.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Filled {
    /// Its line, from 1; in parquet files the row.
    pub line: u64,
    /// The column's name.
    pub name: String,
    /// The value.
    pub value: Rational,
}

/// What a data file holds, as examples of two classes, and what was done to it on the way.
#[derive(Debug, Clone)]
pub struct Intake {
    /// Its layout.
    pub format: Format,
    /// How its numbers are held.
    pub held: Held,
    /// The examples in the order of the file.
    pub sample: Sample,
    /// The names of the features, in order.
    pub features: Vec<String>,
    /// The name of the label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The class with label −1, where one was chosen; else all others have it.
    pub negative: Option<String>,
    /// All classes of the file that have examples, with their numbers; rows that were left out for a missing value are not counted.
    pub classes: Vec<(String, u64)>,
    /// The line of every example, from 1; in parquet files the row.
    pub lines: Vec<u64>,
    /// The rows of the file.
    pub rows: u64,
    /// The first of the missing values.
    pub gaps: Vec<Gap>,
    /// How many values are missing.
    pub gap_count: u64,
    /// Rows left out because a value was missing.
    pub dropped: u64,
    /// Rows left out because their class was not chosen.
    pub other_classes: u64,
    /// The values that were put in place of missing ones.
    pub filled: Vec<Filled>,
    /// Columns that are neither label nor feature.
    pub unused: Vec<String>,
}

/// Reads a data file as text, in the layout given or the one that its first line shows.
///
/// # Errors
/// The first thing that is wrong with the file or does not fit what is asked, with its place.
///
/// # Examples
/// ```
/// use perceptron::intake::{Request, read};
///
/// let text = "height,class\n0.5,yes\n-1,no\n";
/// let intake = read(&mut text.as_bytes(), None, &Request::default())?;
/// assert_eq!((intake.sample.labels.len(), intake.positive.as_str()), (2, "yes"));
/// # Ok::<(), perceptron::intake::Fault>(())
/// ```
pub fn read(
    input: &mut dyn BufRead,
    format: Option<Format>,
    request: &Request,
) -> Result<Intake, Fault> {
    let (first, mut start) = opening(input)?;
    let format = format.unwrap_or(if svmlight::is_one(&first) {
        Format::Libsvm
    } else {
        Format::Csv
    });
    let mut lines = Lines::new(&mut start);
    match format {
        Format::Libsvm => svmlight::read(&mut lines, request),
        Format::Csv | Format::Parquet => table::read(&mut lines, &first, request),
    }
}

/// The first line that is not blank or a comment, and the input from its start.
fn opening(input: &mut dyn BufRead) -> Result<(String, impl BufRead), Fault> {
    let mut seen = Vec::new();
    let mut first = String::new();
    loop {
        let mut bytes = Vec::new();
        let most = lines::LONGEST as u64 + 1;
        let read = Read::take(&mut *input, most).read_until(b'\n', &mut bytes);
        seen.extend_from_slice(&bytes);
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_start_matches('\u{feff}').trim();
        match read {
            Err(error) => {
                return Err(Fault::new(
                    format!("the file cannot be read: {error}"),
                    "a readable file",
                ));
            }
            Ok(0) => break,
            Ok(length) if length > lines::LONGEST => break,
            Ok(_) if line.is_empty() || line.starts_with('#') => {}
            Ok(_) => {
                first = line.to_owned();
                break;
            }
        }
        if seen.len() > lines::LONGEST {
            break;
        }
    }
    if seen.iter().all(u8::is_ascii_whitespace) {
        return Err(empty());
    }
    Ok((first, Cursor::new(seen).chain(input)))
}

fn empty() -> Fault {
    Fault::new(
        "the file is empty",
        "a header and at least one row of each class",
    )
    .on(1)
    .help("check that this is the file you mean")
}
