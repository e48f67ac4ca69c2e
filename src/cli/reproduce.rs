//! Reproduces everything: all specs, the index over them, and the table in the README.

use super::list::spec_files;
use super::run::{RunOptions, outcome, run_all, show};
use super::{CliError, Outcome, Settings};
use crate::judge::Verdict;
use crate::report;
use crate::store::{StoreError, write_verdicts};
use std::path::Path;

const BEGIN: &str = "<!-- verdicts: begin (written by perceptron-lab reproduce) -->";
const END: &str = "<!-- verdicts: end -->";

pub(super) fn reproduce(options: &RunOptions, settings: &Settings) -> Result<Outcome, CliError> {
    let paths = spec_files(&settings.experiments);
    if paths.is_empty() {
        let folder = settings.experiments.display();
        return Err(CliError::Usage(format!(
            "error: no spec below {folder}\n  = help: run it where the experiments folder is, or give --experiments DIR"
        )));
    }
    let results = options.results(settings);
    let (verdicts, summaries) = run_all(&paths, options, &results)?;
    write_verdicts(&results, &verdicts)?;
    report::write_index(&results, &summaries)?;
    report::write_errata(&results, &summaries, &verdicts)?;
    if !options.quick {
        splice(Path::new("README.md"), &verdicts)?;
    }
    show(&verdicts, settings)?;
    Ok(outcome(&verdicts))
}

/// Puts the table of verdicts between the markers of a README, if there is one that has them.
fn splice(readme: &Path, verdicts: &[Verdict]) -> Result<(), StoreError> {
    let Ok(text) = std::fs::read_to_string(readme) else { return Ok(()) };
    let Some((head, rest)) = text.split_once(BEGIN) else { return Ok(()) };
    let Some((_, tail)) = rest.split_once(END) else { return Ok(()) };
    let table = report::markdown::table(&report::table(&report::summarise(verdicts)));
    let spliced = format!("{head}{BEGIN}\n\n{}\n\n{END}{tail}", table.trim());
    if spliced == text {
        return Ok(());
    }
    std::fs::write(readme, spliced).map_err(|error| StoreError::io("write", readme, error))
}
