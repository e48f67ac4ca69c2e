//! Fills in the spec templates of `init`, if a data file is given with its columns and classes.

use crate::analyze::{AnalysisProgress, DataFile};
use crate::study::StudyError;
use claims::numbers::counted;
use perceptron::intake::{DataFault, Format, Intake, Missing, Request, shortened};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Value;

/// Largest number of examples in a replicate of a spec that `init` writes for a data file; each example is left out once.
const MOST_EXAMPLES: u64 = 40;

/// Receiver of reading progress that ignores it, because reading a file once is fast.
struct NoProgress;

impl AnalysisProgress for NoProgress {
    fn stage(&self, _: &str, _: u64) {}
    fn reached(&self, _: u64) {}
}

/// A spec about a data file, and what its reader should know of how the file was read.
pub(super) struct StarterSpec {
    pub(super) text: String,
    pub(super) notes: Vec<String>,
}

/// Fills a spec template of `init` with the columns and classes of a data file. What is left out, columns that are not numbers, rows with missing values
/// and further classes, is named on the terminal and in comments of the spec.
///
/// # Errors
/// Describes what is wrong with the file.
pub(super) fn of_data(
    (about, template): (&str, &str),
    data: &Path,
    label: Option<&str>,
    beside: &Path,
) -> Result<StarterSpec, StudyError> {
    check_is_file(data)?;
    let (intake, left_out) = read(data, label)?;
    if let Some(problem) = intake.values_as_classes() {
        let help = match intake.format {
            Format::Libsvm => "write one of two labels on each line",
            _ => "name the column with the classes: `--label COLUMN`",
        };
        return Err(StudyError::usage(problem.to_string())
            .at(data, None)
            .help(help));
    }
    let classes = two_classes(&intake);
    let [(negative, fewer), (positive, more)] = classes.as_slice() else {
        return Err(StudyError::usage(format!(
            "{} has one class only, `{}`",
            data.display(),
            intake.positive
        ))
        .help("name the column with the classes: `--label COLUMN`"));
    };
    let rows = fewer + more;
    let smaller = *fewer.min(more) as f64 / rows as f64;
    let listed = intake
        .classes
        .iter()
        .map(|(name, count)| format!("{name} ({count})"));
    let notes = notes(&intake, &classes, &left_out);
    let file = data.file_name().unwrap_or_default().to_string_lossy();
    let words = BTreeMap::from([
        ("{TITLE}", quoted(&format!("{about} on {file}"))),
        ("{ROWS}", examples(rows, intake.rows)),
        ("{PATH}", quoted(&relative(data, beside))),
        ("{COLUMNS}", columns(&intake)),
        (
            "{CLASSES}",
            on_one_line(&listed.collect::<Vec<_>>().join(", ")),
        ),
        ("{POSITIVE}", quoted(positive)),
        ("{NEGATIVE}", quoted(negative)),
        ("{MISSING}", missing(&intake)),
        ("{HEADER}", header(&intake)),
        ("{NOTES}", comments(&notes)),
        ("{EXAMPLES}", rows.min(MOST_EXAMPLES).to_string()),
        ("{SMALLER}", format!("{smaller:.4}")),
    ]);
    Ok(StarterSpec {
        text: filled(template, &words),
        notes,
    })
}

/// A text as a value of TOML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The lines of a spec that name the columns of a table; the lines of a LIBSVM file have no columns that could be chosen.
fn columns(intake: &Intake) -> String {
    let features: Vec<String> = intake.features.iter().map(|name| quoted(name)).collect();
    match intake.format {
        Format::Libsvm => String::new(),
        _ => format!(
            "features = [{}]\nlabel    = {}\n",
            features.join(", "),
            quoted(&intake.label)
        ),
    }
}

/// The line of a spec that leaves out rows with missing values, if there are any.
fn missing(intake: &Intake) -> String {
    match intake.dropped {
        0 => String::new(),
        dropped => format!(
            "missing  = \"drop\"              # {} with a missing value left out\n",
            counted(dropped, "row")
        ),
    }
}

/// The number of examples of the two classes, and of how many rows if there are more.
fn examples(rows: u64, all: u64) -> String {
    match rows == all {
        true => format!("{} in the file", counted(rows, "example")),
        false => format!(
            "{}, of the {} of the file",
            counted(rows, "example"),
            counted(all, "row")
        ),
    }
}

/// Refuses standard input and pipes: a spec names the file that every run reads again.
fn check_is_file(data: &Path) -> Result<(), StudyError> {
    let is_stream = match data.metadata() {
        _ if data == Path::new("-") => true,
        // What does not exist is reported when it is opened.
        Err(_) => false,
        Ok(about) => !about.is_file() && !about.is_dir(),
    };
    match is_stream {
        true => Err(StudyError::usage(format!(
            "a spec names a file that every run reads again, and {} can be read only once",
            data.display()
        ))
        .help("save the data to a file, and give its path as `--data`")),
        false => Ok(()),
    }
}

/// Replaces the placeholders of a spec template by texts, which are not searched for placeholders.
fn filled(template: &str, words: &BTreeMap<&str, String>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find('{') {
        let place = words
            .iter()
            .find(|(place, _)| rest[start..].starts_with(**place));
        let (length, word) = place.map_or((1, "{"), |(place, word)| (place.len(), word.as_str()));
        text.push_str(&rest[..start]);
        text.push_str(word);
        rest = &rest[start + length..];
    }
    text + rest
}

