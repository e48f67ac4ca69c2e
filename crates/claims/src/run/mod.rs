//! Runs the trials of a spec in parallel, and hands them on in an order that no number of threads can change.
//!
//! Replicates wait across the borders of cells so that many small cells keep all threads busy, are computed in tasks, and are handed on in their
//! order as they are finished, while others go on; at most 262144 wait, and at most 16384 of them in memory, because they are known or wait for one
//! before them. What the replicates of a cell have in common is let go of when those of the next cell are handed on. `tasks` cuts them as they are
//! begun: as many replicates as take some milliseconds, or one, learned for each cell from its first replicate on, which is all that it asks a clock.
//! It touches no file: known trials, a place for new ones and the decision to stop come through a `TrialSink`. An adaptive cell is looked at on a fixed
//! schedule, whatever was known before. `supplement` says what trials of one spec lack of those of another: variants, and measures of new claims,
//! which are then made on the same draws. `share` divides what is missing between machines. A run of what is known alone (`Known::Only`) is how
//! shares are merged, and says what the next round needs.

mod in_order;
mod known_trials;
mod progress;
mod replicate_range;
mod runner;
mod shard;
mod sink;
mod supplement;
mod tasks;
#[cfg(test)]
mod tests;

pub use known_trials::{ReusableTrials, ReusePolicy};
pub use progress::{ReplicateProgress, StopSignal};
pub use replicate_range::{ReplicateRange, RunSummary};
pub use shard::Shard;
pub use sink::{ReplicateDecision, TrialSink};
pub use supplement::Supplement;

use crate::spec::{Replicates, Spec};
use runner::Runner;

/// Runs every cell of a spec and returns the number of replicates each one has.
pub fn run<S: TrialSink>(
    spec: &Spec,
    known: ReusePolicy,
    sink: &mut S,
    progress: ReplicateProgress,
) -> Result<Vec<u64>, S::Error> {
    run_until(spec, known, sink, progress, &|| false).map(|ran| ran.replicates)
}

/// The same until it is stopped: then no trial begins any more, those under way are finished, and the sink has all that are finished.
pub fn run_until<S: TrialSink>(
    spec: &Spec,
    known: ReusePolicy,
    sink: &mut S,
    progress: ReplicateProgress,
    stop: StopSignal,
) -> Result<RunSummary, S::Error> {
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
pub fn run_stretches<S: TrialSink>(
    spec: &Spec,
    stretches: &[ReplicateRange],
    known: ReusePolicy,
    sink: &mut S,
    (progress, stop): (ReplicateProgress, StopSignal),
) -> Result<RunSummary, S::Error> {
    let mut runner = Runner::new(spec, known, sink, progress, stop);
    for (cell, replicates) in stretches {
        runner.cover(*cell, replicates.clone())?;
    }
    runner.finish()
}
