//! Keeps verdicts as JSON, for programs, and as CSV, for spreadsheets.

use super::StoreError;
use claims::judge::Verdict;
use serde_json::Value;
use std::path::Path;

/// Writes `verdicts.json` and `verdicts.csv` into a folder.
pub fn write_verdicts(folder: &Path, verdicts: &[Verdict]) -> Result<(), StoreError> {
    let json = folder.join("verdicts.json");
    let mut text = serde_json::to_string_pretty(verdicts)
        .map_err(|error| StoreError::damaged(&json, error))?;
    text.push('\n');
    std::fs::write(&json, text).map_err(|error| StoreError::io("write", &json, error))?;
    let path = folder.join("verdicts.csv");
    let table = csv(verdicts).map_err(|error| StoreError::damaged(&path, error))?;
    std::fs::write(&path, table).map_err(|error| StoreError::io("write", &path, error))
}

/// Reads the verdicts of a folder.
pub fn read_verdicts(folder: &Path) -> Result<Vec<Verdict>, StoreError> {
    let path = folder.join("verdicts.json");
    if !path.exists() {
        return Err(StoreError::Missing {
            path: folder.to_owned(),
            what: "verdicts.json",
        });
    }
    let text =
        std::fs::read_to_string(&path).map_err(|error| StoreError::io("read", &path, error))?;
    serde_json::from_str(&text).map_err(|error| StoreError::damaged(&path, error))
}

/// One line per verdict; lists and tables as JSON in one field, null as nothing.
fn csv(verdicts: &[Verdict]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (index, verdict) in verdicts.iter().enumerate() {
        let value = serde_json::to_value(verdict)?;
        let fields = value.as_object().cloned().unwrap_or_default();
        if index == 0 {
            writer.write_record(fields.keys())?;
        }
        writer.write_record(fields.values().map(|field| match field {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }))?;
    }
    Ok(writer.into_inner()?)
}
