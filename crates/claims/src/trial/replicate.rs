//! Measures one replicate of a cell: draws its sample once, runs every variant on it, lets each measurement fill its columns, and audits the row.

use super::audit::{self, AuditedTrial};
use super::drawn_sample::{DrawnSample, MeasuredSample};
use super::failure::{Failure, caught};
use super::measure::{CompletedRun, FreshExamples, Geometry, Measurement, fill_counts};
use super::viewed_geometry::{ViewKey, ViewedGeometry};
use super::{Block, Design, Record, Row, StreamRole, columns};
use perceptron::generate::{ExampleSource, Sampler};
use perceptron::learn::{Learner, Observer, Observers, Retraining, RunResult, learn_against};
use perceptron::sample::{Sample, Separator};
use std::borrow::Cow;

impl Design {
    /// Fills the rows of one replicate, given by its index in the block, under all variants, and stores its sample in `shown` in place of the
    /// previous one.
    pub(super) fn measure(
        &self,
        block: &mut Block,
        place: usize,
        shown: &mut Option<MeasuredSample>,
    ) {
        let replicate = block.replicates[place];
        let drawn = match self.generator.source() {
            ExampleSource::Sampler(sampler) => {
                caught(|| self.draw_lawful(sampler, replicate, shown))
            }
            ExampleSource::Opponent(_) => Ok(()),
        };
        for (index, batch) in block.batches.iter_mut().enumerate() {
            let mut record = Record::new(batch, place, replicate);
            let measured = match (&drawn, shown.as_mut()) {
                (Err(failure), _) => Err(failure.duplicate()),
                (Ok(()), Some(shown)) => {
                    caught(|| self.measure_shown(&mut record, shown, index, |_| true))
                }
                (Ok(()), None) => caught(|| self.answered(&mut record, index)),
            };
            if let Err(failure) = measured {
                failure.describe(&mut record);
            }
        }
    }

    /// Fills the rows of a block of one replicate from a sample that is given and not drawn, in place of what they held. A learner runs only if
    /// `is_wanted` says so of its row, in which the columns that describe the sample are filled; the sample is not compared with the generator's
    /// distribution.
    pub fn measure_given(
        &self,
        block: &mut Block,
        sample: Sample,
        is_wanted: impl Fn(&Row) -> bool,
    ) {
        block.clear();
        let drawn = DrawnSample {
            weight: None,
            sample,
        };
        let mut shown = MeasuredSample {
            drawn,
            seen: ViewedGeometry::default(),
        };
        for (index, batch) in block.batches.iter_mut().enumerate() {
            let mut record = Record::new(batch, 0, 0);
            let measured =
                caught(|| self.measure_shown(&mut record, &mut shown, index, &is_wanted));
            if let Err(failure) = measured {
                failure.describe(&mut record);
            }
        }
    }

    /// Describes the sample as the variant at a position sees it, and then runs the learner if that is wanted.
    fn measure_shown(
        &self,
        record: &mut Record,
        shown: &mut MeasuredSample,
        index: usize,
        is_wanted: impl Fn(&Row) -> bool,
    ) -> Result<(), Failure> {
        let measurements = self.measurements();
        let key = self.view_key(&shown.drawn, &measurements, index);
        shown.seen.learn(&key);
        shown.seen.describe(&key, record)?;
        match is_wanted(&record.row()) {
            true => self.run_described(record, shown, index),
            false => Ok(()),
        }
    }

