//! Runs the trials of a spec in parallel, and hands them on in an order that no number of threads can change.

mod runner;
mod share;
mod supplement;
mod tasks;
#[cfg(test)]
mod tests;

pub use share::Share;
pub use supplement::Supplement;

use crate::spec::{Replicates, Spec};
use crate::trial::{Block, measuring_for_another};
use perceptron::workers::Workers;
use rayon::prelude::*;
use runner::Runner;
use std::ops::Range;
use std::sync::Arc;

/// The threads of the pool, for parts of a trial that takes many runs.
pub fn threads_of_the_pool() -> Workers {
    Workers::lent(|parts, part| {
        let places = (0..parts).into_par_iter();
        places.for_each(|place| measuring_for_another(|| part(place)));
    })
}

/// The threads of the pool, for claims that hear the same trials; nobody else where there is one thread.
pub fn threads_for_hearings() -> Workers {
    match rayon::current_num_threads() {
        1 => Workers::default(),
        _ => Workers::lent(|parts, part| (0..parts).into_par_iter().for_each(part)),
    }
}

/// Whether a cell needs more replicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Some verdict of the cell is still open.
    Continue,
    /// All its verdicts are decided.
    Stop,
}

/// Trials of a cell that are known already.
#[derive(Debug)]
pub struct Earlier {
    /// Replicates without a gap between them.
    pub block: Block,
    /// What they lack of the trials of the spec, where they lack something: they are trials of its own design then.
    pub lacks: Option<Arc<Supplement>>,
}

/// What a run needs from outside: earlier trials, a judge, and a place for trials.
pub trait Sink {
    /// What can go wrong with it.
    type Error;

    /// The first known trials of a cell among some replicates, as many as there are without a gap or fewer; `None` if there is none.
    /// Asked cell by cell, and within a cell from the first replicate on.
    fn earlier(&mut self, cell: usize, among: Range<u64>) -> Result<Option<Earlier>, Self::Error>;

    /// Takes the next trials of a cell, in order; `is_new` says that somebody has just run them.
    fn take(&mut self, cell: usize, block: Block, is_new: bool) -> Result<(), Self::Error>;

    /// Takes known trials behind those that a cell is asked for, in order, so that they are not lost; nobody judges them, and what they lack is
    /// not run.
    fn keep(&mut self, _cell: usize, _earlier: Earlier) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Whether a cell whose replicates are adaptive needs more of them than it was given.
    fn decide(&mut self, cell: usize) -> Decision;
}

/// Is told how many replicates were finished, from any thread.
pub type Progress<'a> = &'a (dyn Fn(u64) + Sync);

/// Says whether a run should begin no more trials, and from then on always says so.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Replicates of a cell, by its place in the sweep.
pub type Stretch = (usize, Range<u64>);

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ran {
    /// Replicates that each cell has, without those that were only kept.
    pub replicates: Vec<u64>,
    /// What was asked for and not run, in order; of cells whose replicates are adaptive, what they need next.
    pub missing: Vec<Stretch>,
}

impl Ran {
    /// A run that has not begun.
    pub fn nothing() -> Self {
        Self {
            replicates: Vec::new(),
            missing: Vec::new(),
        }
    }
}

/// How a run goes about trials that are known already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// They stay as they are, and the others are run.
    Kept,
    /// Those that gave no result are run again, and the others are run.
    FailuresRetried,
    /// They are all there is: nothing is run.
    Only,
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

/// The same until it is stopped: then no trial begins any more, those under way are finished, and the sink has all that are finished.
pub fn run_until<S: Sink>(
    spec: &Spec,
    known: Known,
    sink: &mut S,
    progress: Progress,
    stop: Stop,
) -> Result<Ran, S::Error> {
    let mut runner = Runner::new(spec, known, sink, progress, stop);
    for (cell, of) in spec.cells.iter().enumerate() {
        match spec.replicates {
            Replicates::UntilDecided { max, .. } => {
                runner.until_decided(cell, &spec.schedule(of))?;
                progress(max - runner.taken(cell));
            }
            Replicates::Fixed(_) | Replicates::All => {
                runner.cover(cell, 0..spec.most_replicates(of))?;
                runner.keep_rest(cell)?;
            }
        }
    }
    runner.finish()
}

/// Runs these replicates and no others.
pub fn run_stretches<S: Sink>(
    spec: &Spec,
    stretches: &[Stretch],
    known: Known,
    sink: &mut S,
    (progress, stop): (Progress, Stop),
) -> Result<Ran, S::Error> {
    let mut runner = Runner::new(spec, known, sink, progress, stop);
    for (cell, replicates) in stretches {
        runner.cover(*cell, replicates.clone())?;
    }
    runner.finish()
}
