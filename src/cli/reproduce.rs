//! Reproduces everything: all specs, the index over them, the table in the README, and the catalogue of the notes' statements.

use super::list::spec_files;
use super::run::{RunOptions, outcome, run_all, show};
use super::{CliError, Outcome, Settings};
use crate::report::{self, Summary, document::number};
use crate::store::{StoreError, write_verdicts};
use claims::judge::Verdict;
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
    // The pages of the project speak of its own results, not of those in another folder.
    if results == Path::new("results") {
        splice(Path::new("README.md"), &summaries)?;
        renew_catalogue(Path::new("docs/claims.md"), &verdicts)?;
    }
    show(&verdicts, settings)?;
    if !settings.json {
        println!("\n{}", union_bound(&verdicts));
    }
    Ok(outcome(&verdicts))
}

/// What the statistical verdicts of all experiments may be wrong with together, by the union bound.
fn union_bound(verdicts: &[Verdict]) -> String {
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
         on {controls} controls, at most {of_controls}."
    )
}

/// Writes the catalogue of the notes' statements anew, where there is one, with these verdicts.
fn renew_catalogue(page: &Path, verdicts: &[Verdict]) -> Result<(), StoreError> {
    if !page.exists() {
        return Ok(());
    }
    let text =
        report::markdown::markdown(&report::claims_document(verdicts, "results/verdicts.json"));
    std::fs::write(page, text).map_err(|error| StoreError::io("write", page, error))
}

/// Puts the table of experiments between the markers of a README, if there is one that has them.
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
    let table = report::markdown::table(&report::overview(summaries, "results"));
    let spliced = format!("{head}{BEGIN}\n\n{}\n\n{END}{tail}", table.trim());
    if spliced == text {
        return Ok(());
    }
    std::fs::write(readme, spliced).map_err(|error| StoreError::io("write", readme, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::spec::Spec;

    #[test]
    fn the_union_bound_adds_the_alphas_of_both_families_apart() {
        let text = "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 10\nalpha = 0.02\n\n[generator.basis]\ndimension = 4\nexamples = 3\n\n\
            [variants.plain]\nrule = { perceptron = {} }\norder = \"cyclic\"\n\n[[claims]]\nname = \"leave-one-out-risk-bound\"\n\n[[claims]]\n\
            id = \"c\"\ncontrol_of = \"leave-one-out-risk-bound\"\nname = \"leave-one-out-risk-bound\"\nscale = 0.1\nexpect = \"violated\"\n";
        let spec = Spec::from_text("t", Path::new("t.toml"), text).unwrap();
        let rows: Vec<_> = (0..10)
            .flat_map(|replicate| spec.design(&spec.cells[0]).trials(replicate))
            .collect();
        let verdicts = spec.bench().judge(0, &rows);
        let both = [verdicts.clone(), verdicts].concat();
        let line = union_bound(&both);
        assert!(
            line.contains("the 2 statistical verdicts on theorems") && line.contains("Σα = 0.04"),
            "{line}"
        );
        assert!(line.contains("on 2 controls, at most 0.04"), "{line}");
    }
}
