//! Runs the command `check`: examines specs before they are run, and reports their size, claims that can never apply, and runs that may not end.

use super::settings::{Settings, print_json};
use crate::study::{Outcome, StudyError, check, names};
use claims::numbers::counted;
use clap::Args;
use std::path::PathBuf;

/// Options of `check`.
#[derive(Debug, Args)]
pub(super) struct CheckOptions {
    /// Spec files, or names of experiments such as mit/xor
    #[arg(required = true)]
    pub specs: Vec<PathBuf>,
    /// Also read data files outside the experiments folder and the spec's own folder
    #[arg(long)]
    pub allow_outside: bool,
}

pub(super) fn check(options: &CheckOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let paths = names::resolve_all(&options.specs, &settings.experiments)?;
    let data = names::Data::allowed(options.allow_outside);
    let specs = names::read_all(&paths, &settings.experiments, data, &[])?;
    let checked: Vec<_> = specs.iter().map(check::check).collect();
    if settings.json {
        print_json(&checked)?;
        return Ok(Outcome::AsExpected);
    }
    for spec in &checked {
        println!("{}: {}", spec.experiment, spec.title);
        println!(
            "  {}, at most {}, {} ({} statistical)",
            counted(spec.cells as u64, "cell"),
            counted(spec.trials_at_most, "trial"),
            counted(spec.verdicts as u64, "verdict"),
            spec.statistical_verdicts
        );
        for warning in &spec.warnings {
            println!("  warning: {warning}");
        }
    }
    Ok(Outcome::AsExpected)
}
