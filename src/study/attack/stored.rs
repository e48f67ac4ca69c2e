//! Stores searches, so that they can be continued.

use crate::store::StoreError;
use crate::study::StudyError;
use crate::study::outputs::save;
use claims::attack::{Progress, Space, Target};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// File with the state of a search.
const STATE: &str = "search.json";

/// A search as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    /// The claim, the learners and the starts, by which the search knows its own.
    target: String,
    seed: u64,
    space: Space,
    progress: Progress,
}

/// The search as an earlier attack left it, or a new one. If the earlier one had another target, the new one begins with its samples, too.
pub(super) fn continued(
    target: &Target,
    seed: u64,
    space: Space,
    folder: &Path,
) -> Result<Progress, StudyError> {
    let path = folder.join(STATE);
    if !path.is_file() {
        return Ok(Progress::begun(target, &[]));
    }
    let text = fs::read_to_string(&path).map_err(|source| StoreError::io("read", &path, source))?;
    let stored: Stored = serde_json::from_str(&text).map_err(|error| {
        StudyError::usage(format!("{} cannot be read: {error}", path.display()))
            .help("delete the file, and the search begins anew")
    })?;
    if stored.target == name(target) && stored.seed == seed && stored.space == space {
        return Ok(stored.progress);
    }
    let pool = stored.progress.pool.into_iter();
    let known = pool.map(|found| found.candidate);
    let fitting = known.filter(|candidate| {
        candidate.dimension == target.dimension && candidate.examples() <= space.first_examples
    });
    Ok(Progress::begun(target, &fitting.collect::<Vec<_>>()))
}

/// The target in one line that changes with the claim, the learners and the starts.
fn name(target: &Target) -> String {
    let (claim, form) = (&target.claim, target.claim.form());
    let starts = serde_json::to_string(&target.starts).unwrap_or_default();
    format!(
        "{:?} {form:?} {} {:?} {:?} from {}",
        claim.claim,
        claim.scale,
        claim.margin,
        target.variants,
        hex::encode(Sha256::digest(starts))
    )
}

pub(super) fn store(
    target: &Target,
    seed: u64,
    space: Space,
    progress: &Progress,
    folder: &Path,
) -> Result<(), StudyError> {
    let stored = Stored {
        target: name(target),
        seed,
        space,
        progress: progress.clone(),
    };
    let text = serde_json::to_string(&stored).unwrap_or_default();
    save(&folder.join(STATE), text + "\n")
}
