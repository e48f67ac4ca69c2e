//! Runs the command `replay`: reruns one trial, given by its address, and prints it, follows it update by update, or checks its certificate.

use super::settings::{Settings, print_json};
use crate::report;
use crate::report::document::Align;
use crate::study::outputs::requested;
use crate::study::replay::{self, Replayed, Verified};
use crate::study::stored_trial::Stored;
use crate::study::trajectory::{COLUMNS, Trajectory, trajectory};
use crate::study::{Outcome, StudyError};
use claims::certificate::CheckResult;
use claims::numbers;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Options of `replay`.
#[derive(clap::Args)]
pub(super) struct ReplayOptions {
    /// Address of the trial, experiment:cell-key:variant:replicate: copy it from results/NAME/verdicts.json, where `witness` is the address of the
    /// trial that decides and `closest` that of the trial nearest to its limit. The cell-key lists the keys of the generator with their values, and
    /// those keys of variants that the spec sweeps
    address: String,
    /// Check a certificate of the trial (its updates and their order) in exact arithmetic: a file that `run --certificates` or `export --certificate`
    /// wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trace", "page"])]
    certificate: Option<PathBuf>,
    /// Follow the run: after every update k, the norm ‖w‖, ⟨w, u⟩, and the bounds kγ and √k·R. The vector u is the unit separator of the largest
    /// margin γ, for a large sample the planted one; without a separator ⟨w, u⟩ and kγ are left out. The result is a table, or a file: .csv (all
    /// updates), .svg or .png (a figure). Write ADDRESS before --trace, otherwise it is taken for FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    trace: Option<Option<PathBuf>>,
    /// Write a page that shows the run update by update, with a slider. It has the examples in a plane (that of the two features, or else the plane
    /// through u and w), and the curves of ‖w‖, ⟨w, u⟩ and their bounds
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    /// With --trace or --page: follow only the first K updates
    #[arg(long, value_name = "K", conflicts_with = "certificate")]
    until: Option<usize>,
    /// Run the program of an external learner (`learner = { process = … }`), which has all your permissions
    #[arg(long)]
    allow_processes: bool,
}

pub(super) fn replay(options: &ReplayOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let (results, experiments) = (&settings.results, &settings.experiments);
    let address = options.address.as_str();
    if let Some(path) = &options.certificate {
        let verified = replay::verify(address, path, results, experiments)?;
        return answer(&verified, settings);
    }
    if options.trace.is_some() || options.page.is_some() {
        let trace = options.trace.as_ref().and_then(Option::as_ref);
        let outputs = requested([("--trace", trace), ("--page", options.page.as_ref())]);
        replay::refuse_outputs(&outputs, address, results, experiments)?;
        let trajectory = trajectory(address, results, experiments)?;
        let trajectory = trajectory.until(options.until.unwrap_or(usize::MAX));
        return follow(&trajectory, options, settings);
    }
    let replayed = replay::replay(address, results, experiments, options.allow_processes)?;
    show(replayed, settings)
}

/// Largest number of updates in the table of a trajectory on a terminal.
const MOST_ROWS: usize = 60;

fn follow(
    trajectory: &Trajectory,
    options: &ReplayOptions,
    settings: &Settings,
) -> Result<Outcome, StudyError> {
    let file = options.trace.as_ref().and_then(Option::as_ref);
    if let Some(path) = file {
        trajectory.write(path)?;
    }
    if let Some(path) = &options.page {
        trajectory.write_page(path)?;
    }
    let files: Vec<&PathBuf> = file.into_iter().chain(&options.page).collect();
    let mut words = trajectory.trace.paragraphs();
    let (followed, all) = (trajectory.trace.updates.len(), trajectory.trace.all);
    if followed < all {
        words.push(format!(
            "Only the first {followed} of {all} updates are shown."
        ));
    }
    if settings.json {
        let rows = matches!(options.trace, Some(None)).then(|| trajectory.rows(usize::MAX));
        let address = &trajectory.heading.address;
        print_json(
            &json!({ "address": address, "words": words, "files": files, "columns": COLUMNS, "updates": rows }),
        )?;
        return Ok(Outcome::AsExpected);
    }
    if matches!(options.trace, Some(None)) {
        print!("{}", table(trajectory));
    }
    println!("{}", words.join("\n"));
    files
        .iter()
        .for_each(|file| println!("written: {}", file.display()));
    Ok(Outcome::AsExpected)
}

