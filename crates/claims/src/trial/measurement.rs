//! Measures one replicate of a cell: draws its sample once, and runs every variant on it.

use super::audit::{self, Audited};
use super::drawn::{Drawn, Shown};
use super::failure::{Failure, caught};
use super::geometry::Geometry;
use super::risk::Test;
use super::seen::Sight;
use super::training::Trained;
use super::{
    Block, Design, Measure, Record, Role, boundary, coefficients, columns, counts, coupling, cycle,
    excess_risk, invariants, iterates, leave_one_out, regions, risk, steps, supremum_deviation,
    training, update_sequence,
};
use perceptron::generate::{Law, Sampler, Source};
use perceptron::learn::{Learner, Retraining, RunResult, Variant, Watch, learn_against};
use perceptron::sample::{Features, Label, Sample};
use std::borrow::Cow;
use std::cell::OnceCell;

impl Design {
    /// Measures one replicate under all variants, and leaves its sample in the place of another one.
    pub(super) fn measure(&self, block: &mut Block, place: usize, shown: &mut Option<Shown>) {
        let replicate = block.replicates[place];
        let drawn = match self.generator.source() {
            Source::Sampler(sampler) => caught(|| self.draw_lawful(sampler, replicate, shown)),
            Source::Opponent(_) => Ok(()),
        };
        for (index, batch) in block.batches.iter_mut().enumerate() {
            let mut record = Record::new(batch, place, replicate);
            let measured = match (&drawn, shown.as_mut()) {
                (Err(failure), _) => Err(failure.again()),
                (Ok(()), Some(shown)) => caught(|| {
                    let sight = self.sight(&shown.drawn, index);
                    shown.seen.learn(&sight);
                    shown.seen.describe(&sight, &mut record)?;
                    self.run_described(&mut record, shown, index)
                }),
                (Ok(()), None) => caught(|| self.answered(&mut record, index)),
            };
            if let Err(failure) = measured {
                failure.describe(&mut record);
            }
        }
    }

    /// What a variant sees of a sample.
    fn sight<'a>(&'a self, drawn: &'a Drawn, variant: usize) -> Sight<'a> {
        let variant = self.variants.get(variant);
        Sight::of(
            &drawn.sample,
            &self.measures,
            variant.map(|(_, variant)| variant),
        )
    }

    /// Measures a variant, by its position, on a sample.
    pub(super) fn run(
        &self,
        record: &mut Record,
        shown: &Shown,
        variant: usize,
    ) -> Result<(), Failure> {
        self.describe_sample(record, shown, variant)?;
        self.run_described(record, shown, variant)
    }

    /// Fills the columns of the sample as a variant sees it.
    pub(super) fn describe_sample(
        &self,
        record: &mut Record,
        shown: &Shown,
        variant: usize,
    ) -> Result<(), Failure> {
        let sight = self.sight(&shown.drawn, variant);
        Ok(shown.seen.describe(&sight, record)?)
    }

    /// Measures a variant on a sample whose columns are filled.
    pub(super) fn run_described(
        &self,
        record: &mut Record,
        shown: &Shown,
        index: usize,
    ) -> Result<(), Failure> {
        let Source::Sampler(sampler) = self.generator.source() else {
            return Ok(());
        };
        let Drawn { weight, sample } = &shown.drawn;
        record.set(columns::WEIGHT, weight.clone());
        supremum_deviation::measure(record, sample);
        let Some((name, variant)) = self.variants.get(index) else {
            return self.audited(record, Some(sampler), sample, None);
        };
        let draws = self.draws(record.replicate, name, variant);
        let mut learner = Learner::new(variant, sample, draws)?;
        learner.lend(self.workers);
        let learned = learner.watch(None, self.watched());
        counts::fill(record, &learned, variant);
        self.measure_run(record, &learned);
        invariants::describe(record, &learned);
        steps::describe(record, &learned, learner.features());
        let law = &self.settings[index].law;
        self.measure_more(record, sampler, (sample, law), variant, &learner, &learned);
        let shown = (learner.features(), learner.labels(), &learned);
        self.audited(record, Some(sampler), sample, Some(shown))
    }

    /// Recomputes what the row says, where that is due; a broken invariant makes the trial a failed one.
    fn audited(
        &self,
        record: &Record,
        sampler: Option<&dyn Sampler>,
        sample: &Sample,
        run: Option<(&Features, &[Label], &RunResult)>,
    ) -> Result<(), Failure> {
        if !self.audit.covers(record.replicate) {
            return Ok(());
        }
        let (row, fresh) = (
            record.row(),
            self.addresses.of(Role::Audit, record.replicate),
        );
        // Nothing is appended to what an opponent shows.
        let seen = match sampler {
            Some(_) => audit::seen(&row, sample)?,
            None => Some(Cow::Borrowed(sample)),
        };
        let (features, labels) =
            run.map_or((&sample.features, &*sample.labels), |run| (run.0, run.1));
        let audited = Audited {
            seen: seen.as_deref(),
            features: Some(features),
            labels,
            learned: run.map(|run| run.2),
            fresh: sampler.map(|sampler| (sampler, fresh)),
        };
        let broken = audit::broken(&row, &audited);
        broken.map_or(Ok(()), |words| Err(Failure::Fault(words)))
    }