    /// Describes how the variant at a position sees a sample, and what is to be measured on it.
    fn view_key<'a>(
        &'a self,
        drawn: &'a DrawnSample,
        measurements: &'a [&'static dyn Measurement],
        variant: usize,
    ) -> ViewKey<'a> {
        let variant = self.variants.get(variant);
        ViewKey::of(
            &drawn.sample,
            measurements,
            variant.map(|(_, variant)| variant),
        )
    }

    /// Runs the variant at a position on a sample, and fills all columns of the trial.
    pub(super) fn run(
        &self,
        record: &mut Record,
        shown: &MeasuredSample,
        variant: usize,
    ) -> Result<(), Failure> {
        self.describe_sample(record, shown, variant)?;
        self.run_described(record, shown, variant)
    }

    /// Fills the columns that describe the sample, such as radius and margins, as the variant at a position sees it.
    pub(super) fn describe_sample(
        &self,
        record: &mut Record,
        shown: &MeasuredSample,
        variant: usize,
    ) -> Result<(), Failure> {
        let measurements = self.measurements();
        let key = self.view_key(&shown.drawn, &measurements, variant);
        Ok(shown.seen.describe(&key, record)?)
    }

    /// Like [`Self::run`], but for a record in which the columns that describe the sample are already filled.
    pub(super) fn run_described(
        &self,
        record: &mut Record,
        shown: &MeasuredSample,
        index: usize,
    ) -> Result<(), Failure> {
        let ExampleSource::Sampler(sampler) = self.generator.source() else {
            return Ok(());
        };
        let (DrawnSample { weight, sample }, measurements) = (&shown.drawn, self.measurements());
        record.set(columns::WEIGHT, weight.clone());
        measurements
            .iter()
            .for_each(|one| one.fill_of_drawn(record, sample));
        let Some((name, variant)) = self.variants.get(index) else {
            return self.audited(record, Some(sampler), sample, None);
        };
        let draws = self.draws(record.replicate, name, variant);
        let mut learner = Learner::new(variant, sample, draws)?;
        learner.use_threads(self.threads);
        let observers = measurements.iter().filter_map(|one| one.observer(&learner));
        let mut observers: Vec<_> = observers.collect();
        let told = observers
            .iter_mut()
            .map(|one| one.as_mut() as &mut dyn Observer);
        let result = learner.watch(None, &Observers::new(told));
        let planted = sample.planted.as_ref();
        let run = CompletedRun {
            variant,
            result: &result,
            labels: learner.labels(),
            features: Some(learner.features()),
            drawn: Some(sample),
            learner: Some(&learner),
            fresh: Some(self.fresh(sampler, record, (index, &result), planted)),
            retraining: retraining(&measurements),
        };
        fill_counts(record, &result, variant);
        observers.into_iter().for_each(|one| one.fill(record, &run));
        self.fill(record, &run, &measurements);
        self.audited(record, Some(sampler), sample, Some(&run))
    }

    /// Returns the source of fresh examples for a trial of the variant at a position, with the result of its run; their labels come from the planted separator of the trial's
    /// sample.
    pub(super) fn fresh<'a>(
        &'a self,
        sampler: &'a dyn Sampler,
        record: &Record,
        (variant, result): (usize, &RunResult),
        planted: Option<&'a Separator>,
    ) -> FreshExamples<'a> {
        let distribution = (&self.settings[variant].distribution, planted);
        let addresses = (&self.addresses, record.replicate);
        let variant = &self.variants[variant].1;
        let test_examples = (!self.enumerated).then_some(self.test_examples);
        let learner = (variant, variant.test_ties_after(result));
        FreshExamples::new(sampler, learner, distribution, addresses, test_examples)
    }

    /// Lets each of the given measurements fill its columns from a run that has ended.
    pub(super) fn fill(
        &self,
        record: &mut Record,
        run: &CompletedRun,
        measurements: &[&'static dyn Measurement],
    ) {
        // If the run on the whole sample does not end, the many runs without one example would not end either, so they are skipped.
        let is_endless = run.result.reason.is_cut_off() && !run.variant.is_capped();
        for one in measurements
            .iter()
            .filter(|one| !(is_endless && one.retrains()))
        {
            one.fill(record, run);
        }
    }

    /// Runs a variant against an opponent, which chooses the sample in answer to the learner, and measures the run.
    fn answered(&self, record: &mut Record, variant: usize) -> Result<(), Failure> {
        let (ExampleSource::Opponent(mut opponent), Some((_, variant))) =
            (self.generator.source(), self.variants.get(variant))
        else {
            return Ok(());
        };
        let (sample, result) = learn_against(variant, opponent.as_mut());
        self.preserves_distribution(&sample)?;
        let mut measurements = self.measurements();
        measurements.retain(|one| one.is_of_answers());
        Geometry::of(&sample, &measurements).describe(record);
        fill_counts(record, &result, variant);
        let run = CompletedRun {
            variant,
            result: &result,
            labels: &sample.labels,
            features: Some(&sample.features),
            drawn: Some(&sample),
            learner: None,
            fresh: None,
            retraining: Retraining::Coupled,
        };
        self.fill(record, &run, &measurements);
        self.audited(record, None, &sample, Some(&run))
    }

    /// Recomputes the row by other code if the audit covers its replicate; a disagreement makes the trial a failed one.
    fn audited(
        &self,
        record: &Record,
        sampler: Option<&dyn Sampler>,
        sample: &Sample,
        run: Option<&CompletedRun>,
    ) -> Result<(), Failure> {
        if !self.audit.covers(record.replicate) {
            return Ok(());
        }
        let fresh = self.addresses.of(StreamRole::Audit, record.replicate);
        let row = record.row();
        // Nothing is appended to the examples of an opponent.
        let seen = match sampler {
            Some(_) => audit::viewed_sample(&row, sample)?,
            None => Some(Cow::Borrowed(sample)),
        };
        let features = run.map_or(Some(&sample.features), |run| run.features);
        let audited = AuditedTrial {
            seen: seen.as_deref(),
            features,
            labels: run.map_or(&*sample.labels, |run| run.labels),
            learned: run.map(|run| run.result),
            fresh: sampler.map(|sampler| (sampler, fresh)),
        };
        let broken = audit::broken(&row, &audited);
        broken.map_or(Ok(()), |words| Err(Failure::Fault(words)))
    }
}

/// Whether leave-one-out runs may use a shortcut: only if none of these measurements forbids it.
fn retraining(measurements: &[&'static dyn Measurement]) -> Retraining {
    match measurements.iter().any(|one| one.forbids_shortcuts()) {
        true => Retraining::Full,
        false => Retraining::Coupled,
    }
}
