//! Reads a block as a claim does: trials that say the same in all columns it reads are one case.

use super::Case;
use crate::claim::StatedClaim;
use crate::trial::{Block, Values, columns};
use std::ops::Range;

/// The most cases that are looked through for the one of a trial.
const MOST: usize = 16;

/// The columns of a block that a claim reads, as far as trials differ in them.
pub(super) struct Reading<'b> {
    differing: Vec<&'b Values>,
    trials: usize,
}

impl<'b> Reading<'b> {
    /// What a claim reads of the batches at these places.
    pub(super) fn of(claim: &StatedClaim, block: &'b Block, places: &[usize]) -> Self {
        let status = [columns::STOP_REASON.any(), columns::WEIGHT.any()];
        let mut reads: Vec<_> = claim.statement.reads().into_iter().chain(status).collect();
        reads.sort_unstable();
        reads.dedup();
        let batches = places.iter().map(|&place| &block.batches[place]);
        let differing = batches.flat_map(|batch| {
            let own = |column| batch.differing(column);
            reads.iter().copied().filter_map(own)
        });
        Self {
            differing: differing.collect(),
            trials: block.len(),
        }
    }

    /// The trials in stretches that say the same, so that the claim sees the same in them.
    pub(super) fn stretches(&self) -> Vec<Range<usize>> {
        let mut changes = vec![false; self.trials];
        let differing = self.differing.iter();
        differing.for_each(|values| values.mark_changes(&mut changes));
        let changed = (1..self.trials).filter(|&place| changes[place]);
        let firsts: Vec<usize> = std::iter::once(0).chain(changed).collect();
        let ends = firsts[1..].iter().copied().chain([self.trials]);
        firsts
            .iter()
            .zip(ends)
            .map(|(&first, end)| first..end)
            .collect()
    }

    fn are_same(&self, a: usize, b: usize) -> bool {
        self.differing.iter().all(|values| values.are_same(a, b))
    }
}

/// The cases that trials of a block were found to be, each with the place of one of them.
#[derive(Default)]
pub(super) struct Cases {
    known: Vec<(usize, Case)>,
    oldest: usize,
}

impl Cases {
    /// The case of a trial: that of one before it that says the same, if it is still known, and else what is made of it.
    pub(super) fn of(
        &mut self,
        reading: &Reading,
        place: usize,
        made: impl FnOnce() -> Case,
    ) -> &Case {
        let is_it = |(known, _): &(usize, Case)| reading.are_same(*known, place);
        let index = self.known.iter().position(is_it).unwrap_or_else(|| {
            let case = (place, made());
            if self.known.len() < MOST {
                self.known.push(case);
                return self.known.len() - 1;
            }
            let oldest = self.oldest;
            self.known[oldest] = case;
            self.oldest = (oldest + 1) % MOST;
            oldest
        });
        &self.known[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{Numbers, Status};
    use perceptron::sample::Quantity;
    use proptest::prelude::*;

    fn case(observed: u64) -> Case {
        let [observed, limit] = [observed, 0].map(Quantity::count);
        let vacuous = false;
        Case {
            status: Status::Complete,
            numbers: Some(Numbers {
                observed,
                limit,
                vacuous,
            }),
            weight: None,
        }
    }

    proptest! {
        #[test]
        fn a_trial_is_the_case_of_another_one_only_if_all_columns_agree(
            trials in prop::collection::vec((0..6_u64, 0..6_u64), 1..200),
        ) {
            let column = |of: fn(&(u64, u64)) -> u64| {
                Values::Count(trials.iter().map(|trial| Some(of(trial))).collect())
            };
            let columns = [column(|trial| trial.0), column(|trial| trial.1)];
            let reading = Reading { differing: columns.iter().collect(), trials: trials.len() };
            let own = |place: usize| case(10 * trials[place].0 + trials[place].1);
            let (mut cases, mut made) = (Cases::default(), 0);
            for place in 0..trials.len() {
                let found = cases.of(&reading, place, || { made += 1; own(place) });
                prop_assert_eq!(format!("{found:?}"), format!("{:?}", own(place)));
            }
            let different: std::collections::BTreeSet<_> = trials.iter().collect();
            prop_assert!(made >= different.len() && (different.len() > MOST || made == different.len()));
            for stretch in reading.stretches() {
                prop_assert!(stretch.clone().all(|place| trials[place] == trials[stretch.start]));
            }
        }
    }
}
