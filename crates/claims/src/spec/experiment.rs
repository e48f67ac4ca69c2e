//! Holds a checked experiment spec and derives from it the designs of its cells, its [`JudgeSpec`], and variations of the experiment.

use super::{Cell, Replicates, tree};
use crate::claim::StatedClaim;
use crate::figure::Request;
use crate::judge::{JudgeSpec, JudgedCell};
use crate::prose::Prose;
use crate::trial::{Addresses, AnyColumn, Audit, Design, Measure, Setting};
use perceptron::learn::external::ProcessPool;
use perceptron::seed::Seed;
use perceptron::threads::Threads;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use toml::de::DeTable;

/// An experiment as its TOML file states it, after all checks.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The experiment's name: its path below the experiments folder without `.toml`, or its file name if it lies elsewhere.
    pub name: String,
    /// The text of the spec file.
    pub source: String,
    /// The subject of the experiment, in one line.
    pub title: String,
    /// The question that the experiment answers.
    pub question: String,
    /// The author's text for the report, in which placeholders `{{ … }}` stand for numbers from the run.
    pub analysis: Prose,
    /// The answer to the question in the spec's own words, if the generated sentence would not answer it.
    pub answer: Option<Prose>,
    /// The words in which claims answer the question, by the id of the claim.
    pub words: BTreeMap<String, Prose>,
    /// The seed, from which all random numbers of the experiment are derived.
    pub seed: u64,
    /// Number of replicates per cell, or how it is determined.
    pub replicates: Replicates,
    /// Error probability of all statistical verdicts on theorems together, and again of all those on controls.
    pub alpha: f64,
    /// The cells in the order of the sweep.
    pub cells: Vec<Cell>,
    /// The claims in the order of the file.
    pub claims: Vec<StatedClaim>,
    /// The figures that the spec asks for.
    pub figures: Vec<Request>,
    /// What is measured on each trial in addition to the counts of the run (mistakes, updates, …).
    pub measures: BTreeSet<Measure>,
    /// Sentences about oddities in the data files, which the user should check.
    pub data_remarks: Vec<String>,
    pub(super) data_contents: Vec<String>,
    /// The columns that the key `measure` names.
    pub named_columns: Vec<AnyColumn>,
    /// The measurements that are made only on the first replicates of a cell, with the number of these.
    pub fewer_replicates: BTreeMap<Measure, u64>,
    /// Number of fresh examples on which a risk without a closed form is estimated.
    pub test_examples: usize,
    pub(super) quick_replicates: u64,
    pub(super) audit: Audit,
}

/// The number of replicates of a cell, at most, as the text of a spec states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatedReplicates {
    /// The key: `replicates`, or `replicates.max` if trials are added until the verdicts are decided.
    pub key: &'static str,
    /// Number of the line with the key, counted from 1.
    pub line: usize,
    /// The number that is stated.
    pub count: u64,
}

