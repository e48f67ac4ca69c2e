//! Skips examples that need no update in bulk: they change nothing, so they are counted as shown without examining each.

use super::Session;
use crate::learn::StopReason;
use crate::learn::order::Walk;
use crate::sample::{FastPath, Label, ScanResult};

impl<S: FastPath> Session<'_, S> {
    /// Counts upcoming examples that call for no update as shown, in bulk, and shows the first example that calls for one. It continues as long as
    /// the order knows what comes next, and returns why the run stops, if it does.
    pub(super) fn skip(
        &mut self,
        store: &S,
        labels: &[Label],
        walk: &mut dyn Walk,
    ) -> Option<StopReason> {
        if self.quiet_period.is_some() || self.reports_every_example {
            return None;
        }
        loop {
            let skimming = self.state.skipping.as_ref()?;
            let ahead = walk.upcoming(labels.len());
            let ahead = ahead.first(
                self.state
                    .budget
                    .memory_left(skimming.products, ahead.len()),
            );
            let left_out = self.state.left_out.filter(|&example| !store.skips(example));
            let ahead = left_out.map_or(ahead, |example| ahead.before(example));
            let ScanResult {
                skipped: quiet,
                due,
            } = store.pass(&ahead, labels, &self.state.weights, &skimming.due);
            let all = ahead.len();
            self.updated_examples = due;
            self.state
                .budget
                .spend_times(skimming.products, quiet as u64);
            self.counts.draws += quiet as u64;
            let Some((example, _)) = due else {
                walk.advance(quiet);
                if quiet < all || all == 0 {
                    return None;
                }
                continue;
            };
            walk.advance(quiet + 1);
            let stopped = self.show(store, labels, example);
            if stopped.is_some() {
                return stopped;
            }
        }
    }
}
