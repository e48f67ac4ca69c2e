//! Defines the input of each parser, and checks its answer.

use super::dictionary::{DATA, RECORDS, SPEC};
use claims::certificate::{Address, Certificate, CheckResult, check};
use claims::problem::Problem;
use claims::spec::Spec;
use claims::trial::{AnyColumn, Repetition};
use grade::process::shell;
use perceptron::conform;
use perceptron::intake::{Format, Missing, Request, read};
use perceptron_lab::store::{Folder, TrialReader, read_parquet, read_verdicts};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A parser of the program that is fuzzed with mutated files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParserTarget {
    /// The parser of specs.
    Spec,
    /// The parser of users' data tables in CSV.
    Csv,
    /// The parser of users' data files in text whose format has to be guessed.
    Text,
    /// The parser that splits the command line of an external learner into words, and the function that quotes names for a shell.
    Words,
    /// The parser of users' sparse examples in the format LIBSVM.
    Libsvm,
    /// The parser of users' data tables in the format parquet.
    Parquet,
    /// The parser of stored trials, `trials.parquet`.
    Trials,
    /// The parser of the manifests of results folders, `manifest.toml`.
    Manifest,
    /// The parser of the verdicts of results folders, `verdicts.json`.
    Verdicts,
    /// The parser of addresses of trials, `experiment:cell:variant:replicate`.
    Address,
    /// The parser of certificates; what it accepts is also checked against a run.
    Certificate,
    /// The parser of reference runs that other programs made.
    Reference,
}

/// A function that runs a parser on the bytes of a file: returns whether the parser accepted them, or what is wrong with its answer.
type Parser = Box<dyn Fn(&[u8]) -> Result<bool, String>>;

impl ParserTarget {
    /// All parsers that are fuzzed.
    pub const ALL: [Self; 12] = [
        Self::Spec,
        Self::Csv,
        Self::Text,
        Self::Words,
        Self::Libsvm,
        Self::Parquet,
        Self::Trials,
        Self::Manifest,
        Self::Verdicts,
        Self::Address,
        Self::Certificate,
        Self::Reference,
    ];

    /// Name of the parser on the command line, and of the folder with its corpus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Csv => "csv",
            Self::Text => "text",
            Self::Words => "words",
            Self::Libsvm => "libsvm",
            Self::Parquet => "parquet",
            Self::Trials => "trials",
            Self::Manifest => "manifest",
            Self::Verdicts => "verdicts",
            Self::Address => "address",
            Self::Certificate => "certificate",
            Self::Reference => "reference",
        }
    }

    /// Whether the files that the parser reads are binary.
    pub(super) fn is_binary(self) -> bool {
        matches!(self, Self::Parquet | Self::Trials)
    }

    /// Words of the file format that the parser reads, which mutations insert.
    pub(super) fn words(self) -> &'static [&'static str] {
        match self {
            Self::Spec => &SPEC,
            Self::Csv | Self::Text | Self::Libsvm => &DATA,
            Self::Manifest | Self::Verdicts | Self::Certificate => &RECORDS,
            _ => &[],
        }
    }

    /// Returns the function that runs the parser; in `folder` it writes temporary files, for parsers that read from files.
    pub(super) fn parser(self, folder: &Path) -> Parser {
        let folder = folder.to_owned();
        match self {
            Self::Spec => Box::new(spec),
            Self::Csv => Box::new(|bytes| data(bytes, Some(Format::Csv))),
            Self::Text => Box::new(|bytes| data(bytes, None)),
            Self::Words => Box::new(words),
            Self::Libsvm => Box::new(|bytes| data(bytes, Some(Format::Libsvm))),
            Self::Parquet => Box::new(move |bytes| parquet(bytes, &folder)),
            Self::Trials => trials(folder),
            Self::Manifest => Box::new(move |bytes| manifest(bytes, &folder)),
            Self::Verdicts => Box::new(move |bytes| verdicts(bytes, &folder)),
            Self::Address => Box::new(address),
            Self::Certificate => certificate(),
            Self::Reference => Box::new(reference),
        }
    }
}

