//! Runs one replicate of one cell: draws the sample once, and every variant on it.

use super::risk::Test;
use super::training::Trained;
use super::{
    Measure, Trial, coefficients, coupling, cycle, excess_risk, exploration, geometry, invariants,
    iterates, leave_one_out, risk, supremum_deviation, training, unseen_mass, update_sequence,
};
use perceptron::generate::{Generator, Law, Sampler, Source};
use perceptron::learn::{
    Arithmetic, Learned, Learner, StopReason, Transform, Variant, Watch, learn_against,
};
use perceptron::risk::closed::minimax;
use perceptron::sample::{OutOfRange, Rational, Sample};
use perceptron::seed::Seed;
use std::collections::BTreeSet;

/// A cell ready to run: everything a trial depends on, and nothing else.
#[derive(Debug, Clone)]
pub struct Design {
    /// The cell's key.
    pub key: String,
    /// The generator's part of the key: it alone addresses the sample, so that all variants and all settings of a
    /// variant see the same one.
    pub sample_key: String,
    /// Where the examples come from.
    pub generator: Generator,
    /// The learner configurations by name, in the spec's order; may be empty.
    pub variants: Vec<(String, Variant)>,
    /// What is measured beyond the counts.
    pub measures: BTreeSet<Measure>,
    /// The spec's seed.
    pub seed: Seed,
    /// Whether replicate i is outcome i of the complete enumeration.
    pub enumerated: bool,
}

impl Design {
    /// The rows of one replicate, in the order of the variants. The same arguments give the same rows on every machine.
    pub fn trials(&self, replicate: u64) -> Vec<Trial> {
        match self.generator.source() {
            Source::Sampler(sampler) => self.sampled(sampler, replicate),
            Source::Opponent(_) => self
                .variants
                .iter()
                .map(|(name, variant)| self.answered(replicate, name, variant))
                .collect(),
        }
    }

    pub(super) fn address(&self, role: &str, replicate: u64) -> Seed {
        self.seed
            .child(role)
            .child(&self.sample_key)
            .child(&replicate.to_string())
    }

    /// The sample of a replicate, with its weight in an enumeration.
    pub(super) fn sample(
        &self,
        sampler: &dyn Sampler,
        replicate: u64,
    ) -> (Option<Rational>, Sample) {
        match sampler.outcome(replicate).filter(|_| self.enumerated) {
            Some((weight, sample)) => (Some(weight), sample),
            None => (
                None,
                sampler.draw(self.address("sample", replicate), self.generator.examples()),
            ),
        }
    }

    fn sampled(&self, sampler: &dyn Sampler, replicate: u64) -> Vec<Trial> {
        let (weight, sample) = self.sample(sampler, replicate);
        let law = self.generator.law();
        let mut blank = Trial {
            weight,
            ..self.blank(replicate, &law)
        };
        supremum_deviation::measure(&mut blank, &sample, &law, &self.measures);
        if self.variants.is_empty() {
            let mut trial = blank;
            return geometry::measure(&mut trial, &sample, None, &self.measures)
                .map(|()| vec![trial])
                .unwrap_or_default();
        }
        let run = |(name, variant): &(String, Variant)| {
            self.learned(blank.clone(), &law, sampler, &sample, name, variant)
        };
        self.variants.iter().map(run).collect()
    }

    fn learned(
        &self,
        blank: Trial,
        law: &Law,
        sampler: &dyn Sampler,
        sample: &Sample,
        name: &str,
        variant: &Variant,
    ) -> Trial {
        let mut trial = describe(blank, name, variant, sample.features.is_exact());
        if self
            .learn(&mut trial, law, sampler, sample, variant)
            .is_err()
        {
            trial.stop_reason = Some(StopReason::OutOfRange.word().into());
        }
        trial
    }

    fn learn(
        &self,
        trial: &mut Trial,
        law: &Law,
        sampler: &dyn Sampler,
        sample: &Sample,
        variant: &Variant,
    ) -> Result<(), OutOfRange> {
        geometry::measure(trial, sample, variant.offset.0.as_ref(), &self.measures)?;
        let learner = Learner::new(
            variant,
            sample,
            self.draws(
                trial.replicate,
                trial.variant.as_deref().unwrap_or_default(),
                variant,
            ),
        )?;
        let learned = learner.watch(None, self.watched());
        count(trial, &learned, variant);
        self.measure_run(trial, &learned);
        invariants::describe(trial, &learned);
        let trained = Trained {
            variant,
            features: learner.features(),
            labels: learner.labels(),
            learned: &learned,
        };
        let test = Test {
            law: &law.given(sample.planted.as_ref()),
            sampler,
            variant,
            draws: self.address("test", trial.replicate),
        };
        for measure in &self.measures {
            match measure {
                // Of the sample, and of the run itself: filled above.
                Measure::MaxMargin
                | Measure::Dichotomies
                | Measure::Position
                | Measure::SupremumDeviation => {}
                Measure::UpdatesLeft
                | Measure::UpdateSequence
                | Measure::Coefficients
                | Measure::Invariants => {}
                Measure::Risk => risk::measure(trial, &test, learned.hypothesis.as_ref()),
                Measure::LeaveOneOut => {
                    leave_one_out::measure(trial, &learner, &sample.labels, variant.test_ties)
                }
                Measure::Training => training::measure(trial, &trained),
                Measure::RiskWithoutLast => risk::measure_without_last(trial, &test, &learner),
                Measure::Coupling => {
                    trial.coupling_differences = Some(coupling::differences(
                        &learner,
                        &learned,
                        sample.labels.len(),
                    ))
                }
                Measure::Cycle => cycle::measure(trial, &trained),
                Measure::IterateRisk => iterates::measure(trial, &trained, test.law),
                Measure::UnseenMass => {
                    trial.unseen_mass_risk =
                        unseen_mass::expected_risk(law, variant, trial.examples)
                }
                Measure::ExcessRisk => excess_risk::measure(trial, law, variant),
            }
        }
        Ok(())
    }

