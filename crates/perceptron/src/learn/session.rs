//! Runs the one loop that compares a prediction with a label, updates and counts.

mod criterion;
mod learner_state;
mod scan;
mod skipping;

pub(super) use criterion::Criterion;

use super::budget::Budget;
use super::hypothesis::Returned;
use super::order::{Examine, Step, Walk};
use super::{Counts, HypothesisKind, Stop, StopReason, Variant};
use crate::sample::{FastPath, Forecast, IntegerWeights, Label, OutOfRange, Reply};
use learner_state::{LearnerState, Skimming};
use scan::Scan;

/// A learner at work on a store: its vector, its counts, and what its hypothesis needs besides the vector.
pub(super) struct Session<'a, S: FastPath> {
    pub(super) state: LearnerState<S>,
    /// The example that ended the last passing over, with its score under the vector that is still the same.
    met: Option<(usize, S::Score)>,
    quiet_period: Option<u64>,
    /// The passes after which the examples are at their end.
    most_passes: u64,
    factors: [i64; 2],
    pub(super) counts: Counts,
    /// The updates before the pass that is under way.
    updates_before_pass: u64,
    pub(super) memory: Memory<S>,
    listener: &'a mut dyn Listener<S>,
    /// Whether the listener must be told of every example that is shown.
    tells_every_example: bool,
}

/// Is told what happens in a session; a closure is told of the updates alone.
pub(super) trait Listener<S: FastPath> {
    /// An update was made on an example, and these are the weights after it.
    fn updated(&mut self, example: usize, weights: &S::Weights);

    /// Whether it must be told of every example that is shown.
    fn sees_every_example(&self) -> bool {
        false
    }

    /// An example was shown, and these are the weights after it.
    fn shown(&mut self, _weights: &S::Weights) {}

    /// A pass ended after so many updates in all.
    fn pass_ended(&mut self, _updates: u64) {}
}

impl<S: FastPath, F: FnMut(usize, &S::Weights)> Listener<S> for F {
    fn updated(&mut self, example: usize, weights: &S::Weights) {
        self(example, weights);
    }
}

/// What the averaged and voted hypotheses remember.
pub(super) enum Memory<S: FastPath> {
    Nothing,
    /// The example, the factor it was added with, and the draw of every update.
    Updates(Vec<(usize, i64, u64)>),
    /// Every vector but the current one with the draws it survived, and the draw at which the current one began.
    Votes(Vec<(u64, S::Weights)>, u64),
}

impl<'a, S: FastPath> Session<'a, S> {
    /// A learner at w = 0.
    pub(super) fn new(
        store: &S,
        variant: &Variant,
        left_out: Option<usize>,
        listener: &'a mut dyn Listener<S>,
    ) -> Result<Self, OutOfRange> {
        let criterion = Criterion::new(store, variant)?;
        let memory = match variant.hypothesis {
            HypothesisKind::Last => Memory::Nothing,
            HypothesisKind::Averaged => Memory::Updates(Vec::new()),
            HypothesisKind::Voted => Memory::Votes(Vec::new(), 0),
        };
        let examples = store.examples();
        let pass = match store.uniform_products() {
            Some(products) => products.saturating_mul(examples as u64),
            None => (0..examples).map(|example| store.products(example)).sum(),
        };
        let budget = Budget::of(variant.stop()).with_room_for(pass);
        let skimming = store
            .uniform_products()
            .zip(criterion.due())
            .map(|(products, due)| Skimming { due, products });
        let quiet_period = (variant.stop() == Stop::QuietPeriod).then_some(store.examples() as u64);
        let factors = [Label::Negative, Label::Positive].map(|label| variant.rule.factor(label));
        let most_passes = match variant.stop() {
            Stop::Passes(most) => most,
            _ => u64::MAX,
        };
        let state = LearnerState {
            weights: store.zero(),
            criterion,
            skimming,
            budget,
            left_out,
        };
        Ok(Self {
            state,
            met: None,
            quiet_period,
            most_passes,
            factors,
            counts: Counts::default(),
            updates_before_pass: 0,
            memory,
            tells_every_example: listener.sees_every_example(),
            listener,
        })
    }

    /// The same for examples that come to an end by themselves: no unstated cap cuts them short.
    pub(super) fn until_the_end(mut self, variant: &Variant) -> Self {
        if !matches!(variant.stop(), Stop::Updates(_)) {
            self.state.budget = Budget::of(Stop::EndOfStream);
        }
        self
    }

    /// Begins where another run is now, with these weights.
    pub(super) fn begin_at(&mut self, other: &Session<S>, weights: S::Weights) {
        self.state.weights = weights;
        self.counts = other.counts;
        self.updates_before_pass = other.updates_before_pass;
        self.state.budget = other.state.budget.clone();
    }

