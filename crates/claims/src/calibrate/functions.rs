//! Simulates studies of claims about a distribution function, judges them by the real judge, and compares it with a reference that sorts the values.

use super::judge::Judge;
use super::simulation::{ALPHA, LEVEL};
use super::tally::{Proportion, Tally};
use super::trials::{self, SimulatedTrials};
use super::watch::BetDecision;
use super::{Catch, Effort};
use crate::claim::{Registered, StatedClaim, Statement};
use crate::judge::JudgeSpec;
use crate::trial::{Block, Setting, columns};
use perceptron::learn::StopReason;
use perceptron::sample::Quantity;
use perceptron::seed::{Seed, Stream};
use rayon::prelude::*;
use std::sync::Arc;

/// The numbers of trials after which the judge compares the distribution functions; a study has as many trials as the last.
const LOOKS: [usize; 6] = [16, 32, 64, 128, 256, TRIALS];
const TRIALS: usize = 512;

/// Number of trials by which a study is continued again and again, in the setting with such studies.
const CONTINUED_BY: usize = 8;

/// The distance that the simulated claims allow, which is the mass of an atom that makes a false claim just allowed; and the mass of a larger one.
const SLACK: f64 = 0.25;
const LARGER: f64 = 0.5;

/// The judge counts in cells of 2⁻¹⁴, so its distances may differ from those of the reference by this much.
const CELLS: f64 = 2.5e-4;

/// A distribution of simulated numbers whose distribution function is claimed to be the uniform one on [0, 1]. It is uniform but for an atom at 0,
/// whose mass is the distance of the two functions.
#[derive(Clone, Copy)]
struct Numbers {
    name: &'static str,
    /// How far the ends of a number's interval lie from it.
    reach: f64,
    /// The probability that a trial with a number below 1/2 fails.
    lost: f64,
    /// Whether a study is continued by a few trials as long as its verdict is undecided; otherwise its verdict is read at the looks.
    continued: bool,
}

const NUMBERS: [Numbers; 4] = [
    Numbers {
        name: "uniform numbers, or an atom at 0",
        reach: 0.0,
        lost: 0.0,
        continued: false,
    },
    Numbers {
        name: "uniform numbers within ± 0.02, or an atom at 0",
        reach: 0.02,
        lost: 0.0,
        continued: false,
    },
    Numbers {
        name: "uniform numbers, a twentieth of those below 1/2 fail",
        reach: 0.0,
        lost: 0.05,
        continued: false,
    },
    Numbers {
        name: "uniform numbers, or an atom at 0, continued by 8 trials until decided",
        reach: 0.0,
        lost: 0.0,
        continued: true,
    },
];

/// One simulated trial: its number with its interval, and whether it fails.
#[derive(Clone, Copy)]
struct Draw {
    value: f64,
    ends: [f64; 2],
    failed: bool,
}

impl Numbers {
    /// The numbers of trials after which the verdict of a study is read.
    fn reads(&self) -> Vec<usize> {
        match self.continued {
            true => (CONTINUED_BY..=TRIALS).step_by(CONTINUED_BY).collect(),
            false => LOOKS.to_vec(),
        }
    }

    fn draw(&self, stream: &mut Stream, atom: f64) -> Draw {
        let is_atom = atom > 0.0 && stream.uniform() < atom;
        let value = if is_atom { 0.0 } else { stream.uniform() };
        // The number lies anywhere in its interval.
        let below = self.reach * stream.uniform();
        Draw {
            value,
            ends: [value - below, value + (self.reach - below)],
            failed: self.lost > 0.0 && value < 0.5 && stream.uniform() < self.lost,
        }
    }
}

/// The claim that the number has the uniform distribution, its judge, and the settings of its trials.
struct Setup {
    judge_spec: JudgeSpec,
    settings: Vec<Arc<Setting>>,
}

impl Setup {
    fn new() -> Self {
        let plain = StatedClaim::plain(Registered::built_in("margin-on-the-circle = {}"));
        let claim = StatedClaim {
            statement: Statement::has_distribution(columns::RISK, columns::RISK),
            slack: SLACK,
            ..plain
        };
        let judge_spec = trials::judge_spec_of(trials::of_simulated_variants(claim), false);
        Self {
            settings: trials::settings(&judge_spec, &trials::distribution()),
            judge_spec,
        }
    }

    fn block(&self, first: usize, draws: &[Draw]) -> Block {
        let number = |draw: &Draw| Quantity {
            value: draw.value,
            lower: draw.ends[0],
            upper: draw.ends[1],
            exact: None,
        };
        let stop_reason = |draw: &Draw| match draw.failed {
            true => StopReason::OutOfRange,
            false => StopReason::CleanPass,
        };
        SimulatedTrials::from(first as u64, &self.settings, draws)
            .with(0, columns::RISK, number)
            .in_all(columns::STOP_REASON, stop_reason)
            .block()
    }
}

