//! Simulates studies and judges them by the real bench, watched continuously: a study's verdict is the first decided one.
//!
//! The bench looks at the sizes at which `run` would ask it (half as many trials again each time). Between them the wealth behind
//! its bounds is followed trial by trial: a bound only tightens, so the judge refutes a limit exactly if that wealth ever did.

use super::setting::{Draw, Place, Setting};
use super::tally::{Share, Tally};
use super::{Effort, setting};
use crate::claim::{Form, VerdictWord};
use crate::judge::Bench;
use crate::spec::Replicates;
use crate::stats::{Interval, Side, Wealth};
use crate::trial::Trial;
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

/// The bets of one study, trial by trial.
struct Watch {
    form: Form,
    per_side: f64,
    range: Interval,
    /// Whether a trial failed: then nothing holds.
    failed: bool,
    /// Against "at most the limit" and against "at least the limit"; for `holds`, of the identity, against its slackened ends.
    limit: [Wealth; 2],
    slackened: [Wealth; 2],
    truth: [Wealth; 2],
}

impl Watch {
    fn new(setting: &Setting, place: Place, form: Form, range: Interval) -> Self {
        let (limit, truth) = (setting.limit(place), setting.truth(place));
        let both = |above: f64, below: f64| {
            [
                Wealth::against(Side::Above, above, range),
                Wealth::against(Side::Below, below, range),
            ]
        };
        let [(low_range, low), (high_range, high)] = setting.ends(place);
        let slackened = [
            Wealth::against(Side::Above, low, low_range),
            Wealth::against(Side::Below, high, high_range),
        ];
        let (limit, truth) = (both(limit, limit), both(truth, truth));
        Self {
            form,
            per_side: setting.per_side(),
            range,
            failed: false,
            limit,
            slackened,
            truth,
        }
    }

    /// Takes a trial; one that failed counts as the value that speaks against either side.
    fn push(&mut self, setting: &Setting, draw: Draw) {
        let value = setting.value(draw);
        let worst = if draw.failed {
            [self.range.lower, self.range.upper]
        } else {
            [value, value]
        };
        let games = [
            (&mut self.limit, worst),
            (&mut self.truth, worst),
            (&mut self.slackened, setting.end_values(draw)),
        ];
        for (game, values) in games {
            game.iter_mut()
                .zip(values)
                .for_each(|(wealth, value)| wealth.push(value));
        }
        self.failed |= draw.failed;
    }

    /// Whether the wealth so far says `violated`, and whether it says `holds`.
    fn says(&self) -> (bool, bool) {
        let [above, below] = [0, 1].map(|side| self.limit[side].refutes_at(self.per_side));
        let (violated, holds) = match self.form {
            Form::LowerBound => (below, above),
            Form::ExpectationIdentity => (
                above || below,
                self.slackened
                    .iter()
                    .all(|wealth| wealth.refutes_at(self.per_side)),
            ),
            _ => (above, below),
        };
        (violated, holds && !self.failed)
    }

    fn covers(&self) -> bool {
        !self
            .truth
            .iter()
            .any(|wealth| wealth.refutes_at(self.per_side))
    }
}

/// What was decided first, and when.
#[derive(Debug, Clone, Copy, Default)]
struct First(Option<(bool, u64)>);

impl First {
    /// Takes note of a decision; violated wins where both are reached at once.
    fn note(&mut self, (violated, held): (bool, bool), trials: u64) {
        if self.0.is_none() && (violated || held) {
            self.0 = Some((violated, trials));
        }
    }
}

