//! Makes the trials of replicates, and caches what the replicates of a cell share if their sample is not drawn at random: the sample with its
//! geometry, and the trials of learners that draw nothing either.

use super::drawn_sample::MeasuredSample;
use super::failure::caught;
use super::{AnyColumn, Batch, Block, Design, Measure, Record};
use perceptron::generate::ExampleSource;
use perceptron::learn::Variant;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Cache of the sample and the trials that all replicates of one cell have in common because nothing is drawn at random; the first replicate fills
/// it.
#[derive(Debug, Default)]
pub struct CellCache(Mutex<Option<Arc<CachedTrials>>>);

/// The sample and the trials of a cell's first replicate, as far as all other replicates of the cell have the same.
#[derive(Debug)]
struct CachedTrials {
    /// The sample with its radius and margins; `None` if an opponent chooses the examples in answer to the learners.
    shown: Option<MeasuredSample>,
    /// For each variant, the trial that every replicate repeats; `None` if the replicates differ.
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

    /// Empties the cache to free its memory, once no more replicates of the cell are needed.
    pub fn clear(&self) {
        self.put(None);
    }
}

impl Design {
    /// Makes the trials of these replicates of the cell under all variants. They are the same on every machine, and do not depend on which other
    /// replicates are made with them.
    pub fn block(&self, replicates: impl IntoIterator<Item = u64>) -> Block {
        self.block_with(replicates, &CellCache::default())
    }

    /// Like [`Self::block`], but reuses the sample and the trials that earlier replicates stored in the cache of this cell.
    pub fn block_with(
        &self,
        replicates: impl IntoIterator<Item = u64>,
        common: &CellCache,
    ) -> Block {
        let replicates: Vec<u64> = replicates.into_iter().collect();
        if self.fewer_replicates.is_empty() {
            return self.whole_block(replicates, common);
        }
        let mut block = self.empty(Vec::new());
        let is_alike = |one: &u64, next: &u64| self.measures_of(*one) == self.measures_of(*next);
        for part in replicates.chunk_by(is_alike) {
            let measures = self.measures_of(part[0]);
            // The cache has the trials of the replicates on which everything is measured.
            let own = CellCache::default();
            let cache = if measures == self.measures {
                common
            } else {
                &own
            };
            let design = Self {
                measures,
                ..self.clone()
            };
            block.append(design.whole_block(part.to_vec(), cache));
        }
        block.compact();
        block
    }

    /// What is measured on a replicate.
    fn measures_of(&self, replicate: u64) -> BTreeSet<Measure> {
        let is_made = |measure: &&Measure| {
            let first = self.fewer_replicates.get(measure);
            first.is_none_or(|first| replicate < *first)
        };
        self.measures.iter().filter(is_made).copied().collect()
    }

    /// Makes trials on all of which the same is measured.
    fn whole_block(&self, replicates: Vec<u64>, common: &CellCache) -> Block {
        let mut block = match self.is_cacheable() {
            true => self.cached_block(replicates, common),
            false => self.fresh_block(replicates),
        };
        block.compact();
        block
    }

    /// Makes the trials of these replicates one by one, without a cache.
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

    /// Makes the trials of these replicates of a cell that has a single sample. The first replicate fills an empty cache; the others are made from
    /// the cache.
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
            Some(kept) => self.block_from_cache(&kept, rest.to_vec()),
            None => self.fresh_block(rest.to_vec()),
        };
        rest.compact();
        block.append(rest);
        block
    }

    /// Whether all replicates of the cell have the same sample, or even the same trials, so that a cache saves work.
    pub fn is_cacheable(&self) -> bool {
        let source = self.generator.source();
        let is_drawn_once = matches!(source, ExampleSource::Sampler(_)) && !self.enumerated;
        let mut variants = 0..self.settings.len();
        source.has_one_sample() && (is_drawn_once || variants.all(|variant| self.repeats(variant)))
    }

    /// Whether a variant, given by position, has the same trial in every replicate, because nothing is drawn at random and no external program is
    /// asked. A sample with a single outcome has fresh examples with a single outcome too, so an estimated risk is also the same in every replicate.
    fn repeats(&self, variant: usize) -> bool {
        let outside = |(_, variant): &(String, Variant)| variant.process().is_some();
        self.settings[variant].repeats_one_run() && !self.variants.get(variant).is_some_and(outside)
    }

    /// Returns the results of the only replicate of a block that all other replicates of the cell share; `None` if a trial failed, because other
    /// replicates need not fail.
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

    /// Makes the trials of these replicates from the cache; the replicates that the audit covers are computed from scratch.
    fn block_from_cache(&self, kept: &CachedTrials, replicates: Vec<u64>) -> Block {
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

    /// Fills the batch of one variant, given by position, whose learner draws at random: runs it on the shared sample once per replicate, except for
    /// audited replicates.
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

    /// Fills the columns that describe the sample, such as radius and margins, for all trials of a batch at once, and returns whether that succeeded.
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
