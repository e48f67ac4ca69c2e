//! Reads the data files of a spec: checks where they lie, finds their format, and reports mistakes in them.

use super::data_in_words;
use perceptron::generate::File;
use perceptron::intake::{self, DataFault, Format, Intake, Request};
use perceptron::sample::Sample;
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A function that reads the examples of a parquet file.
pub type Decoder = fn(&Path, &Request) -> Result<Intake, DataFault>;

/// Which data files a spec may read, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct DataFiles<'a> {
    /// Reads parquet files; if `None`, a spec with such a file is refused.
    pub parquet: Option<Decoder>,
    /// The folder of the experiments. A data file must lie below it or below the spec's own folder; without it, a data file may lie anywhere.
    pub below: Option<&'a Path>,
}

/// Size of the largest data file of a spec, in bytes; a file is held in memory as a whole.
const LARGEST: u64 = 1 << 30;

/// Why a data file cannot be used, and the generator's key in the spec at which this is reported.
pub(super) struct UnreadableData {
    pub key: &'static str,
    pub problem: String,
    pub allowed: String,
    pub help: String,
}

/// The examples of a data file, the SHA-256 of the file, and the request that reads another file with its features and classes.
#[derive(Clone)]
pub(super) struct DataExamples {
    pub sample: Arc<Sample>,
    pub digest: String,
    alike: Request,
}

/// Reads the data files that one spec names, each only once although many cells use it.
pub(super) struct DataReader<'a> {
    files: DataFiles<'a>,
    /// The spec's folder, to which the paths of data files are relative.
    beside: &'a Path,
    /// Whether data files are looked for in the spec's folder by their file names, whatever path the spec states, because a stored spec lies next to
    /// copies of its data.
    own_names: bool,
    taken: RefCell<BTreeMap<(PathBuf, String), DataExamples>>,
    /// Sentences about oddities in the files that were read, which the user should check.
    remarks: RefCell<Vec<String>>,
    /// Sentences that say how many examples each file has, and what was left out of it.
    contents: RefCell<Vec<String>>,
}

impl<'a> DataReader<'a> {
    pub(super) fn new(files: DataFiles<'a>, beside: &'a Path, own_names: bool) -> Self {
        Self {
            files,
            beside,
            own_names,
            taken: RefCell::default(),
            remarks: RefCell::default(),
            contents: RefCell::default(),
        }
    }

    /// Sentences about oddities in the files that were read so far, which the user should check.
    pub(super) fn remarks(&self) -> Vec<String> {
        self.remarks.borrow().clone()
    }

    /// Sentences that say how many examples each file that was read so far has, and what was left out of it.
    pub(super) fn contents(&self) -> Vec<String> {
        self.contents.borrow().clone()
    }

