//! Fills in the spec templates of `init`, if a data file is given with its columns and classes.

use crate::analyze::{AnalysisProgress, DataFile, row_counters};
use crate::study::StudyError;
use perceptron::intake::{Format, Intake, Missing, Request};
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

/// Fills a spec template of `init` with the columns and classes of a data file; columns that are not numeric are left out.
///
/// # Errors
/// Describes what is wrong with the file.
pub(super) fn of_data(
    template: &str,
    data: &Path,
    label: Option<&str>,
    beside: &Path,
) -> Result<String, StudyError> {
    check_is_file(data)?;
    let (intake, missing) = read(data, label)?;
    let classes = two_classes(&intake);
    let [(negative, fewer), (positive, more)] = classes.as_slice() else {
        return Err(StudyError::Usage(format!(
            "error: {} has one class only, `{}`\n  = help: name the column with the classes: --label COLUMN",
            data.display(),
            intake.positive
        )));
    };
    let rows = fewer + more;
    let smaller = *fewer.min(more) as f64 / rows as f64;
    let listed = intake
        .classes
        .iter()
        .map(|(name, count)| format!("{name} ({count})"));
    let quoted = |text: &str| Value::from(text).to_string();
    let features: Vec<String> = intake.features.iter().map(|name| quoted(name)).collect();
    // The lines of a LIBSVM file have no columns that could be chosen.
    let columns = match intake.format {
        Format::Libsvm => String::new(),
        _ => format!(
            "features = [{}]\nlabel    = {}\n",
            features.join(", "),
            quoted(&intake.label)
        ),
    };
    let missing = match missing {
        Missing::Refuse => "",
        _ => "missing  = \"drop\"              # rows with a missing value are left out\n",
    };
    let file = data.file_name().unwrap_or_default().to_string_lossy();
    let words = BTreeMap::from([
        ("{TITLE}", quoted(&format!("Leave-one-out on {file}"))),
        ("{ROWS}", rows.to_string()),
        ("{PATH}", quoted(&relative(data, beside))),
        ("{COLUMNS}", columns),
        (
            "{CLASSES}",
            on_one_line(&listed.collect::<Vec<_>>().join(", ")),
        ),
        ("{POSITIVE}", quoted(positive)),
        ("{NEGATIVE}", quoted(negative)),
        ("{MISSING}", missing.to_owned()),
        ("{HEADER}", header(&intake)),
        ("{NOTES}", notes(&intake)),
        ("{EXAMPLES}", rows.min(MOST_EXAMPLES).to_string()),
        ("{SMALLER}", format!("{smaller:.4}")),
    ]);
    Ok(filled(template, &words))
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
        true => Err(StudyError::Usage(format!(
            "error: a spec names a file that every run reads again, and {} can be read only once\n  = help: save the data to a file, and give its path as --data",
            data.display()
        ))),
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

/// Comments for a spec about columns of its data file that the user should check first.
fn notes(intake: &Intake) -> String {
    let counting = row_counters(intake).into_iter().map(|name| {
        format!("The column {name} numbers the rows: remove it from the features, unless it is a measurement.")
    });
    let notes = intake.reading.iter().cloned().chain(counting);
    notes
        .map(|note| format!("# {}\n", on_one_line(&note)))
        .collect()
}

/// Names of the two largest classes in a data file with their numbers of examples, sorted by name; only one if there is no other.
fn two_classes(intake: &Intake) -> Vec<(String, u64)> {
    let mut classes = intake.classes.clone();
    classes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    classes.truncate(2);
    classes.sort();
    classes
}

/// Reads the numeric columns of a data file. Rows with missing values are left out, if there are any.
fn read(data: &Path, label: Option<&str>) -> Result<(Intake, Missing), StudyError> {
    let mut request = Request {
        label: label.map(str::to_owned),
        missing: Missing::Drop,
        ..Request::default()
    };
    let file = DataFile::open(data, &NoProgress)?;
    loop {
        match file.taken(&request) {
            Ok(intake) if intake.dropped > 0 => return Ok((intake, Missing::Drop)),
            Ok(intake) => return Ok((intake, Missing::Refuse)),
            // A column that is not numeric is excluded from the features, and the file is read again. Other errors are returned.
            Err((error, column)) => match column {
                Some(column)
                    if !request.without.contains(&column) && Some(column.as_str()) != label =>
                {
                    request.without.push(column);
                }
                _ => return Err(error),
            },
        }
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
