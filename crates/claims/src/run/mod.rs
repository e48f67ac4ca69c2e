//! Runs the trials of a spec in parallel, and hands them on in an order that no number of threads can change.

#[cfg(test)]
mod tests;

use crate::spec::{Replicates, Spec};
use crate::trial::{Block, Design};
use rayon::prelude::*;
use std::ops::Range;

/// Replicates that are computed before their trials are handed on: memory is bounded by it, not by the number of trials.
const BATCH: u64 = 4096;

/// Replicates that a thread takes at once at the most, so that handing them on costs little beside them.
const LARGEST_TASK: u64 = 64;

/// Tasks for every thread at the least, so that no thread waits long for the last one.
const TASKS_PER_THREAD: u64 = 8;

/// Whether a cell needs more replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Some verdict of the cell is still open.
    Continue,
    /// All its verdicts are decided.
    Stop,
}

/// What a run needs from outside: earlier trials, a judge, and a place for trials.
pub trait Sink {
    /// What can go wrong with it.
    type Error;

    /// The next trials of a cell that are known already, from replicate 0 on; `None` if there are no more. Asked cell by cell, in order.
    fn earlier(&mut self, cell: usize) -> Result<Option<Block>, Self::Error>;

    /// Takes the next trials of a cell, in order.
    fn take(&mut self, cell: usize, block: Block) -> Result<(), Self::Error>;

    /// Takes known trials behind those that a cell is asked for, in order, so that they are not lost; nobody judges them.
    fn keep(&mut self, _cell: usize, _block: Block) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Whether a cell whose replicates are adaptive needs more of them than it was given.
    fn decide(&mut self, cell: usize) -> Decision;
}

/// Is told how many replicates were finished, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Says whether a run should begin no more trials, and from then on always says so.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// Replicates that each cell has, without those that were only kept.
    pub replicates: Vec<u64>,
    /// Whether they are all that were asked for.
    pub finished: bool,
}

/// How a run goes about trials that are known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// They stay as they are.
    Kept,
    /// Those that gave no result are run again.
    FailuresRetried,
}

/// Runs every cell of a spec and returns the number of replicates each one has.
pub fn run<S: Sink>(
    spec: &Spec,
    known: Known,
    sink: &mut S,
    progress: Progress,
) -> Result<Vec<u64>, S::Error> {
    run_until(spec, known, sink, progress, &|| false).map(|ran| ran.replicates)
}

/// The same until it is stopped: the trials under way are finished, and all that are known go on to the sink.
pub fn run_until<S: Sink>(
    spec: &Spec,
    known: Known,
    sink: &mut S,
    progress: Progress,
    stop: Stop,
) -> Result<Ran, S::Error> {
    let designs: Vec<Design> = spec.cells.iter().map(|cell| spec.design(cell)).collect();
    let mut runner = Runner {
        designs,
        known,
        sink,
        progress,
        stop,
        waiting: Vec::new(),
        count: 0,
        unused: None,
        taken: vec![0; spec.cells.len()],
        finished: true,
    };
    for (cell, of) in spec.cells.iter().enumerate() {
        match spec.replicates {
            Replicates::UntilDecided { max, .. } => {
                runner.until_decided(cell, &spec.schedule(of))?;
                progress(max - runner.taken[cell]);
            }
            Replicates::Fixed(_) | Replicates::All => {
                runner.fixed(cell, spec.most_replicates(of))?;
            }
        }
    }
    runner.flush()?;
    Ok(Ran {
        replicates: runner.taken,
        finished: runner.finished,
    })
}

/// A run under way.
struct Runner<'a, S: Sink> {
    designs: Vec<Design>,
    known: Known,
    sink: &'a mut S,
    progress: Progress<'a>,
    stop: Stop<'a>,
    /// Replicates that will be run next: they go over the borders of cells, so that many small cells keep all threads busy.
    waiting: Vec<(usize, Range<u64>)>,
    /// How many replicates wait.
    count: u64,
    /// Known trials of a cell that its next batch begins with.
    unused: Option<(usize, Block)>,
    /// Replicates of each cell that the sink took.
    taken: Vec<u64>,
    /// Whether nothing was left out because the run was stopped.
    finished: bool,
}

