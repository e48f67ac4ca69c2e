//! Holds a cell that is ready to run, with everything that its trials depend on.

use super::measure::Measurement;
use super::{
    Addresses, AnyColumn, Audit, Batch, Block, Measure, Owner, Setting, StreamRole, columns,
};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use perceptron::seed::Seed;
use perceptron::threads::Threads;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Number of fresh examples on which a risk without a closed form is estimated, if the spec has no key `test_examples`.
pub const TEST_EXAMPLES: usize = 10_000;

/// A cell that is ready to run: the generator, variants, measurements and seeds that determine its trials, and nothing else.
#[derive(Debug, Clone)]
pub struct Design {
    /// The seeds of the random streams of every replicate.
    pub addresses: Addresses,
    /// The generator of the samples.
    pub generator: Generator,
    /// The name and learner configuration of each variant, in the spec's order; empty if no learner runs.
    pub variants: Vec<(String, Variant)>,
    /// For each variant, what all its trials share (cell, generator, learner); a single setting without a variant if there are no variants.
    pub settings: Vec<Arc<Setting>>,
    /// The measurements that are made in addition to the counts of mistakes, updates and examples shown.
    pub measures: BTreeSet<Measure>,
    /// The measurements that are made only on the first replicates, with the number of these.
    pub fewer_replicates: BTreeMap<Measure, u64>,
    /// Whether the cell is enumerated completely: replicate i is outcome i of the generator instead of a random draw.
    pub enumerated: bool,
    /// Number of fresh examples on which a risk without a closed form is estimated.
    pub test_examples: usize,
    /// Which trials are audited, that is, recomputed by other code.
    pub audit: Audit,
    /// The threads that share the runs within one trial, such as leave-one-out runs.
    pub threads: Threads,
}

impl Design {
    /// A cell of one sample with these learners that belongs to no spec, such as a witness: nothing is audited, and nothing is drawn from a seed of
    /// its own.
    pub fn alone(
        generator: Generator,
        variants: Vec<(String, Variant)>,
        measures: BTreeSet<Measure>,
    ) -> Self {
        Self {
            settings: Setting::all("", &generator, &variants),
            generator,
            variants,
            measures,
            addresses: Addresses::new(Seed::root(0), ""),
            enumerated: true,
            test_examples: TEST_EXAMPLES,
            fewer_replicates: BTreeMap::new(),
            audit: Audit::Off,
            threads: Threads::One,
        }
    }

    /// The cell's key: its sorted list of exact parameters.
    pub fn key(&self) -> &str {
        &self.settings[0].cell
    }

    /// Creates a block of these replicates in which all columns of the requested measurements are present and every value is missing.
    pub fn empty(&self, replicates: Vec<u64>) -> Block {
        let batch = |setting: &Arc<Setting>| {
            let columns = AnyColumn::measured(&self.measures);
            Batch::new(setting.clone(), columns, replicates.len())
        };
        let batches = self.settings.iter().map(batch).collect();
        Block {
            replicates,
            batches,
        }
    }

    /// The implementations of the requested measurements.
    pub(super) fn measurements(&self) -> Vec<&'static dyn Measurement> {
        let measures = self.measures.iter();
        measures.map(|measure| measure.measurement()).collect()
    }

    /// Creates a block of these replicates without columns; a reader of a results file adds the columns.
    pub fn without_columns(&self, replicates: Vec<u64>) -> Block {
        let length = replicates.len();
        let batch = |setting: &Arc<Setting>| Batch::without_columns(setting.clone(), length);
        let batches = self.settings.iter().map(batch).collect();
        Block {
            replicates,
            batches,
        }
    }

    /// The seed of the random numbers that a learner draws in a replicate. It depends on the variant's name, or on the name that the spec gives to
    /// several variants (key `draws`) so that they share their random numbers.
    pub(super) fn draws(&self, replicate: u64, name: &str, variant: &Variant) -> Seed {
        match variant.name_of_draws(name) {
            Some(name) => {
                let address = self.addresses.of(StreamRole::Learner, replicate);
                address.child(name)
            }
            None => self.addresses.undrawn(StreamRole::Learner),
        }
    }

    /// Creates a block of one replicate with only the values that are known before anything is drawn; with it `check` finds claims that are bound to
    /// be vacuous.
    pub fn prototype(&self) -> Block {
        let mut block = self.empty(vec![0]);
        let examples = Some(self.generator.examples() as u64);
        for batch in &mut block.batches {
            batch.set(0, columns::EXAMPLES, examples);
            batch.set(0, columns::DIMENSION, self.stated_dimension());
        }
        block
    }

    /// The number of features that the generator's key `dimension` states; `None` if there is a learner, which may see the examples in another
    /// dimension.
    fn stated_dimension(&self) -> Option<u64> {
        let setting = self.settings.first()?;
        let as_drawn = setting.variant.is_none().then_some(setting)?;
        let stated = as_drawn.parameter(Owner::Generator, "dimension")?;
        stated.to_string().parse().ok()
    }
}
