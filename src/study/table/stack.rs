//! Opens results folders, and puts the cells of several studies one after the other.

use crate::report::data_table::ResultsOrigin;
use crate::store::{Folder, Manifest, read_verdicts};
use crate::study::results_folder::results_folder;
use crate::study::stored_trials::finished_run;
use crate::study::{StudyError, run_command};
use claims::judge::Verdict;
use claims::spec::Spec;
use claims::trial::Measure;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Name of the key that holds the name of the experiment, as if it were a parameter of every cell.
pub(super) const EXPERIMENT: &str = "experiment";

/// The results folder of one experiment, with the spec in it.
pub(super) struct Study {
    pub folder: Folder,
    pub manifest: Manifest,
    pub spec: Spec,
}

impl Study {
    /// The results that the table was made of, as the table names them.
    pub(super) fn origin(&self) -> ResultsOrigin {
        ResultsOrigin {
            experiment: self.manifest.experiment.clone(),
            spec_hash: self.manifest.spec_hash.clone(),
            seed: self.manifest.seed,
            program_version: self.manifest.program_version.clone(),
        }
    }

    /// The command that makes the results again.
    pub(super) fn command(&self) -> String {
        run_command::command(&self.folder, &self.spec, self.manifest.quick)
    }
}

/// Opens results: folders, or names of experiments.
pub(super) fn opened(
    given: &[PathBuf],
    results: &Path,
    experiments: &Path,
) -> Result<Vec<Study>, StudyError> {
    let mut studies: Vec<Study> = Vec::new();
    for given in given {
        let folder = Folder::at(&results_folder(given, results, experiments)?);
        let (manifest, spec) = finished_run(&folder)?;
        let twice = studies
            .iter()
            .any(|other| other.manifest.experiment == manifest.experiment);
        if twice {
            let name = &manifest.experiment;
            return Err(StudyError::usage(format!(
                "`{name}` is given twice, so that its trials would count twice"
            ))
            .help("name every experiment once"));
        }
        studies.push(Study {
            folder,
            manifest,
            spec,
        });
    }
    Ok(studies)
}

/// The verdicts of all studies, with the name of the experiment as a parameter of their cells.
pub(super) fn verdicts(studies: &[Study]) -> Result<Vec<Verdict>, StudyError> {
    let mut all = Vec::new();
    for study in studies {
        for mut verdict in read_verdicts(study.folder.path())? {
            if let Some(cell) = &mut verdict.cell {
                cell.insert(EXPERIMENT.into(), study.spec.name.clone().into());
            }
            all.push(verdict);
        }
    }
    Ok(all)
}

/// The names and cells of one study in a stack.
#[derive(Debug, Clone)]
pub(super) struct StackedStudy {
    pub name: String,
    /// Position of the study's first cell among the cells of all studies.
    pub first_cell: usize,
    pub measures: BTreeSet<Measure>,
    pub has_weights: bool,
    pub seed: u64,
    /// The keys of the samples of its cells; two studies with one seed draw the same samples in cells with the same key.
    pub sample_keys: BTreeSet<String>,
}

/// The cells, variants and claims of some studies, one study after the other.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    pub studies: Vec<StackedStudy>,
    /// Parameters of every cell, with the name of the experiment.
    pub cells: Vec<Map<String, Value>>,
    /// For every cell, the names of its variants; one empty name without a learner.
    pub variants: Vec<Vec<String>>,
    pub claims: Vec<String>,
}

impl Stack {
    pub(super) fn new(studies: &[Study]) -> Self {
        Self::of_specs(&studies.iter().map(|study| &study.spec).collect::<Vec<_>>())
    }

    pub(super) fn of_specs(specs: &[&Spec]) -> Self {
        let mut stack = Self {
            studies: Vec::new(),
            cells: Vec::new(),
            variants: Vec::new(),
            claims: Vec::new(),
        };
        specs.iter().for_each(|spec| stack.add(spec));
        stack
    }

    fn add(&mut self, spec: &Spec) {
        self.studies.push(StackedStudy {
            name: spec.name.clone(),
            first_cell: self.cells.len(),
            measures: spec.measures.clone(),
            has_weights: spec.replicates == claims::spec::Replicates::All,
            seed: spec.seed,
            sample_keys: spec
                .cells
                .iter()
                .map(|cell| cell.sample_key.clone())
                .collect(),
        });
        for cell in &spec.cells {
            let mut parameters = cell.parameters.clone();
            parameters.insert(EXPERIMENT.into(), spec.name.clone().into());
            self.cells.push(parameters);
            let names = cell.variants.iter().map(|(name, _)| name.clone());
            let names: Vec<String> = names.collect();
            self.variants.push(match names.is_empty() {
                true => vec![String::new()],
                false => names,
            });
        }
        for claim in &spec.claims {
            if !self.claims.contains(&claim.id) {
                self.claims.push(claim.id.clone());
            }
        }
    }

    /// The names of two studies that draw the same samples in some cells.
    pub(super) fn with_equal_samples(&self) -> Option<[&str; 2]> {
        let are_equal = |one: &StackedStudy, other: &StackedStudy| {
            one.seed == other.seed && !one.sample_keys.is_disjoint(&other.sample_keys)
        };
        let mut pairs = self.studies.iter().enumerate().flat_map(|(place, one)| {
            let later = self.studies[place + 1..].iter();
            later.map(move |other| (one, other))
        });
        let (one, other) = pairs.find(|(one, other)| are_equal(one, other))?;
        Some([&one.name, &other.name])
    }

    /// Names of all variants, in the order in which the specs have them.
    pub(super) fn variant_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in self.variants.iter().flatten() {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}