impl<S: Sink> Runner<'_, S> {
    /// All replicates of a cell, those that are known first.
    fn fixed(&mut self, cell: usize, total: u64) -> Result<(), S::Error> {
        let first = self.reuse(cell, 0, total)?;
        self.wait(cell, first..total)?;
        // Where some are missing, those behind the gap do not count.
        match first == total {
            true => self.keep_rest(cell),
            false => Ok(()),
        }
    }

    /// The batches of one cell, until its verdicts are decided: the same batches whatever was known before.
    fn until_decided(&mut self, cell: usize, schedule: &[u64]) -> Result<(), S::Error> {
        let mut done = 0;
        for &size in schedule {
            let known = self.reuse(cell, done, size)?;
            self.wait(cell, known..size)?;
            // The judge sees whole batches, so nothing may wait when it is asked.
            self.flush()?;
            done = size;
            if self.taken[cell] < size || self.sink.decide(cell) == Decision::Stop {
                break;
            }
        }
        self.keep_rest(cell)
    }

    /// Lets the sink keep what is known of a cell behind the trials that it took.
    fn keep_rest(&mut self, cell: usize) -> Result<(), S::Error> {
        self.flush()?;
        let mut next = self.taken[cell];
        while let Some(block) = self.known_block(cell)? {
            let from_next = |&place: &usize| block.replicates[place] >= next;
            let places = (0..block.len()).filter(from_next).zip(next..);
            let kept: Vec<usize> = places
                .take_while(|&(place, replicate)| block.replicates[place] == replicate)
                .map(|(place, _)| place)
                .collect();
            next += kept.len() as u64;
            if !kept.is_empty() {
                self.sink.keep(cell, block.selected(&kept))?;
            }
        }
        Ok(())
    }

    /// Hands on what is known of a cell from one replicate to another, and returns where knowledge ends.
    fn reuse(&mut self, cell: usize, from: u64, to: u64) -> Result<u64, S::Error> {
        let mut next = from;
        while next < to {
            let Some(block) = self.known_block(cell)? else {
                break;
            };
            // A gap in what is stored ends what is known: the trials behind it are run again.
            let expected = (next..to).zip(0..block.len());
            let kept: Vec<usize> = expected
                .take_while(|&(replicate, place)| block.replicates[place] == replicate)
                .map(|(_, place)| place)
                .collect();
            let later: Vec<usize> = (0..block.len())
                .filter(|&place| block.replicates[place] >= to)
                .collect();
            // A stored block may reach past this batch; batches must not depend on that.
            if !later.is_empty() {
                self.unused = Some((cell, block.selected(&later)));
            }
            if kept.is_empty() {
                break;
            }
            next += kept.len() as u64;
            // What waits comes before these trials in the order of the run.
            self.flush()?;
            let block = self.renewed(cell, block.selected(&kept));
            (self.progress)(block.len() as u64);
            self.hand_on(cell, block)?;
        }
        Ok(next)
    }

    fn hand_on(&mut self, cell: usize, block: Block) -> Result<(), S::Error> {
        self.taken[cell] += block.len() as u64;
        self.sink.take(cell, block)
    }

    /// The next known trials of a cell.
    fn known_block(&mut self, cell: usize) -> Result<Option<Block>, S::Error> {
        match self.unused.take() {
            // What a cell that stopped early has left over is dropped here.
            Some((of, block)) if of == cell => Ok(Some(block)),
            _ => self.sink.earlier(cell),
        }
    }

    /// The same trials; those that failed are run again where that is asked for.
    fn renewed(&self, cell: usize, block: Block) -> Block {
        if self.known == Known::Kept {
            return block;
        }
        let mut renewed = self.designs[cell].empty(Vec::new());
        for place in 0..block.len() {
            let mut variants = 0..block.batches.len();
            let failed = variants
                .any(|variant| block.row(place, variant).is_some_and(|row| row.is_failed()));
            renewed.append(match failed {
                true => self.designs[cell].block([block.replicates[place]]),
                false => block.selected(&[place]),
            });
        }
        renewed
    }

    /// Lets replicates of a cell wait for their turn, which does not come in a run that is stopped.
    fn wait(&mut self, cell: usize, replicates: Range<u64>) -> Result<(), S::Error> {
        let mut first = replicates.start;
        while first < replicates.end && self.finished {
            // A full batch was flushed, so there is room for one more and every turn moves on.
            let end = replicates.end.min(first + BATCH - self.count);
            self.waiting.push((cell, first..end));
            self.count += end - first;
            first = end;
            if self.count == BATCH {
                self.flush()?;
            }
        }
        Ok(())
    }

    /// Runs what waits, and hands it on in order.
    fn flush(&mut self) -> Result<(), S::Error> {
        let threads = rayon::current_num_threads() as u64;
        let size = (self.count / (threads * TASKS_PER_THREAD)).clamp(1, LARGEST_TASK);
        let waiting = self.waiting.drain(..);
        let tasks: Vec<(usize, Range<u64>)> = waiting
            .flat_map(|(cell, all)| pieces(all, size).map(move |piece| (cell, piece)))
            .collect();
        self.count = 0;
        let (designs, progress, stop) = (&self.designs, self.progress, self.stop);
        // Tasks are begun in their order, so that those of a run that is stopped have no gap.
        let begun = tasks.iter().enumerate().take_while(|_| !stop());
        let mut done: Vec<(usize, Block)> = begun
            .par_bridge()
            .map(|(place, task)| (place, run_task(designs, task, progress)))
            .collect();
        // Whichever thread finished first, they are handed on in the order of the tasks.
        done.sort_unstable_by_key(|(place, _)| *place);
        self.finished &= done.len() == tasks.len();
        for (place, block) in done {
            self.hand_on(tasks[place].0, block)?;
        }
        Ok(())
    }
}

fn run_task(
    designs: &[Design],
    (cell, replicates): &(usize, Range<u64>),
    progress: Progress,
) -> Block {
    let block = designs[*cell].block(replicates.clone());
    progress(block.len() as u64);
    block
}

/// A range in pieces of a size, the last one perhaps smaller.
fn pieces(all: Range<u64>, size: u64) -> impl Iterator<Item = Range<u64>> {
    let end = all.end;
    all.step_by(size as usize)
        .map(move |first| first..(first + size).min(end))
}
