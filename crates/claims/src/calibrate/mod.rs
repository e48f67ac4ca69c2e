//! Calibrates the program on itself: how often its judge is wrong on simulated studies, and which planted faults its claims catch.
//!
//! Simulated studies with a known truth are judged by the same code as real ones, and the error rates are compared with the promised levels. The
//! fault injection plants faults by editing specs or falsifying columns of trials. A named claim must catch each fault and must pass the same run
//! without it; a refusal for another reason does not count as caught. The outcome is data; `report` writes the page.

mod certain;
pub mod conformance;
mod effort;
pub mod fault_injection;
mod functions;
mod judge;
mod merged;
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

/// The results of the calibration: how often the judge is wrong, and which planted faults are noticed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// Error rates of the judge on simulated studies, one row per form of claim and distribution of trials.
    pub calibration: Vec<Tally>,
    /// The planted faults, and whether they were caught.
    pub gauntlet: Vec<Catch>,
}

impl Calibration {
    /// Simulates and judges all studies and plants all faults. For a given effort, the result has the same bytes on any number of threads.
    pub fn run(effort: Effort) -> Self {
        let seed = Seed::root(1962).child("calibrate");
        let statistical = simulations::all()
            .into_iter()
            .map(|simulation| study::tally(&simulation, Judge::Sound, effort, seed));
        let functions = functions::tallies(effort, seed);
        let certain = certain::tallies(effort.studies / 10, seed);
        Self {
            calibration: statistical.chain(functions).chain(certain).collect(),
            gauntlet: [
                fault_injection::run(),
                planted::catches(seed),
                vec![functions::catch(seed)],
            ]
            .concat(),
        }
    }

    /// Whether every promise is kept: error rates and coverage are as promised, and every fault is caught by a claim that passes the run without it.
    pub fn is_promise_kept(&self) -> bool {
        self.calibration.iter().all(Tally::is_promise_kept)
            && self.gauntlet.iter().all(Catch::is_promise_kept)
    }
}
