//! Writes the sample of one trial for other programs, with its certificate.

use super::{StudyError, replay};
use crate::store::{SampleFormat, StoreError, endless_decimals, write_sample};
use claims::trial::Repetition;
use perceptron::conform::ReferenceRun;
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

/// Writes the sample of a trial, in the format that the file name asks for, and the trial's certificate.
///
/// # Errors
/// The address or the format is unknown, the trial has no certificate, or a file cannot be written.
pub fn export(
    address: &str,
    path: &Path,
    certificate: Option<&Path>,
    results: &Path,
    experiments: &Path,
) -> Result<Exported, StudyError> {
    let is_reference = path.extension().is_some_and(|ending| ending == "dat");
    let format = SampleFormat::of(path);
    if format.is_none() && !is_reference {
        return Err(unknown_format(path));
    }
    let (spec, address) = replay::located(address, results, experiments)?;
    let found = replay::find_trial(&spec, &address)?;
    let trial = found.repeat(&spec, is_reference);
    let trial = trial.map_err(|error| StudyError::Usage(format!("error: {error}")))?;
    let mut files = match format {
        Some(format) => write_sample(path, format, &trial.sample)?,
        None => write_reference(path, &trial)?,
    };
    if let Some(path) = certificate {
        if !found.certificate(&spec, path)? {
            return Err(StudyError::Usage(format!(
                "error: the trial {address} has no certificate\n  = help: only runs of the notes' rules on the sample as drawn have certificates; leave out --certificate"
            )));
        }
        files.push(path.to_owned());
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

/// Writes the sample, the weights and the updates of a run in the layout that `conform` reads: FOLDER/data/NAME.dat, FOLDER/weights/NAME.txt and
/// FOLDER/updates/NAME.txt.
fn write_reference(path: &Path, trial: &Repetition) -> Result<Vec<PathBuf>, StudyError> {
    let usage = |problem: String| StudyError::Usage(format!("error: {problem}"));
    let folder = path.parent().filter(|parent| parent.ends_with("data"));
    let folder = folder.and_then(Path::parent).ok_or_else(|| {
        usage(format!(
            "a reference run consists of three files, and {} is not in a folder named `data`\n  = help: name it FOLDER/data/NAME.dat",
            path.display()
        ))
    })?;
    let ran = trial.variant.as_ref().zip(trial.learned.as_ref());
    let ((_, variant), learned) =
        ran.ok_or_else(|| usage("no learner ran in this trial".to_owned()))?;
    let run = ReferenceRun::of(variant, &trial.sample, learned);
    let run = run.map_err(|error| usage(error.to_string()))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let beside = |kind: &str| folder.join(kind).join(format!("{name}.txt"));
    let files = [
        (path.to_owned(), run.data),
        (beside("weights"), run.weights),
        (beside("updates"), run.updates),
    ];
    for (path, text) in &files {
        let parent = path.parent().unwrap_or(folder);
        let made = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(path, text));
        made.map_err(|error| StoreError::io("write", path, error))?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn unknown_format(path: &Path) -> StudyError {
    let endings = SampleFormat::VARIANTS.join(", .");
    StudyError::Usage(format!(
        "error: the ending of `{}` is no known format\n  = allowed: names that end in .{endings}, or .svm; FOLDER/data/NAME.dat for a reference run",
        path.display()
    ))
}
