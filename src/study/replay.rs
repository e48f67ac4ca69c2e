//! Replays one trial from its address: returns its columns and what the claims say of it, or checks a certificate against it.

use super::column_json::{number, value};
use super::external_programs::permitted;
use super::outputs::Named;
use super::stored_trial::{self, Stored};
use super::witnesses::FoundTrial;
use super::{StudyError, names, outputs, spec_files};
use crate::store::Folder;
use claims::certificate::{Address, AddressError, Certificate, CheckResult, check};
use claims::claim::{OneTrial, StatedClaim};
use claims::judge::{Case, Status};
use claims::problem::Problem;
use claims::spec::{Spec, nearest};
use claims::trial::{AnyColumn, Block, Row};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The result of one claim on one trial.
#[derive(Serialize)]
pub struct TrialVerdict {
    /// Id of the claim in its spec.
    pub id: String,
    /// Name of the claim in the registry.
    pub claim: String,
    /// Status of the trial under the claim, such as `complete`, if it can be compared with the limit.
    pub status: String,
    /// The value in this trial that the claim compares with its limit.
    pub observed: Option<Value>,
    /// Limit of the claim on this trial.
    pub limit: Option<Value>,
    /// Whether the trial violates the claim; null if one trial does not decide.
    pub violated: Option<bool>,
    /// Whether the trial shows what the claim says to exist; null for other claims.
    pub shows: Option<bool>,
}

impl TrialVerdict {
    /// The result of the claim on the trial, as text for the terminal.
    pub fn text(&self) -> String {
        match (self.status.as_str(), self.violated) {
            ("complete", Some(true)) => "violated".into(),
            ("complete", Some(false)) => "not violated".into(),
            ("complete", None) if self.shows == Some(true) => "this trial shows it".into(),
            ("complete", None) => "one trial does not decide".into(),
            (status, Some(true)) => format!("violated ({status})"),
            (status, _) => status.into(),
        }
    }
}

