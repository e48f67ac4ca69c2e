//! Runs a spec: queues its replicates, computes them in tasks, and delivers them in order.

use super::in_order::{InOrder, held};
use super::tasks::{TASKS_PER_THREAD, Task, TaskQueue, TaskSizes, first_of};
use super::{
    ReplicateDecision, ReplicateProgress, ReplicateRange, ReusableTrials, ReusePolicy, RunSummary,
    StopSignal, TrialSink,
};
use crate::spec::Spec;
use crate::trial::{Block, CellCache, Design};
use perceptron::cancellation::unless_stopped;
use perceptron::threads::Threads;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The largest number of replicates in the queue of a run. A full queue is computed to the last replicate before more replicates are queued.
const BATCH: u64 = 1 << 18;

/// The largest number of replicates in memory: stored ones of earlier runs, and finished ones that wait for an earlier replicate. This bounds memory,
/// whatever the number of trials.
pub(super) const MOST_HELD: u64 = 1 << 14;

/// A run of a spec in progress: it queues replicates of all cells, computes them in parallel and delivers them in order.
pub(super) struct Runner<'a, S: TrialSink> {
    designs: Vec<Design>,
    /// For each cell, the cache of the sample and trials that its replicates share; emptied when replicates of a later cell are delivered.
    common: Vec<CellCache>,
    /// The index of the cell whose replicates were delivered last.
    last: usize,
    known: ReusePolicy,
    sink: &'a mut S,
    progress: ReplicateProgress<'a>,
    stop: StopSignal<'a>,
    /// The queue: work on replicates, each with the index of its cell. It covers several cells, so that many small cells keep all threads busy.
    waiting: Vec<(usize, Task)>,
    /// Number of replicates in the queue; `known_count` is the number of those among them that an earlier run stored.
    count: u64,
    known_count: u64,
    /// For each cell, the number of replicates that were delivered to the sink.
    taken: Vec<u64>,
    missing: Vec<ReplicateRange>,
    pace: TaskSizes,
    /// Whether the run was stopped by the user while replicates were queued.
    stopped: bool,
}

impl<'a, S: TrialSink> Runner<'a, S> {
    pub(super) fn new(
        spec: &Spec,
        known: ReusePolicy,
        sink: &'a mut S,
        progress: ReplicateProgress<'a>,
        stop: StopSignal<'a>,
    ) -> Self {
        Self {
            designs: spec.cells.iter().map(|cell| spec.design(cell)).collect(),
            common: spec.cells.iter().map(|_| CellCache::default()).collect(),
            last: 0,
            known,
            sink,
            progress,
            stop,
            waiting: Vec::new(),
            count: 0,
            known_count: 0,
            taken: vec![0; spec.cells.len()],
            missing: Vec::new(),
            pace: TaskSizes::of(spec.cells.len()),
            stopped: false,
        }
    }

    /// Number of replicates of a cell that were delivered to the sink so far.
    pub(super) fn taken(&self, cell: usize) -> u64 {
        self.taken[cell]
    }

    /// Computes what is still queued and returns the summary of the run.
    pub(super) fn finish(mut self) -> Result<RunSummary, S::Error> {
        self.flush()?;
        Ok(RunSummary {
            replicates: self.taken,
            missing: self.missing,
        })
    }

    /// Queues a range of replicates of a cell: those that an earlier run stored are reused, the others are to be run.
    pub(super) fn cover(&mut self, cell: usize, wanted: Range<u64>) -> Result<(), S::Error> {
        let mut next = wanted.start;
        while next < wanted.end {
            let earlier = self.earlier(cell, next..wanted.end)?;
            let first = earlier.as_ref().map_or(wanted.end, first_of);
            self.run(cell, next..first)?;
            next = first;
            if let Some(earlier) = earlier {
                next += earlier.block.len() as u64;
                self.wait(cell, Task::Known(earlier))?;
            }
        }
        Ok(())
    }

    /// Runs an adaptive cell until its verdicts are decided; they are judged at each number of replicates in `schedule`, which does not depend on
    /// stored trials.
    pub(super) fn until_decided(&mut self, cell: usize, schedule: &[u64]) -> Result<(), S::Error> {
        let mut done = 0;
        for &size in schedule {
            self.cover(cell, done..size)?;
            // The judge sees whole batches, so the queue must be empty when it is asked.
            self.flush()?;
            done = size;
            if self.taken[cell] < size || self.sink.decide(cell) == ReplicateDecision::Stop {
                break;
            }
        }
        self.keep_rest(cell)
    }

    /// Passes on the stored trials of a cell that follow the requested replicates, so that the sink does not lose them; does nothing if some
    /// requested replicates are missing.
    pub(super) fn keep_rest(&mut self, cell: usize) -> Result<(), S::Error> {
        let of_cell = |(of, _): &ReplicateRange| *of == cell;
        if self.stopped || self.missing.iter().any(of_cell) {
            return Ok(());
        }
        let waits = |(of, work): &(usize, Task)| (*of == cell).then(|| work.replicates());
        let mut next = self.taken[cell] + self.waiting.iter().filter_map(waits).sum::<u64>();
        while let Some(earlier) = self.earlier(cell, next..u64::MAX)? {
            next = first_of(&earlier) + earlier.block.len() as u64;
            self.flush()?;
            self.sink.keep(cell, earlier)?;
        }
        Ok(())
    }

