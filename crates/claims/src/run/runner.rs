//! A run under way: what waits for its turn, what is computed now, and what is handed on.

use super::{Decision, Earlier, Known, Progress, Ran, Sink, Stop, Stretch, threads_of_the_pool};
use crate::spec::Spec;
use crate::trial::{Block, Design};
use perceptron::workers::Workers;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// Replicates that wait at the most: memory is bounded by it, not by the number of trials.
const BATCH: u64 = 1 << 14;

/// Replicates that a thread takes at once at the most.
const LARGEST_TASK: u64 = 256;

/// Replicates that a thread takes at once while nobody knows yet how long they take.
const FIRST_TASK: u64 = 64;

/// How long a task should take, so that handing it on costs little beside it.
const TASK: Duration = Duration::from_millis(1);

/// Tasks for every thread at the least, so that no thread waits long for the last one.
const TASKS_PER_THREAD: u64 = 8;

/// How long a thread of the pool that waits for others sleeps before it looks again.
const NAP: Duration = Duration::from_micros(50);

/// The trials of some replicates of a cell, as somebody gets them.
enum Work {
    /// They are run.
    New(Range<u64>),
    /// They are known, perhaps but for some columns or variants.
    Known(Earlier),
}

impl Work {
    fn range(&self) -> Range<u64> {
        match self {
            Self::New(replicates) => replicates.clone(),
            Self::Known(earlier) => {
                let first = first_of(earlier);
                first..first + earlier.block.len() as u64
            }
        }
    }

    fn replicates(&self) -> u64 {
        let range = self.range();
        range.end - range.start
    }

    /// The same in pieces of a size, the last one perhaps smaller; what costs nothing stays whole.
    fn pieces(self, size: u64, known: Known) -> Vec<Self> {
        match self {
            Self::New(all) => {
                let end = all.end;
                let firsts = all.step_by(size as usize);
                firsts
                    .map(|first| Self::New(first..(first + size).min(end)))
                    .collect()
            }
            Self::Known(earlier) if earlier.lacks.is_none() && known != Known::FailuresRetried => {
                vec![Self::Known(earlier)]
            }
            Self::Known(Earlier { block, lacks }) => {
                let places: Vec<usize> = (0..block.len()).collect();
                let piece = |places: &[usize]| {
                    Self::Known(Earlier {
                        block: block.selected(places),
                        lacks: lacks.clone(),
                    })
                };
                places.chunks(size as usize).map(piece).collect()
            }
        }
    }

    /// The trials, and whether some of them were run now.
    fn done(&self, design: &Design, known: Known) -> (Block, bool) {
        match self {
            Self::New(replicates) => (design.block(replicates.clone()), true),
            Self::Known(Earlier { block, lacks }) => {
                let lacks = lacks.as_ref();
                let complete = lacks.map(|lacks| lacks.complete(block, design.workers));
                let is_new = complete.is_some();
                let block = complete.unwrap_or_else(|| block.clone());
                match known {
                    Known::FailuresRetried => (retried(design, block), true),
                    Known::Kept | Known::Only => (block, is_new),
                }
            }
        }
    }
}

/// The same trials, those that failed run again.
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

/// A run under way.
pub(super) struct Runner<'a, S: Sink> {
    designs: Vec<Design>,
    known: Known,
    sink: &'a mut S,
    progress: Progress<'a>,
    stop: Stop<'a>,
    /// What will be computed next: it goes over the borders of cells, so that many small cells keep all threads busy.
    waiting: Vec<(usize, Work)>,
    /// How many replicates wait.
    count: u64,
    /// Replicates of each cell that the sink took.
    taken: Vec<u64>,
    missing: Vec<Stretch>,
    /// How many replicates a thread takes at once.
    task: u64,
    /// Whether it was stopped while something waited.
    stopped: bool,
}