/// Formats the updates of a trajectory as a table. If there are many, only some are shown, with the total number.
fn table(trajectory: &Trajectory) -> String {
    let squeeze = &trajectory.trace.squeeze;
    let names = [
        "update",
        "example",
        "label",
        "y⟨w, x⟩ before",
        "‖w‖",
        "⟨w, u⟩",
        "k·γ",
        squeeze.upper_name(),
    ];
    let rows = trajectory.rows(MOST_ROWS);
    let updates = trajectory.trace.updates.len();
    let cell = |value: Option<f64>| value.map_or("-".to_owned(), numbers::number);
    let lines = rows.iter().map(|row| row.map(cell).to_vec());
    let lines: Vec<Vec<String>> = std::iter::once(names.map(String::from).to_vec())
        .chain(lines)
        .collect();
    let mut text = report::aligned(&lines, &[Align::Right; 8]);
    if rows.len() < updates + 1 {
        text += &format!(
            "{} of {updates} updates are shown; `--trace FILE.csv` writes all of them\n",
            rows.len() - 1
        );
    }
    text + "\n"
}

fn show(replayed: Replayed, settings: &Settings) -> Result<Outcome, StudyError> {
    let outcome = match replayed.stored.differs() {
        true => Outcome::Unexpected,
        false => Outcome::AsExpected,
    };
    if settings.json {
        let named = replayed
            .columns
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        let row: Map<String, Value> = named.collect();
        let (address, claims) = (replayed.address, replayed.rulings);
        let stored = replayed.stored;
        print_json(&json!({ "address": address, "row": row, "claims": claims, "stored": stored }))?;
        return Ok(outcome);
    }
    let filled = replayed
        .columns
        .iter()
        .filter(|(_, value)| !value.is_null());
    let lines: Vec<Vec<String>> = filled
        .map(|(name, value)| vec![(*name).to_owned(), text(value)])
        .collect();
    print!("{}", report::aligned(&lines, &[]));
    for ruling in &replayed.rulings {
        let number = |value: &Option<Value>| value.as_ref().map_or("-".to_owned(), text);
        println!("\nclaim {}", ruling.id);
        println!("  observed  {}", number(&ruling.observed));
        println!("  limit     {}", number(&ruling.limit));
        println!("  {}", ruling.text());
    }
    print_stored(&replayed.stored);
    Ok(outcome)
}

fn print_stored(stored: &Stored) {
    let (file, columns, differences, version) = match stored {
        Stored::NotAtHand { why } => return println!("\nnot compared with stored numbers: {why}"),
        Stored::Compared {
            file,
            columns,
            differences,
            earlier_version,
        } => (file.display(), columns, differences, earlier_version),
    };
    let version = version.map_or(String::new(), |version| {
        format!(", of results version {version},")
    });
    if differences.is_empty() {
        return println!(
            "\nthe same {columns} columns are stored in {file}{}",
            version.trim_end_matches(',')
        );
    }
    let several = differences.len();
    println!("\n{file}{version} has other numbers in {several} of {columns} columns:");
    for difference in differences {
        println!(
            "  {}: {} now, {} stored",
            difference.column,
            text(&difference.replayed),
            text(&difference.stored)
        );
    }
}

/// Formats a JSON value without the quotes of JSON.
fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn answer(verified: &Verified, settings: &Settings) -> Result<Outcome, StudyError> {
    let outcome = match verified.answer {
        CheckResult::Valid { .. } | CheckResult::OrderNotChecked { .. } => Outcome::AsExpected,
        _ => Outcome::Unexpected,
    };
    if settings.json {
        print_json(&verified.answer)?;
        return Ok(outcome);
    }
    let (updates, address) = (verified.updates, &verified.address);
    match &verified.answer {
        CheckResult::Valid { order } => {
            println!("valid: {updates} updates repeated, {address}");
            println!("  order   {order}");
            println!("  margin  {}", verified.margin);
        }
        CheckResult::OrderNotChecked { why } => {
            println!("order not checked: {why}");
            println!("all other lines hold: {updates} updates repeated, {address}");
            println!("  margin  {}", verified.margin);
        }
        CheckResult::Refused { field, why } => println!("refused: {field}: {why}"),
        CheckResult::RoundingDependent { field, why, .. } => {
            println!("rounding-dependent: {field}: {why}");
        }
        CheckResult::Undecided { field, example } => {
            println!(
                "undecided: {field}: 512 binary digits of the norms are too few to decide about example {example}"
            );
        }
    }
    Ok(outcome)
}