/// Checks that a parser's error message is not too long and contains one of `places`, the words that say where in the file the error is.
pub(super) fn refused(error: &impl Display, places: &[&str]) -> Result<bool, String> {
    let words = error.to_string();
    if words.len() > 1 << 14 {
        return Err("an error of more than 16 kB".into());
    }
    let placed = places.iter().any(|place| words.contains(place));
    let first: String = words.chars().take(60).collect();
    match placed {
        true => Ok(false),
        false => Err(format!(
            "an error that does not say where it is: {}",
            crate::panics::without_numbers(&first)
        )),
    }
}

fn spec(bytes: &[u8]) -> Result<bool, String> {
    let text = String::from_utf8_lossy(bytes);
    match Spec::from_text("fuzz", Path::new("fuzz.toml"), &text) {
        Err(error) => refused(&error, &["fuzz.toml"]),
        Ok(spec) => {
            // `check` and `plan` compute these values before any sample is drawn.
            for cell in &spec.cells {
                let design = spec.design(cell);
                let _ = (design.bytes_at_least(), spec.most_replicates(cell));
            }
            let _ = (spec.trials_hash(), spec.spec_hash());
            Ok(true)
        }
    }
}

fn data(bytes: &[u8], format: Option<Format>) -> Result<bool, String> {
    let request = Request {
        missing: match bytes.len() % 3 {
            0 => Missing::Mean,
            1 => Missing::Drop,
            _ => Missing::Refuse,
        },
        ..Request::default()
    };
    match read(&bytes, format, &request) {
        Ok(intake) => {
            let lines = intake.lines.len();
            let examples = intake.sample.labels.len();
            (lines == examples)
                .then_some(true)
                .ok_or_else(|| "not every example has a line number".into())
        }
        // An error about a whole file has no line number; its message then contains another of these words.
        Err(fault) => refused(
            &fault,
            &["line", "file", "column", "class", "label", "example", "row"],
        ),
    }
}

/// Checks the quoting of words on this input: a text quoted for a shell is split into one word again. It is accepted if it splits without quotes, too.
fn words(bytes: &[u8]) -> Result<bool, String> {
    let line = String::from_utf8_lossy(bytes);
    match shell_words::split(&shell::quoted(&line)) {
        Ok(words) if words == [line.as_ref()] => Ok(shell_words::split(&line).is_ok()),
        _ => Err("a quoted word changes when it is split".into()),
    }
}

fn put(bytes: &[u8], path: &Path) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| error.to_string())
}

fn parquet(bytes: &[u8], folder: &Path) -> Result<bool, String> {
    let path = folder.join("data.parquet");
    put(bytes, &path)?;
    match read_parquet(&path, &Request::default()) {
        Ok(_) => Ok(true),
        Err(fault) => refused(
            &fault,
            &["line", "file", "column", "class", "label", "example", "row"],
        ),
    }
}

/// Text of the spec whose certificates and stored trials are mutated.
const RUN: &str = include_str!("../../corpus/run.toml");

fn run() -> Result<Spec, String> {
    Spec::from_text("run", Path::new("run.toml"), RUN).map_err(|error| error.to_string())
}

fn trials(folder: PathBuf) -> Parser {
    let (spec, path) = (run(), folder.join("trials.parquet"));
    Box::new(move |bytes| {
        let spec = spec.as_ref().map_err(Clone::clone)?;
        put(bytes, &path)?;
        let all = AnyColumn::all().collect();
        let read = || {
            let mut reader = TrialReader::open(&path, &all)?;
            let mut rows = 0;
            for cell in &spec.cells {
                let design = spec.design(cell);
                while let Some(block) = reader.block(&design)? {
                    rows += block.len();
                }
            }
            Ok::<usize, perceptron_lab::store::StoreError>(rows)
        };
        read().map_or_else(|error| refused(&error, &["trials.parquet"]), |_| Ok(true))
    })
}

