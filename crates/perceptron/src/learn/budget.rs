//! Bounds the work of a run whose spec states no cap, so that a run that cannot end is stopped after about a second.
//!
//! Work is counted in products of features and never timed, so that every machine stops a run at the same example. A run that waits for a clean pass
//! and whose spec states no cap is cut off after 2²⁷ products. Before a run, `check` says which variants may reach that cap, and which claims can
//! never apply; a `Premise` says what a spec can set so that it holds.

use super::{Stop, StopReason};
use crate::cancellation;
use std::cell::Cell;

/// Most updates of a run whose spec states no cap; a trial that reaches this number stops with the reason `update-cap`.
pub const MOST_UPDATES: u64 = 10_000_000;

/// Most multiplications (products) in a run that waits for a clean pass and whose spec states no cap; raised for a sample of which 64 passes cost
/// more. Scores, scans included, and updates are counted.
pub const MOST_PRODUCTS: u64 = 1 << 27;

/// Number of passes over the sample for which a run's cap on multiplications always suffices: it is raised for large samples.
const LEAST_PASSES: u64 = 64;

/// Fixed cost of one score or one update, in multiplications, in addition to the multiplications of its features.
const SHOWING: u64 = 8;

/// Work of a run so far, in multiplications (products), and the caps on its work and its updates. Work is counted and never timed, so that every
/// machine stops a run at the same example.
#[derive(Clone)]
pub(super) struct Budget {
    most_updates: u64,
    most_products: u64,
    spent: Cell<u64>,
}

impl Budget {
    /// Creates the budget of a run that ends by this stop. If the stop states a number of updates, that is the only cap. A run that ends with its
    /// order or after its passes has no cap on products, only the one on updates.
    pub(super) fn of(stop: Stop) -> Self {
        let (most_updates, most_products) = match stop {
            Stop::Updates(most) => (most, u64::MAX),
            Stop::EndOfStream | Stop::Passes(_) => (MOST_UPDATES, u64::MAX),
            Stop::CleanPass | Stop::QuietPeriod => (MOST_UPDATES, MOST_PRODUCTS),
        };
        Self {
            most_updates,
            most_products,
            spent: Cell::new(0),
        }
    }

    /// Raises the cap on multiplications so that `LEAST_PASSES` passes are allowed, if one pass over the sample costs `pass` multiplications.
    pub(super) fn with_room_for(self, pass: u64) -> Self {
        let passes = pass.saturating_mul(LEAST_PASSES);
        Self {
            most_products: self.most_products.max(passes),
            ..self
        }
    }

    /// Adds the work of one score or one update, which takes `products` multiplications.
    pub(super) fn spend(&self, products: u64) {
        let spent = self.spent.get().saturating_add(products + SHOWING);
        self.spent.set(spent);
    }

    /// Returns how many of `wanted` scores, each of `products` multiplications, do not exhaust the budget.
    pub(super) fn memory_left(&self, products: u64, wanted: usize) -> usize {
        let left = self.most_products.saturating_sub(self.spent.get());
        let (left, price) = (left.saturating_sub(1), products + SHOWING);
        // A division is expensive, compared with a score that is looked up.
        match price.checked_mul(wanted as u64) {
            Some(all) if all <= left => wanted,
            _ => wanted.min(usize::try_from(left / price).unwrap_or(usize::MAX)),
        }
    }

    /// Adds the work of `times` scores, each of `products` multiplications.
    pub(super) fn spend_times(&self, products: u64, times: u64) {
        let spent = self.spent.get();
        let more = (products + SHOWING).saturating_mul(times);
        self.spent.set(spent.saturating_add(more));
    }

    /// Adds the cost of storing this many numbers until the run ends: storing one counts as 16 multiplications.
    pub(super) fn keep(&self, numbers: u64) {
        self.spend(16 * numbers);
    }

    /// Returns `UpdateCap` if a run with this number of updates, or with the work counted so far, has reached a cap and must stop.
    pub(super) fn exhausted(&self, updates: u64) -> Option<StopReason> {
        cancellation::check();
        let is_spent = updates >= self.most_updates || self.spent.get() >= self.most_products;
        is_spent.then_some(StopReason::UpdateCap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::RunResult;
    use crate::learn::testing::run;

    /// A run on points on a curve, which no vector separates because every third label is flipped.
    fn learned(keys: &str) -> RunResult {
        let points: Vec<String> = (0..40)
            .map(|i| {
                format!(
                    "{{ x = [{i}, 1, {}], y = {} }}",
                    i * i % 7,
                    if i % 3 == 0 { 1 } else { -1 }
                )
            })
            .collect();
        let points = format!(
            "[points]\nexamples = [{}, {{ x = [1, 1, 1], y = 1 }}]",
            points.join(", ")
        );
        run(keys, &points)
    }

    #[test]
    fn work_limit_caps_updates_if_every_update_scans_the_sample() {
        let rule = "rule = { perceptron = {} }\n";
        for keys in [
            "order = \"most-violated\"",
            "order = \"cyclic\"\nlearner = { offset-perceptron = {} }",
        ] {
            let found = learned(&format!("{rule}{keys}"));
            assert_eq!(found.reason, StopReason::UpdateCap, "{keys}");
            let updates = found.counts.updates;
            assert!(
                updates > 1000 && updates < MOST_PRODUCTS / 40,
                "{keys}: {updates}"
            );
        }
    }

    #[test]
    fn explicit_update_cap_replaces_the_work_limit() {
        let most = 2_000_000;
        let found = learned(&format!(
            "rule = {{ perceptron = {{}} }}\norder = \"most-violated\"\nstop = {{ updates = {most} }}"
        ));
        assert_eq!(
            (found.reason, found.counts.updates),
            (StopReason::UpdateCap, most)
        );
        assert!(most > MOST_PRODUCTS / (41 * 3));
    }

    #[test]
    fn as_many_scores_as_are_left_can_be_taken_at_once_and_one_more_exhausts_the_budget() {
        for products in [0, 3, 120] {
            let budget = Budget::of(Stop::CleanPass);
            let left = budget.memory_left(products, usize::MAX);
            budget.spend_times(products, left as u64);
            assert_eq!(budget.exhausted(0), None);
            budget.spend(products);
            assert_eq!(budget.exhausted(0), Some(StopReason::UpdateCap));
        }
    }
}
