//! Writes what is read: a page per experiment, an index over all, tables for the terminal, and the
//! drawn figures.

mod answer;
pub mod calibration;
pub mod catalogue;
pub mod document;
pub mod draw;
mod errata;
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
pub use index::write_index;
pub use numbers::number;
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
use std::path::Path;

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A file or folder of the report could not be written or removed.
    #[error(
        "cannot {action} {path}: {reason}; check that the folder is writable and the disk not full, then run `perceptron-lab report` again"
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

/// Writes a file of a report: it has all of this or what it had before.
///
/// # Errors
/// `Disk` if it cannot be written.
pub fn save(path: &Path, content: &str) -> Result<(), ReportError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!("{name}.{}.partial", std::process::id()));
    let written = fs::write(&partial, content).and_then(|()| fs::rename(&partial, path));
    written.map_err(|reason| {
        // Half a file is of no use; what was there before still is.
        let _gone = fs::remove_file(&partial);
        ReportError::disk("write", path, reason)
    })
}
