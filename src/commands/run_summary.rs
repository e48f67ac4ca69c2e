//! Prints the summary at the end of a run: means, undecided verdicts with the replicates they need, and paths of the reports.

use crate::report::data_table::DataTable;
use crate::report::{Summary, pairs};
use crate::study::{Judged, varying_keys};
use claims::claim::{Form, VerdictKind};
use claims::judge::Verdict;
use claims::numbers::{counted, listed};
use grade::process::shell::quoted_path;
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::Path;

/// Largest number of cells and variants whose means are shown at the end of a run.
const MOST_MEANS: usize = 16;

/// Largest number of undecided verdicts, and of reports, that are named at the end of a run.
const MOST: usize = 8;

pub(super) fn show(judged: &Judged, summaries: &[Summary], results: &Path) {
    if let Some(means) = &judged.means {
        show_means(means, summaries, results);
    }
    show_pairs(&judged.verdicts);
    show_undecided(&judged.verdicts);
    println!();
    if let [summary] = summaries {
        println!("{}\n", wrapped(&summary.sentences));
    }
    for summary in summaries.iter().take(MOST) {
        println!("report: {}", results.join(summary.page("html")).display());
    }
    if summaries.len() > MOST {
        println!(
            "and {} more reports below {}",
            summaries.len() - MOST,
            results.display()
        );
    }
}

/// A text in lines that fit the terminal; in one line if standard output is not a terminal.
fn wrapped(text: &str) -> String {
    match std::io::stdout().is_terminal() {
        true => textwrap::fill(text, textwrap::termwidth()),
        false => text.to_owned(),
    }
}

fn show_means(means: &DataTable, summaries: &[Summary], results: &Path) {
    print!("\n{}", means.first(MOST_MEANS).fitted());
    let more = means.rows.len().saturating_sub(MOST_MEANS);
    if more > 0 {
        let name = summaries.first().map_or("", |summary| &summary.experiment);
        let folder = quoted_path(&results.join(name));
        println!("and {more} more: perceptron-lab table {folder}");
    }
}

/// Prints in how many pairs the first of two variants has the smaller number, and whether the two share their random draws.
fn show_pairs(verdicts: &[Verdict]) {
    let varying = varying_keys(verdicts.iter().filter_map(|verdict| verdict.cell.as_ref()));
    let lines = verdicts.iter().filter_map(|verdict| {
        let line = pairs::line(verdict)?;
        Some(format!("  {}: {line}", place(verdict, &varying)))
    });
    let lines: Vec<String> = lines.collect();
    let draws = pairs::draws(verdicts);
    if lines.is_empty() && draws.is_empty() {
        return;
    }
    println!("\npairs on the same samples:");
    lines.iter().take(MOST).for_each(|line| println!("{line}"));
    if lines.len() > MOST {
        println!("  and {} more, on the page", lines.len() - MOST);
    }
    draws
        .iter()
        .take(MOST)
        .for_each(|sentence| println!("  {sentence}"));
}

/// The claim of a verdict, with its setting and its variant in parentheses.
fn place(verdict: &Verdict, varying: &BTreeSet<&String>) -> String {
    let cell = verdict.cell.as_ref().map(|cell| {
        let pairs = cell.iter().filter(|(key, _)| varying.contains(*key));
        let pairs = pairs.map(|(key, value)| format!("{key}={value}"));
        pairs.collect::<Vec<_>>().join(", ")
    });
    let variant = verdict.variant.as_str().unwrap_or_default();
    let place = [cell.unwrap_or("all cells".into()), variant.to_owned()];
    let place: Vec<String> = place.into_iter().filter(|part| !part.is_empty()).collect();
    match place.is_empty() {
        true => verdict.id.clone(),
        false => format!("{} ({})", verdict.id, place.join(", ")),
    }
}

/// How the method begins of a verdict that bets decide.
const BETTING: &str = "confidence sequence";

/// The cause of an inconclusive verdict: it lacks values of its claim, replicates, or a premise that holds on all samples.
fn why_undecided(verdict: &Verdict) -> String {
    match (&verdict.missing, verdict.needed) {
        (Some(_), _) => format!("{} of its trials have no value", verdict.failed),
        (None, Some(more)) if verdict.form == Form::HasDistribution => {
            let judged = verdict.independent.map_or(String::new(), |look| {
                format!("judged at the first {look} of {}; ", verdict.applicable)
            });
            let next = verdict.applicable + more;
            format!("{judged}the next look that can decide is at {next} replicates")
        }
        (None, Some(more)) => format!("needs about {}", counted(more, "more replicate")),
        // No number of replicates decides about a mean if a premise fails on some samples; the method says on how many it holds.
        (None, None) if verdict.inapplicable > 0 && verdict.interval.is_none() => {
            verdict.method.clone()
        }
        (None, None) if verdict.failed > 0 => format!(
            "{} of its trials gave no result, or were cut off at a cap",
            verdict.failed
        ),
        (None, None) if verdict.undecided > 0 => {
            format!("rounding leaves {} of its trials open", verdict.undecided)
        }
        (None, None) if verdict.form == Form::Exists => "no trial shows it so far".into(),
        (None, None) if !verdict.method.starts_with(BETTING) => verdict.method.clone(),
        (None, None) => "the number of replicates it needs cannot be estimated".into(),
    }
}

/// Prints the verdicts that are still inconclusive, with what they lack, such as the estimated number of replicates.
fn show_undecided(verdicts: &[Verdict]) {
    let open = |verdict: &&Verdict| verdict.verdict == VerdictKind::Inconclusive;
    let open: Vec<&Verdict> = verdicts.iter().filter(open).collect();
    if open.is_empty() {
        return;
    }
    let varying = varying_keys(verdicts.iter().filter_map(|verdict| verdict.cell.as_ref()));
    println!("\nundecided: {}", counted(open.len() as u64, "verdict"));
    for verdict in open.iter().take(MOST) {
        let pair = verdict.variant.as_array().map(|pair| {
            let names: Vec<String> = pair
                .iter()
                .filter_map(|name| Some(name.as_str()?.to_owned()))
                .collect();
            format!(", {}", listed(&names))
        });
        let place = place(verdict, &varying) + &pair.unwrap_or_default();
        println!("  {place}: {}", why_undecided(verdict));
    }
    if open.len() > MOST {
        println!("  and {} more", open.len() - MOST);
    }
    let most = |on_fewer: bool| {
        let own = open
            .iter()
            .filter(|verdict| verdict.judged_on.is_some() == on_fewer);
        own.filter_map(|verdict| verdict.needed).max()
    };
    if let Some(most) = most(false) {
        println!(
            "next step: raise `replicates` in the spec (or its `max`) by {most} and run it again; stored trials are kept"
        );
    }
    if let Some(most) = most(true) {
        println!(
            "next step: raise `fewer_replicates` of the slow column by {most} and run it again, all trials anew"
        );
    }
}