impl Spec {
    /// The texts of the spec that have placeholders, each with the name of its key.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &Prose)> {
        let answer = self.answer.iter().map(|text| ("answer", text));
        let words = self.words.values().map(|text| ("answers", text));
        [("analysis", &self.analysis)]
            .into_iter()
            .chain(answer)
            .chain(words)
    }

    /// Returns the spec with `name` as the experiment's name.
    pub fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Returns the paths of the data files that the generators of the spec read, as the spec writes them.
    pub fn data_files(&self) -> BTreeSet<String> {
        self.cells
            .iter()
            .filter_map(|cell| cell.generator.data_file())
            .flat_map(|file| [Some(&file.path), file.test_file.as_ref()])
            .flatten()
            .cloned()
            .collect()
    }

    /// Returns the commands of the spec's external learners, each as a program and its arguments.
    pub fn commands(&self) -> BTreeSet<Vec<String>> {
        let variants = self.cells.iter().flat_map(|cell| &cell.variants);
        let processes = variants.filter_map(|(_, variant)| variant.process());
        processes.map(|process| process.command.clone()).collect()
    }

    /// Permits the spec's external learners to run, in the processes of this pool; without a pool, their trials fail.
    pub fn allowing(mut self, host: &Arc<dyn ProcessPool>) -> Self {
        let variants = self.cells.iter_mut().flat_map(|cell| &mut cell.variants);
        variants.for_each(|(_, variant)| variant.allow_process(host));
        self
    }

    /// Why an external learner of the spec is no longer started: its command, and what its last failure to start said.
    pub fn given_up(&self) -> Option<(Vec<String>, String)> {
        let variants = self.cells.iter().flat_map(|cell| &cell.variants);
        let mut processes = variants.filter_map(|(_, variant)| variant.process());
        processes.find_map(|process| {
            let words = process.pool.0.as_ref()?.given_up(&process.command)?;
            Some((process.command.clone(), words))
        })
    }

    /// Returns the spec with at most `quick_replicates` replicates per cell, and with every trial audited.
    pub fn quick(self) -> Self {
        let most = self.quick_replicates;
        Self {
            audit: Audit::Always,
            ..self.with_at_most(most)
        }
    }

    /// Returns the spec with at most this number of replicates per cell; a complete enumeration stays complete.
    pub fn with_at_most(self, replicates: u64) -> Self {
        let replicates = match self.replicates {
            Replicates::All => Replicates::All,
            Replicates::Fixed(count) => Replicates::Fixed(count.min(replicates)),
            Replicates::UntilDecided { min, max } => {
                let max = max.min(replicates);
                Replicates::UntilDecided {
                    min: min.min(max),
                    max,
                }
            }
        };
        Self { replicates, ..self }
    }

    /// Replaces the seed by the `k`-th seed derived from it. A spec file with the new seed gives the same trials.
    pub fn reseeded(self, k: u64) -> Self {
        let address = Seed::root(self.seed).child("reseed").numbered(k);
        // 53 bits, so that a float in a spec file also holds the seed exactly.
        let seed = address.stream().bits() >> 11;
        Self { seed, ..self }
    }

    /// Returns the [`Design`] of a cell of this spec, which runs the cell's trials.
    pub fn design(&self, cell: &Cell) -> Design {
        Design {
            generator: cell.generator.clone(),
            variants: cell.variants.clone(),
            settings: Setting::all(&cell.key, &cell.generator, &cell.variants),
            measures: self.measures.clone(),
            fewer_replicates: self.fewer_replicates.clone(),
            addresses: Addresses::new(Seed::root(self.seed), &cell.sample_key),
            enumerated: self.replicates == Replicates::All,
            test_examples: self.test_examples,
            audit: self.audit,
            threads: Threads::One,
        }
    }

    /// Whether both specs have the same trials in the cells and variants that they share: same seed, as many test examples, the same measurements on
    /// fewer replicates, and both draw or both enumerate.
    pub fn draws_as(&self, other: &Self) -> bool {
        let enumerated = |spec: &Self| spec.replicates == Replicates::All;
        self.seed == other.seed
            && self.test_examples == other.test_examples
            && self.fewer_replicates == other.fewer_replicates
            && enumerated(self) == enumerated(other)
    }

    /// Names of the variants whose learner is defined in floats, in the order of the spec.
    pub fn learners_in_floats(&self) -> Vec<String> {
        let variants = self.cells.first().map(|cell| cell.variants.iter());
        let floats = variants.into_iter().flatten();
        let floats = floats.filter(|(_, variant)| variant.runs_in_floats());
        floats.map(|(name, _)| name.clone()).collect()
    }

    /// Returns the largest number of replicates that a cell can have.
    pub fn most_replicates(&self, cell: &Cell) -> u64 {
        self.replicates.most(cell.outcomes())
    }

    /// Returns the largest number of replicates as the text of the spec states it, whatever `--quick` makes of it; `None` for an enumeration.
    pub fn stated_replicates(&self) -> Option<StatedReplicates> {
        let root = DeTable::parse(&self.source).ok()?;
        let stated = |key: &'static str| {
            let path: Vec<&str> = key.split('.').collect();
            let (place, value) = tree::find(root.get_ref(), &path)?;
            let number = value.get_ref().as_integer()?;
            Some(StatedReplicates {
                key,
                line: self.source[..place.start].matches('\n').count() + 1,
                count: u64::from_str_radix(number.as_str(), number.radix()).ok()?,
            })
        };
        stated("replicates").or_else(|| stated("replicates.max"))
    }

    /// Returns the cell whose trials need the most memory, and how many bytes one of these trials needs at least.
    pub fn largest_trial(&self) -> Option<(u128, &Cell)> {
        let each = self.cells.iter();
        let each = each.map(|cell| (self.design(cell).bytes_at_least(), cell));
        each.max_by_key(|(bytes, _)| *bytes)
    }

    /// Returns the total number of replicates of a cell after each batch, in ascending order; the last is the largest number that the cell can have.
    pub fn schedule(&self, cell: &Cell) -> Vec<u64> {
        match self.replicates {
            Replicates::All => vec![cell.outcomes().unwrap_or(0)],
            other => other.schedule(),
        }
    }

    /// Returns the number of trials, which are rows of `trials.parquet`, per replicate: one per variant.
    pub fn rows_per_replicate(&self) -> usize {
        self.cells
            .first()
            .map_or(1, |cell| cell.variants.len().max(1))
    }

    /// Returns what the judge must know about the experiment before it sees a trial.
    pub fn judge_spec(&self) -> JudgeSpec {
        let complete = self.replicates == Replicates::All;
        let judged = |cell: &Cell| JudgedCell {
            parameters: cell.parameters.clone(),
            complete,
        };
        let cells = self.cells.iter().map(judged).collect();
        JudgeSpec {
            experiment: self.name.clone(),
            alpha: self.alpha,
            cells,
            claims: self.claims.clone(),
            most_replicates: match self.replicates {
                Replicates::UntilDecided { max, .. } => Some(max),
                Replicates::Fixed(_) | Replicates::All => None,
            },
        }
    }
}