fn manifest(bytes: &[u8], folder: &Path) -> Result<bool, String> {
    put(bytes, &folder.join("manifest.toml"))?;
    match Folder::at(folder).spec() {
        Ok(_) => Ok(true),
        Err(error) => refused(&error, &["manifest.toml", &folder.display().to_string()]),
    }
}

fn verdicts(bytes: &[u8], folder: &Path) -> Result<bool, String> {
    put(bytes, &folder.join("verdicts.json"))?;
    match read_verdicts(folder) {
        Ok(_) => Ok(true),
        Err(error) => refused(&error, &["verdicts.json"]),
    }
}

fn address(bytes: &[u8]) -> Result<bool, String> {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<Address>() {
        Err(error) => refused(
            &Problem::from(error),
            &["experiment:cell-key:variant:replicate"],
        ),
        Ok(address) => {
            let again = address.to_string().parse();
            (again == Ok(address))
                .then_some(true)
                .ok_or_else(|| "an address changes when it is read back".into())
        }
    }
}

/// Prepares two runs, one with a cyclic and one with a random order, and returns a function that checks mutated certificates against both runs.
fn certificate() -> Parser {
    let known = run().map(|spec| {
        let cell = &spec.cells[0];
        let design = spec.design(cell);
        let trial = |place: usize| {
            let trial = design.repeat(0, Some(place), true).ok()?;
            let address = Address {
                experiment: spec.name.clone(),
                cell: cell.key.clone(),
                variant: Some(design.variants[place].0.clone()),
                replicate: 0,
            };
            let blank = Certificate::blank(&address, &design.settings[place], &trial.sample);
            let made =
                claims::certificate::certify(blank.clone(), &trial.sample, trial.learned.as_ref());
            Some((trial, blank, made))
        };
        (0..design.variants.len())
            .filter_map(trial)
            .collect::<Vec<_>>()
    });
    Box::new(move |bytes| {
        let known: &Vec<(Repetition, Certificate, Certificate)> =
            known.as_ref().map_err(Clone::clone)?;
        let text = String::from_utf8_lossy(bytes);
        let certificate = match Certificate::read(&text) {
            Ok(certificate) => certificate,
            Err(error) => return refused(&error, &["line"]),
        };
        for (trial, blank, made) in known {
            let answer = check(&certificate, blank, trial);
            let held = matches!(
                answer,
                CheckResult::Valid { .. } | CheckResult::OrderNotChecked { .. }
            );
            if held && says_more(&certificate, made) {
                return Err("a certificate with a wrong statement is called valid".into());
            }
        }
        Ok(true)
    })
}

/// Whether a mutated certificate differs from `made`, the correct one, in a statement about the run. The proof of the margin may differ or be
/// missing, and the version of the format may be an older one.
fn says_more(certificate: &Certificate, made: &Certificate) -> bool {
    let of_the_run = |certificate: &Certificate| Certificate {
        version: made.version,
        separator: None,
        margin_squared: None,
        hull: None,
        gordan: None,
        ..certificate.clone()
    };
    of_the_run(certificate) != of_the_run(made)
}

fn reference(bytes: &[u8]) -> Result<bool, String> {
    let text = String::from_utf8_lossy(bytes);
    let sample = match conform::sample(&text) {
        Ok(sample) => sample,
        Err(fault) => return refused(&fault, &["line "]),
    };
    let dimension = sample.features.dimension();
    let weights = conform::weights(&text, dimension).map(|_| ());
    let updates = conform::updates(&text, sample.labels.len()).map(|_| ());
    for fault in [weights.err(), updates.err()].into_iter().flatten() {
        refused(&fault, &["line "])?;
    }
    let _ = conform::run(&sample, perceptron::sample::Ties::Mistake, 200);
    Ok(true)
}
