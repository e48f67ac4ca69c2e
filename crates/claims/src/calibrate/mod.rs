//! Calibrates the program on itself: how often its judge is wrong on simulated studies, and which planted faults its claims catch.
//!
//! Simulated studies with a known truth go through the judge that reaches all verdicts, and error rates are counted at its promised levels. The
//! gauntlet plants faults, by edits of specs or in the columns of trials; a named claim must catch each and must pass its twin without the fault. A
//! refusal for another reason counts as not caught. What it finds is data; `report` writes the page.

mod certain;
mod effort;
pub mod fault_injection;
mod judge;
mod planted;
mod reference;
mod setup;
mod simulation;
mod simulations;
mod study;
mod tally;
#[cfg(test)]
mod tests;
mod trials;
mod watch;

pub use effort::Effort;
pub use fault_injection::Catch;
pub use tally::Tally;

use judge::Judge;
use perceptron::seed::Seed;
use serde::Serialize;

/// What the program found out about itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// Error rates of the judge, one row per form and law.
    pub calibration: Vec<Tally>,
    /// Planted faults, and what caught them.
    pub gauntlet: Vec<Catch>,
}

impl Calibration {
    /// Simulates and judges everything. The same effort gives the same bytes on any number of threads.
    pub fn run(effort: Effort) -> Self {
        let seed = Seed::root(1962).child("calibrate");
        let statistical = simulations::all()
            .into_iter()
            .map(|simulation| study::tally(&simulation, Judge::Sound, effort, seed));
        let certain = certain::tallies(effort.studies / 10, seed);
        Self {
            calibration: statistical.chain(certain).collect(),
            gauntlet: [fault_injection::run(), planted::catches(seed)].concat(),
        }
    }

    /// Whether every promise is kept: error rates, coverage, and every fault caught by a claim that its twin passes.
    pub fn is_kept(&self) -> bool {
        self.calibration.iter().all(Tally::is_kept) && self.gauntlet.iter().all(Catch::is_kept)
    }
}
