//! Reproduces everything: runs all specs, and writes the index over them, the table in the README, and the catalogue of the notes' statements.

use super::{Judged, RunOptions, StudyError, Watcher, run_all, spec_files};
use crate::report::document::Table;
use crate::report::{self, Summary};
use crate::store::{StoreError, write_again, write_verdicts};
use claims::judge::Verdict;
use claims::numbers::number;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- verdicts: begin (written by perceptron-lab reproduce) -->";
const END: &str = "<!-- verdicts: end -->";

/// What came out of all experiments.
#[derive(Debug)]
pub struct Reproduced {
    /// The verdicts.
    pub judged: Judged,
    /// What was found, with a row for each note.
    pub found: Table,
    /// A sentence that counts the verdicts; `None` without any verdict.
    pub counts: Option<String>,
}

/// Runs, judges and reports every spec below a folder, and writes the overview pages.
///
/// # Errors
/// There is no spec, a spec is wrong, or a results folder cannot be written.
pub fn reproduce(
    experiments: &Path,
    options: &RunOptions,
    results: &Path,
    watcher: &dyn Watcher,
) -> Result<Reproduced, StudyError> {
    let paths = all_specs(experiments)?;
    let results = options.results(results);
    let (judged, summaries) = run_all(&paths, experiments, options, &results, watcher)?;
    let verdicts = &judged.verdicts;
    write_verdicts(&results, verdicts)?;
    report::write_index(&results, &summaries)?;
    report::write_errata(&results, &summaries, verdicts)?;
    // The project's own pages are about its own results only, not about other experiments or another folder.
    if results == Path::new("results") && experiments == Path::new("experiments") {
        splice(Path::new("README.md"), &summaries)?;
        renew_catalogue(Path::new("docs/claims.md"), verdicts)?;
    }
    Ok(Reproduced {
        judged,
        found: report::overview(&summaries, None),
        counts: report::counts(&summaries),
    })
}

/// Spec files below a folder; an error if it holds no spec.
pub(super) fn all_specs(experiments: &Path) -> Result<Vec<PathBuf>, StudyError> {
    let paths = spec_files(experiments);
    if paths.is_empty() {
        let folder = experiments.display();
        return Err(StudyError::usage(format!("no spec below {folder}"))
            .help("run it where the experiments folder is, or give `--experiments DIR`"));
    }
    Ok(paths)
}

/// States a bound on the probability that any statistical verdict of all experiments is wrong, by the union bound.
pub fn union_bound(verdicts: &[Verdict]) -> String {
    let spent = |is_control: bool| {
        let family = verdicts
            .iter()
            .filter(|verdict| verdict.control_of.is_some() == is_control && verdict.alpha > 0.0);
        let alphas: Vec<f64> = family.map(|verdict| verdict.alpha).collect();
        (alphas.len(), number(alphas.iter().sum()))
    };
    let ((theorems, of_theorems), (controls, of_controls)) = (spent(false), spent(true));
    format!(
        "Union bound: the probability that any of the {theorems} statistical verdicts on theorems is wrong is at most Σα = {of_theorems}; \
         on {controls} controls, for which every spec spends its α a second time, at most {of_controls}."
    )
}

/// Rewrites the catalogue of the notes' statements with these verdicts, if the page exists.
fn renew_catalogue(page: &Path, verdicts: &[Verdict]) -> Result<(), StudyError> {
    if !page.exists() {
        return Ok(());
    }
    let document = report::claims_document(verdicts, "results/verdicts.json")?;
    let text = report::markdown::markdown(&document);
    Ok(write_again(page, text.as_bytes())?)
}

/// Puts the table of what was found, and the number of verdicts, between the markers of a README, if the file and the markers exist.
fn splice(readme: &Path, summaries: &[Summary]) -> Result<(), StoreError> {
    let Ok(text) = std::fs::read_to_string(readme) else {
        return Ok(());
    };
    let Some((head, rest)) = text.split_once(BEGIN) else {
        return Ok(());
    };
    let Some((_, tail)) = rest.split_once(END) else {
        return Ok(());
    };
    let table = report::markdown::table(&report::overview(summaries, Some("results")));
    let counts =
        report::counts(summaries).map_or_else(String::new, |sentence| format!("\n\n{sentence}"));
    let found = format!("{}{counts}", table.trim());
    let spliced = format!("{head}{BEGIN}\n\n{found}\n\n{END}{tail}");
    if spliced == text {
        return Ok(());
    }
    write_again(readme, spliced.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::spec::Spec;
    use testing::{CYCLIC, SpecText};

    #[test]
    fn union_bound_sums_alphas_of_claims_and_controls_separately() {
        let claim = "leave-one-out-risk-bound";
        let keys = "scale = 0.1\nexpect = \"violated\"";
        let spec = SpecText::new("basis\ndimension = 4\nexamples = 3")
            .replicates(10)
            .key("alpha = 0.02")
            .variant("plain", CYCLIC)
            .claim(claim)
            .claim(format_args!(
                "{claim}\nid = \"c\"\ncontrol_of = \"{claim}\"\n{keys}"
            ))
            .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block(0..10);
        let verdicts = spec.judge_spec().judge(0, &block);
        let both = [verdicts.clone(), verdicts].concat();
        let line = union_bound(&both);
        assert!(
            line.contains("the 2 statistical verdicts on theorems") && line.contains("Σα = 0.04"),
            "{line}"
        );
        assert!(
            line.contains(
                "on 2 controls, for which every spec spends its α a second time, at most 0.04"
            ),
            "{line}"
        );
    }
}
