//! Opens a data file, or standard input, and describes what is wrong with it.

use crate::store::read_table;
use crate::study::StudyError;
use claims::problem::{Place, Problem};
use claims::spec::nearest;
use perceptron::intake::{self, DataFault, DataSource, Format, Intake, Request};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};

/// Receives the progress of an analysis, stage by stage.
pub trait AnalysisProgress: Sync {
    /// Announces the next stage, described by `words`, and the units of work in it; 0 if their number is unknown.
    fn stage(&self, words: &str, units: u64);

    /// Reports how many units of work of the current stage are finished.
    fn reached(&self, units: u64);
}

/// A data file that was read.
pub(super) struct Input {
    /// Name of the data file; `-` for standard input.
    pub name: String,
    /// SHA-256 of the file's bytes.
    pub sha256: String,
    /// Examples, classes, and what else was read from the file.
    pub intake: Intake,
}

/// A data file on the disk, and the receiver of reading progress.
struct OnDisk<'p> {
    file: File,
    progress: &'p dyn AnalysisProgress,
}

/// A reader that reports the number of bytes read so far as progress.
struct Counting<'p, R> {
    inner: R,
    bytes: u64,
    progress: &'p dyn AnalysisProgress,
}

impl<R: Read> Read for Counting<'_, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(into)?;
        self.bytes += length as u64;
        self.progress.reached(self.bytes);
        Ok(length)
    }
}

impl DataSource for OnDisk<'_> {
    fn open(&self) -> io::Result<Box<dyn BufRead + '_>> {
        (&self.file).rewind()?;
        let counting = Counting {
            inner: &self.file,
            bytes: 0,
            progress: self.progress,
        };
        Ok(Box::new(BufReader::with_capacity(1 << 20, counting)))
    }
}

/// An open data file that can be read any number of times, whether it lies on the disk or came through a pipe.
pub(crate) struct DataFile<'p> {
    path: PathBuf,
    content: Content<'p>,
    progress: &'p dyn AnalysisProgress,
}

enum Content<'p> {
    OnDisk(OnDisk<'p>),
    /// All bytes of a pipe, which can be read only once.
    Bytes(Vec<u8>),
}

/// Most bytes that are read from a pipe, because they are held in memory.
const MOST_PIPED: u64 = 1 << 32;

/// Number of bytes of a pipe that show whether it is text, before more is read.
const FIRST: u64 = 1 << 16;

impl<'p> DataFile<'p> {
    /// Opens a data file, a pipe, or standard input (`-`).
    pub(crate) fn open(
        path: &Path,
        progress: &'p dyn AnalysisProgress,
    ) -> Result<Self, StudyError> {
        let content = if path == Path::new("-") {
            progress.stage("reading", 0);
            Content::Bytes(piped(io::stdin().lock()).map_err(|error| unread(path, &error))?)
        } else {
            let file = opened(path)?;
            let about = file.metadata().map_err(|error| unread(path, &error))?;
            progress.stage("reading", about.len());
            if about.is_file() {
                Content::OnDisk(OnDisk { file, progress })
            } else {
                Content::Bytes(piped(file).map_err(|error| unread(path, &error))?)
            }
        };
        Ok(Self {
            path: path.to_owned(),
            content,
            progress,
        })
    }

    fn source(&self) -> &dyn DataSource {
        match &self.content {
            Content::OnDisk(file) => file,
            Content::Bytes(bytes) => bytes,
        }
    }

    /// Reads the examples that a request asks for.
    pub(crate) fn taken(&self, request: &Request) -> Result<Intake, DataFault> {
        let ending = self.path.extension().unwrap_or_default().to_string_lossy();
        let format = Format::of_ending(&ending);
        let is_parquet = format == Some(Format::Parquet) || self.begins_as_parquet();
        match &self.content {
            Content::OnDisk(_) if is_parquet => {
                read_table(&self.path, request, &mut |rows, total| {
                    if rows <= 1 << 16 {
                        self.progress.stage("reading rows", total);
                    }
                    self.progress.reached(rows);
                })
            }
            Content::Bytes(_) if is_parquet => {
                let problem = "a parquet file cannot be read from standard input or a pipe";
                Err(
                    DataFault::new(problem, "CSV or LIBSVM on standard input or through a pipe")
                        .help("save it to a file and give its path"),
                )
            }
            _ => intake::read(self.source(), format, request),
        }
    }