    /// Walks through a sample until the order ends, a scan is clean, or a cap is reached.
    pub(super) fn run(&mut self, store: &S, labels: &[Label], walk: &mut dyn Walk) -> StopReason {
        loop {
            if let Some(reason) = self.skip(store, labels, walk) {
                return reason;
            }
            let scan = Scan::new(&self.state, store, labels);
            let step = walk.next(&scan);
            // An order need not show every example in a pass: only a scan proves it clean.
            let quiet = step == Step::PassEnd && self.counts.updates == self.updates_before_pass;
            let clean = step == Step::Clean || quiet && scan.is_clean();
            // First of all, because an order that met an open sign may have chosen wrongly.
            if scan.undecided.get() {
                return StopReason::Undecided;
            }
            self.counts.passes += u64::from(!matches!(step, Step::Show(_)));
            match step {
                _ if clean => return StopReason::CleanPass,
                Step::End => return StopReason::EndOfStream,
                Step::PassEnd | Step::Clean => {
                    self.note_pass_end();
                }
                Step::Show(example) | Step::Choose(example) => {
                    if let Some(reason) = self.show_unless_left_out(store, labels, example) {
                        return reason;
                    }
                }
            }
            // Who shows an example asks by itself whether the work is done.
            if matches!(step, Step::Show(_)) {
                continue;
            }
            if let Some(reason) = self.state.budget.exhausted(self.counts.updates) {
                return reason;
            }
            if self.counts.passes >= self.most_passes {
                return StopReason::EndOfStream;
            }
        }
    }

    fn note_pass_end(&mut self) {
        self.updates_before_pass = self.counts.updates;
        self.listener.pass_ended(self.counts.updates);
    }

    fn show_unless_left_out(
        &mut self,
        store: &S,
        labels: &[Label],
        example: usize,
    ) -> Option<StopReason> {
        if self.state.left_out == Some(example) {
            return None;
        }
        let stopped = self.show(store, example, labels[example]);
        if self.tells_every_example {
            self.listener.shown(&self.state.weights);
        }
        stopped
    }

    /// Shows one example: predicts, compares with the label, counts and updates. Nothing else does.
    pub(super) fn show(&mut self, store: &S, example: usize, label: Label) -> Option<StopReason> {
        let score = match self.met.take() {
            Some((met, score)) if met == example => score,
            _ => match store.dot(example, &self.state.weights) {
                Ok(score) => score,
                Err(OutOfRange) => return Some(StopReason::OutOfRange),
            },
        };
        let Some(judged) = self.state.criterion.judge(label, score) else {
            return Some(StopReason::Undecided);
        };
        self.state.budget.spend(store.products(example));
        self.counts.draws += 1;
        self.counts.mistakes += u64::from(judged.mistake);
        self.counts.margin_mistakes += u64::from(judged.margin_mistake);
        if judged.due && self.update(store, example, label).is_err() {
            return Some(StopReason::OutOfRange);
        }
        let capped = self.state.budget.exhausted(self.counts.updates);
        let quiet = self
            .quiet_period
            .is_some_and(|draws| self.counts.draws - self.counts.last_update >= draws);
        capped.or(quiet.then_some(StopReason::QuietPeriod))
    }

    /// What it would make of an example outside the store.
    pub(super) fn foresee(&self, example: &Reply) -> Forecast
    where
        S: FastPath<Weights = IntegerWeights, Score = i128>,
    {
        let score = self
            .state
            .weights
            .dot(example.features.iter().copied())
            .ok();
        let judged = score.and_then(|score| self.state.criterion.judge(example.label, score));
        // A score out of range is called a mistake, so that the example is shown and the loop itself reports it.
        let (mistake, margin_mistake) = judged.map_or((true, true), |judged| {
            (judged.mistake, judged.margin_mistake)
        });
        Forecast {
            sign: score.unwrap_or(0).cmp(&0),
            mistake,
            margin_mistake,
        }
    }

    /// The number of examples on which an update is due now; `None` if rounding leaves one open.
    pub(super) fn still_due(&self, store: &S, labels: &[Label]) -> Option<u64> {
        let scan = Scan::new(&self.state, store, labels);
        let due = (0..labels.len())
            .filter(|&example| scan.violates(example))
            .count() as u64;
        (!scan.undecided.get()).then_some(due)
    }

    /// The vector or vectors this run returns. An update at draw t belongs to the vectors after draws t, …, T, so the
    /// mean is, up to the factor T, the sum of (T − t + 1)·y·x over the updates.
    pub(super) fn returned(self, store: &S) -> Result<Returned<S>, OutOfRange> {
        let draws = self.counts.draws;
        match self.memory {
            Memory::Nothing => Ok(Returned::Linear(self.state.weights)),
            Memory::Updates(updates) => {
                let mut mean = store.zero();
                for (example, factor, draw) in updates {
                    let share = i64::try_from(draws - draw + 1).map_err(|_| OutOfRange)?;
                    store.add(example, factor * share, &mut mean)?;
                }
                Ok(Returned::Linear(mean))
            }
            Memory::Votes(mut votes, since) => {
                votes.push((draws - since, self.state.weights));
                Ok(Returned::Voted(votes))
            }
        }
    }

    fn update(&mut self, store: &S, example: usize, label: Label) -> Result<(), OutOfRange> {
        let factor = self.factors[usize::from(label == Label::Positive)];
        match &mut self.memory {
            Memory::Nothing => {}
            Memory::Updates(updates) => updates.push((example, factor, self.counts.draws)),
            Memory::Votes(votes, since) => {
                self.state.budget.keep(store.products(example));
                // The draw that calls for an update already counts for the new vector.
                votes.push((self.counts.draws - 1 - *since, self.state.weights.clone()));
                *since = self.counts.draws - 1;
            }
        }
        self.counts.updates += 1;
        self.counts.last_update = self.counts.draws;
        self.state.budget.spend(store.products(example));
        let added = store.add(example, factor, &mut self.state.weights);
        self.listener.updated(example, &self.state.weights);
        added
    }
}
