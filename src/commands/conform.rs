//! Runs the command `conform`: compares exact runs with a folder of reference runs, bit for bit.

use super::settings::{Settings, print_json};
use crate::report;
use crate::report::document::{Table, TableCell, TableColumn};
use crate::study::{Outcome, StudyError};
use clap::Args;
use grade::command::Convention;
use perceptron::conform::{self, Departure, ExactRun, Malformed, natural_order};
use perceptron::learn::StopReason;
use perceptron::sample::Ties;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Options of `conform`.
#[derive(Debug, Args)]
pub(super) struct ConformOptions {
    /// Folder with the samples data/NAME.dat, the final weights weights/NAME.txt, and optionally updates/NAME.txt, the index of the example of every
    /// update; docs/conform.md describes the formats
    pub folder: PathBuf,
    /// How y⟨w, x⟩ = 0 counts: `mistake`, or `positive` if a score of 0 predicts +1. `positive` makes both runs, and lists the samples on which they
    /// differ
    #[arg(long, value_enum, default_value = "mistake")]
    pub ties: Convention,
    /// Stop a run after N updates, because its sample may not be separable (default: as many as take about a minute, 64·10⁹ divided by
    /// examples × (features + 1), but between 20000 and 10 million)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub most_updates: Option<u64>,
}

/// The result of comparing one set of examples: the exact run, and how the reference run differs.
#[derive(Serialize)]
struct Conformance {
    set: String,
    matches: bool,
    updates: u64,
    passes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    departure: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tells_apart: Option<bool>,
    /// Updates and passes of the run in which a tie is a mistake, set only if `positive` was requested and gives another run.
    #[serde(skip)]
    other: Option<(u64, u64)>,
}

pub(super) fn conform(
    options: &ConformOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let sets = sets(&options.folder)?;
    let rows: Vec<Result<Conformance, StudyError>> = sets
        .into_par_iter()
        .map(|set| compare(set, options))
        .collect();
    let rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
    if settings.json {
        print_json(&rows)?;
    } else {
        show(&rows, options.ties);
    }
    Ok(if rows.iter().all(|row| row.matches) {
        Outcome::AsExpected
    } else {
        Outcome::Unexpected
    })
}

/// The names of the example sets in a folder, in natural order; an error if a set lacks its data or its weights.
fn sets(folder: &Path) -> Result<Vec<String>, StudyError> {
    let (data, weights) = (
        names(&folder.join("data"), "dat")?,
        names(&folder.join("weights"), "txt")?,
    );
    if data.is_empty() {
        return Err(misplaced(format!(
            "{} holds no .dat file",
            folder.join("data").display()
        )));
    }
    if let Some(name) = data.iter().find(|name| !weights.contains(name)) {
        return Err(misplaced(format!(
            "data/{name}.dat has no {}",
            folder.join(format!("weights/{name}.txt")).display()
        )));
    }
    if let Some(name) = weights.iter().find(|name| !data.contains(name)) {
        return Err(misplaced(format!(
            "weights/{name}.txt has no {}",
            folder.join(format!("data/{name}.dat")).display()
        )));
    }
    Ok(data)
}

fn names(folder: &Path, extension: &str) -> Result<Vec<String>, StudyError> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| misplaced(format!("cannot read {}: {error}", folder.display())))?;
    let paths = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == extension));
    let mut names: Vec<String> = paths
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    names.sort_by(|a, b| natural_order(a, b));
    Ok(names)
}

fn misplaced(problem: String) -> StudyError {
    StudyError::usage(problem.to_string())
        .help("a folder of reference runs holds data/NAME.dat and weights/NAME.txt for every NAME")
}

