//! Writes files with which others can check a run: a certificate per violation or per trial, and every violated claim shrunk to a small spec.

use super::StudyError;
use crate::store::{Folder, StoreError, renew_folder, write_again};
use claims::certificate::{Address, Certificate, Witness, certify, shrink};
use claims::claim::{OneTrial, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use claims::spec::{Cell, Spec};
use claims::trial::Repetition;
use perceptron::sample::{OutOfRange, Sample};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// One line of `witnesses/index.json`: a violated claim in a cell, with its certificate and, for the first cell, its shrunk spec.
#[derive(Debug, Serialize)]
struct IndexLine {
    id: String,
    address: String,
    /// File name of the certificate. `None` for a planted fault, an independent learner, a transformed sample, or integers that left their range.
    certificate: Option<String>,
    spec: Option<String>,
    /// Number of examples of the shrunk sample, the smallest found that still violates the claim.
    examples: Option<usize>,
    /// Reason why there is no shrunk spec.
    skipped: Option<String>,
}

/// Folder for the certificates of a claim's violations after the first one.
const OTHERS: &str = "others";

/// The trial at an address, with the index of its cell and the position of its variant among the cell's variants.
pub(super) struct FoundTrial<'a> {
    pub index: usize,
    pub cell: &'a Cell,
    pub variant: Option<usize>,
    pub address: Address,
}

impl<'a> FoundTrial<'a> {
    /// Finds the trial at an address of this spec; `None` if the address names another cell or variant.
    pub(super) fn at(spec: &'a Spec, address: &Address) -> Option<Self> {
        let (index, cell) = spec
            .cells
            .iter()
            .enumerate()
            .find(|(_, cell)| cell.key == address.cell)?;
        let position = |name: &String| cell.variants.iter().position(|(other, _)| other == name);
        let variant = match &address.variant {
            None => cell.variants.is_empty().then_some(None)?,
            Some(name) => Some(position(name)?),
        };
        Some(Self {
            index,
            cell,
            variant,
            address: address.clone(),
        })
    }

    /// Runs the trial again; the learner runs only if `learns`, otherwise only the sample is drawn.
    pub(super) fn repeat(&self, spec: &Spec, learns: bool) -> Result<Repetition, OutOfRange> {
        spec.design(self.cell)
            .repeat(self.address.replicate, self.variant, learns)
    }

    /// The examples on which the trial was tested, one sample for each fold, with the constant feature of its sample.
    pub(super) fn tested(
        &self,
        spec: &Spec,
        trial: &Repetition,
    ) -> Result<Vec<Sample>, OutOfRange> {
        let design = spec.design(self.cell);
        design.tested(self.address.replicate, trial.constant.as_ref())
    }

    /// Creates the trial's certificate with what address, spec and sample say, but without updates and margin.
    pub(super) fn blank(&self, spec: &Spec, trial: &Repetition) -> Certificate {
        let design = spec.design(self.cell);
        let setting = &design.settings[self.variant.unwrap_or(0)];
        Certificate::blank(&self.address, setting, &trial.sample)
    }

    /// File name `<cell index>-<variant>-<replicate>.json`, valid in every file system; if a variant's name is not valid, its position follows it.
    fn file(&self) -> String {
        let name = self.address.variant.as_deref().unwrap_or("none");
        let safe = slug(name);
        let safe = if safe == name {
            safe
        } else {
            format!("{safe}.{}", self.variant.unwrap_or(0))
        };
        format!("{}-{safe}-{}.json", self.index, self.address.replicate)
    }

    /// Writes the trial's certificate to `path`, and returns whether there is one. A trial that left the range of exact integers has no certificate,
    /// nor has a rule with a planted fault, which no note states. A transform, or a learner other than passive-aggressive and Winnow, has no
    /// certificate, either.
    pub(super) fn certificate(&self, spec: &Spec, path: &Path) -> Result<bool, StoreError> {
        let Ok(trial) = self.repeat(spec, true) else {
            return Ok(false);
        };
        let variant = trial.variant.as_ref();
        let learned = trial.learned.as_ref();
        let unrepeatable = variant.is_some_and(|(_, variant)| !variant.is_certified());
        if unrepeatable || learned.is_some_and(|learned| learned.hypothesis.is_none()) {
            return Ok(false);
        }
        let certificate = certify(self.blank(spec, &trial), &trial.sample, learned);
        write(path, &certificate.text())?;
        Ok(true)
    }
}

fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    write_again(path, text.as_bytes())
}

/// Largest number of letters of a [`slug`]. File systems allow 255 bytes in a name, and the numbers around the slug tell equal beginnings apart.
const LONGEST_SLUG: usize = 100;

/// Reduces a text to lower-case letters, digits and single hyphens, so that it can be part of a file name; a long one to its beginning.
pub(super) fn slug(text: &str) -> String {
    let letters = text
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                ' '
            }
        })
        .collect::<String>();
    let mut slug = letters.split_whitespace().collect::<Vec<_>>().join("-");
    slug.truncate(LONGEST_SLUG);
    slug
}

/// Removes what an earlier run left in a folder, and creates the folder if `needed`.
fn emptied(path: &Path, needed: bool) -> Result<(), StoreError> {
    if path.exists() {
        fs::remove_dir_all(path).map_err(|error| StoreError::io("empty", path, error))?;
    }
    if needed {
        fs::create_dir_all(path).map_err(|error| StoreError::io("create", path, error))
    } else {
        Ok(())
    }
}

/// Writes the folder `witnesses/` from the verdicts of a results folder, and `certificates/` if all trials are to be certified.
pub(super) fn write_all(
    spec: &Spec,
    folder: &Folder,
    verdicts: &[Verdict],
    certificates: bool,
) -> Result<(), StudyError> {
    let witnesses = folder.path().join("witnesses");
    let violations = violations(spec, verdicts);
    renew_folder::<StudyError>(&witnesses, |witnesses| {
        if violations.is_empty() {
            return Ok(());
        }
        emptied(witnesses, true)?;
        let lines = index(spec, &violations, witnesses)?;
        let text = serde_json::to_string_pretty(&lines);
        let text = text.map_err(|error| StudyError::usage(error.to_string()))?;
        Ok(write(&witnesses.join("index.json"), &(text + "\n"))?)
    })?;
    if certificates {
        certify_all(spec, folder)
    } else {
        Ok(())
    }
}

/// A claim that observed ≤ limit on every trial, and the trial that violates it: the one that the verdict names as its witness.
struct Violation<'a> {
    claim: &'a StatedClaim,
    found: FoundTrial<'a>,
    /// Whether it is the first violation of its claim in the spec.
    first: bool,
}

fn violations<'a>(spec: &'a Spec, verdicts: &[Verdict]) -> Vec<Violation<'a>> {
    let mut seen = BTreeSet::new();
    let violation = |verdict: &Verdict| {
        let claim = spec.claims.iter().find(|claim| claim.id == verdict.id)?;
        let violated = claim.form().one_trial() == OneTrial::Exceeds
            && verdict.verdict == VerdictKind::Violated;
        let address = verdict
            .witness
            .as_ref()
            .filter(|_| violated)?
            .parse()
            .ok()?;
        let found = FoundTrial::at(spec, &address)?;
        Some(Violation {
            claim,
            found,
            first: seen.insert(claim.id.clone()),
        })
    };
    verdicts.iter().filter_map(violation).collect()
}

