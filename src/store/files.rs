//! Writes files whole or not at all, and digests them.

use super::StoreError;
use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The ending of a file that is not finished.
const PARTIAL: &str = "partial";

/// A file under way, under a name that no other process uses. It is removed unless it is published.
pub(super) struct Partial {
    path: PathBuf,
    wanted: PathBuf,
}

impl Partial {
    /// A file that will have this path.
    pub(super) fn of(wanted: &Path) -> Self {
        let name = wanted.file_name().unwrap_or_default().to_string_lossy();
        let own = format!("{name}.{}.{PARTIAL}", std::process::id());
        Self {
            path: wanted.with_file_name(own),
            wanted: wanted.to_owned(),
        }
    }

    /// Where it is while it is not finished.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name once all its bytes are on the disk.
    pub(super) fn publish(self) -> Result<(), StoreError> {
        self.publish_as(&self.wanted)
    }

    /// Gives it another name in the same folder.
    pub(super) fn publish_as(&self, path: &Path) -> Result<(), StoreError> {
        let failed = |error| StoreError::io("write", path, error);
        let file = File::open(&self.path).map_err(failed)?;
        file.sync_all().map_err(failed)?;
        rename(&self.path, path)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Where it was published there is nothing to remove.
        let _gone = fs::remove_file(&self.path);
    }
}

/// Renames a file so that the new name survives a loss of power.
pub(super) fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    let renamed = fs::rename(from, to)
        .and_then(|()| File::open(folder.unwrap_or(Path::new(".")))?.sync_all());
    renamed.map_err(|error| StoreError::io("rename", from, error))
}

/// Writes a file: it has all these bytes or those it had before.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let partial = Partial::of(path);
    let written = File::create(&partial.path).and_then(|mut file| file.write_all(bytes));
    written.map_err(|error| StoreError::io("write", path, error))?;
    partial.publish()
}

/// Writes a file that can be made again: whole or not at all, without waiting until it is on the disk.
///
/// # Errors
/// It cannot be written.
pub fn write_again(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let partial = Partial::of(path);
    let written = fs::write(&partial.path, bytes).and_then(|()| fs::rename(&partial.path, path));
    written.map_err(|error| StoreError::io("write", path, error))
}

/// The paths in a folder, sorted; none where there is no such folder.
pub(super) fn listed(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|error| StoreError::io("read", folder, error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Removes a file or a folder with all that is in it, where there is one.
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

/// Takes bytes into a digest.
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

/// Removes what processes that have ended left unfinished in a folder.
pub(super) fn clear(folder: &Path) -> Result<(), StoreError> {
    let entries = fs::read_dir(folder).map_err(|error| StoreError::io("read", folder, error))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|ending| ending == PARTIAL) {
            fs::remove_file(&path).map_err(|error| StoreError::io("remove", &path, error))?;
        }
    }
    Ok(())
}
