//! Injects single violations into trials of the claims that one trial decides. Each must be found, and trials without a violation must pass.

use super::tally::{Proportion, Tally};
use super::trials::{self, SimulatedTrials};
use crate::claim::{Registered, StatedClaim, VerdictKind};
use crate::judge::JudgeSpec;
use crate::trial::{Block, Setting, columns};
use perceptron::sample::Quantity;
use perceptron::seed::{Seed, Stream};
use rayon::prelude::*;
use std::sync::Arc;

/// Number of trials in one simulated study.
const TRIALS: usize = 30;

/// The largest number of mistakes within the bound (R/γ)² of the simulated trials, whose R is 1 and whose γ² is 1 over this number.
const MOST_MISTAKES: u64 = 100;

/// Numbers of updates of the first and the second variant in one simulated trial; the columns of mistakes get the same numbers.
type UpdateCounts = [u64; 2];

/// A claim that one trial decides, and a sampler for trials that agree with it or violate it.
struct Injection {
    name: &'static str,
    claim: &'static str,
    complete: bool,
    /// Whether one bad trial violates the claim; `exists` is violated only if all trials are bad.
    one_decides: bool,
    draw: fn(&mut Stream, bad: bool) -> UpdateCounts,
}

/// Draws a number of mistakes, equal for both variants: from 0 to the mistake bound, or, if `bad`, one above the bound.
fn mistakes(stream: &mut Stream, bad: bool) -> UpdateCounts {
    let above = MOST_MISTAKES + 1;
    let count = if bad {
        above
    } else {
        stream.below(above as usize) as u64
    };
    [count; 2]
}

fn fixed_count(stream: &mut Stream, bad: bool) -> UpdateCounts {
    let off = if stream.below(2) == 0 { 297 } else { 299 };
    [if bad { off } else { 298 }; 2]
}

fn same(stream: &mut Stream, bad: bool) -> UpdateCounts {
    let updates = stream.below(1000) as u64;
    [updates, updates + u64::from(bad)]
}

/// Draws a pair in which the first variant makes one update less (a witness), or, if `bad`, no fewer updates than the second.
fn no_witness(stream: &mut Stream, bad: bool) -> UpdateCounts {
    let (updates, less) = (stream.below(1000) as u64 + 10, stream.below(3) as u64);
    [updates, if bad { updates - less } else { updates + 1 }]
}

const INJECTIONS: [Injection; 4] = [
    Injection {
        name: "one of 30 trials one above its limit",
        claim: "online-mistake-bound = {}",
        complete: false,
        one_decides: true,
        draw: mistakes,
    },
    Injection {
        name: "one of 30 counts off by one",
        claim: "stated-count = { updates = 298 }",
        complete: false,
        one_decides: true,
        draw: fixed_count,
    },
    Injection {
        name: "one of 30 pairs off by one",
        claim: "same-updates = {}",
        complete: false,
        one_decides: true,
        draw: same,
    },
    Injection {
        name: "no witness among all 30 outcomes, or one",
        claim: "fewer-updates-exist = {}",
        complete: true,
        one_decides: false,
        draw: no_witness,
    },
];

/// An [`Injection`] with the [`JudgeSpec`] that must find its bad trials.
struct PreparedInjection {
    injection: Injection,
    judge_spec: JudgeSpec,
    settings: Vec<Arc<Setting>>,
}

impl PreparedInjection {
    fn new(injection: Injection) -> Self {
        let claim = StatedClaim::plain(Registered::built_in(injection.claim));
        let claim = trials::of_simulated_variants(claim);
        let judge_spec = trials::judge_spec_of(claim, injection.complete);
        Self {
            settings: trials::settings(&judge_spec, &trials::distribution()),
            injection,
            judge_spec,
        }
    }

    /// Makes the trials of one simulated study. If `planted`, they violate the claim: one bad trial at a random position, or all trials for a claim
    /// of form `exists`.
    fn block(&self, stream: &mut Stream, planted: bool) -> Block {
        let place = stream.below(TRIALS);
        let is_bad = |trial| {
            if self.injection.one_decides {
                planted && trial == place
            } else {
                planted || trial != place
            }
        };
        let counts: Vec<UpdateCounts> = (0..TRIALS)
            .map(|trial| (self.injection.draw)(stream, is_bad(trial)))
            .collect();
        let trials = SimulatedTrials::from(0, &self.settings, &counts);
        let variants = 0..self.settings.len();
        let counted = variants.fold(trials, |trials, variant| {
            trials
                .with(variant, columns::UPDATES, |counts| counts[variant])
                .with(variant, columns::MISTAKES, |counts| counts[variant])
        });
        let one = Quantity::count(1);
        let margin = one.over(&Quantity::count(MOST_MISTAKES));
        counted
            .in_all(columns::RADIUS_SQUARED, |_| one.clone())
            .in_all(columns::SAMPLE_MARGIN_SQUARED, |_| margin.clone())
            .block()
    }

    /// Returns the verdict on each of `studies` simulated studies, all with a planted violation or all without one.
    fn judged(&self, planted: bool, studies: u64, seed: Seed) -> Vec<VerdictKind> {
        let seed = seed.child(self.injection.name).child(&planted.to_string());
        let one = |index: u64| {
            let mut stream = seed.numbered(index).stream();
            let block = self.block(&mut stream, planted);
            self.judge_spec.judge(0, &block)[0].verdict
        };
        (0..studies).into_par_iter().map(one).collect()
    }

    fn tally(&self, studies: u64, seed: Seed) -> Tally {
        let [clean, planted] = [false, true].map(|planted| self.judged(planted, studies, seed));
        let violated = proportion(&clean, VerdictKind::Violated);
        let held = proportion(&planted, VerdictKind::Holds);
        let form = self.judge_spec.claims[0].form();
        Tally {
            power: proportion(&planted, VerdictKind::Violated).rate(),
            held: Some(proportion(&clean, VerdictKind::Holds).rate()),
            mean_trials: TRIALS as f64,
            ..Tally::new(form, self.injection.name, violated, held)
        }
    }
}

fn proportion(words: &[VerdictKind], word: VerdictKind) -> Proportion {
    Proportion {
        count: words.iter().filter(|&&found| found == word).count() as u64,
        of: words.len() as u64,
    }
}

/// Returns one tally per injection: how often the judge misses planted violations, and how often it reports one where none was planted.
pub(super) fn tallies(studies: u64, seed: Seed) -> Vec<Tally> {
    let prepared = INJECTIONS.into_iter().map(PreparedInjection::new);
    prepared
        .map(|prepared| prepared.tally(studies, seed))
        .collect()
}
