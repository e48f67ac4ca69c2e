//! Runs the command `analyze`: analyzes a data file, prints the results, and writes the requested page and certificate.

use super::run::ProgressForm;
use super::settings::{Settings, print_json};
use super::stage_lines::StageLines;
use crate::analyze::{self, Analysis, AnalysisProgress, Options, analyze};
use crate::report::document::Block;
use crate::report::{self, draw, html};
use crate::study::{Outcome, StudyError, outputs};
use claims::certificate::portable;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use perceptron::intake::{Missing, Request};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Options of `analyze`.
#[derive(Debug, Args)]
pub(super) struct AnalyzeOptions {
    /// Data file: a table (commas, semicolons, tabs, vertical bars or blanks between columns, with or without their names), LIBSVM, SVMlight, ARFF or parquet; `-` reads standard input
    pub data: PathBuf,
    /// Column with the classes (default: the last one)
    #[arg(long, value_name = "COLUMN")]
    pub label: Option<String>,
    /// Class that gets label +1 (default: the last in order); of more than two classes, all others together get −1
    #[arg(long, value_name = "VALUE")]
    pub positive: Option<String>,
    /// Class that gets label −1; rows of other classes are left out
    #[arg(long, value_name = "VALUE", requires = "positive")]
    pub negative: Option<String>,
    /// Columns to use as features (default: all but the label); may be repeated. Quote a name that contains a comma: '"length, mm",width'
    #[arg(long, value_name = "COLUMN,…", value_parser = columns)]
    pub features: Option<Vec<Columns>>,
    /// Whether the first line of a table holds column names (default: detected from the whole file)
    #[arg(long, value_name = "WHETHER")]
    pub header: Option<YesNo>,
    /// How to treat missing values: drop leaves out their rows, mean fills in the mean of the column (default: missing values are an error)
    #[arg(long, value_name = "HOW")]
    pub missing: Option<MissingWord>,
    /// Scale every feature to mean 0 and standard deviation 1 first
    #[arg(long)]
    pub standardize: bool,
    /// Number of shuffled orders per learner
    #[arg(long, value_name = "K", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=1000))]
    pub shuffles: u64,
    /// Seed of the shuffled orders
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Form of the progress on standard error: a bar if it is a terminal, or lines of JSON for another program
    #[arg(long, value_enum, default_value = "bar", value_name = "FORM")]
    pub progress: ProgressForm,
    /// Write a page with figures to this file
    #[arg(long, value_name = "FILE.html")]
    pub report: Option<PathBuf>,
    /// Write the certificate, a proof of what the analysis says about separability, to this file; scripts/check-certificate verifies it independently
    #[arg(long, value_name = "FILE.json")]
    pub certificate: Option<PathBuf>,
}

/// How rows with missing values are treated, as a word of the option `--missing`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum MissingWord {
    /// Leave out rows with missing values.
    Drop,
    /// Fill in the mean of the column.
    Mean,
}

/// Yes or no, as a word of the option `--header`: whether the first line of the data file holds column names.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum YesNo {
    /// The first line holds column names.
    Yes,
    /// The first line is data.
    No,
}

/// Names of columns, as given to one option `--features`.
#[derive(Debug, Clone)]
pub(super) struct Columns(Vec<String>);

/// Parses the column names of one option `--features`, separated by commas, with quotes as in a CSV file.
fn columns(text: &str) -> Result<Columns, String> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let read = reader.read_record(&mut record);
    let is_there = read.map_err(|error| error.to_string())?;
    let names = record.iter().map(|name| name.trim().to_owned());
    let names = names.collect();
    let has_more = reader.read_record(&mut record).unwrap_or(true);
    match is_there && !has_more {
        true => Ok(Columns(names)),
        false => Err(
            "names of columns, separated by commas; put a name that contains a comma in quotes"
                .into(),
        ),
    }
}

/// A progress bar for the current stage of an analysis, on stderr if that is a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        let bar = ProgressBar::new(0);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }
}

