//! Checks that a broken judge, law or gauntlet entry breaks the promise, and that the same effort gives the same bytes.

use super::setting::{Place, Setting};
use super::tally::Share;
use super::{Calibration, Effort, Tally, gauntlet, settings, study};
use perceptron::seed::Seed;

fn small() -> Effort {
    Effort { studies: 60 }
}

fn tally_of(setting: &Setting) -> Tally {
    study::tally(setting, small(), Seed::root(3))
}

#[test]
fn every_planted_fault_is_caught_and_no_claim_is_violated_without_it() {
    let catches = gauntlet::run();
    for catch in &catches {
        assert!(catch.is_kept(), "{catch:?}");
        assert!(
            ["holds", "inconclusive", "vacuous"].contains(&catch.twin.as_str()),
            "{catch:?}"
        );
    }
    let listed = catches
        .iter()
        .filter(|catch| catch.theory.is_some())
        .count();
    assert!(
        listed >= 20 && catches.len() - listed >= 12,
        "{listed} of {}",
        catches.len()
    );
}

#[test]
fn the_mean_of_what_is_simulated_is_the_truth_it_is_judged_by() {
    for setting in settings::all() {
        for place in [Place::Inside, Place::Boundary, Place::Outside] {
            let mut stream = Seed::root(4).child(setting.name).stream();
            let sum: f64 = (0..40_000)
                .map(|_| setting.value(setting.draw(&mut stream, place)))
                .sum();
            let (mean, truth) = (sum / 40_000.0, setting.truth(place));
            assert!(
                (mean - truth).abs() < 0.02,
                "{} {place:?}: {mean} {truth}",
                setting.name
            );
            let identity = setting.is_identity();
            let lower = setting.shape == super::setting::Shape::LowerBound;
            let inside = if lower {
                truth > setting.limit(place)
            } else {
                truth < setting.limit(place)
            };
            assert!(
                identity || inside == (place == Place::Inside),
                "{} {place:?}",
                setting.name
            );
        }
    }
}

#[test]
fn the_judge_and_the_wealth_behind_it_agree_at_every_look() {
    for setting in settings::all() {
        assert_eq!(tally_of(&setting).disagreements, 0, "{}", setting.name);
    }
}

#[test]
fn a_setting_whose_limit_is_not_what_it_says_breaks_the_promise() {
    let fair = settings::all()[1];
    let shifted = Setting { mean: 0.2, ..fair };
    let (fair, shifted) = (tally_of(&fair), tally_of(&shifted));
    assert!(
        fair.false_violated < 0.1 && shifted.false_violated > 0.5,
        "{} {}",
        fair.false_violated,
        shifted.false_violated
    );
    assert!(!shifted.is_kept());
}

#[test]
fn failed_trials_cause_no_false_violation_and_let_nothing_hold() {
    let failing = settings::all()
        .into_iter()
        .find(|setting| setting.lost > 0.0)
        .unwrap();
    let tally = tally_of(&failing);
    assert!(
        tally.false_violated < 0.1 && tally.held == Some(0.0) && tally.power > 0.9,
        "{tally:?}"
    );
}

#[test]
fn too_many_errors_a_missed_injection_or_low_coverage_break_the_promise() {
    let kept = Tally {
        studies: 10_000,
        upper_99: 0.029,
        false_holds_lower_99: 0.024,
        coverage_upper_99: Some(0.96),
        ..tally_of(&settings::all()[1])
    };
    assert!(kept.is_kept());
    assert!(
        !Tally {
            upper_99: 0.031,
            ..kept.clone()
        }
        .is_kept()
    );
    assert!(
        Tally {
            studies: 600,
            upper_99: 0.031,
            ..kept.clone()
        }
        .is_kept()
    );
    assert!(
        !Tally {
            studies: 600,
            lower_99: 0.026,
            ..kept.clone()
        }
        .is_kept()
    );
    assert!(
        !Tally {
            false_holds_lower_99: 0.026,
            ..kept.clone()
        }
        .is_kept()
    );
    assert!(
        !Tally {
            coverage_upper_99: Some(0.89),
            ..kept.clone()
        }
        .is_kept()
    );
    assert!(
        !Tally {
            disagreements: 1,
            ..kept.clone()
        }
        .is_kept()
    );
    let certain = Tally {
        alpha: 0.0,
        level: 0.0,
        false_violated: 0.0,
        false_holds: 0.0,
        power: 1.0,
        ..kept
    };
    assert!(
        certain.is_kept()
            && !Tally {
                power: 0.99,
                ..certain.clone()
            }
            .is_kept()
    );
}

#[test]
fn one_study_in_ten_thousand_has_its_limits() {
    let limits = Share {
        count: 1,
        of: 10_000,
    }
    .limits();
    assert!(limits.lower < 1e-4 && limits.upper > 1e-4 && limits.upper < 1e-3);
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| serde_json::to_string(&Calibration::run(Effort { studies: 20 })).unwrap())
    };
    assert_eq!(run(1), run(3));
}
