//! Holds a checked experiment spec and derives from it the designs of its cells, its [`JudgeSpec`], and variations of the experiment.

use super::{Cell, Replicates};
use crate::claim::StatedClaim;
use crate::figure::Request;
use crate::judge::{JudgeSpec, JudgedCell};
use crate::prose::Prose;
use crate::trial::{Addresses, Audit, Design, Measure, Setting};
use perceptron::learn::external::ProcessPool;
use perceptron::seed::Seed;
use perceptron::threads::Threads;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A checked experiment spec.
#[derive(Debug, Clone)]
pub struct Spec {
    /// The experiment's name: its path below the experiments folder without `.toml`, or its file name if it lies elsewhere.
    pub name: String,
    /// The file's text.
    pub source: String,
    /// The subject of the experiment, in one line.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// Prose for the report.
    pub analysis: Prose,
    /// The answer to the question in the spec's own words, if the generated sentence would not answer it.
    pub answer: Option<Prose>,
    /// The seed as written.
    pub seed: u64,
    /// Replicates per cell.
    pub replicates: Replicates,
    /// Error probability of all theorems together, and again of all controls.
    pub alpha: f64,
    /// The cells in the order of the sweep.
    pub cells: Vec<Cell>,
    /// The claims in the order of the file.
    pub claims: Vec<StatedClaim>,
    /// The figures to draw.
    pub figures: Vec<Request>,
    /// What is measured beyond the counts.
    pub measures: BTreeSet<Measure>,
    pub(super) quick_replicates: u64,
    pub(super) audit: Audit,
}

impl Spec {
    /// Renames the experiment.
    pub fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Returns the data files of its generators, as the spec names them.
    pub fn data_files(&self) -> BTreeSet<String> {
        self.cells
            .iter()
            .filter_map(|cell| cell.generator.data_file())
            .map(|file| file.path.clone())
            .collect()
    }

    /// Returns the commands of its external learners, each the program and its arguments.
    pub fn commands(&self) -> BTreeSet<Vec<String>> {
        let variants = self.cells.iter().flat_map(|cell| &cell.variants);
        let processes = variants.filter_map(|(_, variant)| variant.process());
        processes.map(|process| process.command.clone()).collect()
    }

    /// Gives the process pool to its external learners; without one, their trials fail.
    pub fn allowing(mut self, host: &Arc<dyn ProcessPool>) -> Self {
        let variants = self.cells.iter_mut().flat_map(|cell| &mut cell.variants);
        variants.for_each(|(_, variant)| variant.allow_process(host));
        self
    }

    /// Reduces the experiment to `quick_replicates`, all of them audited.
    pub fn quick(self) -> Self {
        let most = self.quick_replicates;
        Self {
            audit: Audit::Always,
            ..self.with_at_most(most)
        }
    }

    /// Limits the number of replicates; a complete enumeration stays complete.
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

    /// Returns a cell's design, which runs its trials.
    pub fn design(&self, cell: &Cell) -> Design {
        Design {
            generator: cell.generator.clone(),
            variants: cell.variants.clone(),
            settings: Setting::all(&cell.key, &cell.generator, &cell.variants),
            measures: self.measures.clone(),
            addresses: Addresses::new(Seed::root(self.seed), &cell.sample_key),
            enumerated: self.replicates == Replicates::All,
            audit: self.audit,
            threads: Threads::One,
        }
    }

    /// Whether both specs have the same trials in the cells and variants that they share: same seed, and both draw or both enumerate.
    pub fn draws_as(&self, other: &Self) -> bool {
        let enumerated = |spec: &Self| spec.replicates == Replicates::All;
        self.seed == other.seed && enumerated(self) == enumerated(other)
    }

    /// Returns the most replicates that a cell can have.
    pub fn most_replicates(&self, cell: &Cell) -> u64 {
        self.replicates.most(cell.outcomes())
    }

    /// Returns the least number of bytes that the largest trial needs, and its cell.
    pub fn largest_trial(&self) -> Option<(u128, &Cell)> {
        let each = self.cells.iter();
        let each = each.map(|cell| (self.design(cell).bytes_at_least(), cell));
        each.max_by_key(|(bytes, _)| *bytes)
    }

    /// Returns the number of replicates of a cell after each batch; the last is the most that it can have.
    pub fn schedule(&self, cell: &Cell) -> Vec<u64> {
        match self.replicates {
            Replicates::All => vec![cell.outcomes().unwrap_or(0)],
            other => other.schedule(),
        }
    }

    /// Returns the number of rows of one replicate.
    pub fn rows_per_replicate(&self) -> usize {
        self.cells
            .first()
            .map_or(1, |cell| cell.variants.len().max(1))
    }

    /// Returns everything that the judge must know before it sees a row.
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
