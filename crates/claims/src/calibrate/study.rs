//! Simulates studies and judges them by the real judge, and by reference bets after every trial. The verdict of a study is the first decision of
//! either.
//!
//! In a family of verdicts, one wrong decision makes the whole study wrong.
//!
//! The judge looks at the trials whenever `run` would: after half as many trials again each time. Between these looks, the reference bets are checked
//! after every trial.

use super::Effort;
use super::judge::Judge;
use super::reference::GamblerKnowledge;
use super::setup::Setup;
use super::simulation::{ALPHA, LEVEL, SimulatedTrial, Simulation, TruthPosition};
use super::tally::{Proportion, Tally};
use super::watch::{BetDecision, StudyBets};
use crate::judge::CellJudge;
use crate::spec::Replicates;
use perceptron::seed::{Seed, Stream};
use rayon::prelude::*;

/// Number of trials after which the judge gives its first verdict.
const FIRST_CHECK: u64 = 20;

/// The outcome of one simulated study, summed over its verdicts.
#[derive(Debug, Clone, Copy)]
struct StudyOutcome {
    /// Number of verdicts decided `violated` by the judge at one of its looks at the trials or by the reference bets after any trial.
    violated: usize,
    /// Number of verdicts decided `holds` by the judge or by the reference bets.
    held: usize,
    /// Whether every confidence interval contained the true mean at every look.
    covered: bool,
    /// Number of trials until the judge decided, or of all trials if it did not, summed over all verdicts.
    trials: u64,
    /// Number of looks at which the judge and the reference bets disagreed.
    disagreements: u64,
}

impl StudyOutcome {
    /// Combines the outcomes of two verdicts of one study.
    fn and(self, other: Self) -> Self {
        Self {
            violated: self.violated + other.violated,
            held: self.held + other.held,
            covered: self.covered && other.covered,
            trials: self.trials + other.trials,
            disagreements: self.disagreements + other.disagreements,
        }
    }
}

/// State of one verdict of a simulated study while its trials are drawn.
struct SimulatedStudy<'a> {
    setup: &'a Setup,
    /// The reference bets, whose size depends on past values only.
    watch: StudyBets<'a>,
    /// The bets of [`Judge::Peeking`], if that faulty judge is tested; they replace the judge.
    peeking: Option<StudyBets<'a>>,
    judge: CellJudge<'a>,
    trials: u64,
    /// The first decision of the reference bets, which are checked after every trial.
    between: Option<BetDecision>,
    /// The first decision of the judge, and the number of trials after which it was made.
    at_check: Option<(BetDecision, u64)>,
    covered: bool,
    disagreements: u64,
}

impl<'a> SimulatedStudy<'a> {
    fn new(setup: &'a Setup, cell: usize, judge: Judge) -> Self {
        let peeks = judge == Judge::Peeking;
        Self {
            setup,
            watch: StudyBets::new(setup, GamblerKnowledge::Past),
            peeking: peeks.then(|| StudyBets::new(setup, GamblerKnowledge::Present)),
            judge: setup.judge_spec.cell_judge(cell),
            trials: 0,
            between: None,
            at_check: None,
            covered: true,
            disagreements: 0,
        }
    }

    /// Simulates the study from the first trial to the last.
    fn run(mut self, stream: &mut Stream) -> StudyOutcome {
        let most = self.setup.simulation.most;
        let looks = Replicates::UntilDecided {
            min: FIRST_CHECK,
            max: most,
        };
        for look in looks.schedule() {
            let draws = self.draw(stream, look);
            // The judge is not asked again after it has decided.
            if self.at_check.is_none() {
                self.judge.add(&self.setup.block(self.trials, &draws));
                self.judge_so_far(look);
            }
            self.trials = look;
        }
        let decided = [self.between, self.at_check.map(|(decision, _)| decision)];
        StudyOutcome {
            violated: usize::from(decided.contains(&Some(BetDecision::Violated))),
            held: usize::from(decided.contains(&Some(BetDecision::Holds))),
            covered: self.covered && self.watch.covers(),
            trials: self.at_check.map_or(most, |(_, trials)| trials),
            disagreements: self.disagreements,
        }
    }

    /// Draws the trials up to the next look, and adds each to the bets.
    fn draw(&mut self, stream: &mut Stream, look: u64) -> Vec<SimulatedTrial> {
        let Setup {
            simulation, place, ..
        } = self.setup;
        let one = |_| {
            let draw = simulation.draw(stream, *place);
            self.watch.push(draw);
            self.peeking.iter_mut().for_each(|watch| watch.push(draw));
            self.between = self.between.or_else(|| self.watch.decision());
            draw
        };
        (self.trials..look).map(one).collect()
    }

