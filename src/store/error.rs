//! Lists the errors of a results folder, with advice on what to do next.

use claims::problem::Problem;
use std::io;
use std::path::{Path, PathBuf};

/// An error in reading or writing a results folder.
#[derive(Debug, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StoreError {
    /// The system refused an operation.
    #[error("cannot {action} {}: {source}", path.display())]
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
    #[error("{} is damaged or was written by another version: {reason}", path.display())]
    Damaged {
        /// Path of the damaged file.
        path: PathBuf,
        /// Reason why the file counts as damaged.
        reason: String,
    },
    /// Another process writes into the folder.
    #[error("{} is in use: {owner}", path.display())]
    Busy {
        /// Path of the results folder.
        path: PathBuf,
        /// Description of the process that holds the folder: id, host and start time.
        owner: String,
    },
    /// The manifest has no digest of the trials, so that it does not say which trials belong to it.
    #[error("{} was written by an earlier version and has no digest of trials.parquet, so it is unknown whether they belong together", path.display())]
    Undigested {
        /// Path of the manifest.
        path: PathBuf,
    },
    /// A run was interrupted before it was finished.
    #[error("the run in {} is not finished", path.display())]
    Unfinished {
        /// Path of the results folder.
        path: PathBuf,
    },
    /// The folder holds only a shard of the trials.
    #[error("{} holds one shard of the trials, not all trials", path.display())]
    Shard {
        /// Path of the results folder.
        path: PathBuf,
    },
    /// The results folder holds the trials of another spec with the same experiment name.
    #[error("{} holds trials of another spec; the changes:\n  {changes}", path.display())]
    OtherSpec {
        /// Path of the results folder.
        path: PathBuf,
        /// The differences between the specs, one key per line.
        changes: String,
    },
    /// The folder was written by a program version whose trials have another meaning, such as other random streams.
    #[error("{} holds results of version {found}, and this program reads and writes version {wanted}", path.display())]
    OtherVersion {
        /// Path of the results folder.
        path: PathBuf,
        /// The results version found in the folder.
        found: u32,
        /// The results version of this program.
        wanted: u32,
    },
    /// A file is missing in the results folder.
    #[error("{} has no {what}", path.display())]
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

    /// The error in parts, with the next step. Its kind is the name of the variant, such as `other-spec`.
    pub fn problem(&self) -> Problem {
        Problem::new(self.to_string())
            .of_kind(self.into())
            .help(self.help())
    }

    fn help(&self) -> &'static str {
        match self {
            Self::Io { help, .. } => help,
            Self::Damaged { .. } => "run the experiment again: `perceptron-lab run SPEC --fresh`",
            Self::Busy { .. } => {
                "wait until it has ended, or choose another folder with `--results`"
            }
            Self::Undigested { .. } => "run the experiment again: `perceptron-lab run SPEC`",
            Self::Unfinished { .. } => "continue it: `perceptron-lab run SPEC`",
            Self::Shard { .. } => "merge all shards: perceptron-lab merge results/shards/NAME",
            Self::OtherSpec { .. } => {
                "choose another folder with `--results`, or replace the stored trials: `perceptron-lab run SPEC --fresh`"
            }
            Self::OtherVersion { .. } => {
                "replace the stored results: `perceptron-lab run SPEC --fresh`; or choose another folder with `--results`"
            }
            Self::Missing { .. } => "run the experiment first: `perceptron-lab run SPEC`",
        }
    }

    pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        let help = match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                "the disk is full: free some space and run the same command again; what was stored before is kept"
            }
            _ => {
                "check that the folder exists and can be written, or choose another one with `--results`"
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
