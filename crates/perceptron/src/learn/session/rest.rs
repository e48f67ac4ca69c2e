//! Ends a run once no example calls for an update: what its order would still show changes nothing, and is counted without a look.

use super::Session;
use super::scan::Scan;
use crate::learn::StopReason;
use crate::learn::order::Walk;
use crate::sample::{FastPath, Label};

impl<S: FastPath> Session<'_, S> {
    /// Counts the rest of a run that no example changes any more; `None` where one may, or where to find out would cost more than to go on.
    pub(super) fn end_if_quiet(
        &mut self,
        store: &S,
        labels: &[Label],
        walk: &dyn Walk,
    ) -> Option<StopReason> {
        let patience = store.patience()?;
        let waited = self.counts.draws - self.counts.last_update;
        let is_known = self.known_to_go_on == Some(self.counts.updates);
        // Whoever is left out and not passed over is shown without being counted.
        let counts_all = self
            .state
            .left_out
            .is_none_or(|example| store.passes_over(example));
        if waited < patience || is_known || !counts_all {
            return None;
        }
        let examples = labels.len() as u64;
        let rest = walk.rest_of_pass(labels.len())? as u64;
        // A pass with an update is followed by one without.
        let has_updates = self.counts.updates != self.updates_before_pass;
        let draws = rest + if has_updates { examples } else { 0 };
        if !self.has_room_for(draws) || !self.is_quiet(store, labels) {
            self.known_to_go_on = Some(self.counts.updates);
            return None;
        }
        self.counts.draws += rest;
        self.counts.passes += 1;
        if has_updates {
            self.note_pass_end();
            if self.counts.passes >= self.most_passes {
                return Some(StopReason::EndOfStream);
            }
            self.counts.draws += examples;
            self.counts.passes += 1;
        }
        Some(StopReason::CleanPass)
    }

    /// Whether the run may show so many more examples before a cap on its work ends it.
    fn has_room_for(&self, draws: u64) -> bool {
        let wanted = usize::try_from(draws).unwrap_or(usize::MAX);
        let skimming = self.state.skimming.as_ref();
        skimming.is_some_and(|skimming| self.state.budget.room(skimming.products, wanted) == wanted)
    }

    /// Whether no example calls for an update; a look that the order did not ask for is no work of the run.
    fn is_quiet(&mut self, store: &S, labels: &[Label]) -> bool {
        let before = self.state.budget.clone();
        let scan = Scan::new(&self.state, store, labels);
        let is_quiet = scan.is_clean() && !scan.undecided.get();
        self.state.budget = before;
        is_quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::budget::MOST_PRODUCTS;
    use crate::learn::order::Way;
    use crate::learn::session::Listener;
    use crate::learn::testing::sample;
    use crate::learn::{Counts, Variant};
    use crate::sample::{Features, ScoreStore};
    use crate::seed::Seed;

    /// The updates at the end of each pass.
    struct PassEnds(Vec<u64>);

    impl<S: FastPath> Listener<S> for PassEnds {
        fn updated(&mut self, _: usize, _: &S::Weights) {}

        fn pass_ended(&mut self, updates: u64) {
            self.0.push(updates);
        }
    }

    /// What a run comes to that has so much work left, and the updates at the end of each of its passes.
    fn run<S: FastPath>(
        store: &S,
        labels: &[Label],
        variant: &Variant,
        left: u64,
    ) -> (StopReason, Counts, Vec<u64>) {
        let Way::One(mut walk) = variant.order.way(Seed::root(7)) else {
            panic!("{variant:?}")
        };
        let mut ends = PassEnds(Vec::new());
        let mut session = Session::new(store, variant, None, &mut ends).unwrap();
        session.state.budget.spend(MOST_PRODUCTS - left);
        let reason = session.run(store, labels, walk.as_mut());
        (reason, session.counts, ends.0)
    }

    /// Runs on rows are shown all examples to the end; how many of all runs came to a clean pass, and how many to a cap.
    fn compared(seed: u64, order: &str, stop: &str, left: u64) -> [usize; 2] {
        let generator = "[sphere-margin]\ndimension = 6\ntarget_margin = 0.1\nexamples = 150";
        let sample = sample(generator, seed);
        let (Features::Dense(rows), labels) = (&sample.features, &sample.labels) else {
            panic!("floats are drawn")
        };
        let rule = "rule = { margin-perceptron = {} }";
        let text = format!("{rule}\norder = \"{order}\"\nstop = {stop}");
        let variant: Variant = toml::from_str(&text).unwrap();
        let scores = ScoreStore::of(rows, labels, 30.0).unwrap();
        let expected = run(rows, labels, &variant, left);
        let found = run(&scores.without(None), labels, &variant, left);
        assert_eq!(found, expected, "{seed} {text} {left}");
        let reasons = [StopReason::CleanPass, StopReason::UpdateCap];
        reasons.map(|reason| usize::from(found.0 == reason))
    }

    #[test]
    fn a_run_that_is_ended_early_has_the_counts_of_one_that_is_not() {
        let mut met = [0; 2];
        for seed in 0..10 {
            for order in ["random", "cyclic", "shuffled", "most-violated"] {
                for stop in ["\"clean-pass\"", "{ updates = 9 }"] {
                    for left in [15_000, 18_000, 21_000, MOST_PRODUCTS] {
                        let found = compared(seed, order, stop, left);
                        met = [met[0] + found[0], met[1] + found[1]];
                    }
                }
                for passes in 1..12 {
                    let stop = format!("{{ passes = {passes} }}");
                    compared(seed, order, &stop, MOST_PRODUCTS);
                }
            }
        }
        assert!(met.into_iter().min() > Some(50), "{met:?}");
    }
}
