//! Says at the end of a run what one wants to know next: the means, what decided nothing and what it needs, and where the report lies.

use crate::application::{ApplicationError, Judged, means};
use crate::report::document::Align;
use crate::report::{self, Summary, number};
use crate::store::Folder;
use claims::claim::VerdictWord;
use claims::judge::Verdict;
use std::collections::BTreeSet;
use std::path::Path;

/// The most cells and variants whose means are shown.
const MOST_MEANS: usize = 16;

/// The most verdicts and reports that are named.
const MOST: usize = 8;

pub(super) fn show(
    judged: &Judged,
    summaries: &[Summary],
    results: &Path,
) -> Result<(), ApplicationError> {
    // Of several experiments the reports have them.
    if let [only] = summaries {
        show_means(&Folder::of(results, &only.experiment))?;
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
    Ok(())
}

fn show_means(folder: &Folder) -> Result<(), ApplicationError> {
    let means = means::of(folder)?;
    if means.columns.is_empty() {
        return Ok(());
    }
    let head = ["cell", "variant", "trials"].map(str::to_owned).into_iter();
    let names = means
        .columns
        .iter()
        .map(|name| format!("mean {}", name.replace('_', " ")));
    let mut lines: Vec<Vec<String>> = vec![head.chain(names).collect()];
    for mean in means.entries.iter().take(MOST_MEANS) {
        let values = mean
            .values
            .iter()
            .map(|value| value.map_or("–".into(), number));
        let named = [
            mean.cell.clone(),
            mean.variant.clone(),
            mean.trials.to_string(),
        ];
        lines.push(named.into_iter().chain(values).collect());
    }
    let (left, right) = (Align::Left, Align::Right);
    let sides: Vec<Align> = [left, left]
        .into_iter()
        .chain(std::iter::repeat_n(right, means.columns.len() + 1))
        .collect();
    print!("\n{}", report::aligned(&lines, &sides));
    if means.entries.len() > MOST_MEANS {
        println!(
            "and {} more in the report and in trials.parquet",
            means.entries.len() - MOST_MEANS
        );
    }
    Ok(())
}

/// Verdicts that are open, with the replicates that would decide them.
fn show_undecided(verdicts: &[Verdict]) {
    let open = |verdict: &&Verdict| verdict.verdict == VerdictWord::Inconclusive;
    let open: Vec<&Verdict> = verdicts.iter().filter(open).collect();
    if open.is_empty() {
        return;
    }
    let varying = varying(verdicts);
    println!("\nundecided: {}", counted(open.len(), "verdict"));
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
            Some(more) => format!("needs about {}", counted(more as usize, "more replicate")),
            None => "no number of replicates is foreseen".into(),
        };
        match place.is_empty() {
            true => println!("  {}: {needs}", verdict.id),
            false => println!("  {} ({}): {needs}", verdict.id, place.join(", ")),
        }
    }
    if open.len() > MOST {
        println!("  and {} more", open.len() - MOST);
    }
}

/// The parameters that are not the same in all cells.
fn varying(verdicts: &[Verdict]) -> BTreeSet<&String> {
    let cells: Vec<_> = verdicts
        .iter()
        .filter_map(|verdict| verdict.cell.as_ref())
        .collect();
    let keys: BTreeSet<&String> = cells.iter().flat_map(|cell| cell.keys()).collect();
    let differs = |key: &&String| {
        cells
            .iter()
            .any(|cell| cell.get(*key) != cells[0].get(*key))
    };
    keys.into_iter().filter(differs).collect()
}

/// A number of things.
pub(super) fn counted(count: usize, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}