/// A trial that was run again.
pub struct Replayed {
    /// Address of the trial, `experiment:cell:variant:replicate`.
    pub address: String,
    /// Names and values of the trial's columns, in the order of the files; null where the trial has no value.
    pub columns: Vec<(&'static str, Value)>,
    /// The result on the trial of each claim about single trials, or about pairs with this trial.
    pub rulings: Vec<TrialVerdict>,
    /// Comparison with the trial that the results folder has stored.
    pub stored: Stored,
}

/// Result of checking the certificate of one trial against a rerun of the trial.
pub struct Verified {
    /// Address of the trial, `experiment:cell:variant:replicate`.
    pub address: String,
    /// Number of updates that the certificate lists.
    pub updates: usize,
    /// The statement about the margin that the certificate proves, in words.
    pub margin: String,
    /// Result of the check, with the reason if it failed.
    pub answer: CheckResult,
}

/// Runs the trial at an address again, and compares it with the stored one.
///
/// # Errors
/// The address is unknown, or the stored data is damaged.
pub fn replay(
    address: &str,
    results: &Path,
    experiments: &Path,
    allow_processes: bool,
) -> Result<Replayed, StudyError> {
    let (spec, address) = located(address, results, experiments)?;
    let specs = permitted(vec![spec], allow_processes)?;
    let spec = &specs[0];
    let found = find_trial(spec, &address)?;
    let block = spec.design(found.cell).block([address.replicate]);
    let place = found.variant.unwrap_or(0);
    let row = block.row(0, place);
    let row = row.ok_or_else(|| {
        StudyError::usage("there is no such trial").help(
            "copy an address from `witness` or `closest` in verdicts.json of the results folder",
        )
    })?;
    let claims = spec.claims.iter();
    let own = claims.filter(|claim| claim.cells.contains(&found.index) && !claim.is_about_sweep());
    let speaks = |subject: &Vec<String>| {
        let name = row.setting().name.as_ref();
        subject.is_empty() || name.is_some_and(|name| subject.contains(name))
    };
    let rulings = own.flat_map(|claim| {
        let subjects = claim.subjects().into_iter().filter(speaks);
        subjects
            .map(|subject| ruling(claim, &subject, &block))
            .collect::<Vec<_>>()
    });
    Ok(Replayed {
        address: address.to_string(),
        columns: columns(&row),
        rulings: rulings.collect(),
        stored: stored_trial::compare(
            &row,
            folder_of(&address, results).as_ref(),
            (found.index, place),
        )?,
    })
}

/// Checks the certificate of the trial at an address.
///
/// # Errors
/// The address is unknown, the file is no certificate, or the trial has none.
pub fn verify(
    address: &str,
    path: &Path,
    results: &Path,
    experiments: &Path,
) -> Result<Verified, StudyError> {
    let (spec, address) = located(address, results, experiments)?;
    let found = find_trial(&spec, &address)?;
    let certificate = read(path)?;
    let trial = found.repeat(&spec, false);
    let trial = trial.map_err(|error| StudyError::usage(error.to_string()))?;
    if trial
        .variant
        .as_ref()
        .is_some_and(|(_, variant)| !variant.is_certified())
    {
        let message = "the trial is of a mutant, of an inclusive margin, of a learner other than the learning loop, passive-aggressive and Winnow, or of a transformed sample";
        let help = "only runs of the notes' rules, of passive-aggressive and of Winnow on the sample as drawn have certificates";
        return Err(StudyError::usage(message).help(help));
    }
    let answer = check(&certificate, &found.blank(&spec, &trial), &trial);
    Ok(Verified {
        address: address.to_string(),
        updates: certificate.updates.len(),
        margin: margin_words(&certificate),
        answer,
    })
}

fn margin_words(certificate: &Certificate) -> String {
    match (&certificate.margin_squared, &certificate.gordan) {
        (Some(interval), _) => format!(
            "its square is between {} and {}, as the separator and the hull prove",
            interval.lower.0, interval.upper.0
        ),
        (None, Some(_)) => {
            let reached = certificate.closed_set.as_ref().map(|vectors| {
                format!(
                    "; no update leaves the {} listed weight vectors, so every order stays in them",
                    vectors.len()
                )
            });
            let none = "none: a weighted sum of the signed examples is zero";
            format!("{none}{}", reached.unwrap_or_default())
        }
        (None, None) => "the certificate claims none".into(),
    }
}

/// Refuses files of a replay that would overwrite what the trial is made of, or each other.
///
/// # Errors
/// The address is unknown, or a file is refused.
pub fn refuse_outputs(
    outputs: &[Named],
    address: &str,
    results: &Path,
    experiments: &Path,
) -> Result<(), StudyError> {
    if !outputs::any_exists(outputs) {
        return outputs::refuse(outputs, &[]);
    }
    let (spec, address) = located(address, results, experiments)?;
    let folder = folder_of(&address, results);
    let inputs = outputs::inputs(folder.as_ref(), &spec, experiments);
    outputs::refuse(outputs, &inputs)
}

pub(super) fn located(
    address: &str,
    results: &Path,
    experiments: &Path,
) -> Result<(Spec, Address), StudyError> {
    let wrong = |error: AddressError| StudyError::Usage(error.into());
    let address: Address = address.parse().map_err(wrong)?;
    let spec = find_spec(&address, results, experiments)?;
    let cell = full_key(&spec, &address.cell).unwrap_or(address.cell);
    Ok((spec, Address { cell, ..address }))
}

/// The key of the only cell that has the parameters in a text, written as tables print them: `dimension=3, examples = 50`. A name can lack its
/// beginning, and parameters can be left out. `None` if no cell has them, or several do.
pub(super) fn full_key(spec: &Spec, given: &str) -> Option<String> {
    let wanted: Option<Vec<(&str, &str)>> = match given.trim() {
        "" => Some(Vec::new()),
        given => given.split(',').map(|pair| pair.split_once('=')).collect(),
    };
    let wanted = wanted?;
    let has = |key: &str, (name, value): &(&str, &str)| {
        let (name, value) = (name.trim(), value.trim());
        key.split(',')
            .filter_map(|pair| pair.split_once('='))
            .any(|(own, is)| is == value && (own == name || own.ends_with(&format!(".{name}"))))
    };
    let mut keys = spec.cells.iter().map(|cell| &cell.key);
    if let Some(exact) = keys.clone().find(|key| *key == given) {
        return Some(exact.clone());
    }
    let fits = |key: &&String| wanted.iter().all(|pair| has(key, pair));
    let found = keys.find(|key| fits(key))?;
    keys.all(|key| !fits(&key)).then(|| found.clone())
}

/// Results folder of the experiment in an address, or the folder of its quick run; `None` if neither exists.
pub(super) fn folder_of(address: &Address, results: &Path) -> Option<Folder> {
    let folders = [results.to_owned(), results.join("quick")];
    let mut folders = folders
        .map(|results| Folder::of(&results, &address.experiment))
        .into_iter();
    folders.find(|folder| folder.path().join("manifest.toml").exists())
}

/// Finds the spec that an address refers to: in the results folder, in that of a quick run, or in the experiments folder.
fn find_spec(address: &Address, results: &Path, experiments: &Path) -> Result<Spec, StudyError> {
    if let Some(folder) = folder_of(address, results) {
        return Ok(folder.readable_spec()?.1);
    }
    let path = experiments.join(format!("{}.toml", address.experiment));
    if path.exists() {
        return Ok(names::read(&path, experiments, names::Data::Below)?);
    }
    let manifests = manifests(results);
    let names = spec_files(experiments)
        .into_iter()
        .map(|path| names::name(&path, experiments))
        .chain(manifests);
    Err(unknown(
        "experiment",
        &address.experiment,
        &names.collect::<Vec<_>>(),
    ))
}

/// Names of the experiments with a manifest directly below a results folder.
fn manifests(results: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(results)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let with = entries.filter(|path: &PathBuf| path.join("manifest.toml").exists());
    with.filter_map(|path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    })
    .collect()
}

