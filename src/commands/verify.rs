//! Runs the command `verify`: reruns stored results, and says whether they are identical.

use super::progress::StudyProgress;
use super::settings::{Settings, print_json};
use crate::report;
use crate::study::verify::{TrialComparison, Verified, verify as compared};
use crate::study::{Outcome, StudyError};
use claims::run::Shard;
use clap::Args;
use std::path::PathBuf;

/// Options of `verify`.
#[derive(Debug, Args)]
pub(super) struct VerifyOptions {
    /// A results folder, such as results/smoke, or a folder that contains several, such as results
    #[arg(value_name = "RESULTS")]
    folder: PathBuf,
    /// Verify only every N-th experiment of the folder, starting with the I-th; each of them as a whole
    #[arg(long, value_name = "I/N", alias = "share")]
    shard: Option<Shard>,
    /// Run the programs of external learners (`learner = { process = … }`), which have all your permissions
    #[arg(long)]
    allow_processes: bool,
}

pub(super) fn verify(options: &VerifyOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let progress = StudyProgress::new(settings.verbosity);
    let (share, processes) = (options.shard, options.allow_processes);
    let all = compared(&options.folder, share, processes, &progress)?;
    progress.finish();
    let outcome = match all.iter().any(|one| one.difference.is_some()) {
        true => Outcome::Unexpected,
        false => Outcome::AsExpected,
    };
    if settings.json {
        print_json(&all)?;
        return Ok(outcome);
    }
    if settings.prints_text() {
        show_table(&all);
    }
    for one in &all {
        if let Some(difference) = &one.difference {
            println!("{}: {difference}", one.experiment);
        }
    }
    Ok(outcome)
}

fn show_table(all: &[Verified]) {
    let head = ["experiment", "verdicts", "trials", "same"].map(str::to_owned);
    let lines = std::iter::once(head.to_vec()).chain(all.iter().map(line));
    print!("{}", report::aligned(&lines.collect::<Vec<_>>(), &[]));
}

fn line(one: &Verified) -> Vec<String> {
    let trials = match one.trials {
        TrialComparison::Bytes => "byte for byte",
        TrialComparison::Values => "value by value",
        TrialComparison::Digest => "by digest",
        TrialComparison::Not => "no digest",
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