    /// The address of a learner's own draws: by its own name, or by one that the spec gives to share them.
    pub(super) fn draws(&self, replicate: u64, name: &str, variant: &Variant) -> Seed {
        self.address("learner", replicate)
            .child(variant.draws.as_deref().unwrap_or(name))
    }

    /// What the run itself tells beyond its counts.
    fn measure_run(&self, trial: &mut Trial, learned: &Learned) {
        trial.updates_left = learned.updates_left;
        if self.measures.contains(&Measure::UpdateSequence) {
            trial.update_digest = Some(update_sequence::digest(&learned.updates));
        }
        if self.measures.contains(&Measure::Coefficients) {
            coefficients::measure(trial, learned);
        }
    }

    fn watched(&self) -> Watch {
        Watch {
            updates_left: self.measures.contains(&Measure::UpdatesLeft),
            invariants: self.measures.contains(&Measure::Invariants),
            passes: self.measures.contains(&Measure::Cycle),
        }
    }

    /// A run against an opponent: its address includes the variant, because the sample answers the learner.
    fn answered(&self, replicate: u64, name: &str, variant: &Variant) -> Trial {
        let law = self.generator.law();
        let mut trial = describe(self.blank(replicate, &law), name, variant, true);
        let Source::Opponent(mut opponent) = self.generator.source() else {
            return trial;
        };
        let (sample, learned) = learn_against(variant, opponent.as_mut());
        if geometry::measure(&mut trial, &sample, None, &self.measures).is_ok() {
            count(&mut trial, &learned, variant);
            self.measure_run(&mut trial, &learned);
        }
        trial
    }

    /// What is known of a variant's rows before anything is drawn: for `check`, which says what is bound to be vacuous.
    pub fn prototype(&self, variant: usize) -> Trial {
        let law = self.generator.law();
        let blank = Trial {
            examples: self.generator.examples() as u64,
            ..self.blank(0, &law)
        };
        match self.variants.get(variant) {
            Some((name, variant)) => describe(blank, name, variant, self.generator.is_exact()),
            None => blank,
        }
    }

    fn blank(&self, replicate: u64, law: &Law) -> Trial {
        let bayes = law
            .distribution
            .as_ref()
            .filter(|_| self.measures.contains(&Measure::Risk))
            .and_then(perceptron::risk::bayes);
        Trial {
            cell: self.key.clone(),
            replicate,
            generator: self.generator.documentation().name.into(),
            iid: law.iid,
            unit_norm: law.unit_norm,
            majority_of: law.majority_of.map(|relevant| relevant as u64),
            uniform_labelling: law.uniform_labelling,
            minimax_bound: law
                .minimax
                .map(|(n, d)| Rational(minimax::lower_bound(n as u32, d as u32))),
            minimax_average: law
                .minimax
                .map(|(n, d)| Rational(minimax::average_risk(n as u32, d as u32))),
            population_margin: geometry::root(&law.population_margin_squared),
            population_margin_squared: law.population_margin_squared.clone(),
            population_radius_squared: law.population_radius_squared.clone(),
            bayes_risk: bayes,
            ..Trial::empty()
        }
    }
}

/// Fills the columns that repeat the learner's settings.
fn describe(trial: Trial, name: &str, variant: &Variant, exact_features: bool) -> Trial {
    let arithmetic = match variant.arithmetic(exact_features) {
        Arithmetic::Exact => "exact",
        Arithmetic::F64 => "f64",
    };
    let knows_rule = variant
        .learner
        .as_ref()
        .is_none_or(|learner| !learner.rules().is_empty());
    Trial {
        variant: Some(name.into()),
        rule: Some(variant.rule_word()),
        threshold: variant.rule.threshold().filter(|_| knows_rule).cloned(),
        step: knows_rule.then(|| variant.rule.step()),
        order: variant.walks().then(|| variant.order.word().into()),
        stop: Some(variant.stop_word()),
        ties: variant.walks().then(|| variant.ties.word().into()),
        test_ties: Some(variant.test_ties.word().into()),
        hypothesis: Some(variant.hypothesis.word().into()),
        offset: variant.offset.0.clone(),
        arithmetic: Some(arithmetic.into()),
        learner: variant.learner.as_ref().map(|learner| learner.word()),
        transform: variant.transform.as_ref().map(Transform::word),
        ..trial
    }
}

/// Fills the counts of a run; a learner that sees the sample as a whole makes no updates, which is not the same as none.
fn count(trial: &mut Trial, learned: &Learned, variant: &Variant) {
    trial.stop_reason = Some(learned.reason.word().into());
    if !exploration::describe(trial, learned) || !variant.walks() {
        return;
    }
    trial.passes = Some(learned.counts.passes);
    trial.draws = Some(learned.counts.draws);
    trial.updates = Some(learned.counts.updates);
    trial.mistakes = Some(learned.counts.mistakes);
    trial.margin_mistakes = Some(learned.counts.margin_mistakes);
    if learned.counts.margin_mistakes == learned.counts.updates {
        trial.distinct_margin_mistakes =
            Some(learned.updates.iter().collect::<BTreeSet<_>>().len() as u64);
    }
    trial.first_example_updated = Some(learned.updates.contains(&0));
}
