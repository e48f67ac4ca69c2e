//! Cuts the queue into tasks for threads: each takes some milliseconds, or is one replicate.

use super::{ReusableTrials, ReusePolicy};
use crate::trial::{Block, CellCache, Design};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Target duration of a task for one thread, long enough to make the cost of handing it over negligible.
const TASK: Duration = Duration::from_millis(4);

/// The largest number of replicates in a task.
pub(super) const LARGEST: u64 = 1024;

/// The largest factor by which the number of replicates may grow from one task of a cell to the next.
const GROWTH: u64 = 4;

/// The least number of tasks per thread into which a queue is cut, so that no thread waits long for the last task.
pub(super) const TASKS_PER_THREAD: u64 = 8;

/// Work on consecutive replicates of a cell, done by one thread.
pub(super) enum Task {
    /// The indices of replicates to run.
    New(Range<u64>),
    /// Stored trials of an earlier run, which may lack some columns or variants of the spec.
    Known(ReusableTrials),
}

impl Task {
    pub(super) fn range(&self) -> Range<u64> {
        match self {
            Self::New(replicates) => replicates.clone(),
            Self::Known(earlier) => {
                let first = first_of(earlier);
                first..first + earlier.block.len() as u64
            }
        }
    }

    pub(super) fn replicates(&self) -> u64 {
        let range = self.range();
        range.end - range.start
    }

    /// Whether the task costs no time, so that it need not be cut into smaller ones: stored trials that are reused unchanged.
    fn is_free(&self, known: ReusePolicy) -> bool {
        let retried = known == ReusePolicy::FailuresRetried;
        matches!(self, Self::Known(earlier) if earlier.lacks.is_none() && !retried)
    }

    /// A task for a part of the replicates of this one, given by their positions in it.
    fn piece(&self, places: Range<u64>) -> Self {
        match self {
            Self::New(all) => Self::New(all.start + places.start..all.start + places.end),
            Self::Known(ReusableTrials { block, lacks }) => {
                let places: Vec<usize> = (places.start as usize..places.end as usize).collect();
                Self::Known(ReusableTrials {
                    block: block.selected(&places),
                    lacks: lacks.clone(),
                })
            }
        }
    }

    /// Does the work and returns the trials, and whether they count as new: run or completed now, or checked for failures.
    pub(super) fn done(
        self,
        design: &Design,
        common: &CellCache,
        known: ReusePolicy,
    ) -> (Block, bool) {
        let (block, is_new) = match self {
            Self::New(replicates) => return (design.block_with(replicates, common), true),
            Self::Known(ReusableTrials { block, lacks }) => match lacks {
                Some(lacks) => (lacks.complete(&block, design.threads), true),
                None => (block, false),
            },
        };
        match known {
            ReusePolicy::FailuresRetried => (retried(design, block), true),
            ReusePolicy::Kept | ReusePolicy::Only => (block, is_new),
        }
    }
}

/// Returns the trials, where each replicate with a failed trial is run again under all variants.
fn retried(design: &Design, block: Block) -> Block {
    let failed = |place: usize| {
        let mut rows = (0..block.batches.len()).filter_map(|variant| block.row(place, variant));
        rows.any(|row| row.is_failed())
    };
    if !(0..block.len()).any(failed) {
        return block;
    }
    let mut renewed = design.empty(Vec::new());
    for place in 0..block.len() {
        renewed.append(match failed(place) {
            true => design.block([block.replicates[place]]),
            false => block.selected(&[place]),
        });
    }
    renewed
}

/// The index of the first replicate among stored trials; `u64::MAX` without stored trials.
pub(super) fn first_of(earlier: &ReusableTrials) -> u64 {
    earlier
        .block
        .replicates
        .first()
        .copied()
        .unwrap_or(u64::MAX)
}

/// For each cell, the number of replicates that take about 4 ms, the target duration of a task; 1 until a task of the cell was timed.
pub(super) struct TaskSizes(Vec<AtomicU64>);

impl TaskSizes {
    /// Starts with tasks of one replicate for each of this number of cells.
    pub(super) fn of(cells: usize) -> Self {
        Self((0..cells).map(|_| AtomicU64::new(1)).collect())
    }

    /// Adjusts the size of a cell's next tasks to a finished one, given its number of replicates and the time that it took.
    pub(super) fn learn(&self, cell: usize, replicates: u64, elapsed: Duration) {
        let fitting = u128::from(replicates) * TASK.as_nanos() / elapsed.as_nanos().max(1);
        // The last tasks are small, so the cap on growth never lies below the size learned before.
        let most = self.of_cell(cell).max(replicates * GROWTH).min(LARGEST);
        let fitting = fitting.min(most.into()) as u64;
        self.0[cell].store(fitting.max(1), Ordering::Relaxed);
    }

    fn of_cell(&self, cell: usize) -> u64 {
        self.0[cell].load(Ordering::Relaxed)
    }
}

