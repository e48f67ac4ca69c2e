//! Finds the results folder of an experiment that the user names.

use super::{StudyError, names, run_command};
use crate::store::Folder;
use claims::spec::nearest;
use std::path::{Path, PathBuf};

/// Finds the results folder that the user names: by its path, by its path below the folder `results`, by the experiment's name, or by its spec. A
/// folder of an unfinished run counts.
///
/// # Errors
/// There is no such experiment, or it has no results.
pub fn results_folder(
    given: &Path,
    results: &Path,
    experiments: &Path,
) -> Result<PathBuf, StudyError> {
    let own = given.strip_prefix(results).unwrap_or(given);
    let spec = names::resolve(own, experiments);
    let named = spec.as_ref().ok();
    let named = named.map(|spec| results.join(names::name(spec, experiments)));
    let places: Vec<PathBuf> = [given.to_owned(), results.join(own)]
        .into_iter()
        .chain(named)
        .collect();
    let is_finished = |path: &&PathBuf| path.join("manifest.toml").is_file();
    let is_begun = |path: &&PathBuf| Folder::at(path).is_begun();
    let found = places.iter().find(is_finished);
    if let Some(folder) = found.or_else(|| places.iter().find(is_begun)) {
        return Ok(folder.clone());
    }
    let (shown, below) = (given.display(), results.display());
    Err(match (spec, nearest_results(own, results)) {
        (Err(_), _) if given.is_dir() => StudyError::usage(format!("{shown} holds no results: it has no manifest.toml")).help("name the folder of one experiment, such as results/smoke, or run the experiment first: `perceptron-lab run SPEC`"),
        (Ok(spec), _) => StudyError::usage(format!("there are no results of `{}` in {below}", names::name(&spec, experiments))).help(format!("run the experiment first: `perceptron-lab run {}`", names::spelled(&spec, experiments))),
        (Err(_), Some(near)) => StudyError::usage(format!("there are no results `{shown}`, neither as a folder nor in {below}")).help(format!("did you mean `{near}`?")),
        (Err(error), None) => error,
    })
}

/// Returns the command that makes the results of a folder again.
///
/// # Errors
/// The folder has no manifest, or a damaged one.
pub fn command_of(folder: &Path) -> Result<String, StudyError> {
    let folder = Folder::at(folder);
    let (manifest, spec) = folder.readable_spec()?;
    Ok(run_command::command(&folder, &spec, manifest.quick))
}

/// The name below `results` of the results folder whose name is most like the given one.
fn nearest_results(given: &Path, results: &Path) -> Option<String> {
    let mut folders = vec![results.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        folders.extend(
            entries
                .map(|entry| entry.path())
                .filter(|path| path.is_dir()),
        );
        if folder.join("manifest.toml").is_file() {
            let name = folder.strip_prefix(results).unwrap_or(&folder);
            found.push(name.display().to_string());
        }
    }
    found.sort();
    let wanted = given.display().to_string();
    let ending = found
        .iter()
        .find(|name| name.ends_with(&format!("/{wanted}")));
    ending
        .cloned()
        .or_else(|| nearest(&wanted, &found).map(str::to_owned))
}