    fn begins_as_parquet(&self) -> bool {
        let mut start = [0; 4];
        let read = self
            .source()
            .open()
            .and_then(|mut input| input.read_exact(&mut start));
        read.is_ok() && start == MARK
    }

    /// SHA-256 of the file's bytes, in hexadecimal digits.
    fn digest(&self) -> Result<String, DataFault> {
        let mut digest = Sha256::new();
        let source = self.source();
        let read = source.open().and_then(|mut input| {
            loop {
                let block = input.fill_buf()?;
                if block.is_empty() {
                    return Ok(());
                }
                digest.update(block);
                let length = block.len();
                input.consume(length);
            }
        });
        let unreadable = |error: io::Error| {
            DataFault::new(format!("reading stopped: {error}"), "a readable file")
        };
        read.map_err(unreadable)?;
        Ok(hex::encode(digest.finalize()))
    }

    /// The error that a fault of this file is for the user, with the file's name.
    pub(crate) fn error(&self, fault: &DataFault) -> StudyError {
        StudyError::Usage(placed(&self.path.display().to_string(), fault))
    }
}

/// Reads all bytes of a pipe; if they are no text, only the first ones, which suffice to see that.
fn piped(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    (&mut input).take(FIRST).read_to_end(&mut bytes)?;
    if bytes.contains(&0) {
        return Ok(bytes);
    }
    input.take(MOST_PIPED).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_PIPED {
        let problem = format!("more than {MOST_PIPED} bytes come through a pipe");
        return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
    }
    Ok(bytes)
}

/// Reads the examples of a data file that a request asks for; `-` is standard input.
pub(super) fn read(
    path: &Path,
    request: &Request,
    progress: &dyn AnalysisProgress,
) -> Result<Input, StudyError> {
    let file = DataFile::open(path, progress)?;
    let intake = file.taken(request).map_err(|fault| file.error(&fault))?;
    let sha256 = file.digest().map_err(|fault| file.error(&fault))?;
    Ok(Input {
        name: path.display().to_string(),
        sha256,
        intake,
    })
}

fn refused(path: &Path, reason: &dyn std::fmt::Display, help: &str) -> StudyError {
    StudyError::usage(format!("cannot read {}: {reason}", path.display()))
        .note("expected", "a CSV, LIBSVM, ARFF or parquet file")
        .help(help)
}

/// The error that the operating system does not open or read a file.
fn unread(path: &Path, error: &io::Error) -> StudyError {
    let help = match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => "check the path",
        ErrorKind::PermissionDenied => "allow the file to be read, or name another file",
        ErrorKind::FileTooLarge => "save the data to a file, and give its path",
        _ => "check the file, or copy it and try again",
    };
    refused(path, error, help)
}

fn opened(path: &Path) -> Result<File, StudyError> {
    let file = File::open(path).map_err(|error| unread(path, &error))?;
    match file.metadata() {
        Ok(data) if data.is_dir() => {
            let help = "give the path of a file in it";
            Err(refused(path, &"it is a folder", help))
        }
        Ok(_) => Ok(file),
        Err(error) => Err(unread(path, &error)),
    }
}

const MARK: [u8; 4] = *b"PAR1";

/// What is wrong with a data file, at its place in the file.
fn placed(file: &str, fault: &DataFault) -> Problem {
    let file = if file == "-" { "standard input" } else { file };
    let place = Place {
        file: file.to_owned(),
        line: fault.line,
        // Without a line there is no text in which a column could be counted.
        column: fault.column.filter(|_| fault.line.is_some()),
        name: fault.name.as_deref().map(intake::shortened),
    };
    let unknown = fault.unknown.as_ref();
    let near = unknown.and_then(|(given, known)| nearest(given, known));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if unknown.is_some() => "give one of the expected names".to_owned(),
        None => fault.help.clone(),
    };
    let problem = Problem::new(&fault.problem).of_kind(fault.kind.unwrap_or("data"));
    let problem = problem.at(place).note("expected", &fault.expected);
    match help.is_empty() {
        true => problem,
        false => problem.help(help),
    }
}
