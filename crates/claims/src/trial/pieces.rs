//! Measures a replicate whose sample memory should not hold: every example is drawn, shown once to each learner, and dropped.
//!
//! A large stream is never held. Where every variant shows each example once and no measure needs one again, a sample of more than 64 MB comes from
//! its generator's `Pieces`: `trial/pieces.rs` draws a piece, checks its law, adds its geometry to that of the pieces before, shows it to an `Online`
//! run of every variant, and drops it. The row is the same, bit for bit, as of the sample held whole; a test compares them.

use super::audit::{self, Audited};
use super::failure::{Failure, caught};
use super::geometry::Geometry;
use super::risk::Test;
use super::{Block, Design, Measure, Record, Role, counts, excess_risk, risk};
use perceptron::generate::{Sampler, Source};
use perceptron::learn::{Online, RunResult, Variant};
use perceptron::sample::{Label, OutOfRange, Separator};

/// The bytes of a sample that is held as a whole.
const HELD: u128 = 1 << 26;

/// The bytes of a piece of a larger one.
const PIECE: u128 = 1 << 22;

/// What was seen of a sample that is gone.
struct Shown {
    geometry: Geometry,
    labels: Vec<Label>,
    planted: Option<Separator>,
}

impl Design {
    /// The number of examples in a piece, where samples are drawn in pieces: none of its measures needs an example again, and the sample
    /// is a large one.
    pub(super) fn piece(&self) -> Option<usize> {
        let Source::Sampler(sampler) = self.generator.source() else {
            return None;
        };
        let once = |measure: &Measure| {
            use Measure::{ExcessRisk, Risk, Run, UpdateSequence};
            matches!(measure, Run | Risk | ExcessRisk | UpdateSequence)
        };
        let mut variants = self.variants.iter();
        let needed_once = !self.enumerated
            && self.measures.iter().all(once)
            && variants.all(|(_, variant)| variant.needs_each_example_once());
        let need = self.generator.need();
        let is_large = need.held() > HELD;
        let in_pieces =
            is_large && needed_once && sampler.pieces(self.addresses.of(Role::Sample, 0)).is_some();
        in_pieces.then(|| (PIECE / need.example.max(1)).max(1) as usize)
    }

    /// The bytes of the sample of one replicate, or of the largest piece of it that is held at once; 0 where an opponent answers example by
    /// example.
    pub fn sample_bytes(&self, replicate: u64) -> u64 {
        match self.generator.source() {
            Source::Sampler(sampler) => match self.piece() {
                Some(size) => self.generator.need().example as u64 * size as u64,
                None => self.sample(sampler, replicate).sample.features.bytes(),
            },
            Source::Opponent(_) => 0,
        }
    }

    /// The bytes that a trial takes at the least, from the parameters alone: nothing is drawn.
    pub fn bytes_at_least(&self) -> u128 {
        let need = self.generator.need();
        match self.piece() {
            Some(_) => need.shown_once(),
            None => need.held(),
        }
    }

    /// Measures one replicate in pieces of so many examples.
    pub(super) fn measure_in_pieces(&self, block: &mut Block, place: usize, size: usize) {
        let Source::Sampler(sampler) = self.generator.source() else {
            return;
        };
        let replicate = block.replicates[place];
        let variants = self.variants.iter();
        let mut runs: Vec<Online> = variants
            .map(|(name, variant)| Online::new(variant, self.draws(replicate, name, variant)))
            .collect();
        let shown = caught(|| self.show(sampler, replicate, size, &mut runs));
        let mut runs = runs.into_iter();
        for batch in &mut block.batches {
            let (mut record, run) = (Record::new(batch, place, replicate), runs.next());
            let described = match &shown {
                Ok(shown) => caught(|| self.describe(&mut record, sampler, shown, run)),
                Err(failure) => Err(failure.again()),
            };
            if let Err(failure) = described {
                failure.describe(&mut record);
            }
        }
    }

    /// Shows the sample of a replicate to all runs.
    fn show(
        &self,
        sampler: &dyn Sampler,
        replicate: u64,
        size: usize,
        runs: &mut [Online],
    ) -> Result<Shown, Failure> {
        let seed = self.addresses.of(Role::Sample, replicate);
        let Some(mut pieces) = sampler.pieces(seed) else {
            return Err(OutOfRange.into());
        };
        let (examples, mut labels) = (self.generator.examples(), Vec::new());
        let (mut geometry, mut planted) = (None, None);
        while labels.len() < examples {
            let piece = pieces.next(size.min(examples - labels.len()));
            self.keeps_law(&piece)?;
            let of_piece = Geometry::of(&piece, &self.measures);
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
        Ok(Shown {
            geometry: geometry.unwrap_or_default(),
            labels,
            planted,
        })
    }

    /// Fills the row of a run that has ended, or of the sample alone.
    fn describe(
        &self,
        record: &mut Record,
        sampler: &dyn Sampler,
        shown: &Shown,
        run: Option<Online>,
    ) -> Result<(), Failure> {
        shown.geometry.describe(record);
        let Some((variant, learned)) = run.map(|run| (run.variant(), run.learned())) else {
            return Ok(());
        };
        counts::fill(record, &learned, variant);
        self.measure_run(record, &learned);
        self.measure_risk(record, sampler, shown, variant, &learned);
        if !self.audit.covers(record.replicate) {
            return Ok(());
        }
        let fresh = self.addresses.of(Role::Audit, record.replicate);
        let audited = Audited {
            seen: None,
            features: None,
            labels: &shown.labels,
            learned: Some(&learned),
            fresh: Some((sampler, fresh)),
        };
        audit::broken(&record.row(), &audited).map_or(Ok(()), |words| Err(Failure::Fault(words)))
    }

    fn measure_risk(
        &self,
        record: &mut Record,
        sampler: &dyn Sampler,
        shown: &Shown,
        variant: &Variant,
        learned: &RunResult,
    ) {
        if self.measures.contains(&Measure::Risk) {
            let (view, setting) = (variant.view(), record.setting());
            let test = Test {
                law: &setting.law.given(shown.planted.as_ref()),
                sampler,
                variant,
                view: view.as_ref(),
                enumerated: false,
                draws: self.addresses.of(Role::Test, record.replicate),
            };
            risk::measure(record, &test, learned.hypothesis.as_ref());
        }
        if self.measures.contains(&Measure::ExcessRisk) {
            excess_risk::measure(record);
        }
    }
}
