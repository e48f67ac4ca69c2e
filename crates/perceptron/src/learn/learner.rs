//! Prepares a sample for a variant (arithmetic, transform, offset, normalizing) and runs the learning loop, or another learner, on the result.

use super::explore::Explorer;
use super::hypothesis::Returned;
use super::independent::Task;
use super::order::{AllOrders, KnownRun, OrderPlan, Walk};
use super::prepared_features::PreparedFeatures;
use super::session::{Listener, Session};
use super::{
    Arithmetic, Counts, Explored, Observers, RunEvents, RunResult, StopReason, Variant,
    WeightVector,
};
use crate::sample::{
    FastPath, Features, IntegerWeights, Label, Opponent, OutOfRange, Sample, Separator, Sparse,
};
use crate::seed::Seed;
use crate::threads::Threads;
use std::borrow::Cow;

/// Most updates for which memory is reserved when a run begins.
const FIRST_UPDATES: usize = 32;

/// A learner configuration (variant) with a sample, which is converted once and on which the learner can be run any number of times.
pub struct Learner<'a> {
    variant: &'a Variant,
    features: PreparedFeatures<'a>,
    labels: Cow<'a, [Label]>,
    /// The generator's planted separator, in the features that the learner sees; `None` if nothing is planted, or if a transform has no counterpart
    /// of it.
    planted: Option<Cow<'a, Separator>>,
    draws: Seed,
    /// Threads for leave-one-out runs and for the exploration of all orders.
    threads: Threads,
}

impl<'a> Learner<'a> {
    /// Prepares a learner: converts the sample as the variant requires. `draws` is the seed of the learner's own random choices, such as a random
    /// order.
    pub fn new(variant: &'a Variant, sample: &'a Sample, draws: Seed) -> Result<Self, OutOfRange> {
        let arithmetic = variant.arithmetic(sample.features.is_exact());
        let (features, labels, planted) = match variant.given(sample)? {
            Cow::Borrowed(given) => (
                PreparedFeatures::Drawn(&given.features),
                Cow::Borrowed(given.labels.as_slice()),
                given.planted.as_ref().map(Cow::Borrowed),
            ),
            Cow::Owned(given) => (
                PreparedFeatures::Own(Box::new(given.features)),
                Cow::Owned(given.labels),
                given.planted.map(Cow::Owned),
            ),
        };
        let features = match converted(variant, arithmetic, &features) {
            Some(converted) => PreparedFeatures::Own(Box::new(converted)),
            None => features,
        };
        Ok(Self {
            variant,
            features,
            labels,
            planted,
            draws,
            threads: Threads::One,
        })
    }

    /// Uses these threads for leave-one-out runs and for the exploration of all orders; the results stay the same.
    pub fn use_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// Returns the threads for leave-one-out runs and for the exploration of all orders.
    pub fn threads(&self) -> Threads {
        self.threads
    }

    /// Returns the features as the learner sees them: transformed, with the constant feature, in the arithmetic of the run.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Returns the generator's planted separator in the features that the learner sees; `None` if nothing is planted, or if a transform has no
    /// counterpart of it.
    pub fn planted(&self) -> Option<&Separator> {
        self.planted.as_deref()
    }

    /// Returns the configuration of this learner.
    pub fn variant(&self) -> &Variant {
        self.variant
    }

    /// Returns the seed of the learner's own random choices.
    pub fn draws(&self) -> Seed {
        self.draws
    }

    /// Returns the labels as the learner sees them, after a transform that may flip them.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Runs the learner on its sample. If the index of an example is given as `left_out`, its turns in the order are skipped, and all other turns
    /// stay the same.
    pub fn run(&self, left_out: Option<usize>) -> RunResult {
        self.watch(left_out, &Observers::default())
    }

    /// Like [`run`](Self::run), and reports the events of the run, such as updates and ends of passes, to the observers.
    pub fn watch(&self, left_out: Option<usize>, observers: &Observers) -> RunResult {
        if let Some(learner) = &self.variant.learner {
            let task = Task {
                features: &self.features,
                labels: &self.labels,
                planted: self.planted.as_deref(),
                rule: &self.variant.rule,
                order: &self.variant.order,
                stop: self.variant.stop(),
                hypothesis: self.variant.hypothesis,
                ties: self.variant.ties,
                draws: self.draws,
                left_out,
                observers,
            };
            return learner
                .learn(&task)
                .unwrap_or_else(|OutOfRange| RunResult::without_run(StopReason::OutOfRange));
        }
        self.watch_the_loop(left_out, observers)
    }

