//! Runs the trials of a spec in parallel, and delivers them in an order that does not depend on the number of threads.
//!
//! Replicates of several cells are queued together, so that many small cells keep all threads busy. They are computed in tasks and delivered in order
//! as they are finished, while others go on. At most 262144 replicates are queued. At most 16384 are in memory, either because they are known or
//! because they wait for an earlier one. The cache of a cell is cleared when replicates of the next cell are delivered.
//!
//! `tasks` cuts the queue into tasks as they are begun. A task has as many replicates as take some milliseconds, or one. The number is learned for
//! each cell from its first replicate on; only for this does a run read a clock.
//!
//! A run touches no file: known trials, the storage of new ones and the decision to stop come through a `TrialSink`. An adaptive cell is judged on a
//! fixed schedule, whatever was known before. `supplement` finds what trials of one spec lack compared with another: variants, and measurements for
//! new claims, which are then made on the same random draws. `shard` divides the missing replicates between machines. A run of known trials alone
//! (`ReusePolicy::Only`) merges shards, and says what the next round needs.

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

/// Runs every cell of a spec and returns the number of replicates of each cell. `sink` supplies the stored trials of earlier runs and receives all
/// trials.
pub fn run<S: TrialSink>(
    spec: &Spec,
    known: ReusePolicy,
    sink: &mut S,
    progress: ReplicateProgress,
) -> Result<Vec<u64>, S::Error> {
    run_until(spec, known, sink, progress, &|| false).map(|ran| ran.replicates)
}

/// Like [`run`], but ends early once `stop` returns true: no further trial begins. Trials that are running are finished, or left out if
/// [`perceptron::cancellation::stop_when`] stops them. All finished trials before the first one that is missing go to the sink.
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

/// Runs these ranges of replicates and no others, for example those of a shard.
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