    /// What costs more than the run, where it is asked for.
    fn measure_more(
        &self,
        record: &mut Record,
        sampler: &dyn Sampler,
        (sample, law): (&Sample, &Law),
        variant: &Variant,
        learner: &Learner,
        learned: &RunResult,
    ) {
        let trained = Trained {
            variant,
            features: learner.features(),
            labels: learner.labels(),
            learned,
        };
        let (given, view, replicate) = (OnceCell::new(), OnceCell::new(), record.replicate);
        let test = || Test {
            law: given.get_or_init(|| law.given(sample.planted.as_ref())),
            sampler,
            variant,
            view: view.get_or_init(|| variant.view()).as_ref(),
            enumerated: self.enumerated,
            draws: self.addresses.of(Role::Test, replicate),
        };
        // Where the whole sample has no end, neither have the samples without one example, and there are many.
        let endless = learned.reason.is_cut_off() && !variant.is_capped();
        let repeats = |measure: &Measure| {
            use Measure::{Coupling, EveryRetraining, LeaveOneOut};
            matches!(measure, LeaveOneOut | EveryRetraining | Coupling) && endless
        };
        for measure in self.measures.iter().filter(|measure| !repeats(measure)) {
            match measure {
                // Of the sample, of the setting, and of the run itself: filled elsewhere.
                Measure::Run | Measure::AllOrders | Measure::MaxMargin | Measure::Dichotomies => {}
                Measure::Position | Measure::SupremumDeviation | Measure::UnseenMass => {}
                Measure::UpdatesLeft | Measure::UpdateSequence | Measure::Invariants => {}
                Measure::Steps | Measure::ShortestVector => {}
                Measure::Coefficients => coefficients::compare(record, learner, learned),
                Measure::Regions => regions::measure(record, sample, &test(), learned),
                Measure::Boundary => boundary::measure(record, sample, &trained),
                Measure::Risk => risk::measure(record, &test(), learned.hypothesis.as_ref()),
                Measure::LeaveOneOut => {
                    leave_one_out::measure(record, learner, variant, self.retraining());
                }
                Measure::EveryRetraining => leave_one_out::measure_extent(record),
                Measure::Training => training::measure(record, &trained),
                Measure::RiskWithoutLast => risk::measure_without_last(record, &test(), learner),
                Measure::Coupling => coupling::measure(record, learner, learned),
                Measure::Cycle => cycle::measure(record, &trained),
                Measure::IterateRisk => iterates::measure(record, &trained, &test()),
                Measure::ExcessRisk => excess_risk::measure(record),
            }
        }
    }

    /// What the run itself tells beyond its counts.
    pub(super) fn measure_run(&self, record: &mut Record, learned: &RunResult) {
        record.set(columns::UPDATES_LEFT, learned.updates_left);
        if record.asks(columns::UPDATE_DIGEST) {
            record.set(
                columns::UPDATE_DIGEST,
                update_sequence::digest(&learned.updates),
            );
        }
        coefficients::measure(record, learned);
    }

    /// A shortcut must not make its own theorem true.
    fn retraining(&self) -> Retraining {
        let tested = [Measure::EveryRetraining, Measure::Coupling];
        if tested.iter().any(|of| self.measures.contains(of)) {
            Retraining::Full
        } else {
            Retraining::Coupled
        }
    }

    fn watched(&self) -> Watch {
        Watch {
            updates_left: self.measures.contains(&Measure::UpdatesLeft),
            invariants: self.measures.contains(&Measure::Invariants),
            passes: self.measures.contains(&Measure::Cycle),
            steps: self.measures.contains(&Measure::Steps),
        }
    }

    /// A run against an opponent: its address includes the variant, because the sample answers the learner.
    fn answered(&self, record: &mut Record, variant: usize) -> Result<(), Failure> {
        let (Source::Opponent(mut opponent), Some((_, variant))) =
            (self.generator.source(), self.variants.get(variant))
        else {
            return Ok(());
        };
        let (sample, learned) = learn_against(variant, opponent.as_mut());
        self.keeps_law(&sample)?;
        Geometry::of(&sample, &self.measures).describe(record);
        counts::fill(record, &learned, variant);
        self.measure_run(record, &learned);
        if self.measures.contains(&Measure::Training) {
            let trained = Trained {
                variant,
                features: &sample.features,
                labels: &sample.labels,
                learned: &learned,
            };
            training::measure(record, &trained);
        }
        let shown = (&sample.features, &*sample.labels, &learned);
        self.audited(record, None, &sample, Some(shown))
    }
}