impl<'a, S: Sink> Runner<'a, S> {
    pub fn new(
        spec: &Spec,
        known: Known,
        sink: &'a mut S,
        progress: Progress<'a>,
        stop: Stop<'a>,
    ) -> Self {
        Self {
            designs: spec.cells.iter().map(|cell| spec.design(cell)).collect(),
            known,
            sink,
            progress,
            stop,
            waiting: Vec::new(),
            count: 0,
            taken: vec![0; spec.cells.len()],
            missing: Vec::new(),
            task: FIRST_TASK,
            stopped: false,
        }
    }

    /// Replicates of a cell that the sink took so far.
    pub fn taken(&self, cell: usize) -> u64 {
        self.taken[cell]
    }

    /// Runs what waits still, and says what it came to.
    pub fn finish(mut self) -> Result<Ran, S::Error> {
        self.flush()?;
        Ok(Ran {
            replicates: self.taken,
            missing: self.missing,
        })
    }

    /// Some replicates of a cell: what is known of them, and the others between.
    pub fn cover(&mut self, cell: usize, wanted: Range<u64>) -> Result<(), S::Error> {
        let mut next = wanted.start;
        while next < wanted.end {
            let earlier = self.earlier(cell, next..wanted.end)?;
            let first = earlier.as_ref().map_or(wanted.end, first_of);
            self.run(cell, next..first)?;
            next = first;
            if let Some(earlier) = earlier {
                next += earlier.block.len() as u64;
                self.wait(cell, Work::Known(earlier))?;
            }
        }
        Ok(())
    }

    /// The batches of one cell, until its verdicts are decided: the same batches whatever was known before.
    pub fn until_decided(&mut self, cell: usize, schedule: &[u64]) -> Result<(), S::Error> {
        let mut done = 0;
        for &size in schedule {
            self.cover(cell, done..size)?;
            // The judge sees whole batches, so nothing may wait when it is asked.
            self.flush()?;
            done = size;
            if self.taken[cell] < size || self.sink.decide(cell) == Decision::Stop {
                break;
            }
        }
        self.keep_rest(cell)
    }

    /// Lets the sink keep what is known of a cell behind the trials that it took, unless some of those are missing.
    pub fn keep_rest(&mut self, cell: usize) -> Result<(), S::Error> {
        let of_cell = |(of, _): &Stretch| *of == cell;
        if self.stopped || self.missing.iter().any(of_cell) {
            return Ok(());
        }
        let waits = |(of, work): &(usize, Work)| (*of == cell).then(|| work.replicates());
        let mut next = self.taken[cell] + self.waiting.iter().filter_map(waits).sum::<u64>();
        while let Some(earlier) = self.earlier(cell, next..u64::MAX)? {
            next = first_of(&earlier) + earlier.block.len() as u64;
            self.flush()?;
            self.sink.keep(cell, earlier)?;
        }
        Ok(())
    }

    /// Known trials that can be used.
    fn earlier(&mut self, cell: usize, among: Range<u64>) -> Result<Option<Earlier>, S::Error> {
        let found = self.sink.earlier(cell, among)?;
        let complete = |found: &Earlier| found.lacks.is_none() || self.known != Known::Only;
        Ok(found
            .filter(complete)
            .filter(|found| !found.block.is_empty()))
    }

