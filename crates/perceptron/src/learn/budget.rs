//! Bounds the work of a run whose spec states no cap, so that a run that cannot end comes to an end within about a second.
//!
//! A run ends by its work. A run that waits for a clean pass and whose spec states no cap is cut off after 2²⁷ products of features
//! (`learn/budget.rs`), counted and never timed, so that every machine stops it at the same draw. `check` says before a run which variants may meet
//! that cap, and which claims can never speak; a `Premise` carries what a spec can set so that it holds.

use super::{Stop, StopReason};
use crate::cancellation;
use std::cell::Cell;

/// The most updates of a run whose spec names no cap: past it the trial is reported as capped.
pub const MOST_UPDATES: u64 = 10_000_000;

/// The most products of numbers in a run whose spec names no cap, unless they are too few for some passes: those of its scores, scans
/// included, and of its updates.
pub const MOST_PRODUCTS: u64 = 1 << 27;

/// The passes over a large sample that are allowed whatever they cost.
const LEAST_PASSES: u64 = 64;

/// What showing an example costs besides its products, in products.
const SHOWING: u64 = 8;

/// The work of a run so far, and the most that it may do: counted and never timed, so that every machine stops a run at the same draw.
#[derive(Clone)]
pub(super) struct Budget {
    most_updates: u64,
    most_products: u64,
    spent: Cell<u64>,
}

impl Budget {
    /// The budget that goes with a stop: a stated number of updates is the only cap, and what ends by itself, after its order or its passes, is not cut short.
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

    /// The same with room for some passes over a sample of which one pass costs so many products.
    pub(super) fn with_room_for(self, pass: u64) -> Self {
        let passes = pass.saturating_mul(LEAST_PASSES);
        Self {
            most_products: self.most_products.max(passes),
            ..self
        }
    }

    /// Takes the work of a score or an update into account.
    pub(super) fn spend(&self, products: u64) {
        let spent = self.spent.get().saturating_add(products + SHOWING);
        self.spent.set(spent);
    }

    /// How many scores at this price do not exhaust it, of so many that are wanted.
    pub(super) fn room(&self, products: u64, wanted: usize) -> usize {
        let left = self.most_products.saturating_sub(self.spent.get());
        let (left, price) = (left.saturating_sub(1), products + SHOWING);
        // A division is dear beside a score that is looked up.
        match price.checked_mul(wanted as u64) {
            Some(all) if all <= left => wanted,
            _ => wanted.min(usize::try_from(left / price).unwrap_or(usize::MAX)),
        }
    }

    /// Takes the work of so many scores into account.
    pub(super) fn spend_times(&self, products: u64, times: u64) {
        let spent = self.spent.get();
        let more = (products + SHOWING).saturating_mul(times);
        self.spent.set(spent.saturating_add(more));
    }

    /// Takes numbers that are kept until the run ends into account: memory is dearer than a product.
    pub(super) fn keep(&self, numbers: u64) {
        self.spend(16 * numbers);
    }

    /// Why a run with so many updates must stop, if it must.
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

    /// A run on points on a curve with every third label turned, which no vector separates.
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
    fn a_run_without_a_stated_cap_ends_by_its_work_where_every_update_takes_a_scan() {
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
    fn a_stated_cap_is_the_only_one() {
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
}
