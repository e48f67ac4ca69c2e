//! Prints the summary at the end of a run: means, undecided verdicts with the replicates they need, and paths of the reports.

use crate::report::document::Align;
use crate::report::{self, Summary};
use crate::study::means::{CellMeans, StudyMeans};
use crate::study::{Judged, varying_keys};
use claims::claim::VerdictKind;
use claims::judge::Verdict;
use claims::numbers::counted;
use claims::numbers::number;
use std::path::Path;

/// Largest number of cells and variants whose means are shown at the end of a run.
const MOST_MEANS: usize = 16;

/// Largest number of undecided verdicts, and of reports, that are named at the end of a run.
const MOST: usize = 8;

pub(super) fn show(judged: &Judged, summaries: &[Summary], results: &Path) {
    if let Some(means) = &judged.means {
        show_means(means);
    }
    show_undecided(&judged.verdicts);
    println!();
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

fn show_means(means: &StudyMeans) {
    if means.columns.is_empty() {
        return;
    }
    print!("\n{}", table(means));
    if means.entries.len() > MOST_MEANS {
        println!(
            "and {} more in the report and in trials.parquet",
            means.entries.len() - MOST_MEANS
        );
    }
}

/// Formats the means of the first cells and variants as a table. Empty columns are left out, for example the cell if there is only one.
fn table(means: &StudyMeans) -> String {
    let shown = &means.entries[..means.entries.len().min(MOST_MEANS)];
    let column = |name: &str, side, text: &dyn Fn(&CellMeans) -> String| {
        let cells: Vec<String> = shown.iter().map(text).collect();
        (name.to_owned(), side, cells)
    };
    let mut columns = vec![
        column("cell", Align::Left, &|mean| mean.cell.clone()),
        column("variant", Align::Left, &|mean| mean.variant.clone()),
        column("trials", Align::Right, &|mean| mean.trials.to_string()),
    ];
    for (place, name) in means.columns.iter().enumerate() {
        let name = format!("mean {}", name.replace('_', " "));
        columns.push(column(&name, Align::Right, &|mean| {
            mean.values[place].map_or("–".into(), number)
        }));
    }
    columns.retain(|(_, _, cells)| cells.iter().any(|cell| !cell.is_empty()));
    let head = columns.iter().map(|(name, ..)| name.clone()).collect();
    let line = |place: usize| {
        columns
            .iter()
            .map(|(.., cells)| cells[place].clone())
            .collect()
    };
    let lines: Vec<Vec<String>> = std::iter::once(head)
        .chain((0..shown.len()).map(line))
        .collect();
    let sides: Vec<Align> = columns.iter().map(|(_, side, _)| *side).collect();
    report::aligned(&lines, &sides)
}

/// Prints the verdicts that are still inconclusive, with the estimated number of replicates that would decide them.
fn show_undecided(verdicts: &[Verdict]) {
    let open = |verdict: &&Verdict| verdict.verdict == VerdictKind::Inconclusive;
    let open: Vec<&Verdict> = verdicts.iter().filter(open).collect();
    if open.is_empty() {
        return;
    }
    let varying = varying_keys(verdicts.iter().filter_map(|verdict| verdict.cell.as_ref()));
    println!("\nundecided: {}", counted(open.len() as u64, "verdict"));
    for verdict in open.iter().take(MOST) {
        let cell = verdict.cell.as_ref().map(|cell| {
            let pairs = cell.iter().filter(|(key, _)| varying.contains(key));
            let pairs = pairs.map(|(key, value)| format!("{key}={value}"));
            pairs.collect::<Vec<_>>().join(", ")
        });
        let variant = verdict.variant.as_str().unwrap_or_default();
        let place = [cell.unwrap_or("all cells".into()), variant.to_owned()];
        let place: Vec<String> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let needs = match verdict.needed {
            Some(more) => format!("needs about {}", counted(more, "more replicate")),
            None => "the number of replicates it needs cannot be estimated".into(),
        };
        match place.is_empty() {
            true => println!("  {}: {needs}", verdict.id),
            false => println!("  {} ({}): {needs}", verdict.id, place.join(", ")),
        }
    }
    if open.len() > MOST {
        println!("  and {} more", open.len() - MOST);
    }
    if let Some(most) = open.iter().filter_map(|verdict| verdict.needed).max() {
        println!(
            "next step: raise `replicates` in the spec (or its `max`) by {most} and run it again; stored trials are kept"
        );
    }
}
