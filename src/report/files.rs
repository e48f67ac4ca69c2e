//! Writes the files of reports: documents as Markdown and HTML, each file either whole or not at all.

use super::document::Document;
use super::error::ReportError;
use super::{html, markdown};
use crate::partial::Partial;
use std::fs;
use std::io::{self, Write};
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

/// Writes a file that the user asked for. A regular file, also one that a link points to, is replaced in one step and keeps its permissions, so that
/// a failure leaves the old content. A pipe or a device is written directly.
///
/// # Errors
/// `Disk` if it cannot be written.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), ReportError> {
    let content = content.as_ref();
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
                .and_then(|mut file| file.write_all(content))
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
        // Writing through a link to a missing file creates the file.
        Err(_) if is_link => fs::write(path, content).map_err(failed),
        Err(_) => replace(path, content, None).map_err(failed),
    }
}

/// Replaces a file in one step, and gives it these permissions, if there are any.
fn replace(path: &Path, content: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let partial = Partial::of(path);
    fs::write(partial.path(), content)?;
    if let Some(kept) = permissions {
        fs::set_permissions(partial.path(), kept)?;
    }
    partial.publish()
}