    /// Lets replicates wait that nobody knows; they are missing where nothing is run.
    fn run(&mut self, cell: usize, replicates: Range<u64>) -> Result<(), S::Error> {
        if self.known == Known::Only || self.stopped {
            self.miss(cell, replicates);
            return Ok(());
        }
        let mut first = replicates.start;
        while first < replicates.end {
            // A full batch was flushed, so there is room for one more and every turn moves on.
            let end = replicates.end.min(first + BATCH - self.count);
            self.wait(cell, Work::New(first..end))?;
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

    /// Lets work wait for its turn.
    fn wait(&mut self, cell: usize, work: Work) -> Result<(), S::Error> {
        self.count += work.replicates();
        self.waiting.push((cell, work));
        match self.count >= BATCH {
            true => self.flush(),
            false => Ok(()),
        }
    }

    /// Does what waits, and hands it on in order as it is finished.
    fn flush(&mut self) -> Result<(), S::Error> {
        let threads = rayon::current_num_threads() as u64;
        let size = (self.count / (threads * TASKS_PER_THREAD)).clamp(1, self.task);
        let known = self.known;
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let pieces = |(cell, work): (usize, Work)| {
            let pieces = work.pieces(size, known).into_iter();
            pieces.map(move |piece| (cell, piece))
        };
        let tasks: Vec<(usize, Work)> = waiting.flat_map(pieces).collect();
        // With many trials every thread has one of its own until the end.
        let workers = match threads > 1 && self.count <= threads * TASKS_PER_THREAD {
            true => threads_of_the_pool(),
            false => Workers::default(),
        };
        for (cell, _) in &tasks {
            self.designs[*cell].workers = workers;
        }
        let (count, began) = (self.count, Instant::now());
        self.count = 0;
        let handed = self.work_off(&tasks)?;
        self.task = fitting(count, threads, began.elapsed());
        self.stopped |= handed < tasks.len();
        for (cell, work) in &tasks[handed..] {
            self.miss(*cell, work.range());
        }
        Ok(())
    }

    /// How many of the tasks were done and handed on: the first ones. Tasks are begun in their order, so that there is no gap.
    fn work_off(&mut self, tasks: &[(usize, Work)]) -> Result<usize, S::Error> {
        let refused = AtomicBool::new(false);
        let (send, done) = mpsc::channel();
        let (designs, progress, stop, known) =
            (&self.designs, self.progress, self.stop, self.known);
        let (sink, taken) = (&mut *self.sink, &mut self.taken);
        rayon::in_place_scope(|scope| {
            let refused = &refused;
            scope.spawn(move |_| {
                let goes_on = |_: &_| !refused.load(Ordering::Relaxed) && !stop();
                let begun = tasks.iter().enumerate().take_while(goes_on);
                begun
                    .par_bridge()
                    .for_each_with(send, |send, (place, (cell, work))| {
                        let (block, is_new) = work.done(&designs[*cell], known);
                        progress(block.len() as u64);
                        // Nobody listens any more where the sink refused.
                        let _heard = send.send((place, block, is_new));
                    });
            });
            let mut take = |place: usize, block: Block, is_new| {
                let cell = tasks[place].0;
                taken[cell] += block.len() as u64;
                sink.take(cell, block, is_new)
            };
            let handed = hand_on(&done, &mut take);
            refused.store(handed.is_err(), Ordering::Relaxed);
            handed
        })
    }
}

/// How many replicates a thread should take at once where all threads took so long for so many.
fn fitting(count: u64, threads: u64, elapsed: Duration) -> u64 {
    let spent = (elapsed * threads as u32).as_nanos().max(1);
    let fitting = u128::from(count) * TASK.as_nanos() / spent;
    (fitting as u64).clamp(1, LARGEST_TASK)
}

/// Hands on what comes, in the order of its places, and says how many there were.
fn hand_on<E>(
    done: &Receiver<(usize, Block, bool)>,
    take: &mut impl FnMut(usize, Block, bool) -> Result<(), E>,
) -> Result<usize, E> {
    let (mut early, mut next) = (BTreeMap::new(), 0);
    while let Some((place, block, is_new)) = received(done) {
        early.insert(place, (block, is_new));
        while let Some((block, is_new)) = early.remove(&next) {
            take(next, block, is_new)?;
            next += 1;
        }
    }
    Ok(next)
}

/// The next that comes; a thread of the pool works with the others while it waits.
fn received<T>(done: &Receiver<T>) -> Option<T> {
    loop {
        match done.try_recv() {
            Ok(next) => return Some(next),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) => match rayon::yield_now() {
                None => return done.recv().ok(),
                Some(rayon::Yield::Executed) => {}
                Some(rayon::Yield::Idle) => std::thread::sleep(NAP),
            },
        }
    }
}

fn first_of(earlier: &Earlier) -> u64 {
    earlier
        .block
        .replicates
        .first()
        .copied()
        .unwrap_or(u64::MAX)
}
