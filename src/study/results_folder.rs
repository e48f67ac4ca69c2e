//! Finds the results folder of an experiment that the user names.

use super::{StudyError, names};
use std::path::{Path, PathBuf};

/// Finds the results folder that the user names: by its path, by the experiment's name, or by its spec.
///
/// # Errors
/// There is no such experiment, or it has no results.
pub fn results_folder(
    given: &Path,
    results: &Path,
    experiments: &Path,
) -> Result<PathBuf, StudyError> {
    let own = given.strip_prefix(results).unwrap_or(given);
    let folders = [given.to_owned(), results.join(own)];
    let has_results = |folder: &PathBuf| folder.join("manifest.toml").is_file();
    if let Some(folder) = folders.into_iter().find(has_results) {
        return Ok(folder);
    }
    let spec = names::resolve(own, experiments).map_err(|error| match given.is_dir() {
        true => StudyError::Usage(format!(
            "error: {} holds no results: it has no manifest.toml\n  = help: name the folder of one experiment, such as results/smoke, or run the experiment first: perceptron-lab run SPEC",
            given.display()
        )),
        false => error,
    })?;
    let name = names::name(&spec, experiments);
    let folder = results.join(&name);
    match has_results(&folder) {
        true => Ok(folder),
        false => Err(StudyError::Usage(format!(
            "error: there are no results of `{name}` in {}\n  = help: run the experiment first: perceptron-lab run {}",
            results.display(),
            names::spelled(&spec, experiments)
        ))),
    }
}
