//! Says of results that an earlier version wrote that they are.

use crate::store::Folder;
use crate::study::StudyError;
use claims::spec::RESULTS_VERSION;
use std::path::Path;

/// Says of results of an earlier version that they are.
pub(super) fn name_version(folder: &Path) -> Result<(), StudyError> {
    let manifest = Folder::at(folder).manifest()?;
    let version = manifest.map_or(RESULTS_VERSION, |manifest| manifest.results_version);
    if version < RESULTS_VERSION {
        let path = folder.display();
        eprintln!(
            "warning: {path} holds results of version {version}, read as they are; this program writes version {RESULTS_VERSION} and never mixes the two"
        );
    }
    Ok(())
}
