//! Writes the sample of one trial for other programs, with its certificate.

use super::{ApplicationError, replay};
use crate::store::{SampleFormat, endless_decimals, write_sample};
use std::path::{Path, PathBuf};
use strum::VariantNames;

/// What was written.
#[derive(Debug, serde::Serialize)]
pub struct Exported {
    /// The trial's address.
    pub address: String,
    /// Number of examples.
    pub examples: usize,
    /// Number of features, the constant one of an offset included.
    pub features: usize,
    /// Whether the features are exact fractions; else they are doubles.
    pub exact: bool,
    /// The features that are no finite decimals: p/q in CSV, rounded to doubles elsewhere.
    pub endless_decimals: usize,
    /// The files.
    pub files: Vec<PathBuf>,
}

/// Writes the sample of a trial to a file in the format of its name, and its certificate.
///
/// # Errors
/// The address or the format names nothing that is known, the trial has no certificate, or a file cannot be written.
pub fn export(
    address: &str,
    path: &Path,
    certificate: Option<&Path>,
    results: &Path,
    experiments: &Path,
) -> Result<Exported, ApplicationError> {
    let format = SampleFormat::of(path).ok_or_else(|| unknown_format(path))?;
    let (spec, address) = replay::located(address, results, experiments)?;
    let found = replay::find_trial(&spec, &address)?;
    let trial = found.repeat(&spec, false);
    let trial = trial.map_err(|error| ApplicationError::Usage(format!("error: {error}")))?;
    let mut files = write_sample(path, format, &trial.sample)?;
    if let Some(path) = certificate {
        if !found.certificate(&spec, path)? {
            return Err(ApplicationError::Usage(format!(
                "error: the trial {address} has no certificate\n  = help: certificates speak of the rules of the notes on the sample that was drawn; leave out --certificate"
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

fn unknown_format(path: &Path) -> ApplicationError {
    let endings = SampleFormat::VARIANTS.join(", .");
    ApplicationError::Usage(format!(
        "error: the name `{}` does not say a format\n  = allowed: names that end in .{endings}, or .svm",
        path.display()
    ))
}
