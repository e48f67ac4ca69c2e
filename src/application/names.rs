//! Names experiments: by their path below the experiments folder, and by the file alone outside of it.

use super::{ApplicationError, room};
use crate::store::read_parquet;
use claims::spec::{DataFiles, Spec};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

/// The experiment's name for a spec's path: the path below `folder` without `.toml`, or the file's own name where it is not below it.
///
/// Paths are compared as they are written first, so that what a link inside the folder leads to is called by the place of the link; then
/// as the disk has them, so that the folder may be reached along another way.
pub fn name(path: &Path, folder: &Path) -> String {
    let below = below(absolute(path).ok(), absolute(folder).ok())
        .or_else(|| below(path.canonicalize().ok(), folder.canonicalize().ok()));
    let own = || path.file_name().map_or(path, Path::new).to_owned();
    let named = below.unwrap_or_else(own).with_extension("");
    let parts = named.components().map(|part| part.as_os_str());
    let parts: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

fn below(path: Option<PathBuf>, folder: Option<PathBuf>) -> Option<PathBuf> {
    let rest = path?.strip_prefix(folder?).ok()?.to_owned();
    // `folder/../x` begins with the folder and is not below it.
    let is_plain = rest
        .components()
        .all(|part| matches!(part, std::path::Component::Normal(_)));
    is_plain.then_some(rest)
}

/// Where the data files of a spec may lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Data {
    /// Below the folder of the experiments, or below the spec's own.
    #[default]
    Below,
    /// Anywhere.
    Anywhere,
}

impl Data {
    /// What the command line allows.
    pub fn allowed(outside: bool) -> Self {
        if outside { Self::Anywhere } else { Self::Below }
    }
}

/// Reads spec files, each named by its place in the experiments folder.
///
/// # Errors
/// A spec is wrong, or two files would be one experiment, so that each would take the results folder of the other.
pub fn read_all(
    paths: &[PathBuf],
    folder: &Path,
    data: Data,
) -> Result<Vec<Spec>, ApplicationError> {
    let mut seen: BTreeMap<String, &PathBuf> = BTreeMap::new();
    for path in paths {
        let name = name(path, folder);
        if let Some(first) = seen.insert(name.clone(), path) {
            let (first, second, folder) = (first.display(), path.display(), folder.display());
            return Err(ApplicationError::Usage(format!(
                "error: {first} and {second} are both the experiment `{name}`\n  = help: a spec below the experiments folder, here {folder}, is called by its path in it, any other by its file name: rename one, run them one by one with different --results, or give --experiments a folder above both"
            )));
        }
    }
    paths
        .iter()
        .map(|path| {
            let spec = read(path, folder, data)?;
            room::check(&spec).map(|()| spec)
        })
        .collect()
}

/// Reads a spec file, named by its place in the experiments folder.
///
/// # Errors
/// The spec is wrong.
pub fn read(path: &Path, folder: &Path, data: Data) -> Result<Spec, claims::spec::SpecError> {
    let name = name(path, folder);
    let files = DataFiles {
        parquet: Some(read_parquet),
        below: (data == Data::Below).then_some(folder),
    };
    Spec::read_with(path, files).map(|spec| spec.named(name))
}