    /// Asks the judge for its verdict on all trials so far, and compares it with the decision of the reference bets.
    fn judge_so_far(&mut self, trials: u64) {
        let truth = self.setup.simulation.truth(self.setup.place);
        let covers = |[low, high]: [f64; 2]| low <= truth && truth <= high;
        let (decision, covered) = match &self.peeking {
            Some(watch) => (watch.decision(), watch.covers()),
            None => {
                // The cell has one claim, and so one verdict.
                let verdict = &self.judge.verdicts()[0];
                let covered = verdict.interval.is_some_and(covers);
                (BetDecision::of(verdict.verdict), covered)
            }
        };
        self.covered &= covered;
        self.disagreements += u64::from(decision != self.watch.decision());
        self.at_check = decision.map(|decision| (decision, trials));
    }
}

fn studies(
    simulation: &Simulation,
    place: TruthPosition,
    judge: Judge,
    count: u64,
    seed: Seed,
) -> Vec<StudyOutcome> {
    let setup = Setup::new(*simulation, place, judge);
    let seed = seed
        .child(&setup.claim().id)
        .child(simulation.name)
        .child(&format!("{:?} {place:?}", simulation.shape));
    let one = |index: u64| {
        let mut stream = seed.numbered(index).stream();
        let first = SimulatedStudy::new(&setup, 0, judge).run(&mut stream);
        let others = 1..simulation.family.size();
        others.fold(first, |outcome, cell| {
            outcome.and(SimulatedStudy::new(&setup, cell, judge).run(&mut stream))
        })
    };
    (0..count).into_par_iter().map(one).collect()
}

fn proportion(outcomes: &[StudyOutcome], test: impl Fn(&StudyOutcome) -> bool) -> Proportion {
    Proportion {
        count: outcomes.iter().filter(|outcome| test(outcome)).count() as u64,
        of: outcomes.len() as u64,
    }
}

/// Simulates studies whose true mean lies on the limit, outside and (but for identities) inside, and counts how often the judge is right and wrong.
pub(super) fn tally(simulation: &Simulation, judge: Judge, effort: Effort, seed: Seed) -> Tally {
    let (few, size) = (effort.studies / 10, simulation.family.size());
    let studies = |place, count| studies(simulation, place, judge, count, seed);
    let boundary = studies(TruthPosition::Boundary, effort.studies);
    let outside = studies(TruthPosition::Outside, few);
    let identity = simulation.is_identity();
    // No truth lies well inside an identity.
    let inside = studies(TruthPosition::Inside, if identity { 0 } else { few });
    let violated = proportion(&boundary, |study| study.violated > 0);
    // A one-sided claim on the limit is true, but would be false if the limit were moved slightly. An identity on the limit is true.
    let false_holds = proportion(if identity { &outside } else { &boundary }, |study| {
        study.held > 0
    });
    let covered = proportion(&boundary, |study| study.covered);
    let trials: u64 = outside.iter().map(|study| study.trials).sum();
    let all = [&boundary, &outside, &inside].into_iter().flatten();
    let form = Setup::new(*simulation, TruthPosition::Boundary, judge)
        .claim()
        .form();
    Tally {
        alpha: ALPHA,
        level: LEVEL,
        coverage: Some(covered.rate()),
        nominal_coverage: Some(1.0 - 2.0 * size as f64 * simulation.level_of_one_bound()),
        coverage_upper_99: Some(covered.limits().upper),
        power: proportion(&outside, |study| study.violated == size).rate(),
        held: (!identity).then(|| proportion(&inside, |study| study.held == size).rate()),
        mean_trials: trials as f64 / (few.max(1) * size as u64) as f64,
        disagreements: all.map(|study| study.disagreements).sum(),
        ..Tally::new(form, simulation.name, violated, false_holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn family_outcome_sums_counts_and_is_covered_only_if_all_members_are() {
        let outcome = |covered| StudyOutcome {
            violated: 1,
            held: 0,
            covered,
            trials: 20,
            disagreements: 3,
        };
        for (first, second, both) in [
            (true, true, true),
            (true, false, false),
            (false, true, false),
            (false, false, false),
        ] {
            let all = outcome(first).and(StudyOutcome {
                held: 1,
                ..outcome(second)
            });
            let counts = (all.violated, all.held, all.trials, all.disagreements);
            assert_eq!((counts, all.covered), ((2, 1, 40, 6), both));
        }
    }
}
