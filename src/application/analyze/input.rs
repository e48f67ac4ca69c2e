//! Opens a data file, or standard input, and names what is wrong with it.

use crate::application::ApplicationError;
use crate::store::read_table;
use claims::spec::nearest;
use perceptron::intake::{self, Fault, Format, Intake, Request};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Is told how far an analysis is.
pub trait Progress {
    /// What is done now, and of how many units it consists; 0 where nobody knows.
    fn stage(&self, words: &str, units: u64);

    /// So many units of the stage are finished.
    fn reached(&self, units: u64);
}

/// A file as it was read.
pub(super) struct Input {
    /// Its name, or `-`.
    pub name: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
    /// What it holds.
    pub intake: Intake,
}

/// Bytes that are digested on their way.
struct Digesting<'p, R> {
    inner: R,
    digest: Sha256,
    bytes: u64,
    progress: &'p dyn Progress,
}

impl<R: Read> Read for Digesting<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(into)?;
        self.digest.update(&into[..length]);
        self.bytes += length as u64;
        self.progress.reached(self.bytes);
        Ok(length)
    }
}

fn digesting<R>(inner: R, progress: &dyn Progress) -> Digesting<'_, R> {
    Digesting {
        inner,
        digest: Sha256::new(),
        bytes: 0,
        progress,
    }
}

/// Reads a data file; `-` is standard input.
pub(super) fn read(
    path: &Path,
    request: &Request,
    progress: &dyn Progress,
) -> Result<Input, ApplicationError> {
    read_named(path, request, progress).map_err(|(error, _)| error)
}

/// What a data file holds; where it cannot be read, also the column that is at fault.
pub(in crate::application) fn taken(
    path: &Path,
    request: &Request,
    progress: &dyn Progress,
) -> Result<Intake, (ApplicationError, Option<String>)> {
    read_named(path, request, progress).map(|input| input.intake)
}

fn read_named(
    path: &Path,
    request: &Request,
    progress: &dyn Progress,
) -> Result<Input, (ApplicationError, Option<String>)> {
    let name = path.display().to_string();
    let wrong = |fault: Fault| {
        let error = ApplicationError::Usage(placed(&name, &fault));
        (error, fault.name.clone())
    };
    let (intake, sha256) = if name == "-" {
        progress.stage("reading", 0);
        text(io::stdin().lock(), None, request, progress).map_err(wrong)?
    } else {
        let file = opened(path).map_err(|error| (error, None))?;
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let format = Format::of_ending(&ending);
        let length = file.metadata().map_or(0, |data| data.len());
        progress.stage("reading", length);
        if format == Some(Format::Parquet) || begins_as_parquet(path) {
            parquet(path, request, progress).map_err(wrong)?
        } else {
            text(file, format, request, progress).map_err(wrong)?
        }
    };
    Ok(Input {
        name,
        sha256,
        intake,
    })
}

fn opened(path: &Path) -> Result<File, ApplicationError> {
    let refused = |reason: String| {
        ApplicationError::Usage(format!(
            "error: cannot read {}: {reason}\n  = expected: a CSV, LIBSVM or parquet file, or - for standard input\n  = help: check the path; `perceptron-lab analyze --help` shows what can be given",
            path.display()
        ))
    };
    let file = File::open(path).map_err(|error| refused(error.to_string()))?;
    match file.metadata() {
        Ok(data) if data.is_dir() => Err(refused("it is a folder".into())),
        Ok(_) => Ok(file),
        Err(error) => Err(refused(error.to_string())),
    }
}

const MARK: [u8; 4] = *b"PAR1";

fn begins_as_parquet(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == MARK
}

fn text(
    inner: impl Read,
    format: Option<Format>,
    request: &Request,
    progress: &dyn Progress,
) -> Result<(Intake, String), Fault> {
    let mut input = BufReader::with_capacity(1 << 20, digesting(inner, progress));
    // A file that cannot be read shows its error where its lines are read.
    if input.fill_buf().is_ok_and(|start| start.starts_with(&MARK)) {
        let problem = "this is a parquet file, which is read from a file only";
        return Err(Fault::new(problem, "CSV or LIBSVM on standard input")
            .help("save it to a file and give its path"));
    }
    let intake = intake::read(&mut input, format, request)?;
    Ok((intake, hexadecimal(input.into_inner().digest)))
}

fn parquet(
    path: &Path,
    request: &Request,
    progress: &dyn Progress,
) -> Result<(Intake, String), Fault> {
    let intake = read_table(path, request, &mut |rows, total| {
        if rows <= 1 << 16 {
            progress.stage("reading rows", total);
        }
        progress.reached(rows);
    })?;
    let unreadable = |error| Fault::new(format!("cannot read on: {error}"), "a readable file");
    let mut digesting = digesting(File::open(path).map_err(unreadable)?, progress);
    io::copy(&mut digesting, &mut io::sink()).map_err(unreadable)?;
    Ok((intake, hexadecimal(digesting.digest)))
}

fn hexadecimal(digest: Sha256) -> String {
    let bytes = digest.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A finding with the name of its file, as a person reads it.
fn placed(file: &str, fault: &Fault) -> String {
    let file = if file == "-" { "standard input" } else { file };
    let numbers = [fault.line, fault.column].into_iter().flatten();
    let place: String = numbers.map(|number| format!(":{number}")).collect();
    let name = fault.name.as_deref().map(intake::shortened);
    let name = name.map_or_else(String::new, |name| format!(" (column `{name}`)"));
    let unknown = fault.unknown.as_ref();
    let near = unknown.and_then(|(given, known)| nearest(given, known));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => fault.help.clone(),
    };
    let mut lines = vec![
        format!("error: {}", fault.problem),
        format!(" --> {file}{place}{name}"),
        format!("  = expected: {}", fault.expected),
    ];
    lines.extend((!help.is_empty()).then(|| format!("  = help: {help}")));
    lines.join("\n")
}
