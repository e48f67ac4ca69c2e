//! Checks specs before they are run: their size, claims that never speak, and runs that may not end.

use super::run_summary::counted;
use super::{Outcome, Settings, print_json};
use crate::study::{StudyError, check, names};
use std::path::PathBuf;

pub(super) fn check(
    paths: &[PathBuf],
    data: names::Data,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let paths = names::resolve_all(paths, &settings.experiments)?;
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
            counted(spec.cells, "cell"),
            counted(spec.trials_at_most as usize, "trial"),
            counted(spec.verdicts, "verdict"),
            spec.statistical_verdicts
        );
        for warning in &spec.warnings {
            println!("  warning: {warning}");
        }
    }
    Ok(Outcome::AsExpected)
}
