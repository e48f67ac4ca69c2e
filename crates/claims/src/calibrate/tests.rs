//! Checks that calibration reports a broken judge, distribution or fault-injection entry as a broken promise, and that equal effort gives equal
//! bytes.

use super::judge::Judge;
use super::planted;
use super::reference::GamblerKnowledge;
use super::setup::Setup;
use super::simulation::{JudgedForm, SimulatedTrial, Simulation, TruthPosition, VerdictFamily};
use super::tally::Proportion;
use super::watch::{BetDecision, StudyBets};
use super::{Calibration, Effort, Tally, certain, fault_injection, simulations, study};
use perceptron::seed::Seed;

fn small() -> Effort {
    Effort { studies: 60 }
}

fn tally_of(simulation: &Simulation) -> Tally {
    study::tally(simulation, Judge::Sound, small(), Seed::root(3))
}

#[test]
fn every_planted_fault_is_caught_and_no_claim_is_violated_without_it() {
    let catches = fault_injection::run();
    let broken = catches.iter().filter(|catch| !catch.is_promise_kept());
    let broken: Vec<_> = broken.collect();
    assert!(broken.is_empty(), "{broken:#?}");
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
fn calibration_detects_peeking_and_undivided_alpha_and_passes_a_sound_judge() {
    let catches = planted::catches(Seed::root(1962).child("calibrate"));
    assert_eq!(catches.len(), 2);
    for catch in &catches {
        assert!(catch.is_promise_kept() && catch.twin == "kept", "{catch:?}");
    }
}

#[test]
fn undivided_alpha_causes_disagreements_only_for_verdict_families() {
    for simulation in simulations::all() {
        let tally = study::tally(&simulation, Judge::Undivided, small(), Seed::root(3));
        let is_alone = simulation.family == VerdictFamily::Alone;
        assert_eq!(tally.disagreements == 0, is_alone, "{}", simulation.name);
    }
}

/// The mean of 40 000 simulated values.
fn simulated_mean(simulation: &Simulation, place: TruthPosition) -> f64 {
    let mut stream = Seed::root(4).child(simulation.name).stream();
    let draws = (0..40_000).map(|_| simulation.draw(&mut stream, place));
    draws.map(|draw| simulation.value(draw)).sum::<f64>() / 40_000.0
}

#[test]
fn simulated_mean_equals_the_stated_true_mean() {
    for simulation in simulations::all() {
        for place in [
            TruthPosition::Inside,
            TruthPosition::Boundary,
            TruthPosition::Outside,
        ] {
            let words = format!("{} {place:?}", simulation.name);
            let (truth, limit) = (simulation.truth(place), simulation.limit(place));
            let mean = simulated_mean(&simulation, place);
            assert!((mean - truth).abs() < 0.02, "{words}: {mean} {truth}");
            let inside = match simulation.shape {
                JudgedForm::LowerBound => truth > limit,
                _ => truth < limit,
            };
            let is_in_place = inside == (place == TruthPosition::Inside);
            assert!(simulation.is_identity() || is_in_place, "{words}");
        }
    }
}

#[test]
fn judge_agrees_with_the_reference_bet_at_every_look() {
    for simulation in simulations::all() {
        let disagreements = tally_of(&simulation).disagreements;
        assert_eq!(disagreements, 0, "{}", simulation.name);
    }
}

#[test]
fn simulation_with_a_wrong_mean_fails_calibration() {
    let fair = simulations::all()[1];
    let shifted = Simulation { mean: 0.2, ..fair };
    let (fair, shifted) = (tally_of(&fair), tally_of(&shifted));
    assert!(
        fair.false_violated < 0.1 && shifted.false_violated > 0.5,
        "{} {}",
        fair.false_violated,
        shifted.false_violated
    );
    assert!(!shifted.is_promise_kept());
}

#[test]
fn failed_trials_cause_no_false_violation_and_let_nothing_hold() {
    let failing = simulations::all()
        .into_iter()
        .find(|simulation| simulation.lost > 0.0)
        .unwrap();
    let mut stream = Seed::root(5).stream();
    let draws = (0..40_000).map(|_| failing.draw(&mut stream, TruthPosition::Boundary));
    let failed = draws.filter(|draw| draw.failed).count() as f64 / 40_000.0;
    // Seven tenths of the values are 0, and a fifth of these trials fail.
    assert!((failed - 0.14).abs() < 0.01, "{failed}");
    let tally = tally_of(&failing);
    assert!(
        tally.false_violated < 0.1 && tally.held == Some(0.0) && tally.power > 0.9,
        "{tally:?}"
    );
}

/// The decision of the bets after a thousand copies of one draw, and whether they still allow the true mean.
fn watched(
    shape: JudgedForm,
    observed: f64,
    limit: f64,
    failed: bool,
) -> (Option<BetDecision>, bool) {
    let mut all = simulations::all().into_iter();
    let simulation = all.find(|simulation| simulation.shape == shape).unwrap();
    let setup = Setup::new(simulation, TruthPosition::Boundary, Judge::Sound);
    let mut watch = StudyBets::new(&setup, GamblerKnowledge::Past);
    let draw = SimulatedTrial {
        observed,
        limit,
        failed,
    };
    (0..1000).for_each(|_| watch.push(draw));
    (watch.decision(), watch.covers())
}

#[test]
fn bets_decide_in_the_direction_of_the_claim_form() {
    use BetDecision::{Holds, Violated};
    // The means are 0.02, so that 1 is far above them and 0 below.
    for (shape, low, high) in [
        (JudgedForm::Risk, Holds, Violated),
        (JudgedForm::LowerBound, Violated, Holds),
        (JudgedForm::Identity, Violated, Violated),
    ] {
        assert_eq!(
            watched(shape, 0.0, 0.0, false),
            (Some(low), false),
            "{shape:?}"
        );
        assert_eq!(
            watched(shape, 1.0, 0.0, false),
            (Some(high), false),
            "{shape:?}"
        );
        // A failed trial counts as the worst value for both sides.
        let (failed, covers) = watched(shape, 0.0, 0.0, true);
        assert!(failed != Some(Holds) && covers, "{shape:?}");
    }
    assert_eq!(
        watched(JudgedForm::Identity, 0.02, 0.0, false),
        (Some(Holds), true)
    );
    let measured = |observed, limit| watched(JudgedForm::MeasuredIdentity, observed, limit, false);
    assert_eq!(measured(0.5, 0.5), (Some(Holds), true));
    assert_eq!(measured(1.0, 0.0), (Some(Violated), false));
    assert_eq!(measured(0.0, 1.0), (Some(Violated), false));
}

#[test]
fn half_of_alpha_is_split_over_all_bounds_that_can_violate() {
    let level = |shape: JudgedForm, family: VerdictFamily| {
        let mut all = simulations::all().into_iter();
        let one = all.find(|one| one.shape == shape && one.family == family);
        one.unwrap().level_of_one_bound()
    };
    let near = |found: f64, due: f64| (found - due).abs() < 1e-15;
    assert!(near(level(JudgedForm::Risk, VerdictFamily::Alone), 0.025));
    assert!(near(level(JudgedForm::Risk, VerdictFamily::Cells), 0.005));
    assert!(near(
        level(JudgedForm::Identity, VerdictFamily::Alone),
        0.0125
    ));
    assert!(near(
        level(JudgedForm::Identity, VerdictFamily::Claims),
        0.0025
    ));
}

#[test]
fn tally_reports_alpha_nominal_coverage_and_decision_times() {
    // Every fifth simulation is enough, because each takes as long as all other tests of this file.
    for simulation in simulations::all().into_iter().step_by(5) {
        let is_alone = simulation.family == VerdictFamily::Alone;
        if !is_alone || simulation.is_identity() {
            continue;
        }
        let tally = tally_of(&simulation);
        let words = format!("{} {tally:?}", simulation.name);
        assert!(tally.is_promise_kept(), "{words}");
        assert_eq!((tally.alpha, tally.level), (0.05, 0.025), "{words}");
        assert!((tally.nominal_coverage.unwrap() - 0.95).abs() < 1e-12);
        assert!(
            tally.coverage.unwrap() > 0.85 && tally.power > 0.5,
            "{words}"
        );
        let most = simulation.most as f64;
        assert!((20.0..most).contains(&tally.mean_trials), "{words}");
        let fails = simulation.lost > 0.0;
        assert!(fails || tally.held.unwrap() > 0.5, "{words}");
    }
}

/// A tally of many studies that just keeps the promise.
fn kept() -> Tally {
    Tally {
        studies: 10_000,
        upper_99: 0.029,
        false_holds_lower_99: 0.024,
        coverage_upper_99: Some(0.96),
        ..tally_of(&simulations::all()[1])
    }
}

#[test]
fn too_many_errors_or_low_coverage_fail_calibration() {
    type Change = fn(&mut Tally);
    let changes: [(Change, bool); 7] = [
        (|_| (), true),
        (|tally| tally.upper_99 = 0.031, false),
        (|tally| (tally.studies, tally.upper_99) = (600, 0.031), true),
        (
            |tally| (tally.studies, tally.lower_99) = (600, 0.026),
            false,
        ),
        (|tally| tally.false_holds_lower_99 = 0.026, false),
        (|tally| tally.coverage_upper_99 = Some(0.89), false),
        (|tally| tally.disagreements = 1, false),
    ];
    let kept = kept();
    for (change, is_kept) in changes {
        let mut changed = kept.clone();
        change(&mut changed);
        assert_eq!(changed.is_promise_kept(), is_kept, "{changed:?}");
    }
}

#[test]
fn missed_injection_fails_calibration() {
    let certain = Tally {
        alpha: 0.0,
        level: 0.0,
        false_violated: 0.0,
        false_holds: 0.0,
        power: 1.0,
        ..kept()
    };
    assert!(certain.is_promise_kept());
    let missed = Tally {
        power: 0.99,
        ..certain
    };
    assert!(!missed.is_promise_kept());
}

#[test]
fn non_statistical_claims_detect_every_planted_violation_without_false_ones() {
    let tallies = certain::tallies(40, Seed::root(3));
    let forms: Vec<&str> = tallies.iter().map(|tally| tally.form.as_str()).collect();
    assert_eq!(forms, ["surely", "identity", "identity", "exists"]);
    for tally in tallies {
        let rates = (
            tally.false_violated,
            tally.false_holds,
            tally.power,
            tally.held,
        );
        assert_eq!(rates, (0.0, 0.0, 1.0, Some(1.0)), "{tally:?}");
        assert_eq!(
            (tally.studies, tally.mean_trials, tally.alpha),
            (40, 30.0, 0.0)
        );
        assert!(
            tally.is_promise_kept() && tally.upper_99 < 0.12,
            "{tally:?}"
        );
    }
}

#[test]
fn confidence_limits_of_one_in_ten_thousand_enclose_the_proportion() {
    let limits = Proportion {
        count: 1,
        of: 10_000,
    }
    .limits();
    assert!(limits.lower < 1e-4 && limits.upper > 1e-4 && limits.upper < 1e-3);
}

#[test]
fn calibration_output_does_not_depend_on_the_number_of_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| serde_json::to_string(&Calibration::run(Effort { studies: 20 })).unwrap())
    };
    assert_eq!(run(1), run(3));
}
