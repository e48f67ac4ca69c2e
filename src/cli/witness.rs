//! Writes what lets others check a run: a certificate per violation, or per trial, and every violated claim shrunk to a small spec.

use super::CliError;
use crate::store::{Folder, StoreError};
use claims::certificate::{Address, Certificate, certify, shrink};
use claims::claim::{Form, StatedClaim, VerdictWord};
use claims::judge::Verdict;
use claims::spec::{Cell, Spec};
use claims::trial::Repetition;
use perceptron::sample::OutOfRange;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// One line of `witnesses/index.json`: a violated claim in a cell, with its certificate and, for the first cell, its shrunk spec.
#[derive(Debug, Serialize)]
struct Entry {
    id: String,
    address: String,
    /// Missing for a mutant, for a learner beside the one loop, for a transformed sample, and where exact integers left their range.
    certificate: Option<String>,
    spec: Option<String>,
    /// Examples of the shrunk sample.
    examples: Option<usize>,
    /// Why there is no shrunk spec.
    skipped: Option<String>,
}

/// The trial at an address, with its cell's index and its variant's position.
pub(super) struct Found<'a> {
    pub index: usize,
    pub cell: &'a Cell,
    pub variant: Option<usize>,
    pub address: Address,
}

impl<'a> Found<'a> {
    /// The trial at an address of this spec; `None` if it names another cell or variant.
    pub fn at(spec: &'a Spec, address: &Address) -> Option<Self> {
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

    /// The trial again; the learner runs only if `learns`.
    pub fn repeat(&self, spec: &Spec, learns: bool) -> Result<Repetition, OutOfRange> {
        spec.design(self.cell)
            .repeat(self.address.replicate, self.variant, learns)
    }

    /// What address, spec and sample say of the trial's certificate.
    pub fn blank(&self, spec: &Spec, trial: &Repetition) -> Certificate {
        let mut settings = spec.design(self.cell).prototype(self.variant.unwrap_or(0));
        if let Some((_, variant)) = &trial.variant {
            let exact = variant.arithmetic(trial.sample.features.is_exact())
                == perceptron::learn::Arithmetic::Exact;
            settings.arithmetic = Some(if exact { "exact" } else { "f64" }.into());
        }
        Certificate::blank(&self.address, &settings, &trial.sample)
    }

    /// `<cell index>-<variant>-<replicate>.json`, safe in every file system; a variant's name that is not is followed by its position.
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

    /// Writes the certificate; a trial that left the range of exact integers has none, nor has a mutant, whose rule no note states,
    /// nor a learner or a transform whose vector is not the sum of the updates on the sample.
    fn certificate(&self, spec: &Spec, folder: &Path) -> Result<Option<String>, StoreError> {
        let Ok(trial) = self.repeat(spec, true) else {
            return Ok(None);
        };
        let unrepeatable = trial
            .variant
            .as_ref()
            .is_some_and(|(_, variant)| !variant.is_repeatable());
        if unrepeatable
            || trial
                .learned
                .as_ref()
                .is_some_and(|learned| learned.hypothesis.is_none())
        {
            return Ok(None);
        }
        let certificate = certify(
            self.blank(spec, &trial),
            &trial.sample,
            trial.learned.as_ref(),
        );
        let path = folder.join(self.file());
        write(&path, &certificate.text())?;
        Ok(Some(self.file()))
    }
}

fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    fs::write(path, text).map_err(|error| StoreError::io("write", path, error))
}

