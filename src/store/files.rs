//! Writes, lists, removes and digests the files of a results folder.

use super::StoreError;
use crate::partial::{self, Partial, rename_synced};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Renames a file so that the new name survives a loss of power.
pub(super) fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    rename_synced(from, to).map_err(|error| StoreError::io("rename", from, error))
}

/// Writes a file so that, whatever happens, it holds all these bytes or its earlier content.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    if partial::holds(path, bytes) {
        return Ok(());
    }
    let partial = Partial::of(path);
    let written = fs::write(partial.path(), bytes).and_then(|()| partial.publish_synced(path));
    written.map_err(|error| StoreError::io("write", path, error))
}

/// Writes a file that can be computed again: whole or not at all, but without waiting until it is on the disk.
///
/// # Errors
/// It cannot be written.
pub fn write_again(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    if partial::holds(path, bytes) {
        return Ok(());
    }
    let partial = Partial::of(path);
    let written = fs::write(partial.path(), bytes).and_then(|()| partial.publish());
    written.map_err(|error| StoreError::io("write", path, error))
}

/// Writes the file that tells git to change no line end of the results in this folder; an existing one stays.
///
/// # Errors
/// It cannot be written.
pub fn keep_line_ends(results: &Path) -> Result<(), StoreError> {
    let path = results.join(".gitattributes");
    match path.exists() {
        true => Ok(()),
        false => write_again(&path, b"* -text\n"),
    }
}

/// Paths of the files and folders in a folder, sorted; empty if there is no such folder.
pub(super) fn listed(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|error| StoreError::io("read", folder, error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Makes a folder anew: `made` fills another one, or creates none, and it takes the place of the old one unless both hold the same files. Files that
/// do not change so keep their times.
///
/// # Errors
/// The folder cannot be filled or replaced.
pub fn renew_folder<E: From<StoreError>>(
    path: &Path,
    made: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let next = path.with_extension(partial::ENDING);
    remove_all(&next)?;
    made(&next)?;
    if contents(&next)? == contents(path)? {
        return Ok(remove_all(&next)?);
    }
    remove_all(path)?;
    match next.exists() {
        true => Ok(rename(&next, path)?),
        false => Ok(()),
    }
}

/// The paths of all files below a folder, relative to it, with their contents; empty if there is no such folder.
fn contents(folder: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, StoreError> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for path in listed(&next)? {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = fs::read(&path).map_err(|error| StoreError::io("read", &path, error))?;
            let own = path.strip_prefix(folder).unwrap_or(&path).to_owned();
            found.insert(own, bytes);
        }
    }
    Ok(found)
}

/// Removes a file, or a folder with its contents, if it exists.
pub(super) fn remove_all(path: &Path) -> Result<(), StoreError> {
    let removed = match (path.exists(), path.is_dir()) {
        (false, _) => Ok(()),
        (true, true) => fs::remove_dir_all(path),
        (true, false) => fs::remove_file(path),
    };
    removed.map_err(|error| StoreError::io("remove", path, error))
}

/// SHA-256 of a file, in hexadecimal digits.
pub(super) fn digest(path: &Path) -> Result<String, StoreError> {
    let mut hash = Sha256::new();
    let read = File::open(path).and_then(|mut file| io::copy(&mut file, &mut Hashing(&mut hash)));
    read.map_err(|error| StoreError::io("read", path, error))?;
    Ok(hex::encode(hash.finalize()))
}

/// SHA-256 of bytes, in hexadecimal digits.
pub(super) fn digest_of(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// Writer that feeds all bytes into a SHA-256 digest.
struct Hashing<'a>(&'a mut Sha256);

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes from a folder the unfinished files and folders of processes that have ended.
pub(super) fn clear(folder: &Path) -> Result<(), StoreError> {
    let entries = fs::read_dir(folder).map_err(|error| StoreError::io("read", folder, error))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path
            .extension()
            .is_some_and(|ending| ending == partial::ENDING)
        {
            remove_all(&path)?;
        }
    }
    Ok(())
}
