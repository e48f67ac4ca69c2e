//! Finds the spec in which a theorem is attacked by its name.

use crate::study::StudyError;
use crate::study::names::{self, Data};
use claims::calibrate::fault_injection::studies;
use claims::claim::{StatedClaim, not_a_theorem};
use claims::spec::Spec;
use perceptron::sample::Rational;
use std::path::Path;

/// A spec that states a theorem as it is, and the ids of the claims that do. Of the experiments of the folder, and of the studies in which the faults of
/// the theorem are planted, it is the one with the smallest samples. `None` if no theorem has this name.
///
/// # Errors
/// The theorem is no statement about every sample, or no spec states it.
pub fn spec_of_theorem(
    name: &str,
    experiments: &Path,
) -> Result<Option<(Spec, Vec<String>)>, StudyError> {
    let Some(studies) = studies(name) else {
        return Ok(None);
    };
    if let Some(reason) = not_a_theorem(name) {
        let error = StudyError::usage(format!("`{name}` is not about every sample: {reason}"));
        return Err(error.help("name a spec that states it, with `--claim`"));
    }
    let files = names::spec_files(experiments).into_iter();
    let known = files.filter_map(|file| names::read(&file, experiments, Data::Below).ok());
    let read = |text: String| Spec::from_text(name, Path::new(name), &text).ok();
    let specs = known.chain(studies.into_iter().filter_map(read));
    let stating = specs.filter_map(|spec| {
        let claims: Vec<&StatedClaim> = spec
            .claims
            .iter()
            .filter(|claim| states(claim, name))
            .collect();
        let cells = claims.iter().flat_map(|claim| &claim.cells);
        let bytes = cells.map(|cell| spec.design(&spec.cells[*cell]).bytes_at_least());
        let size: u128 = bytes.sum();
        let ids: Vec<String> = claims.iter().map(|claim| claim.id.clone()).collect();
        (!ids.is_empty()).then_some((size, spec, ids))
    });
    let smallest = stating.min_by_key(|(size, ..)| *size);
    let found = smallest.map(|(_, spec, ids)| Some((spec, ids)));
    found.ok_or_else(|| {
        StudyError::usage(format!(
            "no experiment states the theorem `{name}` as it is"
        ))
        .help("name a spec that states it, or the folder of the experiments with `--experiments`")
    })
}

/// Whether a claim states the theorem of this name, without a change that makes it wrong.
fn states(claim: &StatedClaim, name: &str) -> bool {
    claim.name() == name
        && !claim.premise_waived
        && claim.control_of.is_none()
        && claim.scale == Rational::one()
}