    /// Runs the learning loop on the prepared sample, even if the variant names another learner: independent implementations are compared with this
    /// run.
    pub fn run_the_loop(&self) -> RunResult {
        self.watch_the_loop(None, &Observers::default())
    }

    fn watch_the_loop(&self, left_out: Option<usize>, observers: &Observers) -> RunResult {
        let outcome = match self.variant.order.plan(self.draws) {
            OrderPlan::One(mut walk) => self.walk(walk.as_mut(), left_out, observers),
            OrderPlan::All(settings) => self.walk_longest(settings, left_out, observers),
        };
        outcome.unwrap_or_else(|OutOfRange| RunResult::without_run(StopReason::OutOfRange))
    }

    fn walk(
        &self,
        walk: &mut dyn Walk,
        left_out: Option<usize>,
        observers: &Observers,
    ) -> Result<RunResult, OutOfRange> {
        match &*self.features {
            Features::Dense(store) => self.run_on(store, walk, left_out, observers),
            Features::Signs(store) => self.run_on(store, walk, left_out, observers),
            Features::Integers(store) => self.run_on(store, walk, left_out, observers),
            Features::Sparse(store) => self.run_on(store, walk, left_out, observers),
            Features::Rounded(store) => self.run_on(store, walk, left_out, observers),
            Features::Wide(store) => self.run_on(store.doubles(), walk, left_out, observers),
        }
    }

    /// Explores all sequences of updates, and returns the result of a longest run together with what was found.
    fn walk_longest(
        &self,
        settings: &AllOrders,
        left_out: Option<usize>,
        observers: &Observers,
    ) -> Result<RunResult, OutOfRange> {
        let (reason, explored) = match &*self.features {
            Features::Signs(store) => self.explore(store, settings, left_out)?,
            Features::Integers(store) => self.explore(store, settings, left_out)?,
            Features::Sparse(store) => self.explore(store, settings, left_out)?,
            // In floats, a vector that is reached in two orders may differ in its last bits.
            Features::Dense(_) | Features::Rounded(_) | Features::Wide(_) => {
                (StopReason::Undecided, None)
            }
        };
        let learned = match &explored {
            // There is a longest run only if all runs end; repeating it gives counts and a hypothesis.
            Some(found) if found.updates_max.is_some() => {
                self.walk(&mut KnownRun::new(&found.longest), left_out, observers)?
            }
            _ => RunResult::without_run(reason),
        };
        Ok(RunResult {
            explored: explored.map(Box::new),
            ..learned
        })
    }

    fn explore<S: FastPath<Weights: Sync>>(
        &self,
        store: &S,
        settings: &AllOrders,
        left_out: Option<usize>,
    ) -> Result<(StopReason, Option<Explored>), OutOfRange> {
        let rows: Vec<Vec<i64>> = (0..self.labels.len())
            .filter_map(|example| self.features.integer_row(example))
            .collect();
        Explorer::new(store, &self.labels, &rows, self.variant, left_out)?
            .with_threads(self.threads)
            .explore(settings.most_states)
    }

    fn run_on<S: FastPath>(
        &self,
        store: &S,
        walk: &mut dyn Walk,
        left_out: Option<usize>,
        observers: &Observers,
    ) -> Result<RunResult, OutOfRange> {
        let mut record = RunRecord {
            store,
            updates: Vec::with_capacity(self.labels.len().min(FIRST_UPDATES)),
            observers,
        };
        let mut session = Session::new(store, self.variant, left_out, &mut record)?;
        let ended = session.run(store, &self.labels, walk);
        let reason = session
            .fill_pocket(store, &self.labels)
            .filter(|_| !ended.is_failure())
            .unwrap_or(ended);
        let counts = session.counts;
        observers.ended(&|| session.still_due(store, &self.labels));
        let returned = session.returned(store)?;
        let left_out =
            left_out.and_then(|example| returned.compare(store, example, self.labels[example]));
        let RunRecord { updates, .. } = record;
        Ok(RunResult {
            left_out,
            ..run_result(self.variant, store, counts, reason, &returned, updates)
        })
    }
}

