//! Injects single violations into trials of the forms that one trial decides: each must be found, and clean trials must pass.

use super::setting::{bench_of, blank, pair};
use super::tally::{Share, Tally};
use crate::claim::{
    FewerUpdatesExist, OnlineMistakeBound, SameUpdates, StatedCount, Statement, VerdictWord,
};
use crate::judge::Bench;
use crate::trial::Trial;
use perceptron::sample::Quantity;
use perceptron::seed::{Seed, Stream};
use rayon::prelude::*;

/// Trials of a study.
const TRIALS: u64 = 30;

/// A claim that one trial decides, and the row of a trial that agrees with it or violates it.
struct Injection {
    name: &'static str,
    statement: Statement,
    complete: bool,
    /// Whether a study is violated by one bad trial; `exists` is violated where all are bad.
    one_decides: bool,
    rows: fn(&mut Stream, bad: bool) -> Vec<Trial>,
}

/// Counts below a limit of 100, or just above it.
fn mistakes(stream: &mut Stream, bad: bool) -> Vec<Trial> {
    let mistakes = if bad { 101 } else { stream.below(101) as u64 };
    let (radius_squared, margin) = (
        Some(Quantity::count(1)),
        Some(Quantity::count(1).over(&Quantity::count(100))),
    );
    vec![Trial {
        mistakes: Some(mistakes),
        radius_squared,
        sample_margin_squared: margin,
        ..blank("first")
    }]
}

fn fixed_count(stream: &mut Stream, bad: bool) -> Vec<Trial> {
    let off = if stream.below(2) == 0 { 297 } else { 299 };
    vec![Trial {
        updates: Some(if bad { off } else { 298 }),
        ..blank("first")
    }]
}

fn same(stream: &mut Stream, bad: bool) -> Vec<Trial> {
    let updates = stream.below(1000) as u64;
    pair(0, |which| Trial {
        updates: Some(updates + which as u64 * u64::from(bad)),
        ..blank(["first", "second"][which])
    })
}

/// The second variant makes as many updates, or fewer: never more, unless the first is to have its witness.
fn no_witness(stream: &mut Stream, bad: bool) -> Vec<Trial> {
    let (updates, less) = (stream.below(1000) as u64 + 10, stream.below(3) as u64);
    let second = if bad { updates - less } else { updates + 1 };
    pair(0, |which| Trial {
        updates: Some(if which == 0 { updates } else { second }),
        ..blank(["first", "second"][which])
    })
}

fn all() -> [Injection; 4] {
    let injection = |name, statement, rows| Injection {
        name,
        statement,
        complete: false,
        one_decides: true,
        rows,
    };
    [
        injection(
            "one of 30 trials one above its limit",
            Statement::OnlineMistakeBound(OnlineMistakeBound {}),
            mistakes,
        ),
        injection(
            "one of 30 counts off by one",
            Statement::StatedCount(StatedCount { updates: 298 }),
            fixed_count,
        ),
        injection(
            "one of 30 pairs off by one",
            Statement::SameUpdates(SameUpdates {}),
            same,
        ),
        Injection {
            complete: true,
            one_decides: false,
            ..injection(
                "no witness among all 30 outcomes, or one",
                Statement::FewerUpdatesExist(FewerUpdatesExist {}),
                no_witness,
            )
        },
    ]
}

/// The verdict on a study, with a bad trial at one place, or none.
fn verdict(
    injection: &Injection,
    bench: &Bench,
    stream: &mut Stream,
    planted: bool,
) -> VerdictWord {
    let place = stream.below(TRIALS as usize) as u64;
    let is_bad = |trial: u64| {
        if injection.one_decides {
            planted && trial == place
        } else {
            planted || trial != place
        }
    };
    let rows = (0..TRIALS).flat_map(|trial| {
        let rows = (injection.rows)(stream, is_bad(trial));
        rows.into_iter()
            .map(move |row| Trial {
                replicate: trial,
                ..row
            })
            .collect::<Vec<_>>()
    });
    let rows: Vec<Trial> = rows.collect();
    bench.judge(0, &rows)[0].verdict
}

fn tally(injection: &Injection, studies: u64, seed: Seed) -> Tally {
    let bench = bench_of(injection.statement.clone(), 0.0, injection.complete);
    let run = |planted: bool| -> Vec<VerdictWord> {
        let seed = seed.child(injection.name).child(&planted.to_string());
        let one = |index: u64| {
            verdict(
                injection,
                &bench,
                &mut seed.child(&index.to_string()).stream(),
                planted,
            )
        };
        (0..studies).into_par_iter().map(one).collect()
    };
    let (clean, planted) = (run(false), run(true));
    let share = |words: &[VerdictWord], word| Share {
        count: words.iter().filter(|&&found| found == word).count() as u64,
        of: studies,
    };
    let (violated, held) = (
        share(&clean, VerdictWord::Violated),
        share(&planted, VerdictWord::Holds),
    );
    Tally {
        form: bench.claims[0].form().word().into(),
        setting: injection.name.into(),
        studies,
        alpha: 0.0,
        level: 0.0,
        false_violated: violated.rate(),
        upper_99: violated.limits().upper,
        lower_99: violated.limits().lower,
        false_holds: held.rate(),
        false_holds_lower_99: held.limits().lower,
        coverage: None,
        nominal_coverage: None,
        coverage_upper_99: None,
        power: share(&planted, VerdictWord::Violated).rate(),
        held: Some(share(&clean, VerdictWord::Holds).rate()),
        mean_trials: TRIALS as f64,
        disagreements: 0,
    }
}

/// One row per claim.
pub(super) fn tallies(studies: u64, seed: Seed) -> Vec<Tally> {
    all()
        .iter()
        .map(|injection| tally(injection, studies, seed))
        .collect()
}