fn study(setting: &Setting, place: Place, bench: &Bench, stream: &mut Stream) -> Outcome {
    let statement = &bench.claims[0].statement;
    let (a, b) = statement.range();
    let range = if statement.permits_random_limit() {
        Interval::new(a - b, b - a)
    } else {
        Interval::new(a, b)
    };
    let mut watch = Watch::new(setting, place, statement.form(), range);
    let (mut rows, mut between, mut at_looks) = (Vec::new(), First::default(), First::default());
    let (mut covered, mut disagreements, mut trials) = (true, 0, 0);
    for look in (Replicates::UntilDecided {
        min: FIRST_LOOK,
        max: setting.most,
    })
    .schedule()
    {
        for replicate in trials..look {
            let draw = setting.draw(stream, place);
            watch.push(setting, draw);
            between.note(watch.says(), replicate + 1);
            keep(&mut rows, setting, replicate, draw, at_looks.0.is_none());
        }
        trials = look;
        if at_looks.0.is_none() {
            let verdict = &bench.judge(0, &rows)[0];
            let word = (
                verdict.verdict == VerdictWord::Violated,
                verdict.verdict == VerdictWord::Holds,
            );
            covered &= verdict.interval.is_some_and(|[low, high]| {
                low <= setting.truth(place) && setting.truth(place) <= high
            });
            let (violated, held) = watch.says();
            disagreements += u64::from(word != (violated, held && !violated));
            at_looks.note(word, look);
        }
    }
    let violated = [between, at_looks]
        .iter()
        .any(|first| first.0.is_some_and(|(violated, _)| violated));
    let held = [between, at_looks]
        .iter()
        .any(|first| first.0.is_some_and(|(violated, _)| !violated));
    let trials = at_looks.0.map_or(setting.most, |(_, trials)| trials);
    Outcome {
        violated,
        held,
        covered: covered && watch.covers(),
        trials,
        disagreements,
    }
}

/// Keeps the rows of a replicate as long as the bench is still to see them.
fn keep(rows: &mut Vec<Trial>, setting: &Setting, replicate: u64, draw: Draw, needed: bool) {
    if needed {
        rows.extend(setting.rows(replicate, draw));
    }
}

fn studies(setting: &Setting, place: Place, count: u64, seed: Seed) -> Vec<Outcome> {
    let bench = setting.bench(place);
    let seed = seed
        .child(&bench.claims[0].id)
        .child(setting.name)
        .child(&format!("{:?} {place:?}", setting.shape));
    (0..count)
        .into_par_iter()
        .map(|index| {
            study(
                setting,
                place,
                &bench,
                &mut seed.child(&index.to_string()).stream(),
            )
        })
        .collect()
}

fn share(outcomes: &[Outcome], test: impl Fn(&Outcome) -> bool) -> Share {
    Share {
        count: outcomes.iter().filter(|outcome| test(outcome)).count() as u64,
        of: outcomes.len() as u64,
    }
}

/// Simulates a setting on the boundary and on both sides of it.
pub(super) fn tally(setting: &Setting, effort: Effort, seed: Seed) -> Tally {
    let few = effort.studies / 10;
    let boundary = studies(setting, Place::Boundary, effort.studies, seed);
    let outside = studies(setting, Place::Outside, few, seed);
    let form = setting.bench(Place::Boundary).claims[0].form();
    let identity = form == Form::ExpectationIdentity;
    let inside = if identity {
        Vec::new()
    } else {
        studies(setting, Place::Inside, few, seed)
    };
    let (violated, covered) = (
        share(&boundary, |study| study.violated),
        share(&boundary, |study| study.covered),
    );
    // On the limit a one-sided claim is true, but would be false if the limit were moved by a hair; an identity is true there.
    let false_holds = share(if identity { &outside } else { &boundary }, |study| {
        study.held
    });
    Tally {
        form: form.word().into(),
        setting: setting.name.into(),
        studies: effort.studies,
        alpha: setting::ALPHA,
        level: setting::LEVEL,
        false_violated: violated.rate(),
        upper_99: violated.limits().upper,
        lower_99: violated.limits().lower,
        false_holds: false_holds.rate(),
        false_holds_lower_99: false_holds.limits().lower,
        coverage: Some(covered.rate()),
        nominal_coverage: Some(1.0 - 2.0 * setting.per_side()),
        coverage_upper_99: Some(covered.limits().upper),
        power: share(&outside, |study| study.violated).rate(),
        held: (!identity).then(|| share(&inside, |study| study.held).rate()),
        mean_trials: outside.iter().map(|study| study.trials).sum::<u64>() as f64
            / few.max(1) as f64,
        disagreements: [&boundary, &outside, &inside]
            .into_iter()
            .flatten()
            .map(|study| study.disagreements)
            .sum(),
    }
}