    fn note(&self, path: &Path, intake: &Intake) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let found = intake
            .counted_rows()
            .into_iter()
            .chain(intake.values_as_classes());
        let said = found.map(|remark| in_a_spec(&format!("{name}: {remark}")));
        self.remarks.borrow_mut().extend(said);
        let content = data_in_words::content(&name, intake);
        self.contents.borrow_mut().push(content);
    }

    /// Returns the examples of the data file that a generator names, read from disk only the first time.
    pub(super) fn take(&self, file: &File) -> Result<DataExamples, UnreadableData> {
        self.examples(("path", &file.path), &file.request(), |fault| {
            file.key_of(fault)
        })
    }

    /// Returns the examples of the test file that a generator names, with the features and classes of its data file; `None` if it names none.
    pub(super) fn take_test(
        &self,
        file: &File,
        trained: &DataExamples,
    ) -> Result<Option<DataExamples>, UnreadableData> {
        let named = file.test_file.as_ref();
        let taken =
            named.map(|path| self.examples(("test_file", path), &trained.alike, |_| "test_file"));
        taken.transpose()
    }

    fn examples(
        &self,
        (key, given): (&'static str, &str),
        request: &Request,
        key_of: impl Fn(&DataFault) -> &'static str,
    ) -> Result<DataExamples, UnreadableData> {
        let given = Path::new(given);
        let name = Path::new(given.file_name().unwrap_or_default());
        let path = self.beside.join(if self.own_names { name } else { given });
        let address = (path.clone(), format!("{request:?}"));
        if let Some(taken) = self.taken.borrow().get(&address) {
            return Ok(taken.clone());
        }
        let bytes = self.check_name(&path).and_then(|()| self.bytes(&path));
        let bytes = bytes.map_err(|problem| UnreadableData {
            key,
            problem,
            allowed: "a CSV, LIBSVM, ARFF or parquet file".into(),
            help: "the path is relative to the spec".into(),
        })?;
        let intake = self.intake(&path, &bytes, request);
        let intake = intake.map_err(|fault| unread(&path, key_of(&fault), &fault))?;
        self.note(&path, &intake);
        let taken = DataExamples {
            alike: intake.alike(request),
            digest: hex::encode(Sha256::digest(&bytes)),
            sample: Arc::new(intake.sample),
        };
        self.taken.borrow_mut().insert(address, taken.clone());
        Ok(taken)
    }

    /// Returns the text of a file that a spec names; a stored spec has the text itself.
    pub(super) fn text(&self, given: &Path) -> Result<String, String> {
        let path = self.beside.join(given);
        let text = String::from_utf8(self.bytes(&path)?);
        text.map_err(|_| format!("{} is not text in UTF-8", path.display()))
    }

    /// Refuses two data files of one name, because results store them in one folder by their file names.
    fn check_name(&self, path: &Path) -> Result<(), String> {
        let taken = self.taken.borrow();
        let mut others = taken
            .keys()
            .map(|(other, _)| other)
            .filter(|other| *other != path);
        match others.find(|other| other.file_name() == path.file_name()) {
            None => Ok(()),
            Some(other) => Err(format!(
                "{} and {} have the same name, under which results keep data files: rename one",
                other.display(),
                path.display()
            )),
        }
    }

    fn bytes(&self, path: &Path) -> Result<Vec<u8>, String> {
        let unreadable = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
        let about = fs::metadata(path).map_err(unreadable)?;
        if !about.is_file() {
            return Err(format!("{} is not a file", path.display()));
        }
        if about.len() > LARGEST {
            let (path, length) = (path.display(), about.len());
            return Err(format!("{path} has {length} bytes, above {LARGEST}"));
        }
        self.check_place(path)?;
        fs::read(path).map_err(unreadable)
    }

    /// Refuses a file outside the permitted folders, so that a spec from another author cannot read arbitrary files.
    fn check_place(&self, path: &Path) -> Result<(), String> {
        let Some(experiments) = self.files.below.filter(|_| !self.own_names) else {
            return Ok(());
        };
        let own = if self.beside.as_os_str().is_empty() {
            Path::new(".")
        } else {
            self.beside
        };
        let real = path.canonicalize().unwrap_or_default();
        let is_below = |folder: &Path| {
            folder
                .canonicalize()
                .is_ok_and(|folder| real.starts_with(folder))
        };
        match is_below(experiments) || is_below(own) {
            true => Ok(()),
            false => Err(format!(
                "{} is neither in the spec's folder nor in the experiments folder; `--allow-outside` reads it anyway",
                path.display()
            )),
        }
    }

    fn intake(&self, path: &Path, bytes: &[u8], request: &Request) -> Result<Intake, DataFault> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let format = Format::of_ending(&ending);
        if format != Some(Format::Parquet) && !bytes.starts_with(b"PAR1") {
            return intake::read(&bytes, format, request);
        }
        let refused = || DataFault::new("parquet files are not read here", "a CSV or LIBSVM file");
        self.files.parquet.ok_or_else(refused)?(path, request)
    }
}

fn unread(path: &Path, key: &'static str, fault: &DataFault) -> UnreadableData {
    let name = path.file_name().unwrap_or_default();
    UnreadableData {
        key,
        problem: in_a_spec(&format!("{}: {fault}", name.to_string_lossy())),
        allowed: in_a_spec(&fault.expected),
        help: in_a_spec(&fault.help),
    }
}

/// A message about a data file in which the options of the command `analyze`, which stand between backticks, are the keys of a spec.
fn in_a_spec(words: &str) -> String {
    let parts = words.split('`').map(|part| match part.strip_prefix("--") {
        Some(option) => in_toml(option),
        None => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn in_toml(option: &str) -> String {
    match option.split_once(' ') {
        None => option.to_owned(),
        Some((key, "yes")) => format!("{key} = true"),
        Some((key, "no")) => format!("{key} = false"),
        Some((key, value)) => format!("{key} = \"{value}\""),
    }
}
