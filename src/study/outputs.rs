//! Writes the files that the user names, and refuses those that would overwrite what the command reads, or each other.

use super::{StudyError, run_command};
use crate::partial;
use crate::store::{Folder, StoreError};
use claims::spec::Spec;
use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A file that a command reads or writes: what it is (of an output, its option), and its path.
pub type Named = (&'static str, PathBuf);

/// The outputs of a command with their options; those that the user did not ask for are left out.
pub fn requested<const N: usize>(options: [(&'static str, Option<&PathBuf>); N]) -> Vec<Named> {
    let requested = options.into_iter();
    requested
        .filter_map(|(option, path)| Some((option, path?.clone())))
        .collect()
}

/// Refuses outputs in the place of an input, of another output, or of a file that a results folder consists of. Places are compared as the disk
/// resolves them. Pipes and devices can be several of these at once, and an input that does not exist cannot be overwritten.
///
/// # Errors
/// Says which output would overwrite what.
pub fn refuse(outputs: &[Named], inputs: &[Named]) -> Result<(), StudyError> {
    let inputs = inputs.iter().filter(|(_, path)| path.exists());
    let inputs = inputs.map(|(what, path)| ((*what).to_owned(), path));
    let mut taken: Vec<(String, PathBuf)> = inputs.map(|(what, path)| (what, real(path))).collect();
    for (option, path) in outputs.iter().filter(|(_, path)| !is_special(path)) {
        let place = real(path);
        let same = taken.iter().find(|(_, other)| *other == place);
        if let Some(what) = same.map(|(what, _)| what.clone()).or_else(|| owner(&place)) {
            let shown = path.display();
            return Err(
                StudyError::usage(format!("`{option}` {shown} would overwrite {what}"))
                    .help("name another file: this one would be replaced"),
            );
        }
        taken.push((format!("what `{option}` writes"), place));
    }
    Ok(())
}

/// Refuses outputs like [`refuse`], where the inputs are those of studies: their results folders, specs and data files.
///
/// # Errors
/// Says which output would overwrite what.
pub fn refuse_studies(
    outputs: &[Named],
    folders: &[Folder],
    experiments: &Path,
) -> Result<(), StudyError> {
    // Reading the specs takes time, and only a file that exists can be an input.
    if !any_exists(outputs) {
        return refuse(outputs, &[]);
    }
    let specs = folders
        .iter()
        .filter_map(|folder| Some((folder, folder.readable_spec().ok()?.1)));
    let inputs = specs.flat_map(|(folder, spec)| inputs(Some(folder), &spec, experiments));
    refuse(outputs, &inputs.collect::<Vec<_>>())
}

/// Whether there is something in the place of an output.
pub(super) fn any_exists(outputs: &[Named]) -> bool {
    outputs.iter().any(|(_, path)| path.exists())
}

/// The files that a study was made of: its spec, in the experiments folder or where the run found it, and the data files in the folder of the spec.
pub(super) fn inputs(folder: Option<&Folder>, spec: &Spec, experiments: &Path) -> Vec<Named> {
    let usual = experiments.join(format!("{}.toml", spec.name));
    let remembered = folder.and_then(|folder| {
        let command = run_command::command(folder, spec, false);
        let words = shell_words::split(&command).ok()?;
        words.get(2).map(PathBuf::from)
    });
    let paths = [Some(usual), remembered].into_iter().flatten();
    paths.flat_map(|path| spec_and_data(&path, spec)).collect()
}

/// A spec and its data files, which lie in its folder.
pub fn spec_and_data(path: &Path, spec: &Spec) -> Vec<Named> {
    let beside = path.parent().unwrap_or(Path::new(""));
    let data = spec.data_files().into_iter();
    let data = data.map(|file| ("a data file of the spec", beside.join(file)));
    std::iter::once(("the spec", path.to_owned()))
        .chain(data)
        .collect()
}

/// The place of a path on the disk: links are followed, and of a missing file the folder is resolved.
fn real(path: &Path) -> PathBuf {
    let path = partial::destination(path);
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    let missing = || Some(folder.ok()?.join(path.file_name()?));
    path.canonicalize()
        .ok()
        .or_else(missing)
        .unwrap_or(path.clone())
}

/// Whether there is a pipe or a device, into which anything can be written without a loss.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Names of the files at the top of a results folder.
const TOP: [&str; 9] = [
    ".lock",
    "manifest.next.toml",
    "manifest.toml",
    "report.html",
    "report.md",
    "run.toml",
    "trials.parquet",
    "verdicts.csv",
    "verdicts.json",
];

/// Names of the folders in a results folder whose files the program writes and removes.
const INSIDE: [&str; 6] = [
    "certificates",
    "earlier",
    "figures",
    "parts",
    "runs",
    "witnesses",
];

/// Names the results folder that a file belongs to: as one of its own files, or in one of its own folders. `None` for a file of the user.
fn owner(place: &Path) -> Option<String> {
    let folders = place.ancestors().skip(1);
    let mut owners = folders.filter(|folder| is_results(folder) && owns(folder, place));
    let shown = owners.next()?.display().to_string();
    Some(format!("a file of the results folder {shown}"))
}

fn is_results(folder: &Path) -> bool {
    let folder = Folder::at(folder);
    folder.trials().is_file() || matches!(folder.manifest(), Ok(Some(_)))
}

fn owns(folder: &Path, place: &Path) -> bool {
    let below = place.strip_prefix(folder).unwrap_or(place);
    let mut parts = below.iter();
    match (parts.next().and_then(OsStr::to_str), parts.next()) {
        (Some(name), None) => TOP.contains(&name) || is_data(folder, place),
        (Some(inside), Some(_)) => INSIDE.contains(&inside) && place.exists(),
        (None, _) => false,
    }
}

/// Whether a file is the copy of a data file that a results folder keeps.
fn is_data(folder: &Path, place: &Path) -> bool {
    let spec = || Folder::at(folder).readable_spec().ok();
    let is_copy = |file: &String| Path::new(file).file_name() == place.file_name();
    place.exists() && spec().is_some_and(|(_, spec)| spec.data_files().iter().any(is_copy))
}

/// Writes a file that the user names: whole or not at all, through links, and into pipes and devices.
///
/// # Errors
/// It cannot be written.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), StudyError> {
    let written = partial::save(path, content);
    written.map_err(|source| {
        StudyError::Store(StoreError::Io {
            action: "write",
            path: path.to_owned(),
            help: advice(source.kind()),
            source,
        })
    })
}

/// The next step if a file that the user names cannot be written.
pub fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "the disk is full: free some space, or name a file on another disk; what a file held before is kept"
        }
        ErrorKind::ReadOnlyFilesystem => "the disk can only be read: name a file on another disk",
        ErrorKind::PermissionDenied => "name a file and a folder that you may write",
        ErrorKind::IsADirectory => "this is a folder: name a file",
        ErrorKind::NotFound | ErrorKind::NotADirectory => "name a file in a folder that exists",
        ErrorKind::AlreadyExists => "choose another name, or remove the file",
        _ => "name another file",
    }
}

/// Reads a file of a temporary folder.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, StudyError> {
    Ok(fs::read(path).map_err(|source| StoreError::io("read", path, source))?)
}