/// Replaces control characters in a text by spaces, so that the text fits in a comment line of a spec.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The line `header = false` for a spec, if the first line of its data file is data; otherwise empty.
fn header(intake: &Intake) -> String {
    let is_row = intake
        .table
        .as_ref()
        .is_some_and(|table| table.first_row_is_data);
    let key = "header   = false               # the first line is a row\n";
    if is_row {
        key.to_owned()
    } else {
        String::new()
    }
}

/// Notes for the user on how a data file was read.
fn notes(intake: &Intake, classes: &[(String, u64)], left_out: &[DataFault]) -> Vec<String> {
    let columns = left_out.iter().map(|fault| {
        let name = shortened(fault.name.as_deref().unwrap_or_default());
        let line = fault.line.map_or(String::new(), |line| format!(" in line {line}"));
        format!("Left out: the column {name}, because {}{line}. If that is a mistake of the file, correct it and begin anew.", fault.problem)
    });
    let indices = intake
        .indices
        .iter()
        .map(|name| format!("Left out as an index of the rows: {}.", shortened(name)));
    let dropped = (intake.dropped > 0).then(|| {
        let first = intake.gaps.first().map_or(String::new(), |gap| {
            format!(
                "; the first is missing in line {}, column {}",
                gap.line,
                shortened(&gap.name)
            )
        });
        format!(
            "Left out: {} of {} with a missing value{first}.",
            intake.dropped,
            counted(intake.rows, "row")
        )
    });
    let others = other_classes(intake, classes);
    let reading = intake.reading.iter().cloned().chain(intake.counted_rows());
    let notes = reading
        .chain(columns)
        .chain(indices)
        .chain(dropped)
        .chain(others);
    notes.map(|note| on_one_line(&note)).collect()
}

/// Names the classes that are left out with their numbers of rows; of many, the first ones.
fn other_classes(intake: &Intake, classes: &[(String, u64)]) -> Option<String> {
    const NAMED: usize = 10;
    let others = intake.classes.iter();
    let others: Vec<&(String, u64)> = others.filter(|class| !classes.contains(class)).collect();
    let named = others.iter().take(NAMED);
    let named =
        named.map(|(name, rows)| format!("{} with {}", shortened(name), counted(*rows, "row")));
    let more = match others.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let list = named.collect::<Vec<_>>().join(", ");
    (!others.is_empty()).then(|| {
        let what = if others.len() == 1 { "the class" } else { "the classes" };
        format!("Left out: {what} {list}{more}, because the experiment is about the two largest classes.")
    })
}

/// Lines of a spec with these notes as comments.
fn comments(notes: &[String]) -> String {
    notes.iter().map(|note| format!("# {note}\n")).collect()
}

/// Names of the two largest classes in a data file with their numbers of examples, sorted by name; only one if there is no other.
fn two_classes(intake: &Intake) -> Vec<(String, u64)> {
    let mut classes = intake.classes.clone();
    classes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    classes.truncate(2);
    classes.sort();
    classes
}

/// Reads the numeric columns of a data file, and returns why the other columns were left out. Rows with missing values are left out, if there are any.
fn read(data: &Path, label: Option<&str>) -> Result<(Intake, Vec<DataFault>), StudyError> {
    let mut request = Request {
        label: label.map(str::to_owned),
        missing: Missing::Drop,
        ..Request::default()
    };
    let file = DataFile::open(data, &NoProgress)?;
    let mut left_out = Vec::new();
    loop {
        let fault = match file.taken(&request) {
            Ok(intake) => return Ok((intake, left_out)),
            Err(fault) => fault,
        };
        // A column that is not numeric is excluded from the features, and the file is read again. Other errors are returned.
        let column = fault.name.clone().filter(|_| fault.concerns_one_column);
        match column {
            Some(column)
                if !request.without.contains(&column) && Some(column.as_str()) != label =>
            {
                request.without.push(column);
                left_out.push(fault);
            }
            _ => return Err(file.error(&as_init_has_it(fault))),
        }
    }
}

/// A fault whose next step is one of `init`, which has no options `--header` and `--features`.
fn as_init_has_it(fault: DataFault) -> DataFault {
    let is_of_analyze = ["--header", "--features"]
        .iter()
        .any(|option| fault.help.contains(option));
    let is_about_names = fault.expected.starts_with("a first line");
    match (is_of_analyze, is_about_names) {
        (true, true) => fault.help("let the first line name every column"),
        (true, false) => fault.help("add a column of numbers"),
        (false, _) => fault,
    }
}

/// The path of the data file, as a spec in the folder of `beside` refers to it.
fn relative(data: &Path, beside: &Path) -> String {
    let below = data
        .strip_prefix(beside)
        .ok()
        .filter(|_| !beside.as_os_str().is_empty());
    let is_here = beside.as_os_str().is_empty() || data.is_absolute();
    let path = match below {
        Some(below) => below.to_owned(),
        None if is_here => data.to_owned(),
        None => data.canonicalize().unwrap_or_else(|_| data.to_owned()),
    };
    path.display().to_string()
}