/// Writes a certificate of every violation, and a shrunk spec for the first of every claim; returns the lines of the index file. Later violations of
/// a claim go into a separate folder, so that a repository can store only the few most informative ones.
fn index(
    spec: &Spec,
    violations: &[Violation],
    folder: &Path,
) -> Result<Vec<IndexLine>, StoreError> {
    let certificates = certificates(spec, violations, folder)?;
    let shrunk: Vec<Option<Result<Witness, String>>> = violations
        .par_iter()
        .map(|violation| {
            violation
                .first
                .then(|| shrunk(spec, violation.claim, &violation.found))
        })
        .collect();
    let mut names = BTreeSet::new();
    let lines = violations.iter().zip(shrunk).map(|(violation, shrunk)| {
        let address = violation.found.address.to_string();
        let mut line = IndexLine {
            id: violation.claim.id.clone(),
            certificate: certificates.get(&violation.found.file()).cloned().flatten(),
            address,
            spec: None,
            examples: None,
            skipped: None,
        };
        match shrunk {
            Some(Ok(witness)) => {
                let name = free_name(&slug(&line.id), &mut names);
                write(&folder.join(&name), &witness.spec(&line.address))?;
                (line.spec, line.examples) =
                    (Some(name), Some(witness.stated.points.examples.len()));
            }
            Some(Err(why)) => line.skipped = Some(why),
            None => {
                line.skipped =
                    Some("only the first violated cell of a claim gets a smallest sample".into());
            }
        }
        Ok(line)
    });
    lines.collect()
}

/// Writes the certificates of all violations; maps the file name of each trial to the path of its certificate, `None` if the trial has none.
fn certificates(
    spec: &Spec,
    violations: &[Violation],
    folder: &Path,
) -> Result<BTreeMap<String, Option<String>>, StoreError> {
    let file = |violation: &Violation| violation.found.file();
    let firsts: BTreeSet<String> = violations
        .iter()
        .filter(|one| one.first)
        .map(file)
        .collect();
    let trials: BTreeMap<String, &FoundTrial> = violations
        .iter()
        .map(|violation| (file(violation), &violation.found))
        .collect();
    if trials.len() > firsts.len() {
        emptied(&folder.join(OTHERS), true)?;
    }
    let trials: Vec<(String, &FoundTrial)> = trials.into_iter().collect();
    let written = trials.par_iter().map(|(file, found)| {
        let path = if firsts.contains(file) {
            file.clone()
        } else {
            format!("{OTHERS}/{file}")
        };
        let written = found.certificate(spec, &folder.join(&path))?;
        Ok((file.clone(), written.then_some(path)))
    });
    written.collect()
}

fn shrunk(spec: &Spec, claim: &StatedClaim, found: &FoundTrial) -> Result<Witness, String> {
    let trial = found
        .repeat(spec, true)
        .map_err(|error| error.to_string())?;
    let design = spec.design(found.cell);
    let setting = design.settings.get(found.variant.unwrap_or(0));
    let claim = setting.map_or_else(|| claim.clone(), |setting| claim.settled(setting));
    shrink(&claim, &trial)
}

/// Returns a file name that is not in `taken`: `<slug>.toml`, or `<slug>-2.toml` and so on.
fn free_name(slug: &str, taken: &mut BTreeSet<String>) -> String {
    let slug = if slug.is_empty() { "claim" } else { slug };
    let names = std::iter::once(format!("{slug}.toml"))
        .chain((2..).map(|number| format!("{slug}-{number}.toml")));
    let name = names
        .into_iter()
        .find(|name| !taken.contains(name))
        .unwrap_or_default();
    taken.insert(name.clone());
    name
}

fn certify_all(spec: &Spec, folder: &Folder) -> Result<(), StudyError> {
    let path = folder.path().join("certificates");
    emptied(&path, true)?;
    let (manifest, _) = folder.spec()?;
    for (cell, replicates) in spec.cells.iter().zip(manifest.replicates) {
        let names: Vec<Option<String>> = match cell.variants.as_slice() {
            [] => vec![None],
            variants => variants
                .iter()
                .map(|(name, _)| Some(name.clone()))
                .collect(),
        };
        let addresses = (0..replicates).into_par_iter().flat_map_iter(|replicate| {
            let (experiment, cell) = (&spec.name, &cell.key);
            names.iter().map(move |variant| Address {
                experiment: experiment.clone(),
                cell: cell.clone(),
                variant: variant.clone(),
                replicate,
            })
        });
        let write = |address: Address| {
            FoundTrial::at(spec, &address).map_or(Ok(false), |found| {
                found.certificate(spec, &path.join(found.file()))
            })
        };
        addresses
            .map(write)
            .collect::<Result<Vec<_>, StoreError>>()?;
    }
    Ok(())
}
