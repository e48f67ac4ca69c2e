//! Writes the first spec of somebody's own: by question, and for a data file with its columns and classes.

use crate::analyze::{AnalysisProgress, DataFile, row_counters};
use crate::study::StudyError;
use perceptron::intake::{Intake, Missing, Request};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Value;

/// The most examples that a replicate draws, each of which is left out once.
const MOST_EXAMPLES: u64 = 40;

/// Nobody waits for a file that is read once.
struct NoProgress;

impl AnalysisProgress for NoProgress {
    fn stage(&self, _: &str, _: u64) {}
    fn reached(&self, _: u64) {}
}

/// A template with what a data file has in its places; columns that are no numbers are left out.
///
/// # Errors
/// What is wrong with the file, in words.
pub(super) fn of_data(
    template: &str,
    data: &Path,
    label: Option<&str>,
    beside: &Path,
) -> Result<String, StudyError> {
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
    let missing = match missing {
        Missing::Refuse => "",
        _ => "missing  = \"drop\"              # rows without some value are left out\n",
    };
    let file = data.file_name().unwrap_or_default().to_string_lossy();
    let words = BTreeMap::from([
        ("{TITLE}", quoted(&format!("Leave-one-out on {file}"))),
        ("{ROWS}", rows.to_string()),
        ("{PATH}", quoted(&relative(data, beside))),
        ("{FEATURES}", format!("[{}]", features.join(", "))),
        ("{LABEL}", quoted(&intake.label)),
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

/// The template with words in its places; what stands in a word is no place.
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

/// A text as it can stand in a comment.
fn on_one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The key that says so where the first line of a table is a row.
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

/// Comments that warn of columns a person should look at first.
fn notes(intake: &Intake) -> String {
    let counting = row_counters(intake).into_iter().map(|name| {
        format!("The column {name} numbers the rows: take it out of the features, unless that is what you measured.")
    });
    let notes = intake.reading.iter().cloned().chain(counting);
    notes
        .map(|note| format!("# {}\n", on_one_line(&note)))
        .collect()
}

/// The two largest classes with their sizes, in the order of their names; one where there is no other.
fn two_classes(intake: &Intake) -> Vec<(String, u64)> {
    let mut classes = intake.classes.clone();
    classes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    classes.truncate(2);
    classes.sort();
    classes
}

/// The data with the columns that are numbers; rows with missing values are left out where there are any.
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
            // A column that is no number is no feature; what else is wrong stays wrong.
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

/// The path of a file as a spec in a folder names it.
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
