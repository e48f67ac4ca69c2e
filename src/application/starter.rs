//! Writes the first spec of somebody's own: by question, and for a data file with its columns and classes.

use super::ApplicationError;
use super::analyze::{Progress, taken};
use perceptron::intake::{Intake, Missing, Request};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Value;

/// The most examples that a replicate draws, each of which is left out once.
const MOST_EXAMPLES: u64 = 40;

/// Nobody waits for a file that is read once.
struct Silent;

impl Progress for Silent {
    fn stage(&self, _: &str, _: u64) {}
    fn reached(&self, _: u64) {}
}

/// A template with what a data file has in its places; columns that are no numbers are left out.
///
/// # Errors
/// What is wrong with the file, in words.
pub fn of_data(
    template: &str,
    data: &Path,
    label: Option<&str>,
    beside: &Path,
) -> Result<String, ApplicationError> {
    let (intake, missing) = read(data, label)?;
    let classes = two_classes(&intake);
    let [(negative, fewer), (positive, more)] = classes.as_slice() else {
        return Err(ApplicationError::Usage(format!(
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
        ("{NAME}", file.replace('"', "'")),
        ("{ROWS}", rows.to_string()),
        ("{PATH}", quoted(&relative(data, beside))),
        ("{FEATURES}", format!("[{}]", features.join(", "))),
        ("{LABEL}", quoted(&intake.label)),
        (
            "{CLASSES}",
            listed.collect::<Vec<_>>().join(", ").replace('\n', " "),
        ),
        ("{POSITIVE}", quoted(positive)),
        ("{NEGATIVE}", quoted(negative)),
        ("{MISSING}", missing.to_owned()),
        ("{EXAMPLES}", rows.min(MOST_EXAMPLES).to_string()),
        ("{SMALLER}", format!("{smaller:.4}")),
    ]);
    let filled = |text: String, (place, word): (&&str, &String)| text.replace(*place, word);
    Ok(words.iter().fold(template.to_owned(), filled))
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
fn read(data: &Path, label: Option<&str>) -> Result<(Intake, Missing), ApplicationError> {
    let mut request = Request {
        label: label.map(str::to_owned),
        missing: Missing::Drop,
        ..Request::default()
    };
    let mut names = columns(data, label);
    loop {
        match taken(data, &request, &Silent) {
            Ok(intake) if intake.dropped > 0 => return Ok((intake, Missing::Drop)),
            Ok(intake) => return Ok((intake, Missing::Refuse)),
            Err((error, column)) => {
                // A column that is no number is no feature; what else is wrong stays wrong.
                let place = names.iter().position(|name| Some(name) == column.as_ref());
                match place {
                    Some(place) if names.len() > 1 => {
                        names.remove(place);
                        request.features = Some(names.clone());
                    }
                    _ => return Err(error),
                }
            }
        }
    }
}

/// The columns of a table but the label; none where the file is no table.
fn columns(data: &Path, label: Option<&str>) -> Vec<String> {
    let header = csv::Reader::from_path(data).and_then(|mut reader| reader.headers().cloned());
    let mut names: Vec<String> = header
        .iter()
        .flatten()
        .map(|name| name.trim().to_owned())
        .collect();
    match label {
        Some(label) => names.retain(|name| name != label),
        None => {
            names.pop();
        }
    }
    names
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