impl AnalysisProgress for Bar {
    fn stage(&self, words: &str, units: u64) {
        let template = if units > 0 {
            "{msg} {wide_bar} {percent}%, {eta} left"
        } else {
            "{msg} {spinner} {elapsed}"
        };
        let style = ProgressStyle::with_template(template);
        self.0
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.0.set_length(units);
        self.0.set_position(0);
        self.0.set_message(words.to_owned());
    }

    fn reached(&self, units: u64) {
        self.0.set_position(units);
    }
}

impl AnalyzeOptions {
    fn options(&self) -> Options {
        let missing = match self.missing {
            None => Missing::Refuse,
            Some(MissingWord::Drop) => Missing::Drop,
            Some(MissingWord::Mean) => Missing::Mean,
        };
        Options {
            data: self.data.clone(),
            request: Request {
                label: self.label.clone(),
                positive: self.positive.clone(),
                negative: self.negative.clone(),
                features: self.features.as_ref().map(|lists| {
                    let names = lists.iter().flat_map(|list| list.0.clone());
                    names.collect()
                }),
                missing,
                header: self.header.map(|word| matches!(word, YesNo::Yes)),
                without: Vec::new(),
                indices: None,
            },
            standardize: self.standardize,
            shuffles: self.shuffles,
            seed: self.seed,
        }
    }
}

/// An analysis as JSON: the warnings at its top, as the text has them.
#[derive(Serialize)]
struct PrintedAnalysis<'a> {
    warnings: Vec<String>,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

pub(super) fn run(arguments: &AnalyzeOptions, settings: &Settings) -> Result<Outcome, StudyError> {
    check_outputs(arguments)?;
    let options = arguments.options();
    let analysis = match arguments.progress {
        ProgressForm::Bar => {
            let bar = Bar::new();
            let analysis = analyze(&options, &bar);
            bar.0.finish_and_clear();
            analysis?
        }
        ProgressForm::Lines => {
            let lines = StageLines::start();
            let analysis = analyze(&options, &lines);
            lines.finish();
            analysis?
        }
    };
    if let Some(path) = &arguments.certificate {
        write_certificate(&analysis, path)?;
    }
    if let Some(path) = &arguments.report {
        write_page(&analysis, path)?;
    }
    if settings.json {
        print_json(&PrintedAnalysis {
            warnings: analyze::warnings(&analysis),
            analysis: &analysis,
        })?;
    } else {
        print!("{}", report::page_text(&analyze::document(&analysis, &[])));
    }
    Ok(Outcome::AsExpected)
}

/// Refuses paths of output files that equal the data file or each other.
fn check_outputs(arguments: &AnalyzeOptions) -> Result<(), StudyError> {
    let given = outputs::requested([
        ("--certificate", arguments.certificate.as_ref()),
        ("--report", arguments.report.as_ref()),
    ]);
    let is_file = arguments.data != Path::new("-");
    let data = is_file.then(|| ("the data file", arguments.data.clone()));
    outputs::refuse(&given, &data.into_iter().collect::<Vec<_>>())
}

fn write_certificate(analysis: &Analysis, path: &Path) -> Result<(), StudyError> {
    let written = serde_json::to_value(&analysis.certificate);
    let written = written.and_then(|value| serde_json::to_string_pretty(&portable(value)));
    let text = written.map_err(|error| StudyError::usage(error.to_string()))?;
    outputs::save(path, text + "\n")
}

fn write_page(analysis: &Analysis, path: &Path) -> Result<(), StudyError> {
    let drawn = analyze::charts(analysis).into_iter().map(|chart| {
        let figure = draw::figure(&chart).map_err(|source| report::ReportError::Draw {
            name: chart.name.clone(),
            source,
        })?;
        Ok(Block::Figure(figure))
    });
    let figures = drawn.collect::<Result<Vec<Block>, StudyError>>()?;
    outputs::save(path, html::html(&analyze::document(analysis, &figures)))
}