/// Lower-case letters, digits and single hyphens.
fn slug(text: &str) -> String {
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
    letters.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The folder, emptied of what an earlier run left there.
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

/// Writes `witnesses/` from the verdicts of a folder, and `certificates/` if all trials are to be certified.
pub(super) fn write_all(
    spec: &Spec,
    folder: &Folder,
    verdicts: &[Verdict],
    certificates: bool,
) -> Result<(), CliError> {
    let witnesses = folder.path().join("witnesses");
    let violated: Vec<(&Verdict, &StatedClaim, Found)> = verdicts
        .iter()
        .filter_map(|verdict| violation(spec, verdict))
        .collect();
    emptied(&witnesses, !violated.is_empty())?;
    if !violated.is_empty() {
        let entries = entries(spec, &violated, &witnesses)?;
        let text = serde_json::to_string_pretty(&entries)
            .map_err(|error| CliError::Usage(error.to_string()))?;
        write(&witnesses.join("index.json"), &(text + "\n"))?;
    }
    if certificates {
        certify_all(spec, folder)
    } else {
        Ok(())
    }
}

/// A verdict on every trial that one trial violates.
fn violation<'a>(
    spec: &'a Spec,
    verdict: &'a Verdict,
) -> Option<(&'a Verdict, &'a StatedClaim, Found<'a>)> {
    let claim = spec.claims.iter().find(|claim| claim.id == verdict.id)?;
    let violated = claim.form() == Form::Surely && verdict.verdict == VerdictWord::Violated;
    let address = verdict
        .witness
        .as_ref()
        .filter(|_| violated)?
        .parse()
        .ok()?;
    Some((verdict, claim, Found::at(spec, &address)?))
}

fn entries(
    spec: &Spec,
    violated: &[(&Verdict, &StatedClaim, Found)],
    folder: &Path,
) -> Result<Vec<Entry>, StoreError> {
    let trials: BTreeMap<String, &Found> = violated
        .iter()
        .map(|(_, _, found)| (found.file(), found))
        .collect();
    let trials: Vec<&Found> = trials.into_values().collect();
    let written = trials
        .par_iter()
        .map(|found| Ok((found.file(), found.certificate(spec, folder)?)));
    let certificates: BTreeMap<String, Option<String>> =
        written.collect::<Result<_, StoreError>>()?;
    let mut seen = BTreeSet::new();
    let first: Vec<bool> = violated
        .iter()
        .map(|(verdict, _, _)| seen.insert(verdict.id.clone()))
        .collect();
    let shrunk: Vec<Option<Result<_, String>>> = violated
        .par_iter()
        .zip(first)
        .map(|((_, claim, found), first)| first.then(|| shrunk(spec, claim, found)))
        .collect();
    let mut names = BTreeSet::new();
    let mut entries = Vec::new();
    for ((verdict, _, found), shrunk) in violated.iter().zip(shrunk) {
        let address = found.address.to_string();
        let mut entry = Entry {
            id: verdict.id.clone(),
            address: address.clone(),
            certificate: certificates.get(&found.file()).cloned().flatten(),
            spec: None,
            examples: None,
            skipped: None,
        };
        match shrunk {
            Some(Ok(witness)) => {
                let name = free_name(&slug(&verdict.id), &mut names);
                write(&folder.join(&name), &witness.spec(&address))?;
                (entry.spec, entry.examples) = (Some(name), Some(witness.points.examples.len()));
            }
            Some(Err(why)) => entry.skipped = Some(why),
            None => {
                entry.skipped = Some("the claim is shrunk in its first violated cell only".into())
            }
        }
        entries.push(entry);
    }
    Ok(entries)
}

fn shrunk(
    spec: &Spec,
    claim: &StatedClaim,
    found: &Found,
) -> Result<claims::certificate::Witness, String> {
    let trial = found
        .repeat(spec, true)
        .map_err(|error| error.to_string())?;
    shrink(claim, &trial)
}

/// `<slug>.toml`, or `<slug>-2.toml` and so on where that is taken.
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

fn certify_all(spec: &Spec, folder: &Folder) -> Result<(), CliError> {
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
            Found::at(spec, &address).map_or(Ok(None), |found| found.certificate(spec, &path))
        };
        addresses
            .map(write)
            .collect::<Result<Vec<_>, StoreError>>()?;
    }
    Ok(())
}

/// Replicates that a cell can have.
pub(super) fn most_replicates(spec: &Spec, cell: &Cell) -> u64 {
    spec.schedule(cell).last().copied().unwrap_or(0)
}