    /// Returns the first stored trials of a cell in a range of replicates that this run can use, or `None`.
    fn earlier(
        &mut self,
        cell: usize,
        among: Range<u64>,
    ) -> Result<Option<ReusableTrials>, S::Error> {
        let found = self.sink.earlier(cell, among)?;
        let complete =
            |found: &ReusableTrials| found.lacks.is_none() || self.known != ReusePolicy::Only;
        Ok(found
            .filter(complete)
            .filter(|found| !found.block.is_empty()))
    }

    /// Queues replicates of a cell that no earlier run stored. If nothing may be run, they are recorded as missing.
    fn run(&mut self, cell: usize, replicates: Range<u64>) -> Result<(), S::Error> {
        if self.known == ReusePolicy::Only || self.stopped {
            self.miss(cell, replicates);
            return Ok(());
        }
        let mut first = replicates.start;
        while first < replicates.end {
            // A full queue was flushed, so at least one replicate fits and the loop always advances.
            let end = replicates.end.min(first + BATCH - self.count);
            self.wait(cell, Task::New(first..end))?;
            first = end;
        }
        Ok(())
    }

    fn miss(&mut self, cell: usize, replicates: Range<u64>) {
        match self.missing.last_mut() {
            Some((of, last)) if *of == cell && last.end == replicates.start => {
                last.end = replicates.end;
            }
            _ if replicates.is_empty() => {}
            _ => self.missing.push((cell, replicates)),
        }
    }

    /// Adds work on a cell to the queue, and computes the whole queue if it is full.
    fn wait(&mut self, cell: usize, work: Task) -> Result<(), S::Error> {
        self.count += work.replicates();
        if matches!(work, Task::Known(_)) {
            self.known_count += work.replicates();
        }
        self.waiting.push((cell, work));
        match self.count >= BATCH || self.known_count >= MOST_HELD {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Computes all queued replicates in parallel, and delivers them to the sink in order as they are finished.
    fn flush(&mut self) -> Result<(), S::Error> {
        let threads = rayon::current_num_threads() as u64;
        // If there are many trials, every thread is busy with its own until the end, so none helps another.
        let helping = match threads > 1 && self.count <= threads * TASKS_PER_THREAD {
            true => Threads::Pool,
            false => Threads::One,
        };
        let waiting = std::mem::take(&mut self.waiting);
        for (cell, _) in &waiting {
            self.designs[*cell].threads = helping;
        }
        (self.count, self.known_count) = (0, 0);
        let mut tasks = TaskQueue::of(waiting, self.known, threads);
        let mut left = self.work_off(&mut tasks)?;
        while tasks.remaining() > 0 && left.is_empty() && !(self.stop)() {
            left = self.work_off(&mut tasks)?;
        }
        for (cell, replicates) in left.into_iter().chain(tasks.rest()) {
            self.stopped = true;
            self.miss(cell, replicates);
        }
        Ok(())
    }

    /// Begins tasks in order on all threads and delivers their results, until no task is left, the run is stopped, or too many finished replicates
    /// wait for a slow one. Because tasks are begun in order, the results have no gap. Returns the replicates of tasks that were begun and not delivered,
    /// because the run was stopped while one of them was computed.
    fn work_off(&mut self, tasks: &mut TaskQueue) -> Result<Vec<ReplicateRange>, S::Error> {
        let refused = AtomicBool::new(false);
        // Replicates that are not delivered yet.
        let open = AtomicU64::new(tasks.remaining());
        let (designs, common, progress, stop, known, pace) = (
            &self.designs,
            &self.common,
            self.progress,
            self.stop,
            self.known,
            &self.pace,
        );
        let (sink, taken, last) = (&mut *self.sink, &mut self.taken, &mut self.last);
        let mut fault = None;
        let undelivered = Mutex::new(BTreeMap::new());
        let finished = InOrder::new(|(place, cell, block, is_new): Delivery| {
            if fault.is_some() {
                return;
            }
            held(&undelivered).remove(&place);
            let before = std::mem::replace(last, cell);
            if before != cell {
                common[before].clear();
            }
            let count = block.len() as u64;
            taken[cell] += count;
            fault = sink.take(cell, block, is_new).err();
            refused.store(fault.is_some(), Ordering::Relaxed);
            open.fetch_sub(count, Ordering::Relaxed);
        });
        let goes_on = || !refused.load(Ordering::Relaxed) && !stop();
        let has_room = |left| open.load(Ordering::Relaxed) - left < MOST_HELD;
        let begun = iter::from_fn(|| match goes_on() && has_room(tasks.remaining()) {
            true => tasks.next(pace),
            false => None,
        });
        begun
            .enumerate()
            .par_bridge()
            .for_each(|(place, (cell, work))| {
                held(&undelivered).insert(place, (cell, work.range()));
                let began = Instant::now();
                let computed = || work.done(&designs[cell], &common[cell], known);
                let Some((block, is_new)) = unless_stopped(computed) else {
                    return;
                };
                pace.learn(cell, block.len() as u64, began.elapsed());
                progress(block.len() as u64);
                finished.give(place, (place, cell, block, is_new));
            });
        drop(finished);
        let left = undelivered
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        fault.map_or(Ok(left.into_values().collect()), Err)
    }
}

/// The trials of a task, with its place among the tasks, the index of its cell, and whether the trials count as new.
type Delivery = (usize, usize, Block, bool);