fn unknown(what: &str, given: &str, valid: &[String]) -> StudyError {
    let listed = match valid {
        [] => "there is none".to_owned(),
        few if few.len() <= 12 => few.join("\n             "),
        many => format!(
            "{}\n             and {} more",
            many[..3].join("\n             "),
            many.len() - 3
        ),
    };
    let message = format!("the address names the {what} `{given}`, which is not known");
    let problem = Problem::new(message).note("allowed", listed);
    StudyError::Usage(match nearest(given, valid) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    })
}

pub(super) fn find_trial<'a>(
    spec: &'a Spec,
    address: &Address,
) -> Result<FoundTrial<'a>, StudyError> {
    let keys: Vec<String> = spec.cells.iter().map(|cell| cell.key.clone()).collect();
    let cell = spec
        .cells
        .iter()
        .find(|cell| cell.key == address.cell)
        .ok_or_else(|| unknown("cell", &address.cell, &keys))?;
    let names: Vec<String> = match cell.variants.as_slice() {
        [] => vec!["-".to_owned()],
        variants => variants.iter().map(|(name, _)| name.clone()).collect(),
    };
    let given = address.variant.as_deref().unwrap_or("-");
    let found = FoundTrial::at(spec, address).ok_or_else(|| unknown("variant", given, &names))?;
    let most = spec.most_replicates(cell);
    if address.replicate >= most {
        let message = format!(
            "the address names replicate {}, but this cell has {most}",
            address.replicate
        );
        let allowed = format!("0 to {}", most.saturating_sub(1));
        return Err(StudyError::usage(message).note("allowed", allowed));
    }
    Ok(found)
}

/// Names and values of the columns of a measured trial, as JSON.
fn columns(row: &Row) -> Vec<(&'static str, Value)> {
    let identity = [
        ("cell", json!(row.setting().cell)),
        ("replicate", json!(row.replicate)),
        ("variant", json!(row.setting().name)),
    ];
    let shown = |column: AnyColumn| Some((column.name(), value(row.value(column)?)));
    identity
        .into_iter()
        .chain(AnyColumn::all().filter_map(shown))
        .collect()
}

fn ruling(claim: &StatedClaim, subject: &[String], block: &Block) -> TrialVerdict {
    let is_named = |row: &Row, name: &String| row.setting().name.as_ref() == Some(name);
    let rows: Vec<Row> = match subject {
        [] => block.all().collect(),
        names => {
            let named = |name: &String| block.all().find(|row| is_named(row, name));
            names.iter().filter_map(named).collect()
        }
    };
    let case = Case::of(claim, &rows);
    let exists = claim.form().one_trial() == OneTrial::Shows && case.status == Status::Complete;
    TrialVerdict {
        shows: exists.then(|| case.shows()),
        id: claim.id.clone(),
        claim: claim.name().to_owned(),
        status: match case.status {
            Status::Complete => "complete".into(),
            Status::Inapplicable => {
                let premise = claim.failed_premise(&rows);
                let words = premise.map_or("", |premise| premise.label());
                format!("inapplicable, because a premise fails: {words}")
            }
            Status::Capped => "cut off at its cap".into(),
            Status::Failed => "failed: the row lacks a value".into(),
            Status::Undecided => "undecided: rounding left a sign open".into(),
        },
        observed: case
            .numbers
            .as_ref()
            .map(|numbers| number(&numbers.observed)),
        limit: case.numbers.as_ref().map(|numbers| number(&numbers.limit)),
        violated: case.violates(claim),
    }
}

fn read(path: &Path) -> Result<Certificate, StudyError> {
    let shown = path.display();
    let help = "write one with `perceptron-lab run SPEC --certificates`";
    let text = std::fs::read_to_string(path).map_err(|error| {
        StudyError::usage(format!("cannot read {shown}: {error}")).help(help.to_string())
    })?;
    Certificate::read(&text).map_err(|error| {
        StudyError::usage(format!("{shown} is not a certificate: {error}")).help(help.to_string())
    })
}
