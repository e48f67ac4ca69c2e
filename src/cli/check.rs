//! Checks specs before they are run: their size, claims that never speak, and runs that may not end.

use super::{Outcome, Settings, print_json};
use crate::application::{ApplicationError, check, names};
use std::path::PathBuf;

pub(super) fn check(
    paths: &[PathBuf],
    data: names::Data,
    settings: &Settings,
) -> Result<Outcome, ApplicationError> {
    let specs = names::read_all(paths, &settings.experiments, data)?;
    let checked: Vec<_> = specs.iter().map(check::check).collect();
    if settings.json {
        print_json(&checked)?;
        return Ok(Outcome::AsExpected);
    }
    for spec in &checked {
        println!("{}: {}", spec.experiment, spec.title);
        println!(
            "  {} cells, at most {} trials, {} verdicts ({} statistical)",
            spec.cells, spec.trials_at_most, spec.verdicts, spec.statistical_verdicts
        );
        for warning in &spec.warnings {
            println!("  warning: {warning}");
        }
    }
    Ok(Outcome::AsExpected)
}
