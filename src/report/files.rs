//! Writes the files of reports: documents as Markdown and HTML, each file either whole or not at all.

use super::document::Document;
use super::error::ReportError;
use super::{html, markdown};
use crate::partial;
use std::fs;
use std::path::Path;

/// Writes a document as `<stem>.md` and `<stem>.html`. It is built once per format, `md` or `html`, because links go to pages of the same format.
pub(super) fn write_both(
    folder: &Path,
    stem: &str,
    document: impl Fn(&str) -> Document,
) -> Result<(), ReportError> {
    create(folder)?;
    save(
        &folder.join(format!("{stem}.md")),
        markdown::markdown(&document("md")),
    )?;
    save(
        &folder.join(format!("{stem}.html")),
        html::html(&document("html")),
    )
}

/// Writes one document as `<stem>.md` and `<stem>.html`.
///
/// # Errors
/// `Disk` if the folder or a file cannot be written.
pub fn write_document(folder: &Path, stem: &str, document: &Document) -> Result<(), ReportError> {
    write_both(folder, stem, |_| document.clone())
}

/// Creates a folder and its parents.
///
/// # Errors
/// `Disk` if the file system refuses.
pub(super) fn create(folder: &Path) -> Result<(), ReportError> {
    fs::create_dir_all(folder).map_err(|reason| ReportError::disk("create", folder, reason))
}

/// Writes a file whole or not at all, through links, and into pipes and devices.
///
/// # Errors
/// `Disk` if it cannot be written.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), ReportError> {
    partial::save(path, content).map_err(|reason| ReportError::disk("write", path, reason))
}