/// Records the example of every update of a run, and forwards the events of the run to the observers.
struct RunRecord<'r, 'o, S> {
    store: &'r S,
    updates: Vec<usize>,
    observers: &'r Observers<'o>,
}

impl<S: FastPath> Listener<S> for RunRecord<'_, '_, S> {
    fn updated(&mut self, example: usize, weights: &S::Weights) {
        self.updates.push(example);
        let vector = StoredWeights(self.store, weights);
        self.observers.updated(example, &vector);
    }

    fn sees_every_example(&self) -> bool {
        self.observers.see_every_example()
    }

    fn shown(&mut self, example: usize, weights: &S::Weights) {
        self.observers
            .shown(example, &StoredWeights(self.store, weights));
    }

    fn pass_ended(&mut self, updates: u64) {
        self.observers.pass_ended(updates);
    }
}

/// Weight vector of a run, with the feature store that can convert it to integers and floats.
struct StoredWeights<'w, S: FastPath>(&'w S, &'w S::Weights);

impl<S: FastPath> WeightVector for StoredWeights<'_, S> {
    fn to_integers(&self) -> Option<Vec<i64>> {
        self.0.to_integers(self.1)
    }

    fn to_floats(&self) -> Vec<f64> {
        self.0.to_floats(self.1)
    }
}

/// Builds the result of a run of the learning loop from its counts, its updates and the hypothesis it returned.
fn run_result<S: FastPath>(
    variant: &Variant,
    store: &S,
    counts: Counts,
    reason: StopReason,
    returned: &Returned<S>,
    updates: Vec<usize>,
) -> RunResult {
    let hypothesis = Some(returned.export(store, variant.rule.step().to_f64()));
    RunResult {
        counts,
        hypothesis,
        updates,
        ..RunResult::without_run(reason)
    }
}

/// Converts the features to the arithmetic of the run, and divides every example by its norm if the rule says so; `None` if the features stay as they
/// are.
fn converted(variant: &Variant, arithmetic: Arithmetic, features: &Features) -> Option<Features> {
    let floats = arithmetic == Arithmetic::F64 && !matches!(features, Features::Dense(_));
    let rounded = floats.then(|| Features::Dense(features.to_dense()));
    if variant.rule.facts().normalizes {
        return Some(rounded.as_ref().unwrap_or(features).normalized());
    }
    rounded
}

/// Runs a learner online against an opponent that chooses every example; returns the chosen sample and the result of the run. The variant's order has
/// no effect; of its stops, only caps end the run early.
pub fn learn_against(variant: &Variant, opponent: &mut dyn Opponent) -> (Sample, RunResult) {
    let mut store = Sparse::new(opponent.dimension(), &[], opponent.denominator());
    let mut labels = Vec::new();
    let learned = answer(variant, opponent, &mut store, &mut labels)
        .unwrap_or_else(|OutOfRange| RunResult::without_run(StopReason::OutOfRange));
    let planted: Option<Separator> = opponent.separator();
    (
        Sample {
            features: Features::Sparse(store),
            labels,
            planted,
        },
        learned,
    )
}

fn answer(
    variant: &Variant,
    opponent: &mut dyn Opponent,
    store: &mut Sparse,
    labels: &mut Vec<Label>,
) -> Result<RunResult, OutOfRange> {
    let mut updates = Vec::new();
    let mut record = |example, _: &IntegerWeights| updates.push(example);
    let mut session = Session::new(store, variant, None, &mut record)?.until_the_end(variant);
    let mut reason = StopReason::EndOfStream;
    // An opponent may try examples on the learner before it commits to one; only `show` counts.
    while let Some(reply) = opponent.reply(&mut |example| session.foresee(example)) {
        store.push(&reply.features);
        labels.push(reply.label);
        if let Some(stopped) = session.show(store, labels, labels.len() - 1) {
            reason = stopped;
            break;
        }
    }
    session.counts.passes = 1;
    let counts = session.counts;
    let returned = session.returned(store)?;
    Ok(run_result(
        variant, store, counts, reason, &returned, updates,
    ))
}

#[cfg(test)]
mod tests;
