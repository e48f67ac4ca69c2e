//! Holds a cell that is ready to run, with everything that its trials depend on.

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

/// A cell that is ready to run, with everything that a trial depends on and nothing else.
#[derive(Debug, Clone)]
pub struct Design {
    /// The addresses of the random streams of every replicate.
    pub addresses: Addresses,
    /// The source of the examples.
    pub generator: Generator,
    /// The learner configurations by name, in the spec's order; may be empty.
    pub variants: Vec<(String, Variant)>,
    /// The constant part of the trials under each variant; a single setting without a variant if there are no variants.
    pub settings: Vec<Arc<Setting>>,
    /// The measurements that are made in addition to the counts.
    pub measures: BTreeSet<Measure>,
    /// Whether replicate i is outcome i of the complete enumeration.
    pub enumerated: bool,
    /// The trials that the audit recomputes.
    pub audit: Audit,
    /// The threads that share the work of a trial with many runs.
    pub threads: Threads,
}

impl Design {
    /// The cell's key.
    pub fn key(&self) -> &str {
        &self.settings[0].cell
    }

    /// A block of these replicates with all columns of the measurements, but no values yet.
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

    /// The measurements that are requested.
    pub(super) fn measurements(&self) -> Vec<&'static dyn Measurement> {
        let measures = self.measures.iter();
        measures.map(|measure| measure.measurement()).collect()
    }

    /// A block of some replicates without columns, which a reader fills.
    pub fn without_columns(&self, replicates: Vec<u64>) -> Block {
        let length = replicates.len();
        let batch = |setting: &Arc<Setting>| Batch::without_columns(setting.clone(), length);
        let batches = self.settings.iter().map(batch).collect();
        Block {
            replicates,
            batches,
        }
    }

    /// The address of a learner's own random stream: under the variant's name, or under a name that the spec gives to several variants so that they
    /// share it.
    pub(super) fn draws(&self, replicate: u64, name: &str, variant: &Variant) -> Seed {
        if !variant.draws_at_random() {
            return self.addresses.undrawn(StreamRole::Learner);
        }
        let name = variant.draws.as_deref().unwrap_or(name);
        self.addresses
            .of(StreamRole::Learner, replicate)
            .child(name)
    }

    /// Trials with the values that are known before anything is drawn: `check` finds claims in them that are bound to be vacuous.
    pub fn prototype(&self) -> Block {
        let mut block = self.empty(vec![0]);
        let examples = Some(self.generator.examples() as u64);
        for batch in &mut block.batches {
            batch.set(0, columns::EXAMPLES, examples);
            batch.set(0, columns::DIMENSION, self.stated_dimension());
        }
        block
    }

    /// The dimension that the generator's keys state; `None` if a learner may see the examples in another dimension.
    fn stated_dimension(&self) -> Option<u64> {
        let setting = self.settings.first()?;
        let as_drawn = setting.variant.is_none().then_some(setting)?;
        let stated = as_drawn.parameter(Owner::Generator, "dimension")?;
        stated.to_string().parse().ok()
    }
}
