//! Runs the trials of a spec in parallel, and hands them on in an order that no number of threads can change.

mod known_trials;
mod progress;
mod runner;
mod share;
mod sink;
mod stretch;
mod supplement;
mod tasks;
#[cfg(test)]
mod tests;
mod thread_pool;

pub use known_trials::{Earlier, Known};
pub use progress::{Progress, Stop};
pub use share::Share;
pub use sink::{Decision, Sink};
pub use stretch::{Ran, Stretch};
pub use supplement::Supplement;
pub use thread_pool::{threads_for_hearings, threads_of_the_pool};

use crate::spec::{Replicates, Spec};
use runner::Runner;

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
