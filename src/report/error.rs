//! Says why a report could not be written.

use super::draw::DrawError;
use claims::problem::Problem;
use std::fmt::Display;
use std::path::Path;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum ReportError {
    /// A file or folder of the report could not be written or removed.
    #[error("cannot {action} {path}: {reason}")]
    Disk {
        /// The attempted action, as a verb.
        action: &'static str,
        /// Path of the file or folder.
        path: String,
        /// Error of the operating system.
        reason: String,
    },
    /// A figure could not be drawn.
    #[error("figure {name}: {source}")]
    Draw {
        /// The figure's name.
        name: String,
        /// The reason why the figure could not be drawn.
        source: DrawError,
    },
    /// The catalogue of statements compiled into the program cannot be read.
    #[error("src/report/catalogue.toml, which is compiled in, cannot be read: {0}")]
    Catalogue(#[from] toml::de::Error),
    /// The catalogue of errata compiled into the program cannot be read.
    #[error("src/report/errata.toml, which is compiled in, cannot be read: {0}")]
    Errata(toml::de::Error),
}

impl ReportError {
    /// The error in parts, with the next step.
    pub fn problem(&self) -> Problem {
        let problem = Problem::new(self.to_string()).of_kind(self.into());
        match self {
            Self::Disk { .. } => problem.help(
                "check that the folder exists and is writable and that the disk is not full, then run the command again",
            ),
            Self::Draw { .. } => problem,
            Self::Catalogue(_) | Self::Errata(_) => {
                problem.help("correct it and build the program again")
            }
        }
    }

    /// Converts an error of the file system while doing `action` to the file or folder `path`.
    pub(super) fn disk(action: &'static str, path: &Path, reason: impl Display) -> Self {
        Self::Disk {
            action,
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}
