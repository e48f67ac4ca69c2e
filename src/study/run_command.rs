//! Records which command made an experiment's results, so that its report can say how to make them again.

use super::{external_programs, overrides};
use crate::store::{Folder, StoreError, write_whole};
use claims::spec::Spec;
use grade::process::shell::quoted;
use toml::{Table, Value};

/// Key of the spec's path in `run.toml`, a file that differs from machine to machine and is never committed.
const KEY: &str = "spec_path";

/// Records in a results folder how the spec was named on the command line (`spelled`).
pub(super) fn remember(folder: &Folder, spelled: &str) -> Result<(), StoreError> {
    let path = folder.path().join("run.toml");
    let mut record = read(folder);
    let spelled = Value::from(spelled);
    if record.get(KEY) == Some(&spelled) {
        return Ok(());
    }
    record.insert(KEY.into(), spelled);
    let text = toml::to_string(&record).map_err(|error| StoreError::damaged(&path, error))?;
    write_whole(&path, text.as_bytes())
}

/// Copies from a shard to the folder of the merged trials how the spec was named on the command line.
pub(super) fn remember_of(folder: &Folder, share: &Folder) -> Result<(), StoreError> {
    match read(share).get(KEY).and_then(Value::as_str) {
        Some(spelled) => remember(folder, spelled),
        None => Ok(()),
    }
}

/// Returns the command that makes the results of a folder again.
pub(super) fn command(folder: &Folder, spec: &Spec, quick: bool) -> String {
    let record = read(folder);
    let remembered = record.get(KEY).and_then(Value::as_str);
    let usual = quoted(&format!("experiments/{}.toml", spec.name));
    let spelled = overrides::origin(&spec.source)
        .or(remembered)
        .unwrap_or(&usual);
    let quick = if quick { " --quick" } else { "" };
    format!("perceptron-lab run {spelled}{quick}")
}

/// Returns the command as a page shows it, below the learners that it cannot call.
pub(super) fn command_on_page(folder: &Folder, spec: &Spec, quick: bool) -> String {
    let objects = external_programs::python_objects(spec).into_iter();
    let notes: String = objects.map(|object| format!("# {object}\n")).collect();
    notes + &command(folder, spec, quick)
}

/// Reads `run.toml` of a results folder; an empty table if the file is missing, as in a copy of the folder.
fn read(folder: &Folder) -> Table {
    let text = std::fs::read_to_string(folder.path().join("run.toml"));
    text.ok()
        .and_then(|text| toml::from_str(&text).ok())
        .unwrap_or_default()
}
