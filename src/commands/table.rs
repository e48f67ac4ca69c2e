//! Runs the command `table`: groups the trials of results and prints their statistics.

use super::settings::{Settings, print_bytes};
use crate::report::PROGRAM;
use crate::report::data_table::{TableFormat, TableOrigin};
use crate::store::Folder;
use crate::study::results_folder::results_folder;
use crate::study::table::{MadeTable, TableRequest, table};
use crate::study::{Outcome, StudyError, outputs};
use clap::Args;
use grade::process::shell::{quoted, quoted_path};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Options of `table`.
#[derive(Debug, Args)]
pub(super) struct TableOptions {
    /// Results folders, or names of experiments such as mit/xor; the trials of several are put together
    #[arg(required = true, value_name = "RESULTS")]
    pub given: Vec<PathBuf>,
    /// Compare two variants on the same samples: a row is about pairs of their trials, and first.COLUMN and second.COLUMN are the columns of the two.
    /// Without --show: mean with its 99 % interval, standard error and standard deviation of the difference. After every mean over pairs, such as
    /// mean(first.risk - second.risk), come the numbers of pairs in which the first is smaller, equal and larger. Then comes a 99 % interval of the
    /// probability that it is smaller if the two differ. Not needed if there are only two variants and a formula names second.COLUMN
    #[arg(long, value_name = "FIRST,SECOND", value_delimiter = ',')]
    pub pair: Vec<String>,
    /// Group the trials by these keys, separated by commas: `variant`, `cell`, `experiment`, a parameter (its path in the spec or the end of it, such
    /// as target_margin), or a column of trials. Without keys and without --show, every cell and variant is a row
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub by: Vec<String>,
    /// A column of the table: what a placeholder in the prose of a spec can compute, such as mean(mistakes), quantile(risk, 0.9), share(mistakes > 3)
    /// or tightness("CLAIM"). The function interval(FORMULA) is the mean ± half of its 99 % interval; `as NAME` gives the column a name. Default:
    /// means
    #[arg(long, value_name = "EXPRESSION")]
    pub show: Vec<String>,
    /// Only trials that meet conditions, separated by commas: KEY = VALUE, KEY = [VALUE, VALUE], or a comparison of formulas such as mistakes > 3
    #[arg(long = "where", value_name = "CONDITIONS")]
    pub conditions: Vec<String>,
    /// Sort the rows by columns, separated by commas; descending with a hyphen before the name, as in --sort -mistakes, which is the first column
    /// about mistakes
    #[arg(long, value_name = "COLUMNS", allow_hyphen_values = true)]
    pub sort: Vec<String>,
    /// The form of the table (default: text, or what the ending of FILE says: .txt, .csv, .md, .tex, .json)
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// Write the table to FILE instead of printing it
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub(super) fn show(options: &TableOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    let format = format(options, settings)?;
    check_output(options, settings)?;
    let request = TableRequest {
        by: options.by.clone(),
        show: options.show.clone(),
        conditions: options.conditions.clone(),
        sort: options.sort.clone(),
        pair: options.pair.clone(),
    };
    let made = table(
        &options.given,
        &request,
        (&settings.results, &settings.experiments),
    )?;
    for note in &made.notes {
        eprintln!("note: {note}");
    }
    let origin = TableOrigin {
        program: PROGRAM.to_owned(),
        command: command(options, &made, format),
        results: made.results,
    };
    let written = made.table.written(format, &origin);
    match &options.output {
        None => print_bytes(written.as_bytes()),
        Some(path) => {
            outputs::save(path, written)?;
            eprintln!("written: {}", path.display());
            Ok(Outcome::AsExpected)
        }
    }
}

/// Refuses an output that would overwrite what the table is made of.
fn check_output(options: &TableOptions, settings: &Settings) -> Result<(), StudyError> {
    let given = outputs::requested([("--output", options.output.as_ref())]);
    if given.is_empty() {
        return Ok(());
    }
    let (results, experiments) = (&settings.results, &settings.experiments);
    let folders = options.given.iter();
    let folders = folders.map(|given| results_folder(given, results, experiments));
    let folders = folders.map(|folder| Ok(Folder::at(&folder?)));
    let folders = folders.collect::<Result<Vec<_>, StudyError>>()?;
    outputs::refuse_studies(&given, &folders, experiments)
}

/// The form that the options ask for. `--json` asks for JSON, like every command.
fn format(options: &TableOptions, settings: &Settings) -> Result<TableFormat, StudyError> {
    match (options.format, settings.json) {
        (Some(other), true) if other != TableFormat::Json => Err(StudyError::usage(
            "`--json` and `--format` ask for two forms",
        )
        .help("give one of them")),
        (_, true) => Ok(TableFormat::Json),
        (Some(format), false) => Ok(format),
        (None, false) => options
            .output
            .as_deref()
            .map_or(Ok(TableFormat::Text), format_of),
    }
}

/// The form that the ending of a file asks for.
fn format_of(path: &Path) -> Result<TableFormat, StudyError> {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.and_then(TableFormat::of_ending).ok_or_else(|| {
        StudyError::usage(format!(
            "the ending of `{}` is no known form of a table",
            path.display()
        ))
        .note(
            "allowed",
            "names that end in .txt, .csv, .md, .tex or .json, or `--format`",
        )
    })
}

/// The command that prints the table again: it names the experiments, wherever their results are.
fn command(options: &TableOptions, made: &MadeTable, format: TableFormat) -> String {
    let names = made
        .results
        .iter()
        .map(|results| quoted_path(Path::new(&results.experiment)));
    let several = |name: &str, values: &[String]| match values.is_empty() {
        true => Vec::new(),
        false => vec![name.to_owned(), quoted(&values.join(","))],
    };
    let each = |name: &str, values: &[String]| {
        let pairs = values.iter().map(|value| [name.to_owned(), quoted(value)]);
        pairs.flatten().collect::<Vec<_>>()
    };
    let form = match format {
        TableFormat::Text => Vec::new(),
        TableFormat::Csv => vec!["--format csv".to_owned()],
        TableFormat::Markdown => vec!["--format markdown".to_owned()],
        TableFormat::Latex => vec!["--format latex".to_owned()],
        TableFormat::Siunitx => vec!["--format siunitx".to_owned()],
        TableFormat::Json => vec!["--format json".to_owned()],
    };
    let words = ["perceptron-lab".to_owned(), "table".to_owned()].into_iter();
    let words = words
        .chain(names)
        .chain(several("--pair", &options.pair))
        .chain(several("--by", &options.by))
        .chain(each("--show", &options.show))
        .chain(each("--where", &options.conditions))
        .chain(several("--sort", &options.sort))
        .chain(form);
    words.collect::<Vec<_>>().join(" ")
}
