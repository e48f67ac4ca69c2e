//! Lists the errors of a results folder, with advice on what to do next.

use std::io;
use std::path::{Path, PathBuf};

/// An error in reading or writing a results folder.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused an operation.
    #[error("error: cannot {action} {}: {source}\n  = help: {help}", path.display())]
    Io {
        /// Operation that was tried, as a verb.
        action: &'static str,
        /// Path of the file or folder that the operation was about.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
        /// Advice on what to do next.
        help: &'static str,
    },
    /// The content of a file is not what this program writes there.
    #[error("error: {} is damaged or was written by another version: {reason}\n  = help: run the experiment again: perceptron-lab run SPEC --fresh", path.display())]
    Damaged {
        /// Path of the damaged file.
        path: PathBuf,
        /// Reason why the file counts as damaged.
        reason: String,
    },
    /// Another process writes into the folder.
    #[error("error: {} is in use: {owner}\n  = help: wait until it has ended, or choose another folder with --results", path.display())]
    Busy {
        /// Path of the results folder.
        path: PathBuf,
        /// Description of the process that holds the folder: id, host and start time.
        owner: String,
    },
    /// The manifest has no digest of the trials, so that it does not say which trials belong to it.
    #[error("error: {} was written by an earlier version and has no digest of trials.parquet, so it is unknown whether they belong together\n  = help: run the experiment again: perceptron-lab run SPEC", path.display())]
    Undigested {
        /// Path of the manifest.
        path: PathBuf,
    },
    /// A run was interrupted before it was finished.
    #[error("error: the run in {} is not finished\n  = help: continue it: perceptron-lab run SPEC", path.display())]
    Unfinished {
        /// Path of the results folder.
        path: PathBuf,
    },
    /// The folder holds only a shard of the trials.
    #[error("error: {} holds one shard of the trials, not all trials\n  = help: merge all shards: perceptron-lab merge results/shards/NAME", path.display())]
    Shard {
        /// Path of the results folder.
        path: PathBuf,
    },
    /// The results folder holds the trials of another spec with the same experiment name.
    #[error(
        "error: {} holds trials of another spec; the changes:\n  {changes}\n  = help: choose another folder with --results, or replace the stored trials: perceptron-lab run SPEC --fresh", path.display()
    )]
    OtherSpec {
        /// Path of the results folder.
        path: PathBuf,
        /// The differences between the specs, one key per line.
        changes: String,
    },
    /// The folder was written by a program version whose trials have another meaning, such as other random streams.
    #[error("error: {} holds results of version {found}, and this program reads and writes version {wanted}\n  = help: replace the stored results: perceptron-lab run SPEC --fresh; or choose another folder with --results", path.display())]
    OtherVersion {
        /// Path of the results folder.
        path: PathBuf,
        /// The results version found in the folder.
        found: u32,
        /// The results version of this program.
        wanted: u32,
    },
    /// A file is missing in the results folder.
    #[error("error: {} has no {what}\n  = help: run the experiment first: perceptron-lab run SPEC", path.display())]
    Missing {
        /// Path of the results folder.
        path: PathBuf,
        /// Name of the missing file.
        what: &'static str,
    },
}

impl StoreError {
    /// Whether the command or its paths are at fault, rather than an incomplete run; this decides the exit code.
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
