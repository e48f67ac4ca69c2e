//! Runs the command `reproduce`: runs all specs, writes the pages about all of them, and prints what was found, note by note.

use super::progress::StudyProgress;
use super::settings::{Settings, print_json};
use super::verdict_table::{show, show_warnings};
use crate::report::{self, SummaryRow};
use crate::study::reproduce::Reproduced;
use crate::study::{Outcome, RunOptions, StudyError, reproduce, reseed};
use clap::Args;
use grade::process::shell::quoted_path;

/// Options of `reproduce`.
#[derive(Debug, Args)]
pub(super) struct ReproduceOptions {
    #[command(flatten)]
    pub options: RunOptions,
    /// Run everything with K other seeds instead, and print every verdict that is not the expected one; trials are not stored, and only
    /// results/reseeds (or results/reseeds/quick) is written
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["fresh", "retry_failed", "certificates", "figures"])]
    pub reseed: Option<u64>,
    /// Print the table of all claims, and a bound on the probability of a wrong verdict, instead of what was found in each note
    #[arg(long, conflicts_with = "reseed")]
    pub all: bool,
}

/// Largest number of unexpected claims that are printed without `--all`.
const MOST_UNEXPECTED: usize = 20;

pub(super) fn reproduce(
    arguments: &ReproduceOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    if let Some(count) = arguments.reseed {
        return reseed(&arguments.options, count, settings);
    }
    let progress = StudyProgress::stoppable(settings.verbosity);
    let (options, results) = (&arguments.options, &settings.results);
    let reproduced = reproduce::reproduce(&settings.experiments, options, results, &progress)?;
    progress.finish();
    let judged = &reproduced.judged;
    match arguments.all || settings.json {
        true => show(judged, settings)?,
        false => show_findings(&reproduced, settings),
    }
    if settings.prints_text() {
        if arguments.all {
            println!("\n{}", reproduce::union_bound(&judged.verdicts));
        }
        let index = quoted_path(&options.results(results).join("index.html"));
        println!(
            "reports: {index}\nall claims: `perceptron-lab reproduce --all`, or verdicts.json in the folder of the index"
        );
    }
    Ok(Outcome::of(judged))
}

/// Prints what was found in each note, how many verdicts there are, and the claims with an unexpected one.
fn show_findings(reproduced: &Reproduced, settings: &Settings) {
    show_warnings(&reproduced.judged);
    if !settings.prints_text() {
        return;
    }
    for row in &reproduced.found.rows {
        let [note, asked, found] =
            [0, 1, 2].map(|place| row.get(place).map_or_else(String::new, report::cell_text));
        println!("{note}: {asked}\n  {found}");
    }
    if let Some(counts) = &reproduced.counts {
        println!("\n{counts}");
    }
    let rows = report::summarise(&reproduced.judged.verdicts);
    let unexpected = rows.iter().filter(|row| !row.as_expected);
    let mut unexpected: Vec<SummaryRow> = unexpected.cloned().collect();
    if unexpected.is_empty() {
        return;
    }
    let left = unexpected.len().saturating_sub(MOST_UNEXPECTED);
    unexpected.truncate(MOST_UNEXPECTED);
    print!(
        "\nunexpected:\n{}",
        report::fitted(&report::table(&unexpected))
    );
    if left > 0 {
        println!("and {left} more; `perceptron-lab reproduce --all` prints them");
    }
}

/// Runs all experiments with `count` other seeds, and prints the verdicts that depend on the seed.
fn reseed(options: &RunOptions, count: u64, settings: &Settings) -> Result<Outcome, StudyError> {
    let progress = StudyProgress::new(settings.verbosity);
    let results = &settings.results;
    let reseeds = reseed::reseed(&settings.experiments, options, count, results, &progress)?;
    progress.finish();
    for line in &reseeds.stale_prose {
        eprintln!("warning: {line}");
    }
    if settings.json {
        print_json(&reseeds)?;
    } else {
        let tables = reseeds.tables().map(|table| report::text(&table));
        println!("{}", tables.join("\n"));
    }
    Ok(match reseeds.failed() {
        0 if reseeds.is_stable() => Outcome::AsExpected,
        0 => Outcome::Unexpected,
        _ => Outcome::Incomplete,
    })
}