/// Bounds on the distance, from the sorted ends of all values and a band whose radius is that of Dvoretzky, Kiefer, Wolfowitz and Massart.
struct Reference {
    lower: f64,
    upper: f64,
    failed: bool,
}

impl Reference {
    fn new() -> Self {
        Self {
            lower: 0.0,
            upper: 1.0,
            failed: false,
        }
    }

    /// Compares the functions after all these draws, with a band that errs with probability `error`.
    fn look(&mut self, draws: &[Draw], error: f64) {
        let known = |draw: &Draw| if draw.failed { [0.0, 1.0] } else { draw.ends };
        let [mut lower, mut upper] = [0, 1].map(|end| {
            draws
                .iter()
                .map(|draw| known(draw)[end])
                .collect::<Vec<f64>>()
        });
        lower.sort_by(f64::total_cmp);
        upper.sort_by(f64::total_cmp);
        let all = draws.len() as f64;
        let distance = |first: &[f64], second: &[f64]| {
            let ranks = (0..draws.len()).map(|rank| rank as f64);
            let steps = ranks.zip(first.iter().zip(second));
            let at = |(rank, (a, b)): (f64, (&f64, &f64))| {
                ((rank + 1.0) / all - a.clamp(0.0, 1.0)).max(b.clamp(0.0, 1.0) - rank / all)
            };
            steps.map(at).fold(0.0, f64::max)
        };
        let radius = ((2.0 / error).ln() / (2.0 * all)).sqrt();
        self.lower = self.lower.max(distance(&upper, &lower) - radius);
        self.upper = self.upper.min(distance(&lower, &upper) + radius);
        self.failed = draws.iter().any(|draw| draw.failed);
    }

    fn decision(&self) -> Option<BetDecision> {
        if self.lower > 0.0 {
            return Some(BetDecision::Violated);
        }
        (self.upper <= SLACK && !self.failed).then_some(BetDecision::Holds)
    }

    /// Whether a distance of the judge, who counts in cells, may lie on the other side of what decides.
    fn is_close(&self) -> bool {
        self.lower.abs() < CELLS && self.lower != 0.0 || (self.upper - SLACK).abs() < CELLS
    }
}

/// The error probability of a comparison after this many trials, at which a verdict is read if `is_read`; `None` if nothing is compared then. A
/// faulty judge compares the functions whenever a verdict is read, each time with all of the error probability.
fn error(trials: usize, is_read: bool, judge: Judge) -> Option<f64> {
    let look = LOOKS.iter().position(|look| *look == trials);
    match judge {
        Judge::Undivided => is_read.then_some(LEVEL),
        Judge::Sound | Judge::Peeking => look.map(|index| {
            let number = index as f64 + 1.0;
            LEVEL / (number * (number + 1.0))
        }),
    }
}

/// The outcome of one study: the first decision and the number of trials until then, whether all intervals contained the distance, and how often
/// judge and reference disagreed.
#[derive(Clone, Copy)]
struct Outcome {
    decision: Option<BetDecision>,
    trials: usize,
    covered: bool,
    disagreements: u64,
}

fn study(setup: &Setup, numbers: Numbers, atom: f64, judge: Judge, stream: &mut Stream) -> Outcome {
    let mut outcome = Outcome {
        decision: None,
        trials: TRIALS,
        covered: true,
        disagreements: 0,
    };
    let (mut cell, mut reference) = (setup.judge_spec.cell_judge(0), Reference::new());
    let mut draws: Vec<Draw> = Vec::new();
    for read in numbers.reads() {
        let first = draws.len();
        for trials in first + 1..=read {
            draws.push(numbers.draw(stream, atom));
            if let Some(error) = error(trials, trials == read, judge) {
                reference.look(&draws, error);
            }
        }
        let decision = match judge {
            Judge::Undivided | Judge::Peeking => reference.decision(),
            Judge::Sound => {
                cell.add(&setup.block(first, &draws[first..]));
                // The cell has one claim, and so one verdict.
                let verdict = &cell.verdicts()[0];
                let covers = |[low, high]: [f64; 2]| low <= atom && atom <= high;
                outcome.covered &= verdict.interval.is_none_or(covers);
                let decision = BetDecision::of(verdict.verdict);
                let differs = decision != reference.decision() && !reference.is_close();
                outcome.disagreements += u64::from(differs);
                decision
            }
        };
        if outcome.decision.is_none() && decision.is_some() {
            (outcome.decision, outcome.trials) = (decision, read);
        }
    }
    outcome
}

fn studies(numbers: Numbers, atom: f64, judge: Judge, count: u64, seed: Seed) -> Vec<Outcome> {
    let setup = Setup::new();
    let seed = seed
        .child("functions")
        .child(numbers.name)
        .child(&format!("{atom}"));
    let one = |index: u64| {
        let mut stream = seed.numbered(index).stream();
        study(&setup, numbers, atom, judge, &mut stream)
    };
    (0..count).into_par_iter().map(one).collect()
}