fn compare(set: String, options: &ConformOptions) -> Result<Conformance, StudyError> {
    let sample = parse(
        &options.folder.join(format!("data/{set}.dat")),
        conform::sample,
    )?;
    let dimension = sample.features.dimension();
    let expected = parse(&options.folder.join(format!("weights/{set}.txt")), |text| {
        conform::weights(text, dimension)
    })?;
    let most_updates = options
        .most_updates
        .unwrap_or_else(|| conform::patience(&sample));
    let listed = options.folder.join(format!("updates/{set}.txt"));
    let examples = sample.labels.len();
    let listed = listed
        .exists()
        .then(|| parse(&listed, |text| conform::updates(text, examples)));
    let listed = listed.transpose()?;
    let run = |ties| conform::run(&sample, ties, most_updates);
    let (run, other) = match options.ties {
        Convention::Mistake => (run(Ties::Mistake), None),
        Convention::Positive => (run(Ties::Positive), Some(run(Ties::Mistake))),
    };
    // If the updates are known, the first different update tells more than the final weights.
    let update = listed.and_then(|listed| conform::first_update(&run, &listed));
    let departure = update.or_else(|| conform::departure(&run, &expected));
    let departure = departure.map(|departure| departure_text(&departure, most_updates));
    let ExactRun { counts, .. } = run;
    Ok(Conformance {
        set,
        matches: departure.is_none(),
        updates: counts.updates,
        passes: counts.passes,
        departure,
        tells_apart: other.as_ref().map(|other| *other != run),
        other: other
            .filter(|other| *other != run)
            .map(|other| (other.counts.updates, other.counts.passes)),
    })
}

fn parse<T>(path: &Path, parser: impl Fn(&str) -> Result<T, Malformed>) -> Result<T, StudyError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| misplaced(format!("cannot read {}: {error}", path.display())))?;
    let located = |fault: Malformed| {
        StudyError::usage(fault.problem)
            .at(path, Some(fault.line as u64))
            .help("docs/conform.md describes the format of the file")
    };
    parser(&text).map_err(located)
}

fn departure_text(departure: &Departure, most_updates: u64) -> String {
    match departure {
        Departure::NotConverged(StopReason::UpdateCap) => {
            format!(
                "no clean pass within {most_updates} updates: not separable, or allow more with `--most-updates`"
            )
        }
        Departure::NotConverged(reason) => format!("no clean pass: {}", reason.as_str()),
        Departure::Update {
            number,
            found,
            expected,
        } => {
            let on = |example: &Option<usize>| match example {
                Some(example) => format!("on example {example}"),
                None => "none".to_owned(),
            };
            format!(
                "update {number} is {}, the reference has {}",
                on(found),
                on(expected)
            )
        }
        Departure::OutOfRange => "the final weights exceed 64 bits".into(),
        Departure::Weight {
            coordinate,
            found,
            expected,
        } => {
            let bias = if *coordinate == 0 { " (the bias)" } else { "" };
            format!("weight {coordinate}{bias} is {found}, the reference has {expected}")
        }
    }
}

fn show(rows: &[Conformance], ties: Convention) {
    let both = ties == Convention::Positive;
    print!("{}", report::text(&table(rows, both)));
    let matching = rows.iter().filter(|row| row.matches).count();
    println!("\n{matching} of {} sets match", rows.len());
    for row in rows {
        row.departure
            .iter()
            .for_each(|departure| println!("  {}: {departure}", row.set));
    }
    if both {
        show_apart(rows);
    }
}

/// Prints the names of the example sets on which the two tie conventions give different runs.
fn show_apart(rows: &[Conformance]) {
    let apart = rows.iter().filter(|row| row.tells_apart == Some(true));
    let apart: Vec<&str> = apart.map(|row| row.set.as_str()).collect();
    let sets = if apart.is_empty() {
        "none".into()
    } else {
        apart.join(", ")
    };
    println!(
        "\nsets on which ties = mistake and ties = positive differ ({}): {sets}",
        apart.len()
    );
}

/// A table with one row per example set; with `both`, also the result under the convention that a tie is a mistake.
fn table(rows: &[Conformance], both: bool) -> Table {
    let mut columns = vec![
        TableColumn::left_aligned("set"),
        TableColumn::right("updates"),
        TableColumn::right("passes"),
        TableColumn::left_aligned("matches"),
    ];
    if both {
        columns.push(TableColumn::left_aligned("with ties = mistake"));
    }
    Table::plain(columns, rows.iter().map(|row| cells(row, both)).collect())
}

fn cells(row: &Conformance, both: bool) -> Vec<TableCell> {
    let matches = if row.matches { "yes" } else { "no" };
    let mut cells: Vec<TableCell> = vec![
        row.set.as_str().into(),
        row.updates.into(),
        row.passes.into(),
        matches.into(),
    ];
    if both {
        let other = |(updates, passes)| format!("{updates} updates, {passes} passes");
        let other = row.other.map_or_else(|| "the same".to_owned(), other);
        cells.push(other.into());
    }
    cells
}
