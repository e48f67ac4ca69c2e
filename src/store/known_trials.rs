//! Finds the trials of a spec that a results folder already has: finished ones, parts of interrupted runs, and those set aside.

use super::manifest::Manifest;
use super::parts;
use super::{Folder, StoreError, TrialReader, TrialSource, files};
use claims::spec::RESULTS_VERSION;
use claims::trial::AnyColumn;
use std::path::Path;

impl Folder {
    /// Returns the stored trials of a spec, from parts of interrupted runs, from the folder itself, and from trials that were set aside. Also returns
    /// the problems of parts that cannot be used.
    ///
    /// # Errors
    /// The folder's contents are not what was written.
    pub fn sources(&self, quick: bool) -> Result<(Vec<TrialSource>, Vec<String>), StoreError> {
        let (mut sources, torn) = parts::left_in(self, quick)?;
        let all = AnyColumn::all().collect();
        if self.trials().exists() && self.manifest()?.is_some() {
            let (manifest, spec) = self.spec()?;
            let is_whole = manifest.trials_sha256.is_some() && manifest.quick == quick;
            if is_whole {
                let reader = self.reader(&manifest, &all)?;
                sources.push(TrialSource::new(spec.into(), reader)?);
            }
        }
        for path in files::listed(&self.earlier())? {
            if path.extension().is_some_and(|ending| ending == "toml") {
                // Trials that cannot be used any more are run again.
                sources.extend(self.earlier_trials_at(&path, quick).ok().flatten());
            }
        }
        Ok((sources, torn))
    }

    fn earlier_trials_at(
        &self,
        path: &Path,
        quick: bool,
    ) -> Result<Option<TrialSource>, StoreError> {
        let (Some(manifest), trials) = (Manifest::read(path)?, path.with_extension("parquet"))
        else {
            return Ok(None);
        };
        self.check_version(&manifest, RESULTS_VERSION)?;
        let digest = files::digest(&trials)?;
        if manifest.quick != quick || manifest.trials_sha256 != Some(digest) {
            return Ok(None);
        }
        let reader = TrialReader::open(&trials, &AnyColumn::all().collect())?;
        TrialSource::new(self.spec_of(&manifest, path)?.into(), reader).map(Some)
    }
}
