//! Simulates studies and judges them by the real bench, watched continuously: a study's verdict is the first decided one.
//!
//! The bench looks at the sizes at which `run` would ask it (half as many trials again each time). Between them the wealth behind
//! its bounds is followed trial by trial.

use super::Effort;
use super::setup::Setup;
use super::simulation::{ALPHA, Draw, LEVEL, Place, Simulation};
use super::tally::{Share, Tally};
use super::watch::{Decision, Watch};
use crate::judge::Hearing;
use crate::spec::Replicates;
use perceptron::seed::{Seed, Stream};
use rayon::prelude::*;

/// Trials before the first look.
const FIRST_LOOK: u64 = 20;

/// How one study ended.
#[derive(Debug, Clone, Copy)]
struct Outcome {
    /// Whether `violated` was the first decision, by the bench or between its looks.
    violated: bool,
    /// Whether `holds` was.
    held: bool,
    /// Whether the interval contained the truth at every look.
    covered: bool,
    /// Trials at the decision, or all.
    trials: u64,
    /// Looks at which bench and wealth disagreed.
    disagreements: u64,
}

/// One study while its trials come in.
struct Study<'a> {
    setup: &'a Setup,
    watch: Watch<'a>,
    hearing: Hearing<'a>,
    trials: u64,
    /// What the watch decided first, after any trial.
    between: Option<Decision>,
    /// What the bench decided first, and after how many trials.
    at_look: Option<(Decision, u64)>,
    covered: bool,
    disagreements: u64,
}

impl<'a> Study<'a> {
    fn new(setup: &'a Setup) -> Self {
        Self {
            setup,
            watch: Watch::new(setup),
            hearing: setup.bench.hearing(0),
            trials: 0,
            between: None,
            at_look: None,
            covered: true,
            disagreements: 0,
        }
    }

    /// Simulates it from the first trial to the last.
    fn run(mut self, stream: &mut Stream) -> Outcome {
        let most = self.setup.simulation.most;
        let looks = Replicates::UntilDecided {
            min: FIRST_LOOK,
            max: most,
        };
        for look in looks.schedule() {
            let draws = self.draw(stream, look);
            // The bench is asked until it has decided.
            if self.at_look.is_none() {
                self.hearing.add(&self.setup.block(self.trials, &draws));
                self.look(look);
            }
            self.trials = look;
        }
        let decided = [self.between, self.at_look.map(|(decision, _)| decision)];
        Outcome {
            violated: decided.contains(&Some(Decision::Violated)),
            held: decided.contains(&Some(Decision::Holds)),
            covered: self.covered && self.watch.covers(),
            trials: self.at_look.map_or(most, |(_, trials)| trials),
            disagreements: self.disagreements,
        }
    }

    /// Draws the trials up to the next look, watched one by one.
    fn draw(&mut self, stream: &mut Stream, look: u64) -> Vec<Draw> {
        let Setup {
            simulation, place, ..
        } = self.setup;
        let one = |_| {
            let draw = simulation.draw(stream, *place);
            self.watch.push(draw);
            self.between = self.between.or_else(|| self.watch.says());
            draw
        };
        (self.trials..look).map(one).collect()
    }

    /// Asks the bench what it makes of all trials so far.
    fn look(&mut self, trials: u64) {
        let truth = self.setup.simulation.truth(self.setup.place);
        let covers = |[low, high]: [f64; 2]| low <= truth && truth <= high;
        // There is one claim, and it has one verdict.
        let verdict = &self.hearing.verdicts()[0];
        let decision = Decision::of(verdict.verdict);
        self.covered &= verdict.interval.is_some_and(covers);
        self.disagreements += u64::from(decision != self.watch.says());
        self.at_look = decision.map(|decision| (decision, trials));
    }
}

fn studies(simulation: &Simulation, place: Place, count: u64, seed: Seed) -> Vec<Outcome> {
    let setup = Setup::new(*simulation, place);
    let seed = seed
        .child(&setup.claim().id)
        .child(simulation.name)
        .child(&format!("{:?} {place:?}", simulation.shape));
    let one = |index: u64| {
        let mut stream = seed.child(&index.to_string()).stream();
        Study::new(&setup).run(&mut stream)
    };
    (0..count).into_par_iter().map(one).collect()
}

fn share(outcomes: &[Outcome], test: impl Fn(&Outcome) -> bool) -> Share {
    Share {
        count: outcomes.iter().filter(|outcome| test(outcome)).count() as u64,
        of: outcomes.len() as u64,
    }
}

/// Simulates studies with the truth on the boundary and on both sides of it.
pub(super) fn tally(simulation: &Simulation, effort: Effort, seed: Seed) -> Tally {
    let few = effort.studies / 10;
    let studies = |place, count| studies(simulation, place, count, seed);
    let boundary = studies(Place::Boundary, effort.studies);
    let outside = studies(Place::Outside, few);
    let identity = simulation.is_identity();
    // An identity has no inside.
    let inside = studies(Place::Inside, if identity { 0 } else { few });
    let violated = share(&boundary, |study| study.violated);
    // On the limit a one-sided claim is true, but would be false if the limit were moved by a hair; an identity is true there.
    let false_holds = share(if identity { &outside } else { &boundary }, |study| {
        study.held
    });
    let covered = share(&boundary, |study| study.covered);
    let trials: u64 = outside.iter().map(|study| study.trials).sum();
    let all = [&boundary, &outside, &inside].into_iter().flatten();
    let form = Setup::new(*simulation, Place::Boundary).claim().form();
    Tally {
        alpha: ALPHA,
        level: LEVEL,
        coverage: Some(covered.rate()),
        nominal_coverage: Some(1.0 - 2.0 * simulation.level_of_one_bound()),
        coverage_upper_99: Some(covered.limits().upper),
        power: share(&outside, |study| study.violated).rate(),
        held: (!identity).then(|| share(&inside, |study| study.held).rate()),
        mean_trials: trials as f64 / few.max(1) as f64,
        disagreements: all.map(|study| study.disagreements).sum(),
        ..Tally::new(form, simulation.name, violated, false_holds)
    }
}
