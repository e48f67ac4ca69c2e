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

    /// Whether a cell whose replicates are adaptive needs more of them than it was given.
    fn decide(&mut self, cell: usize) -> Decision;
}

/// Is told how many replicates were finished, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

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
    let designs: Vec<Design> = spec.cells.iter().map(|cell| spec.design(cell)).collect();
    let mut runner = Runner {
        designs,
        known,
        sink,
        progress,
        waiting: Vec::new(),
        count: 0,
        unused: None,
    };
    let cells = spec.cells.iter().enumerate();
    let totals = cells.map(|(cell, of)| match spec.replicates {
        Replicates::UntilDecided { max, .. } => runner
            .until_decided(cell, &spec.schedule(of))
            .inspect(|done| progress(max - done)),
        Replicates::Fixed(_) | Replicates::All => runner.fixed(cell, spec.most_replicates(of)),
    });
    let totals = totals.collect::<Result<Vec<u64>, _>>()?;
    runner.flush()?;
    Ok(totals)
}

/// A run under way.
struct Runner<'a, S: Sink> {
    designs: Vec<Design>,
    known: Known,
    sink: &'a mut S,
    progress: Progress<'a>,
    /// Replicates that will be run next: they go over the borders of cells, so that many small cells keep all threads busy.
    waiting: Vec<(usize, Range<u64>)>,
    /// How many replicates wait.
    count: u64,
    /// Known trials of a cell that its next batch begins with.
    unused: Option<(usize, Block)>,
}

impl<S: Sink> Runner<'_, S> {
    /// All replicates of a cell, those that are known first.
    fn fixed(&mut self, cell: usize, total: u64) -> Result<u64, S::Error> {
        let first = self.reuse(cell, 0, total)?;
        self.wait(cell, first..total)?;
        Ok(total)
    }

    /// The batches of one cell, until its verdicts are decided: the same batches whatever was known before.
    fn until_decided(&mut self, cell: usize, schedule: &[u64]) -> Result<u64, S::Error> {
        let mut done = 0;
        for &size in schedule {
            let known = self.reuse(cell, done, size)?;
            self.wait(cell, known..size)?;
            // The judge sees whole batches, so nothing may wait when it is asked.
            self.flush()?;
            done = size;
            if self.sink.decide(cell) == Decision::Stop {
                break;
            }
        }
        Ok(done)
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
            self.sink.take(cell, block)?;
        }
        Ok(next)
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

    /// Lets replicates of a cell wait for their turn.
    fn wait(&mut self, cell: usize, replicates: Range<u64>) -> Result<(), S::Error> {
        let mut first = replicates.start;
        while first < replicates.end {
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
        let (designs, progress) = (&self.designs, self.progress);
        // `collect` keeps the order of the tasks, whichever thread finishes first.
        let finished: Vec<Block> = tasks
            .par_iter()
            .map(|task| run_task(designs, task, progress))
            .collect();
        for ((cell, _), block) in tasks.iter().zip(finished) {
            self.sink.take(*cell, block)?;
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
