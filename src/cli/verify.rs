//! Runs committed results again, and says whether they are the same.

use super::progress::Progress;
use super::{Outcome, Settings, print_json};
use crate::application::ApplicationError;
use crate::application::verify::{Compared, Verified, verify as compared};
use crate::report;
use claims::run::Share;
use std::path::Path;

pub(super) fn verify(
    results: &Path,
    share: Option<Share>,
    allow_processes: bool,
    settings: &Settings,
) -> Result<Outcome, ApplicationError> {
    let progress = Progress::new();
    let all = compared(results, share, allow_processes, &progress)?;
    progress.finish();
    let outcome = match all.iter().any(|one| one.difference.is_some()) {
        true => Outcome::Unexpected,
        false => Outcome::AsExpected,
    };
    if settings.json {
        print_json(&all)?;
        return Ok(outcome);
    }
    let head = ["experiment", "verdicts", "trials", "same"].map(str::to_owned);
    let lines = std::iter::once(head.to_vec()).chain(all.iter().map(line));
    print!("{}", report::aligned(&lines.collect::<Vec<_>>(), &[]));
    for one in &all {
        if let Some(difference) = &one.difference {
            println!("{}: {difference}", one.experiment);
        }
    }
    Ok(outcome)
}

fn line(one: &Verified) -> Vec<String> {
    let trials = match one.trials {
        Compared::Bytes => "byte for byte",
        Compared::Digest => "by digest",
        Compared::Not => "no digest",
    };
    let same = if one.difference.is_none() {
        "yes"
    } else {
        "no"
    };
    vec![
        one.experiment.clone(),
        one.verdicts.to_string(),
        trials.to_owned(),
        same.to_owned(),
    ]
}
