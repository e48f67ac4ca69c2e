//! Runs the command `check`: judges the trials that a file of theorems states, plants its faults, and examines specs before they are run. It reports their size, claims
//! that can never apply, and runs that may not end.

use super::settings::{Settings, print_json};
use crate::study::{Outcome, StudyError, check, names};
use claims::calibrate::{Catch, conformance, fault_injection};
use claims::numbers::counted;
use clap::Args;
use grade::command::{read_theorems, theorem_text};
use std::path::{Path, PathBuf};

/// Options of `check`.
#[derive(Debug, Args)]
pub(super) struct CheckOptions {
    /// Spec files, names of experiments such as mit/xor, or files of theorems, whose trials are judged
    #[arg(required = true)]
    pub specs: Vec<PathBuf>,
    /// Also read data files outside the experiments folder and the spec's own folder
    #[arg(long)]
    pub allow_outside: bool,
}

pub(super) fn check(options: &CheckOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (mut outcome, mut specs) = (Outcome::AsExpected, Vec::new());
    for path in &options.specs {
        match theorem_text(path) {
            None => specs.push(path.clone()),
            Some(text) if check_theorems(path, &text, settings)? => {}
            Some(_) => outcome = Outcome::Unexpected,
        }
    }
    if specs.is_empty() {
        return Ok(outcome);
    }
    let paths = names::resolve_all(&specs, &settings.experiments)?;
    let data = names::Data::allowed(options.allow_outside);
    let specs = names::read_all(&paths, &settings.experiments, data, &[])?;
    let checked: Vec<_> = specs.iter().map(check::check).collect();
    if settings.json {
        print_json(&checked)?;
        return Ok(outcome);
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
    Ok(outcome)
}

/// Judges the trials that the theorems of a file state, plants their faults, and prints what does not agree. Returns whether all agrees.
fn check_theorems(path: &Path, text: &str, settings: &Settings) -> Result<bool, StudyError> {
    let file = read_theorems(path, text)?;
    let faults = fault_injection::of_file(&file);
    let mut found = conformance::disagreements(&file);
    for ((_, wrong), catches) in found.iter_mut().zip(&faults) {
        wrong.extend(catches.iter().filter_map(Catch::problem));
    }
    let agree = found.iter().all(|(_, wrong)| wrong.is_empty());
    if settings.json {
        let of = |(name, wrong): &(&str, Vec<String>)| serde_json::json!({ "theorem": name, "disagreements": wrong });
        print_json(&found.iter().map(of).collect::<Vec<_>>())?;
        return Ok(agree);
    }
    for ((name, wrong), catches) in found.iter().zip(&faults) {
        let caught = match catches.len() {
            0 => String::new(),
            count => format!(", caught: {}", counted(count as u64, "planted fault")),
        };
        match wrong.as_slice() {
            [] => println!("{name}: its trials are judged as they should be{caught}"),
            wrong => println!("{name}:\n  {}", wrong.join("\n  ")),
        }
    }
    Ok(agree)
}
