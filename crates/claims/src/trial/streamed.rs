//! Measures a replicate whose sample is too large to store: every example is drawn, shown once to each learner, and dropped.
//!
//! A sample of more than 4 MB is drawn in pieces (the generator's `SamplePieces`) if every variant shows each example once and no measurement needs
//! an example again. Each piece is drawn, checked against the declared distribution, measured, shown to a `PausedRun` of every variant, and dropped.
//! Its geometry is merged with that of the pieces before. The row is the same, bit for bit, as for the sample stored as a whole; a test compares
//! them.

use super::audit::{self, AuditedTrial};
use super::failure::{Failure, caught};
use super::measure::{CompletedRun, Geometry, fill_counts};
use super::{Block, Design, Record, StreamRole};
use perceptron::generate::{ExampleSource, Sampler};
use perceptron::learn::{PausedRun, Retraining};
use perceptron::sample::{Label, OutOfRange, Separator};

/// Largest size in bytes of a sample that is stored as a whole.
const LARGEST_STORED_SAMPLE: u128 = 1 << 22;

/// Size in bytes of one piece of a sample that is too large to be stored as a whole.
const PIECE: u128 = 1 << 20;

/// The geometry, the labels and the planted separator of a sample that was drawn piece by piece and is not stored.
struct StreamSummary {
    geometry: Geometry,
    labels: Vec<Label>,
    planted: Option<Separator>,
}

impl Design {
    /// The number of examples that are in memory at once if samples are drawn piece by piece; `None` if samples are drawn as a whole. Pieces are used
    /// if the sample is large and no learner or measurement needs an example twice.
    pub(super) fn piece(&self) -> Option<usize> {
        let ExampleSource::Sampler(sampler) = self.generator.source() else {
            return None;
        };
        let mut variants = self.variants.iter();
        let mut measurements = self.measurements().into_iter();
        let needed_once = !self.enumerated
            && measurements.all(|one| one.needs_no_example_again())
            && variants.all(|(_, variant)| variant.needs_each_example_once());
        let need = self.generator.need();
        let is_large = need.held() > LARGEST_STORED_SAMPLE;
        let in_pieces = is_large
            && needed_once
            && sampler
                .pieces(self.addresses.of(StreamRole::Sample, 0))
                .is_some();
        in_pieces.then(|| (PIECE / need.example.max(1)).max(1) as usize)
    }

    /// The size in bytes of a replicate's sample, or of one piece if the sample is drawn piece by piece; 0 if an opponent chooses the examples one by
    /// one.
    pub fn sample_bytes(&self, replicate: u64) -> u64 {
        match self.generator.source() {
            ExampleSource::Sampler(sampler) => match self.piece() {
                Some(size) => self.generator.need().example as u64 * size as u64,
                None => self.sample(sampler, replicate).sample.features.bytes(),
            },
            ExampleSource::Opponent(_) => 0,
        }
    }

    /// A lower bound on the memory of a trial in bytes, computed from the generator's parameters without drawing anything.
    pub fn bytes_at_least(&self) -> u128 {
        let need = self.generator.need();
        match self.piece() {
            Some(_) => need.shown_once(),
            None => need.held(),
        }
    }

    /// Fills the rows of one replicate, given by its index in the block, from a sample drawn in pieces of `size` examples.
    pub(super) fn measure_in_pieces(&self, block: &mut Block, place: usize, size: usize) {
        let ExampleSource::Sampler(sampler) = self.generator.source() else {
            return;
        };
        let replicate = block.replicates[place];
        let variants = self.variants.iter();
        let mut runs: Vec<PausedRun> = variants
            .map(|(name, variant)| PausedRun::new(variant, self.draws(replicate, name, variant)))
            .collect();
        let shown = caught(|| self.show(sampler, replicate, size, &mut runs));
        let mut runs = runs.into_iter().enumerate();
        for batch in &mut block.batches {
            let (mut record, run) = (Record::new(batch, place, replicate), runs.next());
            let described = match &shown {
                Ok(shown) => caught(|| self.describe(&mut record, sampler, shown, run)),
                Err(failure) => Err(failure.duplicate()),
            };
            if let Err(failure) = described {
                failure.describe(&mut record);
            }
        }
    }

    /// Draws the sample of a replicate in pieces of `size` examples, shows each piece to the runs of all variants and drops it; returns a summary.
    fn show(
        &self,
        sampler: &dyn Sampler,
        replicate: u64,
        size: usize,
        runs: &mut [PausedRun],
    ) -> Result<StreamSummary, Failure> {
        let seed = self.addresses.of(StreamRole::Sample, replicate);
        let Some(mut pieces) = sampler.pieces(seed) else {
            return Err(OutOfRange.into());
        };
        let (examples, mut labels) = (self.generator.examples(), Vec::new());
        let (mut geometry, mut planted, measurements) = (None, None, self.measurements());
        while labels.len() < examples {
            let piece = pieces.next(size.min(examples - labels.len()));
            self.preserves_distribution(&piece)?;
            let of_piece = Geometry::of(&piece, &measurements);
            geometry = Some(match geometry {
                None => of_piece,
                Some(before) => of_piece.with(before),
            });
            for run in &mut *runs {
                run.see(&piece)?;
            }
            labels.extend_from_slice(&piece.labels);
            planted = piece.planted;
        }
        Ok(StreamSummary {
            geometry: geometry.unwrap_or_default(),
            labels,
            planted,
        })
    }

    /// Fills the row of one variant, given by position with its run, from the summary of the sample; without a run, only the columns of the sample.
    fn describe(
        &self,
        record: &mut Record,
        sampler: &dyn Sampler,
        shown: &StreamSummary,
        run: Option<(usize, PausedRun)>,
    ) -> Result<(), Failure> {
        shown.geometry.describe(record);
        let Some((index, run)) = run else {
            return Ok(());
        };
        let (variant, result) = (run.variant(), run.learned());
        fill_counts(record, &result, variant);
        let run = CompletedRun {
            variant,
            result: &result,
            labels: &shown.labels,
            features: None,
            drawn: None,
            learner: None,
            fresh: Some(self.fresh(sampler, record, (index, &result), shown.planted.as_ref())),
            retraining: Retraining::Coupled,
        };
        self.fill(record, &run, &self.measurements());
        if !self.audit.covers(record.replicate) {
            return Ok(());
        }
        let fresh = self.addresses.of(StreamRole::Audit, record.replicate);
        let audited = AuditedTrial {
            seen: None,
            features: None,
            labels: &shown.labels,
            learned: Some(&result),
            fresh: Some((sampler, fresh)),
        };
        audit::broken(&record.row(), &audited).map_or(Ok(()), |words| Err(Failure::Fault(words)))
    }
}