/// A queue of work on replicates that is being cut into tasks for threads.
pub(super) struct TaskQueue {
    work: Vec<(usize, Task)>,
    known: ReusePolicy,
    threads: u64,
    /// The index of the piece of work that is being cut; `cut` is the number of its replicates that are already in tasks.
    place: usize,
    cut: u64,
    /// Number of queued replicates that are in no task yet.
    remaining: u64,
}

impl TaskQueue {
    /// Creates a queue of work, each piece with the index of its cell, to be cut for this number of threads.
    pub(super) fn of(work: Vec<(usize, Task)>, known: ReusePolicy, threads: u64) -> Self {
        Self {
            remaining: work.iter().map(|(_, work)| work.replicates()).sum(),
            work,
            known,
            threads,
            place: 0,
            cut: 0,
        }
    }

    /// Number of queued replicates that are in no task yet.
    pub(super) fn remaining(&self) -> u64 {
        self.remaining
    }

    /// Cuts the next task off the queue, with the index of its cell; `None` if the queue is empty. Tasks become smaller towards the end, so that all
    /// threads finish at about the same time.
    pub(super) fn next(&mut self, pace: &TaskSizes) -> Option<(usize, Task)> {
        let (cell, work) = self.work.get(self.place)?;
        let (fitting, all) = (pace.of_cell(*cell), work.replicates());
        let share = self.remaining / (self.threads * TASKS_PER_THREAD);
        let size = match work.is_free(self.known) {
            true => all,
            false => fitting.min(share.max(fitting / 8).max(1)),
        };
        let end = all.min(self.cut + size);
        let task = (*cell, work.piece(self.cut..end));
        self.remaining -= end - self.cut;
        self.cut = end;
        if end == all {
            (self.place, self.cut) = (self.place + 1, 0);
        }
        Some(task)
    }

    /// The replicates that were put into no task, as ranges with the index of their cell.
    pub(super) fn rest(&self) -> Vec<(usize, Range<u64>)> {
        let left = self.work[self.place..].iter().enumerate();
        let stretch = |(place, (cell, work)): (usize, &(usize, Task))| {
            let Range { start, end } = work.range();
            let cut = if place == 0 { self.cut } else { 0 };
            (*cell, start + cut..end)
        };
        left.map(stretch).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    fn sizes(tasks: &mut TaskQueue, pace: &TaskSizes, times: &[u64]) -> Vec<(usize, Range<u64>)> {
        let cut = iter::from_fn(|| {
            let (cell, work) = tasks.next(pace)?;
            let elapsed = Duration::from_micros(times[cell] * work.replicates());
            pace.learn(cell, work.replicates(), elapsed);
            Some((cell, work.range()))
        });
        cut.collect()
    }

    #[test]
    fn tasks_cover_all_replicates_in_order_and_are_sized_by_duration() {
        let work = || {
            vec![
                (0, Task::New(5..9000)),
                (2, Task::New(0..50)),
                (1, Task::New(7..8)),
            ]
        };
        let pace = TaskSizes::of(3);
        let found = sizes(
            &mut TaskQueue::of(work(), ReusePolicy::Kept, 2),
            &pace,
            &[40, 1, 12_000],
        );
        let replicates = |(cell, range): (usize, Range<u64>)| range.map(move |one| (cell, one));
        let all: Vec<(usize, u64)> = found.iter().cloned().flat_map(replicates).collect();
        let expected = work().into_iter().map(|(cell, work)| (cell, work.range()));
        assert_eq!(all, expected.flat_map(replicates).collect::<Vec<_>>());
        let length = |(_, range): &(usize, Range<u64>)| range.end - range.start;
        let lengths: Vec<u64> = found.iter().map(length).collect();
        assert_eq!(lengths[..5], [1, 4, 16, 64, 100]);
        assert!(lengths.iter().all(|length| *length <= 100));
        let slow = found.iter().filter(|(cell, _)| *cell == 2);
        assert!(slow.clone().count() == 50 && slow.map(length).all(|length| length == 1));
    }

    #[test]
    fn task_size_shrinks_after_a_slow_task_but_not_after_a_small_fast_one() {
        let pace = TaskSizes::of(1);
        for replicates in [1, 4, 16, 64, 2] {
            pace.learn(0, replicates, Duration::from_micros(20 * replicates));
        }
        assert_eq!(pace.of_cell(0), 200);
        pace.learn(0, 1, Duration::from_millis(12));
        assert_eq!(pace.of_cell(0), 1);
    }

    #[test]
    fn rest_is_the_unstarted_work_and_final_tasks_are_small() {
        let pace = TaskSizes::of(2);
        pace.learn(0, 64, Duration::from_micros(1));
        let mut tasks = TaskQueue::of(
            vec![(0, Task::New(0..600)), (1, Task::New(3..5))],
            ReusePolicy::Kept,
            4,
        );
        let first = tasks.next(&pace).map(|(_, work)| work.range());
        assert_eq!(first, Some(0..32));
        assert_eq!(tasks.rest(), [(0, 32..600), (1, 3..5)]);
        let _all = sizes(&mut tasks, &pace, &[1, 1]);
        assert_eq!(tasks.rest(), []);
    }
}
