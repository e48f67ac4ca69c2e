//! Lists the errors of a results folder, with advice on what to do next.

use std::io;
use std::path::{Path, PathBuf};

/// An error of a results folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused an operation.
    #[error("error: cannot {action} {}: {source}\n  = help: {help}", path.display())]
    Io {
        /// Operation that was tried.
        action: &'static str,
        /// Path of the operation.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
        /// Advice on what to do next.
        help: &'static str,
    },
    /// A file is not what this program writes.
    #[error("error: {} is damaged or was written by another version: {reason}\n  = help: run the experiment again with --fresh", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Reason.
        reason: String,
    },
    /// Another process writes into the folder.
    #[error("error: {} is in use: {owner}\n  = help: wait until it has ended, or choose another folder with --results", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
        /// Process that holds the folder.
        owner: String,
    },
    /// The manifest does not say which trials belong to it.
    #[error("error: {} was written by an earlier version and has no digest of trials.parquet, so it is unknown whether they belong together\n  = help: run the experiment again: perceptron-lab run SPEC", path.display())]
    Undigested {
        /// The manifest.
        path: PathBuf,
    },
    /// A run was interrupted before it was finished.
    #[error("error: the run in {} is not finished\n  = help: continue it: perceptron-lab run SPEC", path.display())]
    Unfinished {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds only a shard of the trials.
    #[error("error: {} holds one shard of the trials, not all trials\n  = help: merge all shards: perceptron-lab merge DIR…", path.display())]
    Shard {
        /// The folder.
        path: PathBuf,
    },
    /// The folder holds other trials under the same names.
    #[error(
        "error: {} holds trials of another spec; the changes:\n  {changes}\n  = help: choose another folder with --results, or give --fresh to replace the stored trials", path.display()
    )]
    OtherSpec {
        /// The folder.
        path: PathBuf,
        /// The changes, one key per line.
        changes: String,
    },
    /// The folder was written by a program version whose trials have another meaning.
    #[error("error: {} holds results of version {found}, and this program reads and writes version {wanted}\n  = help: run the experiment again with --fresh, or choose another folder with --results", path.display())]
    OtherVersion {
        /// The folder.
        path: PathBuf,
        /// The version found.
        found: u32,
        /// The version of this program.
        wanted: u32,
    },
    /// A file is missing.
    #[error("error: {} has no {what}\n  = help: run the experiment first: perceptron-lab run SPEC", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// Name of the missing file.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether the command or its paths are at fault, rather than an incomplete run.
    pub fn is_usage(&self) -> bool {
        use StoreError::{Busy, OtherSpec, OtherVersion};
        matches!(self, Busy { .. } | OtherSpec { .. } | OtherVersion { .. })
    }

    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        let help = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "the disk is full: free some space and run the same command again; what was stored before is kept"
            }
            _ => {
                "check that the folder exists and can be written, or choose another one with --results"
            }
        };
        Self::Io {
            action,
            path: path.to_owned(),
            source,
            help,
        }
    }

    pub(crate) fn damaged(path: &Path, reason: impl ToString) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }
}
