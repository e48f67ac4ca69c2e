//! Writes the sample of one trial for other programs, with its certificate.

use super::outputs::{self, Named};
use super::temporary_folder::TemporaryFolder;
use super::witnesses::FoundTrial;
use super::{StudyError, replay};
use crate::store::{SampleFormat, StoreError, endless_decimals, write_sample};
use claims::certificate::Address;
use claims::spec::Spec;
use claims::trial::Repetition;
use perceptron::conform::ReferenceRun;
use perceptron::sample::Sample;
use std::path::{Path, PathBuf};
use strum::VariantNames;

/// What `export` wrote: the sample of one trial, and its certificate if requested.
#[derive(Debug, serde::Serialize)]
pub struct Exported {
    /// Address of the exported trial, `experiment:cell:variant:replicate`.
    pub address: String,
    /// Number of examples in the exported sample.
    pub examples: usize,
    /// Number of features in the exported sample, including the constant feature of an offset.
    pub features: usize,
    /// Whether the features are exact fractions; otherwise they are doubles.
    pub exact: bool,
    /// Number of features without a finite decimal expansion: written as p/q in CSV, rounded to doubles in other formats.
    pub endless_decimals: usize,
    /// Paths of the files that were written.
    pub files: Vec<PathBuf>,
}

/// The files that `export` is to write.
#[derive(Debug, Clone, Copy)]
pub struct ExportPaths<'a> {
    /// The sample.
    pub to: &'a Path,
    /// The examples on which the trial was tested.
    pub test: Option<&'a Path>,
    /// The certificate.
    pub certificate: Option<&'a Path>,
}

/// Writes the sample of a trial and the examples of its test, in the formats that the file names ask for, and the trial's certificate.
///
/// # Errors
/// The address or a format is unknown, the trial has no certificate or no test, or a file cannot be written.
pub fn export(
    address: &str,
    ExportPaths {
        to: path,
        test,
        certificate,
    }: ExportPaths,
    results: &Path,
    experiments: &Path,
) -> Result<Exported, StudyError> {
    let is_reference = path.extension().is_some_and(|ending| ending == "dat");
    let format = SampleFormat::of(path);
    if format.is_none() && !is_reference {
        return Err(unknown_format(path));
    }
    let paths = paths(path, format)?;
    let (spec, address) = replay::located(address, results, experiments)?;
    let named = paths.iter().map(|path| ("--to", path.clone()));
    let certificates = certificate.map(|path| ("--certificate", path.to_owned()));
    let found = replay::find_trial(&spec, &address)?;
    let trial = found.repeat(&spec, is_reference);
    let trial = trial.map_err(|error| StudyError::usage(error.to_string()))?;
    let tested = test.map(|test| tested(&found, &spec, &trial, test));
    let tested = tested.transpose()?.unwrap_or_default();
    let tests = tested.iter().map(|(path, _)| ("--test", path.clone()));
    let outputs: Vec<Named> = named.chain(tests).chain(certificates).collect();
    let folder = replay::folder_of(&address, results);
    let inputs = outputs::inputs(folder.as_ref(), &spec, experiments);
    outputs::refuse(&outputs, &inputs)?;
    let mut contents = match format {
        Some(format) => sample_contents(format, &trial.sample)?,
        None => reference_contents(&trial)?,
    };
    contents.extend(tested.into_iter().map(|(_, content)| content));
    if certificate.is_some() {
        contents.push(certificate_content(&found, &spec, &address)?);
    }
    let files = outputs.into_iter().map(|(_, path)| path);
    let files: Vec<PathBuf> = files.collect();
    for (path, content) in files.iter().zip(&contents) {
        if is_reference && certificate != Some(path) {
            create_folder(path)?;
        }
        outputs::save(path, content)?;
    }
    Ok(Exported {
        address: address.to_string(),
        examples: trial.sample.labels.len(),
        features: trial.sample.features.dimension(),
        exact: trial.sample.features.is_exact(),
        endless_decimals: endless_decimals(&trial.sample),
        files,
    })
}

