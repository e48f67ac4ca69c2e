//! Holds a cell ready to run: everything that its trials depend on.

use super::measure::Measurement;
use super::{
    Addresses, AnyColumn, Audit, Batch, Block, Measure, Owner, Setting, StreamRole, columns,
};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use perceptron::seed::Seed;
use perceptron::threads::Threads;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A cell ready to run: everything a trial depends on, and nothing else.
#[derive(Debug, Clone)]
pub struct Design {
    /// Where the draws of every replicate come from.
    pub addresses: Addresses,
    /// Where the examples come from.
    pub generator: Generator,
    /// The learner configurations by name, in the spec's order; may be empty.
    pub variants: Vec<(String, Variant)>,
    /// What is constant under each of them; one setting without a variant where there are none.
    pub settings: Vec<Arc<Setting>>,
    /// What is measured beyond the counts.
    pub measures: BTreeSet<Measure>,
    /// Whether replicate i is outcome i of the complete enumeration.
    pub enumerated: bool,
    /// Which trials are recomputed along another path.
    pub audit: Audit,
    /// The threads that do parts of a trial that takes many runs.
    pub threads: Threads,
}

impl Design {
    /// The cell's key.
    pub fn key(&self) -> &str {
        &self.settings[0].cell
    }

    /// A block of these replicates with nothing measured yet.
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

    /// How what is asked for is measured.
    pub(super) fn measurements(&self) -> Vec<&'static dyn Measurement> {
        let measures = self.measures.iter();
        measures.map(|measure| measure.measurement()).collect()
    }

    /// Some replicates whose columns a reader has.
    pub fn without_columns(&self, replicates: Vec<u64>) -> Block {
        let length = replicates.len();
        let batch = |setting: &Arc<Setting>| Batch::without_columns(setting.clone(), length);
        let batches = self.settings.iter().map(batch).collect();
        Block {
            replicates,
            batches,
        }
    }

    /// The address of a learner's own draws: by its own name, or by one that the spec gives to share them.
    pub(super) fn draws(&self, replicate: u64, name: &str, variant: &Variant) -> Seed {
        if !variant.draws_at_random() {
            return self.addresses.undrawn(StreamRole::Learner);
        }
        let name = variant.draws.as_deref().unwrap_or(name);
        self.addresses
            .of(StreamRole::Learner, replicate)
            .child(name)
    }

    /// What is known of a variant's trials before anything is drawn: for `check`, which says what is bound to be vacuous.
    pub fn prototype(&self) -> Block {
        let mut block = self.empty(vec![0]);
        let examples = Some(self.generator.examples() as u64);
        for batch in &mut block.batches {
            batch.set(0, columns::EXAMPLES, examples);
            batch.set(0, columns::DIMENSION, self.stated_dimension());
        }
        block
    }

    /// The dimension that the generator's keys state, where no learner sees the examples in another one.
    fn stated_dimension(&self) -> Option<u64> {
        let setting = self.settings.first()?;
        let as_drawn = setting.variant.is_none().then_some(setting)?;
        let stated = as_drawn.parameter(Owner::Generator, "dimension")?;
        stated.to_string().parse().ok()
    }
}
