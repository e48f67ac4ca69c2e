//! Keeps a folder for runs that are looked at and forgotten.

use crate::store::StoreError;
use std::path::{Path, PathBuf};

/// A folder of this process among the system's temporary ones, which goes with its holder.
pub(super) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// A folder for this purpose.
    pub(super) fn new(purpose: &str) -> Result<Self, StoreError> {
        let name = format!("perceptron-lab-{purpose}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| StoreError::io("create", &path, error))?;
        Ok(Self(path))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What stays behind is in the system's folder for such things.
        let _gone = std::fs::remove_dir_all(&self.0);
    }
}
