//! Creates sessions, at the beginning of a run or in the state of another run.

use super::learner_state::{LearnerState, SkipThreshold};
use super::{Criterion, HypothesisMemory, Listener, Session};
use crate::learn::budget::Budget;
use crate::learn::{Counts, Stop, Variant};
use crate::sample::{FastPath, Label, OutOfRange};

impl<'a, S: FastPath> Session<'a, S> {
    /// Creates a run of a variant that begins at w = 0; the example with index `left_out` is never shown.
    pub(in crate::learn) fn new(
        store: &S,
        variant: &Variant,
        left_out: Option<usize>,
        listener: &'a mut dyn Listener<S>,
    ) -> Result<Self, OutOfRange> {
        let criterion = Criterion::new(store, variant)?;
        let examples = store.examples();
        let pass = match store.uniform_products() {
            Some(products) => products.saturating_mul(examples as u64),
            None => (0..examples).map(|example| store.products(example)).sum(),
        };
        let budget = Budget::of(variant.stop()).with_room_for(pass);
        let skimming = store
            .uniform_products()
            .zip(criterion.due())
            .map(|(products, due)| SkipThreshold { due, products });
        let quiet_period = (variant.stop() == Stop::QuietPeriod).then_some(store.examples() as u64);
        let factors = [Label::Negative, Label::Positive].map(|label| variant.rule.factor(label));
        let most_passes = match variant.stop() {
            Stop::Passes(most) => most,
            _ => u64::MAX,
        };
        let state = LearnerState {
            weights: store.zero(),
            criterion,
            skipping: skimming,
            budget,
            left_out,
        };
        Ok(Self {
            state,
            updated_examples: None,
            quiet_period,
            most_passes,
            factors,
            counts: Counts::default(),
            updates_before_pass: 0,
            memory: HypothesisMemory::of(variant.hypothesis),
            reports_every_example: listener.sees_every_example(),
            listener,
        })
    }

    /// Removes the cap on multiplications, for a run whose examples come to an end in any case; a number of updates that the spec states remains a
    /// cap.
    pub(in crate::learn) fn until_the_end(mut self, variant: &Variant) -> Self {
        if !matches!(variant.stop(), Stop::Updates(_)) {
            self.state.budget = Budget::of(Stop::EndOfStream);
        }
        self
    }

    /// Copies another run's counts and budget, and starts from the given weights.
    pub(in crate::learn) fn begin_at(&mut self, other: &Session<S>, weights: S::Weights) {
        self.state.weights = weights;
        self.counts = other.counts;
        self.updates_before_pass = other.updates_before_pass;
        self.state.budget = other.state.budget.clone();
    }
}
