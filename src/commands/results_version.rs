//! Warns about results that an earlier version of the program wrote.

use crate::store::Folder;
use crate::study::StudyError;
use claims::spec::RESULTS_VERSION;
use std::path::Path;

/// Prints a warning if the results in a folder have an earlier version of the format, so that they can only be read.
pub(super) fn name_version(folder: &Path) -> Result<(), StudyError> {
    let manifest = Folder::at(folder).manifest()?;
    let version = manifest.map_or(RESULTS_VERSION, |manifest| manifest.results_version);
    if version < RESULTS_VERSION {
        let path = folder.display();
        eprintln!(
            "warning: {path} holds results of version {version}, which are only read; this program writes version {RESULTS_VERSION} and never mixes the two"
        );
    }
    Ok(())
}
