//! Names experiments: by their path below the experiments folder, or by the file name alone if they lie outside it.

use super::overrides::Override;
use super::{StudyError, memory_check, overrides};
use crate::store::read_parquet;
use claims::spec::{DataFiles, Spec, nearest};
use grade::process::shell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};

/// Returns the experiment's name for a spec's path: the path below `folder` without `.toml`, or the file's own name if it does not lie below
/// `folder`.
///
/// Paths are first compared as they are written, so that a file reached through a link inside the folder is named by the place of the link. Then they
/// are compared as the disk resolves them, so that the folder may be given by another path.
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

/// Where the data files that a spec names may lie on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Data {
    /// Below the experiments folder, or below the spec's own folder.
    #[default]
    Below,
    /// Anywhere.
    Anywhere,
}

impl Data {
    /// The places where data files may lie: anywhere if `outside` is set, as by the option `--allow-outside`.
    pub fn allowed(outside: bool) -> Self {
        if outside { Self::Anywhere } else { Self::Below }
    }
}

/// Finds the spec file that the user names: by a path, by the experiment's name, or by the end of a name if no other experiment's name ends so.
///
/// # Errors
/// There is no such file or experiment, or several experiments match.
pub fn resolve(given: &Path, folder: &Path) -> Result<PathBuf, StudyError> {
    if given.is_file() || given.extension().is_some_and(|ending| ending == "toml") {
        return Ok(given.to_owned());
    }
    let wanted = given.to_string_lossy();
    let wanted = wanted.trim_end_matches('/');
    let mut all: Vec<(String, PathBuf)> = spec_files(folder)
        .into_iter()
        .map(|path| (name(&path, folder), path))
        .collect();
    if let Some(at) = all.iter().position(|(name, _)| name == wanted) {
        return Ok(all.swap_remove(at).1);
    }
    let ends = |name: &str| {
        name.strip_suffix(wanted)
            .is_some_and(|head| head.ends_with('/'))
    };
    let (ending, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|(name, _)| ends(name));
    match <[(String, PathBuf); 1]>::try_from(ending) {
        Ok([(_, path)]) => Ok(path),
        Err(ending) => Err(unresolved(wanted, &ending, &others, folder)),
    }
}

/// Like [`resolve`], but for several names.
///
/// # Errors
/// The error of the first name that leads to no spec.
pub fn resolve_all(given: &[PathBuf], folder: &Path) -> Result<Vec<PathBuf>, StudyError> {
    given.iter().map(|given| resolve(given, folder)).collect()
}

/// Explains why a name leads to no spec, and lists similar names.
fn unresolved(
    wanted: &str,
    ending: &[(String, PathBuf)],
    others: &[(String, PathBuf)],
    folder: &Path,
) -> StudyError {
    let names = |found: &[(String, PathBuf)]| -> Vec<String> {
        found.iter().map(|(name, _)| name.clone()).collect()
    };
    if !ending.is_empty() {
        let several = names(ending).join(", ");
        return StudyError::usage(format!("several experiments end in `{wanted}`: {several}"))
            .help("give the whole name");
    }
    let others = names(others);
    let inside: Vec<&String> = others
        .iter()
        .filter(|name| name.starts_with(&format!("{wanted}/")))
        .collect();
    let help = match (inside.as_slice(), nearest(wanted, &others)) {
        ([first, ..], _) => format!(
            "`{wanted}` is a folder of {} experiments; name one, such as {first}",
            inside.len()
        ),
        ([], Some(near)) => {
            format!("did you mean `{near}`? `perceptron-lab list experiments` shows all names")
        }
        ([], None) => {
            "name a spec file, or an experiment of `perceptron-lab list experiments`; `--experiments DIR` names their folder".into()
        }
    };
    let folder = folder.display();
    StudyError::usage(format!(
        "there is no spec file `{wanted}` and no experiment of this name below {folder}"
    ))
    .of_kind("no-spec")
    .help(help.to_string())
}

/// Reads spec files; each experiment is named after its path in the experiments folder.
///
/// # Errors
/// A spec is wrong, or two files have the same experiment name, so that each would overwrite the other's results.
pub fn read_all(
    paths: &[PathBuf],
    folder: &Path,
    data: Data,
    settings: &[String],
) -> Result<Vec<Spec>, StudyError> {
    let settings = overrides::parsed(settings)?;
    let mut seen: BTreeMap<String, &PathBuf> = BTreeMap::new();
    for path in paths {
        let name = name(path, folder);
        if let Some(first) = seen.insert(name.clone(), path) {
            let (first, second, folder) = (first.display(), path.display(), folder.display());
            return Err(StudyError::usage(format!("{first} and {second} are both the experiment `{name}`")).help(format!("a spec in the experiments folder, here {folder}, is named by its path in it, any other by its file name: rename one, run them one by one with different `--results`, or give `--experiments` a folder above both")));
        }
    }
    paths
        .iter()
        .map(|path| {
            let spec = match settings.is_empty() {
                true => read(path, folder, data)?,
                false => read_set(path, folder, data, &settings)?,
            };
            memory_check::check(&spec).map(|()| spec)
        })
        .collect()
}

/// Reads a spec file; the experiment is named after its path in the experiments folder.
///
/// # Errors
/// The spec is wrong.
pub fn read(path: &Path, folder: &Path, data: Data) -> Result<Spec, claims::spec::SpecError> {
    let name = name(path, folder);
    Spec::read_with(path, files(folder, data)).map(|spec| spec.named(name))
}

/// Like [`read`], but sets keys to other values; the result is a separate experiment, named after these settings.
fn read_set(
    path: &Path,
    folder: &Path,
    data: Data,
    settings: &[Override],
) -> Result<Spec, claims::spec::SpecError> {
    let name = name(path, folder);
    let edits: Vec<(String, String)> = settings.iter().map(Override::edit).collect();
    let spelled = spelled(path, folder);
    let head = overrides::head(&spelled, settings);
    let spec = Spec::read_set(path, files(folder, data), &edits, &head)?;
    Ok(spec.named(overrides::name(&name, settings)))
}

/// Spelling of a spec on the command line: its name if it lies below the default experiments folder, otherwise its path.
pub fn spelled(path: &Path, folder: &Path) -> String {
    let is_below = below(absolute(path).ok(), absolute(folder).ok()).is_some();
    match is_below && folder == Path::new("experiments") {
        true => shell::quoted(&format!("experiments/{}.toml", name(path, folder))),
        false => shell::quoted_path(path),
    }
}

fn files(folder: &Path, data: Data) -> DataFiles<'_> {
    DataFiles {
        parquet: Some(read_parquet),
        below: (data == Data::Below).then_some(folder),
    }
}

/// Spec files below a folder, sorted.
pub fn spec_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(spec_files(&path));
        } else if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}
