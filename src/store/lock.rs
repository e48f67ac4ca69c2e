//! Keeps two processes from writing into one results folder.

use super::{StoreError, files};
use chrono::DateTime;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Name of the lock file in a results folder.
pub(super) const NAME: &str = ".lock";

/// A results folder that this process has locked. The system releases the lock however the process ends; the file names the owner.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    _file: File,
    /// The process that ended without releasing the folder, if there was one: its id, host and start time.
    pub recovered: Option<String>,
}

impl Lock {
    /// Locks a folder that exists.
    pub(super) fn take(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(NAME);
        loop {
            let mut file = open(&path, folder)?;
            // The earlier owner may have removed the file meanwhile; then another file is the lock.
            if !is_at(&file, &path) {
                continue;
            }
            let before = fs::read_to_string(&path).unwrap_or_default();
            let recovered = (!before.is_empty()).then(|| before.trim().to_owned());
            let written = file
                .set_len(0)
                .and_then(|()| file.write_all(owner().as_bytes()));
            written.map_err(|error| StoreError::io("write", &path, error))?;
            files::clear(folder)?;
            return Ok(Self {
                path,
                _file: file,
                recovered,
            });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while the lock is held, so that the lock of another process is never removed.
        let _gone = fs::remove_file(&self.path);
    }
}

/// Opens and locks the lock file; if another process has locked it, the error names that process.
fn open(path: &Path, folder: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    let options = options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path);
    let file = file.map_err(|error| StoreError::io("lock", path, error))?;
    let answer = file.try_lock();
    locked(answer, path, folder).map(|()| file)
}

/// Whether the system's answer to a request for the lock allows to write into the folder.
fn locked(answer: Result<(), TryLockError>, path: &Path, folder: &Path) -> Result<(), StoreError> {
    match answer {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy {
            path: folder.to_owned(),
            owner: fs::read_to_string(path)
                .unwrap_or_default()
                .trim()
                .to_owned(),
        }),
        // Some file systems have no locks; there the folder is used without one.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(StoreError::io("lock", path, error)),
    }
}

fn is_at(file: &File, path: &Path) -> bool {
    let (own, there) = (file.metadata(), fs::metadata(path));
    matches!((own, there), (Ok(own), Ok(there)) if (own.dev(), own.ino()) == (there.dev(), there.ino()))
}

/// Describes this process for the lock file: id, host and time.
fn owner() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = Some(host.trim()).filter(|host| !host.is_empty());
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    format!(
        "process {} on {}, since {}\n",
        std::process::id(),
        host.unwrap_or("this machine"),
        utc(now.map_or(0, |now| now.as_secs()))
    )
}

/// Formats seconds since 1970 as date and time in UTC.
fn utc(seconds: u64) -> String {
    let moment = DateTime::from_timestamp(seconds as i64, 0).unwrap_or_default();
    moment.format("%F %T UTC").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    #[test]
    fn unix_seconds_are_formatted_as_a_utc_date() {
        for (seconds, date) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_399, "2000-02-28 23:59:59 UTC"),
            (951_782_400, "2000-02-29 00:00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59:59 UTC"),
            (1_795_368_614, "2026-11-22 17:30:14 UTC"),
        ] {
            assert_eq!(utc(seconds), date);
        }
    }

    #[test]
    fn only_a_file_system_without_locks_is_used_without_one() {
        let answered = |kind: io::ErrorKind| {
            let answer = Err(TryLockError::Error(kind.into()));
            locked(answer, Path::new("results/t/.lock"), Path::new("results/t"))
        };
        assert!(answered(io::ErrorKind::Unsupported).is_ok());
        let refused = answered(io::ErrorKind::StorageFull)
            .unwrap_err()
            .to_string();
        assert!(refused.contains("results/t/.lock"), "{refused}");
    }

    #[test]
    fn lock_names_its_owner_and_recovers_from_a_dead_process() {
        let folder = TempDir::new().unwrap();
        let held = Lock::take(folder.path()).unwrap();
        assert_eq!(held.recovered, None);
        let refused = Lock::take(folder.path()).unwrap_err().to_string();
        let owner = format!("process {} on ", std::process::id());
        assert!(
            refused.contains(&owner) && refused.contains("UTC"),
            "{refused}"
        );
        drop(held);
        assert!(!folder.path().join(NAME).exists());
        fs::write(folder.path().join(NAME), "process 7 on moon, since then\n").unwrap();
        fs::write(folder.path().join("trials.parquet.7.partial"), "half").unwrap();
        let taken = Lock::take(folder.path()).unwrap();
        assert_eq!(
            taken.recovered.as_deref(),
            Some("process 7 on moon, since then")
        );
        assert!(!folder.path().join("trials.parquet.7.partial").exists());
    }
}
