//! Writes, for each claim, a page that replays the run that came closest to the limit. The report links to these pages.

use super::StudyError;
use super::trajectory::followed;
use super::witnesses::slug;
use crate::report;
use crate::store::{Folder, StoreError, renew_folder, write_again};
use claims::claim::StatedClaim;
use claims::judge::Verdict;
use claims::spec::Spec;
use std::collections::BTreeMap;

/// Folder inside a results folder with the pages that replay, for each claim, the run closest to its limit.
const NAME: &str = "runs";

/// Largest sample, in examples times features, whose run gets a page that replays it: a viewer can take in no more.
const LARGEST: usize = 400_000;

/// Rewrites, for each claim of a spec, the page that replays the run closest to its limit. A claim whose run cannot be replayed gets none.
pub(super) fn write_all(
    spec: &Spec,
    folder: &Folder,
    verdicts: &[Verdict],
) -> Result<(), StudyError> {
    renew_folder(&folder.path().join(NAME), |own| {
        for (place, claim) in shown(&spec.claims) {
            let address = report::closest_run(claim, verdicts);
            let Some(trajectory) = address.and_then(|address| followed(spec, address, LARGEST))
            else {
                continue;
            };
            let trajectory = trajectory.until_it_repeats();
            std::fs::create_dir_all(own).map_err(|error| StoreError::io("create", own, error))?;
            let text = report::run_page(&trajectory.heading, &trajectory.trace);
            write_again(&own.join(file(place, claim)), text.as_bytes())?;
        }
        Ok(())
    })
}

/// Links to the existing pages that replay the runs closest to a limit, by the id of their claim, for the report.
pub(super) fn written(claims: &[StatedClaim], folder: &Folder) -> BTreeMap<String, String> {
    let page = |(place, claim): (usize, &StatedClaim)| {
        let href = format!("{NAME}/{}", file(place, claim));
        let is_there = folder.path().join(&href).exists();
        is_there.then(|| (claim.id.clone(), href))
    };
    shown(claims).filter_map(page).collect()
}

/// Claims for which the run closest to the limit gets a page, each with its position in the spec. Controls are left out: they are wrong on purpose.
fn shown(claims: &[StatedClaim]) -> impl Iterator<Item = (usize, &StatedClaim)> {
    let theorem = |(_, claim): &(usize, &StatedClaim)| claim.control_of.is_none();
    claims.iter().enumerate().filter(theorem)
}

/// File name of the page that replays the run closest to a claim's limit. It contains the claim's position in the spec (`place`, from 0), because ids
/// that differ only in signs would otherwise share a page.
fn file(place: usize, claim: &StatedClaim) -> String {
    format!("{}-{}.html", place + 1, slug(&claim.id))
}
