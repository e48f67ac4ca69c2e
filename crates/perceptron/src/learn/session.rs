//! Runs the learning loop, which compares a prediction with a label, updates and counts.
//!
//! `run` follows an order. `show` does to one example what a lecture says: it predicts, compares, counts and updates. The other files hold the start
//! of a run (`setup`), what a hypothesis needs in addition to the last vector (`memory`, `pocket`), and the receiver of events (`listener`). They
//! also predict what the loop would do next (`forecast`), and skip examples that need no update (`skipping`), which tests compare with the plain
//! loop.

mod criterion;
mod forecast;
mod learner_state;
mod listener;
mod memory;
mod pocket;
mod scan;
mod setup;
mod skipping;

pub(super) use criterion::Criterion;
pub(in crate::learn) use listener::Listener;
pub(in crate::learn) use memory::HypothesisMemory;

use super::order::{Step, TakeSteps, Walk};
use super::{Counts, StopReason};
use crate::sample::{FastPath, Label, OutOfRange};
use learner_state::LearnerState;
use scan::HypothesisScan;

/// A run of the learning loop on a feature store: the state of the learner, its counts, and what its hypothesis needs in addition to the last vector.
pub(super) struct Session<'a, S: FastPath> {
    pub(super) state: LearnerState<S>,
    /// Index of the example at which skipping in bulk last ended, with its score under the current weight vector, so that `show` need not compute it.
    updated_examples: Option<(usize, S::Score)>,
    quiet_period: Option<u64>,
    /// Number of passes after which the run ends.
    most_passes: u64,
    factors: [i64; 2],
    pub(super) counts: Counts,
    /// Number of updates that were made before the current pass began.
    updates_before_pass: u64,
    pub(super) memory: HypothesisMemory<S>,
    listener: &'a mut dyn Listener<S>,
    /// Whether the listener must be told of every example that is shown.
    reports_every_example: bool,
}

impl<S: FastPath> Session<'_, S> {
    /// Runs the learning loop in the order of `walk` until the order ends, a scan finds nothing to update on, or a cap is reached.
    pub(super) fn run(&mut self, store: &S, labels: &[Label], walk: &mut dyn Walk) -> StopReason {
        loop {
            let skipped = self.skip(store, labels, walk);
            let stopped = skipped.or_else(|| self.step(store, labels, walk));
            if let Some(reason) = stopped {
                return reason;
            }
        }
    }

    /// Continues the run until it has shown `shown` examples, and returns whether it came there. A run that ended earlier must not be continued.
    pub(super) fn run_until(
        &mut self,
        shown: u64,
        store: &S,
        labels: &[Label],
        walk: &mut dyn Walk,
    ) -> bool {
        let Some(more) = shown.checked_sub(self.counts.draws) else {
            return false;
        };
        let reason = self.run(store, labels, &mut TakeSteps::new(walk, more as usize));
        let is_there = reason == StopReason::EndOfStream && self.counts.draws == shown;
        // The order was paused, and no pass has ended.
        self.counts.passes -= u64::from(is_there);
        is_there
    }

    /// Takes one step of the order; returns why the run ends with this step, if it does.
    fn step(&mut self, store: &S, labels: &[Label], walk: &mut dyn Walk) -> Option<StopReason> {
        let scan = HypothesisScan::new(&self.state, store, labels);
        let step = walk.next(&scan);
        // A pass need not show every example, so only a scan proves it clean.
        let quiet = step == Step::PassEnd && self.counts.updates == self.updates_before_pass;
        let clean = step == Step::Clean || quiet && scan.is_clean();
        // Checked first, because an order that met an undecided sign may have chosen wrongly.
        if scan.undecided.get() {
            return Some(StopReason::Undecided);
        }
        if let Step::Show(example) = step {
            return self.show_unless_left_out(store, labels, example);
        }
        self.counts.passes += 1;
        let stopped = match step {
            _ if clean => Some(StopReason::CleanPass),
            Step::End => Some(StopReason::EndOfStream),
            Step::Show(example) | Step::Choose(example) => {
                self.show_unless_left_out(store, labels, example)
            }
            Step::PassEnd | Step::Clean => {
                self.note_pass_end();
                None
            }
        };
        let has_ended = self.counts.passes >= self.most_passes;
        stopped
            .or_else(|| self.state.budget.exhausted(self.counts.updates))
            .or(has_ended.then_some(StopReason::EndOfStream))
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
        let stopped = self.show(store, labels, example);
        if self.reports_every_example {
            self.listener.shown(example, &self.state.weights);
        }
        stopped
    }

    /// Shows one example of the sample with these labels: predicts, compares with the label, counts and updates. No other function makes updates.
    pub(super) fn show(
        &mut self,
        store: &S,
        labels: &[Label],
        example: usize,
    ) -> Option<StopReason> {
        let label = labels[example];
        let score = match self.updated_examples.take() {
            Some((met, score)) if met == example => score,
            _ => match store.dot(example, &self.state.weights) {
                Ok(score) => score,
                Err(OutOfRange) => return Some(StopReason::OutOfRange),
            },
        };
        let Some(judged) = self.state.criterion.judge(label, score) else {
            return Some(StopReason::Undecided);
        };
        if judged.due
            && let Some(stopped) = self.fill_pocket(store, labels)
        {
            return Some(stopped);
        }
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

    fn update(&mut self, store: &S, example: usize, label: Label) -> Result<(), OutOfRange> {
        let factor = self.factors[usize::from(label == Label::Positive)];
        let (products, draw) = (store.products(example), self.counts.draws);
        let update = (example, factor, draw);
        self.memory.note(update, products, &mut self.state);
        self.counts.updates += 1;
        self.counts.last_update = draw;
        self.state.budget.spend(products);
        let added = store.add(example, factor, &mut self.state.weights);
        self.listener.updated(example, &self.state.weights);
        added
    }
}
