//! Writes the run that came closest to the limit of each claim as a page to watch, beside the report that links to it.

use super::StudyError;
use super::trajectory::followed;
use super::witnesses::slug;
use crate::report;
use crate::store::{Folder, StoreError, write_again};
use claims::claim::StatedClaim;
use claims::judge::Verdict;
use claims::spec::Spec;
use std::collections::BTreeMap;

/// The folder of the pages in a results folder.
const NAME: &str = "runs";

/// Examples times features of a run that is worth a page at the most: nobody sees more.
const LARGEST: usize = 400_000;

/// Writes the pages of a spec's claims anew, where their runs can be followed.
pub(super) fn write_all(
    spec: &Spec,
    folder: &Folder,
    verdicts: &[Verdict],
) -> Result<(), StudyError> {
    let own = folder.path().join(NAME);
    if own.exists() {
        std::fs::remove_dir_all(&own).map_err(|error| StoreError::io("remove", &own, error))?;
    }
    for (place, claim) in shown(&spec.claims) {
        let address = report::closest_run(claim, verdicts);
        let Some(course) = address.and_then(|address| followed(spec, address, LARGEST)) else {
            continue;
        };
        std::fs::create_dir_all(&own).map_err(|error| StoreError::io("create", &own, error))?;
        let text = report::run_page(&course.heading, &course.trace);
        write_again(&own.join(file(place, claim)), text.as_bytes())?;
    }
    Ok(())
}

/// The pages that are there, by the claim's id, as the report names them.
pub(super) fn written(claims: &[StatedClaim], folder: &Folder) -> BTreeMap<String, String> {
    let page = |(place, claim): (usize, &StatedClaim)| {
        let href = format!("{NAME}/{}", file(place, claim));
        let is_there = folder.path().join(&href).exists();
        is_there.then(|| (claim.id.clone(), href))
    };
    shown(claims).filter_map(page).collect()
}

/// Controls are wrong on purpose: what comes closest to them is not worth a look.
fn shown(claims: &[StatedClaim]) -> impl Iterator<Item = (usize, &StatedClaim)> {
    let theorem = |(_, claim): &(usize, &StatedClaim)| claim.control_of.is_none();
    claims.iter().enumerate().filter(theorem)
}

/// By the claim's place too: ids that differ in signs alone would share a page.
fn file(place: usize, claim: &StatedClaim) -> String {
    format!("{}-{}.html", place + 1, slug(&claim.id))
}
