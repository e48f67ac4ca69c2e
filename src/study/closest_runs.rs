//! Writes, for each claim, a page that replays the run that came closest to the limit. The report links to these pages.

use super::StudyError;
use super::trajectory::followed;
use super::witnesses::slug;
use crate::report;
use crate::store::{Folder, StoreError, write_again};
use claims::claim::StatedClaim;
use claims::judge::Verdict;
use claims::spec::Spec;
use std::collections::BTreeMap;

/// Folder of the pages inside a results folder.
const NAME: &str = "runs";

/// Most examples times features of a run that gets a page: a viewer can take in no more.
const LARGEST: usize = 400_000;

/// Rewrites the pages of a spec's claims. A claim whose run cannot be followed gets none.
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

/// Links to the pages that exist, by claim id, for the report.
pub(super) fn written(claims: &[StatedClaim], folder: &Folder) -> BTreeMap<String, String> {
    let page = |(place, claim): (usize, &StatedClaim)| {
        let href = format!("{NAME}/{}", file(place, claim));
        let is_there = folder.path().join(&href).exists();
        is_there.then(|| (claim.id.clone(), href))
    };
    shown(claims).filter_map(page).collect()
}

/// Claims that get a page. Controls are left out: they are wrong on purpose, so the run closest to their limit is of no interest.
fn shown(claims: &[StatedClaim]) -> impl Iterator<Item = (usize, &StatedClaim)> {
    let theorem = |(_, claim): &(usize, &StatedClaim)| claim.control_of.is_none();
    claims.iter().enumerate().filter(theorem)
}

/// File name of a claim's page. It contains the claim's position, because ids that differ only in signs would otherwise share a page.
fn file(place: usize, claim: &StatedClaim) -> String {
    format!("{}-{}.html", place + 1, slug(&claim.id))
}
