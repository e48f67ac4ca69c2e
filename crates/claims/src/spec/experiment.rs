//! Holds a checked experiment spec, and what follows from it: the designs of its cells, its bench, and the same experiment changed.

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
    /// The experiment's name: its path below the experiments folder without `.toml`, or the file's own name outside of it.
    pub name: String,
    /// The file's text.
    pub source: String,
    /// What the experiment is about, in one line.
    pub title: String,
    /// The question it answers.
    pub question: String,
    /// Prose for the report.
    pub analysis: Prose,
    /// The answer to the question in the spec's own words, where the generated sentence would not answer it.
    pub answer: Option<Prose>,
    /// The seed as written.
    pub seed: u64,
    /// Replicates per cell.
    pub replicates: Replicates,
    /// Error probability of the theorems, and again of the controls.
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
    /// The same experiment under another name.
    pub fn named(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// The data files of its generators, as the spec names them.
    pub fn data_files(&self) -> BTreeSet<String> {
        self.cells
            .iter()
            .filter_map(|cell| cell.generator.data_file())
            .map(|file| file.path.clone())
            .collect()
    }

    /// The processes that its learners run, each the program and its arguments.
    pub fn commands(&self) -> BTreeSet<Vec<String>> {
        let variants = self.cells.iter().flat_map(|cell| &cell.variants);
        let processes = variants.filter_map(|(_, variant)| variant.process());
        processes.map(|process| process.command.clone()).collect()
    }

    /// The same experiment with somebody who runs its processes; until then their trials fail.
    pub fn allowing(mut self, host: &Arc<dyn ProcessPool>) -> Self {
        let variants = self.cells.iter_mut().flat_map(|cell| &mut cell.variants);
        variants.for_each(|(_, variant)| variant.allow_process(host));
        self
    }

    /// The same experiment with few replicates, all of them audited.
    pub fn quick(self) -> Self {
        let most = self.quick_replicates;
        Self {
            audit: Audit::Always,
            ..self.with_at_most(most)
        }
    }

    /// The same experiment with so many replicates at most; a complete enumeration stays one.
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

    /// The same experiment with the k-th of its other seeds, which fits in a spec file: whoever writes it there gets the same trials.
    pub fn reseeded(self, k: u64) -> Self {
        let address = Seed::root(self.seed).child("reseed").numbered(k);
        // 53 bits: exact wherever a seed may be written, also as a float.
        let seed = address.stream().bits() >> 11;
        Self { seed, ..self }
    }

    /// A cell ready to run.
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

    /// Whether the trials of both, where they have cells and variants in common, are the same: they have one seed, and both draw or enumerate.
    pub fn draws_as(&self, other: &Self) -> bool {
        let enumerated = |spec: &Self| spec.replicates == Replicates::All;
        self.seed == other.seed && enumerated(self) == enumerated(other)
    }

    /// The most replicates that a cell can have.
    pub fn most_replicates(&self, cell: &Cell) -> u64 {
        self.replicates.most(cell.outcomes())
    }

    /// The bytes that the largest trial takes at the least, and its cell.
    pub fn largest_trial(&self) -> Option<(u128, &Cell)> {
        let each = self.cells.iter();
        let each = each.map(|cell| (self.design(cell).bytes_at_least(), cell));
        each.max_by_key(|(bytes, _)| *bytes)
    }

    /// Replicates of a cell after each batch, the last the most it can have.
    pub fn schedule(&self, cell: &Cell) -> Vec<u64> {
        match self.replicates {
            Replicates::All => vec![cell.outcomes().unwrap_or(0)],
            other => other.schedule(),
        }
    }

    /// Rows of one replicate.
    pub fn rows_per_replicate(&self) -> usize {
        self.cells
            .first()
            .map_or(1, |cell| cell.variants.len().max(1))
    }

    /// What a judge must know before it sees a row.
    pub fn bench(&self) -> JudgeSpec {
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
