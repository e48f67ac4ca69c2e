//! Writes files whole or not at all: under a name that no other process uses, and renamed to the final name when they are finished.
//!
//! A run may be killed at any time, and a disk may be full. Even then, a path holds all of a file or what it held before. Unfinished files of a
//! killed process are recognized by their ending, and removed by the next process.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Ending of the name of a file that is not finished.
pub const ENDING: &str = "partial";

/// An unfinished file, which is removed when it is dropped unless it was published.
#[derive(Debug)]
pub struct Partial {
    path: PathBuf,
    wanted: PathBuf,
}

impl Partial {
    /// Names an unfinished file that will be renamed to the path `wanted` when it is finished.
    pub fn of(wanted: &Path) -> Self {
        let name = wanted.file_name().unwrap_or_default().to_string_lossy();
        let own = format!("{name}.{}.{ENDING}", std::process::id());
        Self {
            path: wanted.with_file_name(own),
            wanted: wanted.to_owned(),
        }
    }

    /// Path of the file while it is not finished.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Path of the file once it is finished.
    pub fn wanted(&self) -> &Path {
        &self.wanted
    }

    /// Renames the finished file to its final path, without waiting until it is on the disk.
    ///
    /// # Errors
    /// It cannot be renamed.
    pub fn publish(self) -> io::Result<()> {
        fs::rename(&self.path, &self.wanted)
    }

    /// Renames the finished file to `path` in the same folder once all its bytes are on the disk, so that name and content survive a loss of power.
    ///
    /// # Errors
    /// It cannot be synced or renamed.
    pub fn publish_synced(self, path: &Path) -> io::Result<()> {
        File::open(&self.path)?.sync_all()?;
        rename_synced(&self.path, path)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After publishing there is nothing to remove.
        let _gone = fs::remove_file(&self.path);
    }
}

/// Writes a file that the user names. A regular file, also one that a link leads to, is replaced in one step and keeps its permissions and the link,
/// so that a failure leaves the old content. A pipe or a device is written directly.
///
/// # Errors
/// It cannot be written, or it exists and the user may not write it.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let content = content.as_ref();
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => open(path)?.write_all(content),
        Ok(about) => {
            // Renaming would also replace a file that may not be written.
            open(path)?;
            if holds(path, content) {
                return Ok(());
            }
            replace(&destination(path), content, Some(about.permissions()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            replace(&destination(path), content, None)
        }
        Err(error) => Err(error),
    }
}

/// Whether a file holds exactly this content; then it is left alone with its time, so that other programs do not take it for new.
pub fn holds(path: &Path, content: &[u8]) -> bool {
    let has_length = |about: fs::Metadata| about.is_file() && about.len() == content.len() as u64;
    fs::metadata(path).is_ok_and(has_length) && fs::read(path).is_ok_and(|held| held == content)
}

/// Opens an existing file for writing, and leaves its content.
fn open(path: &Path) -> io::Result<File> {
    fs::OpenOptions::new().write(true).open(path)
}

/// Replaces a file in one step, and gives it these permissions, if there are any.
fn replace(path: &Path, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    if let Some(missing) = folder.filter(|folder| !folder.exists()) {
        let problem = format!("there is no folder {}", missing.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, problem));
    }
    let partial = Partial::of(path);
    fs::write(partial.path(), content)?;
    if let Some(kept) = permissions {
        fs::set_permissions(partial.path(), kept)?;
    }
    partial.publish()
}

/// The largest number of links that lead to one file; the system follows no more.
const MOST_LINKS: usize = 40;

/// The path that a path leads to if it is a link, whether or not there is a file; otherwise the path itself.
pub fn destination(path: &Path) -> PathBuf {
    let next = |from: &PathBuf| {
        let target = fs::read_link(from).ok()?;
        Some(from.parent().unwrap_or(Path::new("")).join(target))
    };
    let steps = std::iter::successors(Some(path.to_owned()), next);
    steps.take(MOST_LINKS).last().unwrap_or_default()
}

/// Renames a file so that the new name survives a loss of power.
///
/// # Errors
/// It cannot be renamed, or its folder cannot be synced.
pub fn rename_synced(from: &Path, to: &Path) -> io::Result<()> {
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::rename(from, to)?;
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}
