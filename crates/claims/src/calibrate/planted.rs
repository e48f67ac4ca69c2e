//! Plants faults in the judge itself, and checks that the simulated studies notice them.

use super::fault_injection::Catch;
use super::judge::Judge;
use super::simulation::{JudgedForm, Simulation, VerdictFamily};
use super::{Effort, Tally, simulations, study};
use perceptron::seed::Seed;

/// A judge with a planted fault, and the test by which the simulated studies must notice it.
struct FaultyJudge {
    judge: Judge,
    name: &'static str,
    /// Whether a simulation can reveal the fault of this judge; only such simulations are run.
    tries: fn(&Simulation) -> bool,
    /// Whether the tally of a simulation's studies reveals the fault of this judge.
    notices: fn(&Tally) -> bool,
    by: &'static str,
}

const PLANTS: [FaultyJudge; 2] = [
    FaultyJudge {
        judge: Judge::Peeking,
        name: "a judge whose bets see the value they are placed on",
        tries: |simulation| simulation.shape == JudgedForm::LowerBound,
        notices: |tally| tally.disagreements > 0,
        by: "studies: bets by an independent reference",
    },
    FaultyJudge {
        judge: Judge::Undivided,
        name: "a judge that does not divide α over the verdicts of a spec",
        tries: |simulation| simulation.family != VerdictFamily::Alone,
        notices: |tally| tally.lower_99 > tally.level,
        by: "studies: errors of all verdicts of a spec together",
    },
];

/// Returns, for every faulty judge, whether the simulated studies noticed its fault.
pub(super) fn catches(seed: Seed) -> Vec<Catch> {
    let catches = PLANTS.iter().map(|plant| plant.catch(seed));
    catches.collect()
}

impl FaultyJudge {
    /// Checks that the studies notice the faulty judge in every simulation that can reveal it, and accept the sound judge.
    fn catch(&self, seed: Seed) -> Catch {
        let tried: Vec<Simulation> = simulations::all().into_iter().filter(self.tries).collect();
        let tallies = |judge| {
            let of_one = |simulation| study::tally(simulation, judge, Effort::QUICK, seed);
            tried.iter().map(of_one).collect::<Vec<Tally>>()
        };
        let (faulty, sound) = (tallies(self.judge), tallies(Judge::Sound));
        let trials = tried.iter().map(Simulation::most_trials).sum::<u64>();
        Catch {
            name: self.name.into(),
            theory: None,
            caught: faulty.iter().all(self.notices),
            by: self.by.into(),
            trials: trials * Effort::QUICK.studies,
            twin: match sound.iter().all(Tally::is_promise_kept) {
                true => "kept".into(),
                false => "broken".into(),
            },
        }
    }
}