/// The files that a sample is written to: one, or two for npy; for a reference run those that `conform` reads, FOLDER/data/NAME.dat,
/// FOLDER/weights/NAME.txt and FOLDER/updates/NAME.txt.
fn paths(path: &Path, format: Option<SampleFormat>) -> Result<Vec<PathBuf>, StudyError> {
    match format {
        Some(SampleFormat::Npy) => {
            return Ok(vec![path.to_owned(), path.with_extension("labels.npy")]);
        }
        Some(_) => return Ok(vec![path.to_owned()]),
        None => {}
    }
    let folder = path.parent().filter(|parent| parent.ends_with("data"));
    let folder = folder.and_then(Path::parent).ok_or_else(|| {
        StudyError::usage(format!(
            "a reference run consists of three files, and {} is not in a folder named `data`",
            path.display()
        ))
        .help("name it FOLDER/data/NAME.dat")
    })?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let beside = |kind: &str| folder.join(kind).join(format!("{name}.txt"));
    Ok(vec![path.to_owned(), beside("weights"), beside("updates")])
}

/// The files of the examples on which a trial was tested, each with its content: one sample, or one for each fold with its number in the name.
fn tested(
    found: &FoundTrial,
    spec: &Spec,
    trial: &Repetition,
    path: &Path,
) -> Result<Vec<(PathBuf, Vec<u8>)>, StudyError> {
    let format = SampleFormat::of(path).ok_or_else(|| unknown_format(path))?;
    let samples = found.tested(spec, trial);
    let samples = samples.map_err(|error| StudyError::usage(error.to_string()))?;
    if samples.is_empty() {
        let problem = format!(
            "the trial {} was not tested on examples of its file",
            found.address
        );
        let help = "leave out `--test`; [generator.file] has test examples with `test_share`, `test_file` or `folds`";
        return Err(StudyError::usage(problem).help(help));
    }
    let (stem, ending) = [path.file_stem(), path.extension()]
        .map(|part| part.unwrap_or_default().to_string_lossy().into_owned())
        .into();
    let of_fold = |fold: usize| match samples.len() {
        1 => path.to_owned(),
        _ => path.with_file_name(format!("{stem}-{}.{ending}", fold + 1)),
    };
    let mut files = Vec::new();
    for (fold, sample) in samples.iter().enumerate() {
        let paths = paths(&of_fold(fold), Some(format))?;
        files.extend(paths.into_iter().zip(sample_contents(format, sample)?));
    }
    Ok(files)
}

/// The contents of the files of a sample, in the order of [`paths`].
fn sample_contents(format: SampleFormat, sample: &Sample) -> Result<Vec<Vec<u8>>, StudyError> {
    let folder = TemporaryFolder::new("export")?;
    let written = write_sample(&folder.path().join("sample"), format, sample)?;
    written.iter().map(|path| outputs::read(path)).collect()
}

/// The data, the weights and the updates of a run, in the order of [`paths`].
fn reference_contents(trial: &Repetition) -> Result<Vec<Vec<u8>>, StudyError> {
    let usage = |problem: String| StudyError::usage(problem.to_string());
    let ran = trial.variant.as_ref().zip(trial.learned.as_ref());
    let ((_, variant), learned) =
        ran.ok_or_else(|| usage("no learner ran in this trial".to_owned()))?;
    let run = ReferenceRun::of(variant, &trial.sample, learned);
    let run = run.map_err(|error| usage(error.to_string()))?;
    let texts = [run.data, run.weights, run.updates];
    Ok(texts.map(String::into_bytes).to_vec())
}

/// The certificate of a trial as text.
fn certificate_content(
    found: &FoundTrial,
    spec: &Spec,
    address: &Address,
) -> Result<Vec<u8>, StudyError> {
    let folder = TemporaryFolder::new("certificate")?;
    let path = folder.path().join("certificate.json");
    match found.certificate(spec, &path)? {
        true => outputs::read(&path),
        false => Err(StudyError::usage(format!("the trial {address} has no certificate")).help("only runs of the notes' rules, of passive-aggressive and of Winnow on the sample as drawn have certificates; leave out `--certificate`")),
    }
}

/// Creates the folder of a file of a reference run.
fn create_folder(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(|error| StoreError::io("create", folder, error))
}

fn unknown_format(path: &Path) -> StudyError {
    let endings = SampleFormat::VARIANTS.join(", .");
    StudyError::usage(format!(
        "the ending of `{}` is no known format",
        path.display()
    ))
    .note(
        "allowed",
        format!("names that end in .{endings}, or .svm; FOLDER/data/NAME.dat for a reference run"),
    )
}
