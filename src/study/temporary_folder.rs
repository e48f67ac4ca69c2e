//! Creates a folder for runs whose results are thrown away.

use crate::store::StoreError;
use std::path::{Path, PathBuf};

/// A folder of this process in the system's temporary folder, which is removed when this value is dropped.
pub(super) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates a folder; `purpose` is a part of its name.
    pub(super) fn new(purpose: &str) -> Result<Self, StoreError> {
        let name = format!("perceptron-lab-{purpose}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| StoreError::io("create", &path, error))?;
        Ok(Self(path))
    }

    /// Path of the temporary folder.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // If this fails, the rest lies in the system's temporary folder.
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}
