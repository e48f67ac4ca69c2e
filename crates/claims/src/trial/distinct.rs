//! Finds the distinct trials of a block, so that results that depend on a trial are computed once for all equal trials.
//!
//! Trials are equal if they hold the same values, to the last bit, in the columns that the caller reads. Judge, figures and means go over the
//! distinct trials. The order of all trials is kept, because bets are placed in that order.

use super::{AnyColumn, Block, Values};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Groups the trials of a block that have equal values in some columns, so that a result is computed once per group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DistinctTrials {
    /// Stretches of consecutive equal trials, in order: the index of the first trial in the block, and the number of its group.
    stretches: Vec<(usize, usize)>,
    /// The number of stretches in each group.
    times: Vec<usize>,
    trials: usize,
}

/// The values of one trial in the compared columns, as a key of a hash map.
struct ReadValues<'a> {
    columns: &'a [&'a Values],
    trial: usize,
}

impl Hash for ReadValues<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let columns = self.columns.iter();
        columns.for_each(|values| values.hash_at(self.trial, state));
    }
}

impl PartialEq for ReadValues<'_> {
    fn eq(&self, other: &Self) -> bool {
        let mut columns = self.columns.iter();
        columns.all(|values| values.are_same(self.trial, other.trial))
    }
}

impl Eq for ReadValues<'_> {}

impl Block {
    /// Groups the block's replicates that have equal values in these columns under all variants at these positions.
    pub fn distinct(&self, places: &[usize], columns: &[AnyColumn]) -> DistinctTrials {
        let batches = places.iter().filter_map(|&place| self.batches.get(place));
        let differing = batches.flat_map(|batch| {
            let own = |&column: &AnyColumn| batch.differing(column);
            columns.iter().filter_map(own)
        });
        let differing: Vec<&Values> = differing.collect();
        DistinctTrials::of(&differing, self.len())
    }
}

impl DistinctTrials {
    /// Groups this number of trials by their values in columns that store one value per trial.
    fn of(columns: &[&Values], trials: usize) -> Self {
        let mut known = HashMap::new();
        let (mut stretches, mut times) = (Vec::new(), Vec::new());
        for first in stretch_starts(columns, trials) {
            let read = ReadValues {
                columns,
                trial: first,
            };
            let place = *known.entry(read).or_insert(times.len());
            if place == times.len() {
                times.push(0);
            }
            times[place] += 1;
            stretches.push((first, place));
        }
        Self {
            stretches,
            times,
            trials,
        }
    }

    /// Visits all trials in order, in stretches of equal consecutive trials. `made` computes the result of each distinct trial once, from its index
    /// in the block; `see` gets this result and the indices of a stretch.
    pub fn each<T>(&self, made: impl Fn(usize) -> T, mut see: impl FnMut(&T, Range<usize>)) {
        let mut left = self.times.clone();
        let mut kept: Vec<Option<Box<T>>> = self.times.iter().map(|_| None).collect();
        let starts = self.stretches.iter().map(|(first, _)| *first);
        let ends = starts.skip(1).chain([self.trials]);
        for (&(first, place), end) in self.stretches.iter().zip(ends) {
            left[place] -= 1;
            match &kept[place] {
                Some(known) => see(known, first..end),
                None => {
                    let new = made(first);
                    see(&new, first..end);
                    kept[place] = (left[place] > 0).then(|| Box::new(new));
                }
            }
        }
    }
}

/// The indices of the first trial and of every trial that differs from the trial before it in some column.
fn stretch_starts(columns: &[&Values], trials: usize) -> impl Iterator<Item = usize> {
    let mut changes = vec![false; trials];
    changes.iter_mut().take(1).for_each(|first| *first = true);
    let columns = columns.iter();
    columns.for_each(|values| values.mark_changes(&mut changes));
    (0..trials).filter(move |&place| changes[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn each_distinct_trial_is_built_once_and_reused_for_equal_trials(
            trials in prop::collection::vec((0..4_u64, 0..4_u64), 0..200),
        ) {
            let count = |trial: &(u64, u64)| Some(trial.0);
            // Two zeros of opposite signs, another number, and a missing value.
            let float = |trial: &(u64, u64)| [Some(0.0), Some(-0.0), Some(1.5), None][trial.1 as usize];
            let columns = [Values::Count(trials.iter().map(count).collect()), Values::Float(trials.iter().map(float).collect())];
            let distinct = DistinctTrials::of(&columns.each_ref(), trials.len());
            let (made, mut seen) = (std::cell::Cell::new(0), Vec::new());
            let make = |place: usize| { made.set(made.get() + 1); trials[place] };
            distinct.each(make, |&trial, places| {
                assert_eq!(places.start, seen.len());
                seen.extend(places.map(|_| trial));
            });
            let different: BTreeSet<_> = trials.iter().collect();
            prop_assert_eq!((distinct.times.len(), made.get()), (different.len(), different.len()));
            prop_assert_eq!(seen, trials);
        }
    }
}