fn decided(outcomes: &[Outcome], decision: BetDecision) -> Proportion {
    let of = outcomes.len() as u64;
    let own = outcomes.iter();
    let count = own.filter(|one| one.decision == Some(decision)).count() as u64;
    Proportion { count, of }
}

fn tally(numbers: Numbers, judge: Judge, effort: Effort, seed: Seed) -> Tally {
    let few = effort.studies / 10;
    let studies = |atom, count| studies(numbers, atom, judge, count, seed);
    let (uniform, allowed) = (studies(0.0, effort.studies), studies(SLACK, few));
    let outside = studies(LARGER, few);
    let covered = Proportion {
        count: allowed.iter().filter(|one| one.covered).count() as u64,
        of: few,
    };
    let trials: usize = outside.iter().map(|one| one.trials).sum();
    let all = [&uniform, &allowed, &outside].into_iter().flatten();
    let form = Setup::new().judge_spec.claims[0].form();
    let violated = decided(&uniform, BetDecision::Violated);
    // With an atom of the mass that is just allowed, `holds` would be false if the atom were a little larger.
    let held = decided(&allowed, BetDecision::Holds);
    Tally {
        alpha: ALPHA,
        level: LEVEL,
        coverage: Some(covered.rate()),
        nominal_coverage: Some(1.0 - LEVEL),
        coverage_upper_99: Some(covered.limits().upper),
        power: decided(&outside, BetDecision::Violated).rate(),
        held: (numbers.lost == 0.0).then(|| decided(&uniform, BetDecision::Holds).rate()),
        mean_trials: trials as f64 / few.max(1) as f64,
        disagreements: all.map(|one| one.disagreements).sum(),
        ..Tally::new(form, numbers.name, violated, held)
    }
}

/// Returns one tally per distribution of simulated numbers.
pub(super) fn tallies(effort: Effort, seed: Seed) -> Vec<Tally> {
    let all = NUMBERS.into_iter();
    all.map(|numbers| tally(numbers, Judge::Sound, effort, seed))
        .collect()
}

/// Plants a judge that compares the functions with the whole error probability whenever it is asked, at the looks or as a study is continued, and
/// returns whether the studies notice it.
pub(super) fn catch(seed: Seed) -> Catch {
    let tried = NUMBERS
        .iter()
        .filter(|one| one.reach == 0.0 && one.lost == 0.0);
    let tallies = |judge| {
        let of_one = |numbers: &Numbers| tally(*numbers, judge, Effort::QUICK, seed);
        tried.clone().map(of_one).collect::<Vec<Tally>>()
    };
    let (faulty, sound) = (tallies(Judge::Undivided), tallies(Judge::Sound));
    Catch {
        name: "a judge that does not divide α over its looks at a distribution function".into(),
        theory: None,
        caught: faulty.iter().all(|tally| tally.lower_99 > tally.level),
        by: "studies: errors at all looks together".into(),
        trials: faulty.len() as u64 * TRIALS as u64 * Effort::QUICK.studies,
        twin: match sound.iter().all(Tally::is_promise_kept) {
            true => "kept".into(),
            false => "broken".into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(values: &[f64], reach: f64) -> Vec<Draw> {
        let draw = |&value: &f64| Draw {
            value,
            ends: [value - reach, value + reach],
            failed: false,
        };
        values.iter().map(draw).collect()
    }

    #[test]
    fn reference_distances_match_those_counted_by_hand() {
        let mut reference = Reference::new();
        // Steps to 1/4, 2/4, 3/4 and 1 at 0.1, 0.1, 0.2 and 0.9: farthest at 0.2, by 0.55. A radius of 0 needs 2/error = 1.
        reference.look(&draws(&[0.9, 0.1, 0.2, 0.1], 0.0), 2.0);
        assert!((reference.lower - 0.55).abs() < 1e-12 && (reference.upper - 0.55).abs() < 1e-12);
        let mut wide = Reference::new();
        wide.look(&draws(&[0.9, 0.1, 0.2, 0.1], 0.05), 2.0);
        assert!((wide.lower - 0.5).abs() < 1e-12 && (wide.upper - 0.6).abs() < 1e-12);
    }

    #[test]
    fn quick_studies_of_distribution_functions_keep_their_promises() {
        let seed = Seed::root(7);
        for tally in tallies(Effort { studies: 200 }, seed) {
            assert!(tally.is_promise_kept(), "{tally:#?}");
            assert_eq!(tally.power, 1.0, "{}", tally.setting);
            assert!(tally.held.is_none_or(|held| held > 0.95), "{tally:#?}");
            let looks = (LOOKS[0] as f64)..=(TRIALS as f64);
            assert!(looks.contains(&tally.mean_trials), "{tally:#?}");
        }
        let catch = catch(seed);
        assert!(catch.caught && catch.twin == "kept", "{catch:?}");
    }
}
