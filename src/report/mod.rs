//! Writes what is read: a page per experiment, an index over all, tables for the terminal, and the
//! drawn figures.

mod answer;
pub mod calibration;
pub mod catalogue;
pub mod document;
pub mod draw;
pub mod errata;
mod evidence;
pub mod gauge;
mod headline;
pub mod html;
mod index;
mod limits;
pub mod markdown;
mod notes;
pub mod numbers;
mod overview;
mod page;
mod reseeds;
mod run_page;
mod stated;
mod statements;
mod summary;
mod terminal;
#[cfg(test)]
mod tests;
pub mod tex;
mod tight;
mod verdicts;

pub use catalogue::claims_document;
pub use errata::write_errata;
pub use headline::controls;
pub use index::write_index;
pub use numbers::{number, share, significant};
pub use overview::overview;
pub use page::{Missing, Page, draw_all, write};
pub use reseeds::{Reseed, Reseeds, Time, Unexpected, write_reseeds};
pub use run_page::{Heading, run_page};
pub use summary::{Summary, SummaryRow, summarise, table};
pub use terminal::{aligned, page_text, text};
pub use tight::closest_run;

use document::Document;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file or folder of the report could not be written or removed.
    #[error(
        "cannot {action} {path}: {reason}; check that the folder is there and writable and the disk not full, then give the command again"
    )]
    Disk {
        /// What was tried.
        action: &'static str,
        /// The file or folder.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// A figure could not be drawn.
    #[error("figure {name}: {source}")]
    Draw {
        /// The figure's name.
        name: String,
        /// What went wrong.
        source: draw::DrawError,
    },
    /// The catalogue of statements that is part of the program cannot be read.
    #[error(
        "src/report/catalogue.toml, which is compiled in, cannot be read: {0}; mend it and build the program again"
    )]
    Catalogue(#[from] toml::de::Error),
    /// The catalogue of errata that is part of the program cannot be read.
    #[error(
        "src/report/errata.toml, which is compiled in, cannot be read: {0}; mend it and build the program again"
    )]
    Errata(toml::de::Error),
}

impl ReportError {
    fn disk(action: &'static str, path: &Path, reason: impl Display) -> Self {
        Self::Disk {
            action,
            path: path.display().to_string(),
            reason: reason.to_string(),
        }
    }
}

/// Writes a document in both dialects, `<stem>.md` and `<stem>.html`; the document is told which,
/// for links to its like.
fn write_both(
    folder: &Path,
    stem: &str,
    document: impl Fn(&str) -> Document,
) -> Result<(), ReportError> {
    create(folder)?;
    save(
        &folder.join(format!("{stem}.md")),
        &markdown::markdown(&document("md")),
    )?;
    save(
        &folder.join(format!("{stem}.html")),
        &html::html(&document("html")),
    )
}

/// Writes one document in both dialects, `<stem>.md` and `<stem>.html`.
///
/// # Errors
/// `Disk` if the folder or a file cannot be written.
pub fn write_document(folder: &Path, stem: &str, document: &Document) -> Result<(), ReportError> {
    write_both(folder, stem, |_| document.clone())
}

fn create(folder: &Path) -> Result<(), ReportError> {
    fs::create_dir_all(folder).map_err(|reason| ReportError::disk("create", folder, reason))
}

/// Writes a file that was asked for. A regular file, also one behind a link, has all of this or what it had before, and keeps its permissions;
/// into a pipe or a device it is written as it comes.
///
/// # Errors
/// `Disk` if it cannot be written.
pub fn save(path: &Path, content: &str) -> Result<(), ReportError> {
    let failed = |reason| ReportError::disk("write", path, reason);
    let missing = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    if let Some(folder) = missing {
        return Err(failed(io::Error::other(format!(
            "there is no folder {}",
            folder.display()
        ))));
    }
    let is_link = fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink());
    match fs::metadata(path) {
        Ok(about) if !about.is_file() => {
            let opened = fs::OpenOptions::new().write(true).open(path);
            opened
                .and_then(|mut file| file.write_all(content.as_bytes()))
                .map_err(failed)
        }
        Ok(about) => {
            let real = if is_link {
                path.canonicalize().map_err(failed)?
            } else {
                path.to_owned()
            };
            replace(&real, content, Some(about.permissions())).map_err(failed)
        }
        // A link to what is not there yet makes it.
        Err(_) if is_link => fs::write(path, content).map_err(failed),
        Err(_) => replace(path, content, None).map_err(failed),
    }
}

/// Writes a file under a name of this process, and gives it its own name then.
fn replace(path: &Path, content: &str, permissions: Option<fs::Permissions>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!("{name}.{}.partial", std::process::id()));
    let written = fs::write(&partial, content)
        .and_then(|()| permissions.map_or(Ok(()), |kept| fs::set_permissions(&partial, kept)))
        .and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // Half a file is of no use; what was there before still is.
        let _gone = fs::remove_file(&partial);
    }
    written
}
