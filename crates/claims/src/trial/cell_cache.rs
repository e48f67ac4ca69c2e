//! Makes the trials of replicates, and keeps what those of a cell have in common where their sample is not drawn: the sample with its geometry,
//! and the trials of learners that draw nothing either.

use super::drawn_sample::MeasuredSample;
use super::failure::caught;
use super::{AnyColumn, Batch, Block, Design, Record};
use perceptron::generate::ExampleSource;
use perceptron::learn::Variant;
use std::sync::{Arc, Mutex, PoisonError};

/// What the replicates of one cell have in common, once the first of them has told.
#[derive(Debug, Default)]
pub struct CellCache(Mutex<Option<Arc<CachedTrials>>>);

/// What the first replicate left.
#[derive(Debug)]
struct CachedTrials {
    /// Missing where an opponent answers the learners.
    shown: Option<MeasuredSample>,
    /// For each variant the trial that every replicate is, if it is one.
    trials: Vec<Option<Batch>>,
}

impl CellCache {
    fn get(&self) -> Option<Arc<CachedTrials>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clone()
    }

    fn put(&self, kept: Option<Arc<CachedTrials>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }

    /// Lets go of it, when no more replicates are asked for.
    pub fn clear(&self) {
        self.put(None);
    }
}

impl Design {
    /// The trials of some replicates. The same replicates give the same trials on every machine, whatever else is in the block.
    pub fn block(&self, replicates: impl IntoIterator<Item = u64>) -> Block {
        self.block_with(replicates, &CellCache::default())
    }

    /// The same, with what other replicates of this cell have told of all, if it is that of no other cell.
    pub fn block_with(
        &self,
        replicates: impl IntoIterator<Item = u64>,
        common: &CellCache,
    ) -> Block {
        let replicates = replicates.into_iter().collect();
        let mut block = match self.is_cacheable() {
            true => self.cached_block(replicates, common),
            false => self.fresh_block(replicates),
        };
        block.compact();
        block
    }

    /// Every replicate by itself.
    pub(super) fn fresh_block(&self, replicates: Vec<u64>) -> Block {
        let mut block = self.empty(replicates);
        let (piece, mut shown) = (self.piece(), None);
        for place in 0..block.len() {
            match piece {
                Some(size) => self.measure_in_pieces(&mut block, place, size),
                None => self.measure(&mut block, place, &mut shown),
            }
        }
        block
    }

    /// The trials of some replicates of a cell whose sample is one, with what the replicates before them have told.
    pub(super) fn cached_block(&self, replicates: Vec<u64>, common: &CellCache) -> Block {
        let is_first = usize::from(common.get().is_none() && !replicates.is_empty());
        let (first, rest) = replicates.split_at(is_first);
        let mut block = self.empty(first.to_vec());
        for place in 0..first.len() {
            let mut shown = None;
            self.measure(&mut block, place, &mut shown);
            common.put(self.cached(shown, &block).map(Arc::new));
        }
        block.compact();
        let mut rest = match common.get() {
            Some(kept) => self.from_cache(&kept, rest.to_vec()),
            None => self.fresh_block(rest.to_vec()),
        };
        rest.compact();
        block.append(rest);
        block
    }

    /// Whether the replicates of the cell have their sample in common, or all that became of it.
    pub fn is_cacheable(&self) -> bool {
        let source = self.generator.source();
        let is_drawn_once = matches!(source, ExampleSource::Sampler(_)) && !self.enumerated;
        let mut variants = 0..self.settings.len();
        source.has_one_sample() && (is_drawn_once || variants.all(|variant| self.repeats(variant)))
    }

    /// Whether every replicate is the same trial under a variant: nothing is drawn, and nobody outside of the program is asked. Where a sample has one
    /// outcome, fresh examples have one too, so that a risk that is estimated is the same in every replicate.
    fn repeats(&self, variant: usize) -> bool {
        let outside = |(_, variant): &(String, Variant)| variant.process().is_some();
        self.settings[variant].repeats_one_run() && !self.variants.get(variant).is_some_and(outside)
    }

    /// What the only replicate of a block leaves for others; nothing where a trial failed, which may have been its own fault.
    fn cached(&self, shown: Option<MeasuredSample>, block: &Block) -> Option<CachedTrials> {
        if block.all().any(|row| row.is_failed()) {
            return None;
        }
        let trials = block.batches.iter().enumerate();
        let trials = trials.map(|(variant, batch)| self.repeats(variant).then(|| batch.clone()));
        Some(CachedTrials {
            shown,
            trials: trials.collect(),
        })
    }

    /// Replicates that have something in common; those that are audited are made anew.
    fn from_cache(&self, kept: &CachedTrials, replicates: Vec<u64>) -> Block {
        let mut block = self.empty(replicates);
        for (variant, (batch, trial)) in block.batches.iter_mut().zip(&kept.trials).enumerate() {
            match trial {
                Some(trial) => *batch = trial.repeated(block.replicates.len()),
                None => self.run_all(kept, variant, &block.replicates, batch),
            }
        }
        for place in 0..block.len() {
            let replicate = block.replicates[place];
            if self.audit.covers(replicate) {
                block.replace(place, &self.fresh_block(vec![replicate]));
            }
        }
        block
    }

    /// Runs a variant that draws on the sample of all replicates, but not where it is audited.
    fn run_all(&self, kept: &CachedTrials, variant: usize, replicates: &[u64], batch: &mut Batch) {
        let Some(shown) = &kept.shown else { return };
        let described = self.described(shown, variant, batch);
        let places = replicates.iter().enumerate();
        for (place, &replicate) in places.filter(|(_, replicate)| !self.audit.covers(**replicate)) {
            let mut record = Record::new(batch, place, replicate);
            let run = || match described {
                true => self.run_described(&mut record, shown, variant),
                false => self.run(&mut record, shown, variant),
            };
            if let Err(failure) = caught(run) {
                failure.describe(&mut record);
            }
        }
    }

    /// Fills the columns of the sample for all trials of a batch at once; whether that could be done.
    fn described(&self, shown: &MeasuredSample, variant: usize, batch: &mut Batch) -> bool {
        let columns = AnyColumn::measured(&self.measures);
        let mut one = Batch::new(batch.setting.clone(), columns, 1);
        let mut record = Record::new(&mut one, 0, 0);
        let is_done = caught(|| self.describe_sample(&mut record, shown, variant)).is_ok();
        if is_done {
            *batch = one.repeated(batch.len());
        }
        is_done
    }
}
