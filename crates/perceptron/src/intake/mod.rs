//! Takes in the data files of others: CSV, LIBSVM, and the columns of typed files, with exact decimals and the place of every fault.

mod cell;
mod classes;
mod decimal;
mod entries;
mod fault;
mod foreign;
mod gather;
mod header;
mod lines;
mod numbers;
mod record;
mod request;
mod rows;
mod source;
mod survey;
mod svmlight;
mod table;
#[cfg(test)]
mod tests;
mod typed;

pub use cell::Cell;
pub use fault::{Fault, Finding, abridged, shortened};

pub use numbers::Held;
pub use request::{Missing, Request};
pub use source::Source;
pub use table::Layout;
pub use typed::Typed;

use crate::sample::{Rational, Sample};
use lines::Lines;
use std::io::Read;
use survey::Survey;

/// The layout of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// A table of text.
    Csv,
    /// A table of text with tabs between its columns.
    Tsv,
    /// Labels and entries that are not zero.
    Libsvm,
    /// Typed columns.
    Parquet,
}

impl Format {
    /// The layout that the ending of a file's name stands for.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "tsv" => Some(Self::Tsv),
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

/// A number of the file, by its line and column.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Spot {
    /// Its line, from 1; in parquet files the row.
    pub line: u64,
    /// The column's name.
    pub name: String,
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
    /// The first of the numbers that were rounded to doubles.
    pub rounded: Vec<Spot>,
    /// How many numbers were rounded to doubles.
    pub rounded_count: u64,
    /// Columns that are neither label nor feature.
    pub unused: Vec<String>,
    /// Columns of an index that are neither label nor feature: the file marks them, or they have no name and count the rows.
    pub indices: Vec<String>,
    /// How the lines of a table were taken, where that is not plain: sentences for a person.
    pub reading: Vec<String>,
    /// How the lines of a table are written.
    pub table: Option<Layout>,
}

/// Reads a data file as text, in the format given or the one that its lines show.
///
/// # Errors
/// The first thing that is wrong with the file or does not fit what is asked, with its place.
///
/// # Examples
/// ```
/// use perceptron::intake::{Request, read};
///
/// let text = "height,class\n0.5,yes\n-1,no\n";
/// let intake = read(&text.as_bytes(), None, &Request::default())?;
/// assert_eq!((intake.sample.labels.len(), intake.positive.as_str()), (2, "yes"));
/// # Ok::<(), perceptron::intake::Fault>(())
/// ```
pub fn read(
    source: &dyn Source,
    format: Option<Format>,
    request: &Request,
) -> Result<Intake, Fault> {
    check_start(source)?;
    if format == Some(Format::Libsvm) {
        return svmlight::read(&mut Lines::of(source)?, request);
    }
    let survey = Survey::of(&mut Lines::of(source)?)?;
    if survey.is_empty() {
        return Err(empty());
    }
    match format {
        None if survey.is_sparse => svmlight::read(&mut Lines::of(source)?, request),
        _ => table::read(source, &survey, format, request),
    }
}

/// The bytes by which a file of another program is known.
const START: u64 = 4096;

/// Refuses an empty file, and one that is known to be no table by how it begins.
fn check_start(source: &dyn Source) -> Result<(), Fault> {
    let mut start = Vec::new();
    let read = source.open().and_then(|input| {
        let mut input = input.take(START);
        input.read_to_end(&mut start)
    });
    read.map_err(|error| {
        Fault::new(
            format!("the file cannot be read: {error}"),
            "a readable file",
        )
    })?;
    if let Some((name, help)) = foreign::known(&start) {
        let problem = format!("the file is {name}");
        return Err(Fault::new(problem, "a CSV, LIBSVM or parquet file")
            .on(1)
            .help(help));
    }
    let is_short = (start.len() as u64) < START;
    if is_short && start.iter().all(u8::is_ascii_whitespace) {
        return Err(empty());
    }
    Ok(())
}

fn empty() -> Fault {
    Fault::new(
        "the file is empty",
        "a header and at least one row of each class",
    )
    .on(1)
    .help("check that this is the file you mean")
}
