//! Reads data files: CSV, LIBSVM, ARFF, and the columns of typed files such as parquet, with exact decimals and the place of every fault.
//!
//! One collector takes rows from all formats, so that labels, missing values and classes mean the same everywhere. The decoder of typed columns lies
//! in a higher layer and passes rows to [`Typed`]. A text is read from a [`DataSource`], which can be opened more than once, because its layout
//! depends on the whole file. `survey` finds the delimiter and recognizes LIBSVM, `header` decides whether the first line holds names and whether
//! decimals have commas, and `table` then reads the rows. [`Intake::reading`] says in sentences what was assumed.
//!
//! Numbers are integers of 56 bits over one power of ten if they fit, then integers of 127 bits (`sample/wide`), then doubles; the places of rounded
//! numbers are recorded. Lines, numbers, indices and classes have limits, so that no file takes more memory than its numbers do. A [`DataFault`]
//! holds line, column, what was expected and the next step; the caller adds the file's name.

mod arff;
mod cell;
mod classes;
mod content;
mod decimal;
mod entries;
mod example_collector;
mod fault;
mod foreign;
mod format;
mod header;
mod lines;
mod numbers;
mod record;
mod remarks;
mod request;
mod rounded_numbers;
mod rows;
mod source;
mod survey;
mod svmlight;
mod table;
#[cfg(test)]
mod tests;
mod typed;

pub use cell::FieldValue;
pub use content::{FilledValue, Intake, Layout, MissingValue, NumberPlace};
pub use fault::{DataFault, DataFinding, abridged, shortened};

pub use format::Format;
pub use numbers::NumberFormat;
pub use remarks::numbering;
pub use request::{Missing, Request};
pub use source::DataSource;
pub use typed::Typed;

use lines::Lines;
use std::io::Read;
use survey::Survey;

/// Reads a data file as text, in the given format or the one recognized from its lines.
///
/// # Errors
/// The first fault of the file, or the first mismatch with the request, with its place.
///
/// # Examples
/// ```
/// use perceptron::intake::{Request, read};
///
/// let text = "height,class\n0.5,yes\n-1,no\n";
/// let intake = read(&text.as_bytes(), None, &Request::default())?;
/// assert_eq!((intake.sample.labels.len(), intake.positive.as_str()), (2, "yes"));
/// # Ok::<(), perceptron::intake::DataFault>(())
/// ```
pub fn read(
    source: &dyn DataSource,
    format: Option<Format>,
    request: &Request,
) -> Result<Intake, DataFault> {
    let start = start_of(source)?;
    check_start(&start)?;
    match format {
        Some(Format::Libsvm) => return svmlight::read(&mut Lines::of(source)?, request),
        Some(Format::Arff) => return arff::read(&mut Lines::of(source)?, request),
        _ if foreign::begins_as_arff(&start) => {
            return arff::read(&mut Lines::of(source)?, request);
        }
        _ => {}
    }
    let survey = Survey::of(&mut Lines::of(source)?)?;
    if survey.is_empty() {
        return Err(empty());
    }
    match format {
        None if survey.is_sparse => svmlight::read(&mut Lines::of(source)?, request),
        _ => {
            let table = table::read(source, &survey, format, request);
            table.map_err(|fault| match survey.is_sparse {
                true => fault.help("its lines are those of LIBSVM: give the file the ending .svm"),
                false => fault,
            })
        }
    }
}

/// Number of bytes at the start of a file by which files of other kinds are recognized.
const START: u64 = 4096;

/// The first bytes of a file.
fn start_of(source: &dyn DataSource) -> Result<Vec<u8>, DataFault> {
    let mut start = Vec::new();
    let read = source.open().and_then(|input| {
        let mut input = input.take(START);
        input.read_to_end(&mut start)
    });
    read.map_err(|error| {
        DataFault::new(
            format!("the file cannot be read: {error}"),
            "a readable file",
        )
    })?;
    Ok(start)
}

/// Refuses an empty file, and a file whose first bytes show that it is of another kind.
fn check_start(start: &[u8]) -> Result<(), DataFault> {
    if let Some((name, help)) = foreign::known(start) {
        let problem = format!("the file is {name}");
        return Err(
            DataFault::new(problem, "a CSV, LIBSVM, ARFF or parquet file")
                .on(1)
                .help(help),
        );
    }
    let is_short = (start.len() as u64) < START;
    if is_short && start.iter().all(u8::is_ascii_whitespace) {
        return Err(empty());
    }
    Ok(())
}

fn empty() -> DataFault {
    DataFault::new(
        "the file is empty",
        "a header and at least one row of each class",
    )
    .on(1)
    .help("check that this is the file you mean")
}
