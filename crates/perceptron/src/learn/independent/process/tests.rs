//! Tests the external learner with small learners in this program, which replace processes.

use super::super::OtherLearner;
use crate::generate::{ExampleSource, Generator};
use crate::learn::external::{
    ExternalExample, ExternalLearner, LearnerFault, PoolHandle, ProcessPool, Response, Transcript,
    WireNumber,
};
use crate::learn::{HypothesisKind, Learner, RunResult, StopReason, Variant};
use crate::seed::Seed;
use std::sync::{Arc, Mutex};
use strum::VariantNames;

/// How a learner differs from the perceptron.
#[derive(Clone, Copy, PartialEq)]
enum Habit {
    Right,
    /// It updates without reporting it.
    Silent,
    /// It reports updates that it does not make.
    Boasts,
    /// It exits when it is sent more examples than this.
    Dies(usize),
    /// It never updates.
    Stubborn,
    /// It reports no weights.
    Weightless,
    /// It reports weights at first, and then none.
    Forgetful,
}

/// A perceptron in floats that answers as a process would.
struct Perceptron {
    habit: Habit,
    weights: Vec<f64>,
    shown: usize,
}

impl Perceptron {
    fn figures(&self) -> Vec<WireNumber> {
        if self.habit == Habit::Weightless {
            return Vec::new();
        }
        self.weights.iter().map(|&w| WireNumber::Float(w)).collect()
    }

    fn answer(&mut self, shown: &ExternalExample) -> Response {
        self.shown += 1;
        let x: Vec<f64> = shown.x.iter().map(|x| x.to_f64()).collect();
        let score: f64 = self.weights.iter().zip(&x).map(|(w, x)| w * x).sum();
        let due = shown.y.value() * score <= 0.0;
        if due && !matches!(self.habit, Habit::Boasts | Habit::Stubborn) {
            let step = x.iter().map(|x| shown.y.value() * x);
            self.weights.iter_mut().zip(step).for_each(|(w, s)| *w += s);
        }
        Response {
            prediction: if score > 0.0 { 1 } else { -1 },
            updated: due && !matches!(self.habit, Habit::Silent | Habit::Stubborn),
            weights: match self.habit {
                Habit::Forgetful => Vec::new(),
                _ => self.figures(),
            },
        }
    }
}

impl ExternalLearner for Perceptron {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        if let Some(features) = begin {
            self.weights = vec![0.0; features];
        }
        let start = begin.map(|_| self.figures());
        let sent = self.shown + examples.len();
        if matches!(self.habit, Habit::Dies(most) if sent > most) {
            let (words, before) = ("it ended".to_owned(), Transcript::default());
            return Err(Box::new(LearnerFault { words, before }));
        }
        let responses = examples.iter().map(|shown| self.answer(shown)).collect();
        Ok(Transcript { start, responses })
    }
}

/// A process pool that counts how many learners were started.
struct School {
    habit: Habit,
    idle: Mutex<Vec<Box<dyn ExternalLearner>>>,
    started: Mutex<usize>,
}

impl ProcessPool for School {
    fn external_learner(
        &self,
        _: &[String],
        _: f64,
    ) -> Result<Box<dyn ExternalLearner>, Box<LearnerFault>> {
        if let Some(idle) = self.idle.lock().unwrap().pop() {
            return Ok(idle);
        }
        *self.started.lock().unwrap() += 1;
        Ok(Box::new(Perceptron {
            habit: self.habit,
            weights: Vec::new(),
            shown: 0,
        }))
    }

    fn give_back(&self, _: &[String], _: f64, pupil: Box<dyn ExternalLearner>) {
        self.idle.lock().unwrap().push(pupil);
    }
}

fn school(habit: Habit) -> Arc<School> {
    Arc::new(School {
        habit,
        idle: Mutex::new(Vec::new()),
        started: Mutex::new(0),
    })
}

const PROCESS: &str = "learner = { process = { command = [\"p\"] } }";

const POINTS: &str = "[points]\nexamples = [{ x = [-2, -3], y = -1 }, { x = [1, 9], y = 1 }, { x = [-1, 10], y = -1 }, { x = [3, \"-3/2\"], y = 1 }]";

/// Runs a variant, with a learner from the pool as its process.
fn run(
    variant: &str,
    generator: &str,
    host: Option<Arc<School>>,
    left_out: Option<usize>,
) -> RunResult {
    let mut variant: Variant = toml::from_str(variant).unwrap_or_else(|error| panic!("{error}"));
    if let (Some(OtherLearner::Process(process)), Some(host)) = (&mut variant.learner, host) {
        process.pool = PoolHandle(Some(host));
    }
    let generator: Generator = toml::from_str(generator).unwrap_or_else(|error| panic!("{error}"));
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("an opponent draws no sample")
    };
    let sample = sampler.draw(Seed::root(1), generator.examples());
    let learner = Learner::new(&variant, &sample, Seed::root(2));
    learner
        .unwrap_or_else(|error| panic!("{error}"))
        .run(left_out)
}

fn with(habit: Habit, keys: &str) -> RunResult {
    let variant = format!("rule = {{ perceptron = {{}} }}\n{keys}\n{PROCESS}");
    run(&variant, POINTS, Some(school(habit)), None)
}

#[test]
fn external_learner_reproduces_the_builtin_run_in_every_allowed_order() {
    let mut forgiven = 0;
    for keys in [
        "order = \"cyclic\"",
        "order = \"stream\"",
        "order = \"shuffled\"",
        "order = \"random\"",
        "order = { given = [2, 0, 2, 1, 3] }",
        "order = \"cyclic\"\nstop = { updates = 3 }",
        "order = \"random\"\nstop = { updates = 7 }",
        "order = \"cyclic\"\nstop = { passes = 2 }",
    ] {
        for generator in [
            POINTS,
            "[sphere-margin]\ndimension = 3\ntarget_margin = 0.1\nexamples = 60",
        ] {
            for left_out in [None, Some(1)] {
                let plain = format!("rule = {{ perceptron = {{}} }}\n{keys}");
                let outside = format!("{plain}\n{PROCESS}");
                let ours = run(&plain, generator, None, left_out);
                let theirs = run(&outside, generator, Some(school(Habit::Right)), left_out);
                assert!(!ours.updates.is_empty() || left_out.is_some(), "{keys}");
                assert_eq!(ours.updates, theirs.updates, "{keys}");
                assert_eq!(
                    (ours.reason, ours.left_out),
                    (theirs.reason, theirs.left_out),
                    "{keys}"
                );
                let same = |learned: &RunResult| {
                    (
                        learned.counts.passes,
                        learned.counts.draws,
                        learned.counts.last_update,
                    )
                };
                assert_eq!(same(&ours), same(&theirs), "{keys}");
                let convention = theirs.mistakes_by_convention;
                assert_eq!(convention, Some(ours.counts.mistakes), "{keys}");
                forgiven += ours.counts.mistakes - theirs.counts.mistakes;
            }
        }
    }
    // The first score is 0, and a prediction of −1 is right on some first example.
    assert!(forgiven > 0);
}

#[test]
fn means_and_votes_of_the_reported_vectors_are_those_of_the_learning_loop() {
    let kinds = HypothesisKind::VARIANTS.iter().filter(|kind| {
        let kind: HypothesisKind = toml::Value::from(**kind).try_into().unwrap();
        kind != HypothesisKind::Last && !kind.needs_sample()
    });
    for kind in kinds {
        for left_out in [None, Some(1)] {
            let plain = format!(
                "rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\nhypothesis = \"{kind}\""
            );
            let ours = run(&plain, POINTS, None, left_out);
            let outside = format!("{plain}\n{PROCESS}");
            let theirs = run(&outside, POINTS, Some(school(Habit::Right)), left_out);
            let vectors = |learned: &RunResult| -> Vec<(u64, Vec<f64>)> {
                let vectors = learned.hypothesis.as_ref().unwrap().vectors().into_iter();
                let survivors = vectors.filter(|(survived, _)| *survived > 0);
                survivors
                    .map(|(survived, one)| (survived, one.weights.clone()))
                    .collect()
            };
            assert!(vectors(&ours)[0].1.iter().any(|w| *w != 0.0), "{kind}");
            assert_eq!(vectors(&ours), vectors(&theirs), "{kind} {left_out:?}");
            assert_eq!(ours.left_out, theirs.left_out, "{kind}");
        }
    }
}

#[test]
fn a_learner_without_weights_is_counted_by_its_answers_and_returns_no_hypothesis() {
    let keys = "order = \"cyclic\"\nstop = { passes = 3 }";
    let [with, without] = [Habit::Right, Habit::Weightless].map(|habit| with(habit, keys));
    assert_eq!(with.updates, without.updates);
    assert_eq!(
        (with.hypothesis.is_some(), without.hypothesis),
        (true, None)
    );
    assert_eq!(without.counts.draws, with.counts.draws);
    assert_eq!(without.counts.mistakes, with.counts.mistakes);
    // Without weights nobody knows whether the end is a clean pass.
    let variant = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{PROCESS}");
    let ended = run(&variant, POINTS, Some(school(Habit::Weightless)), Some(1));
    assert_eq!(
        (ended.reason, ended.left_out),
        (StopReason::QuietPeriod, None)
    );
    let forgetful = run(&variant, POINTS, Some(school(Habit::Forgetful)), None);
    assert!(forgetful.failure.unwrap().contains("and none at others"));
}

#[test]
fn a_run_sends_at_most_twice_the_examples_that_it_shows() {
    let variant = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{PROCESS}");
    for generator in [
        POINTS,
        "[sphere-margin]\ndimension = 3\ntarget_margin = 0.1\nexamples = 60",
    ] {
        let of = |habit| run(&variant, generator, Some(school(habit)), None);
        let shown = of(Habit::Right).counts.draws as usize;
        let frugal = of(Habit::Dies(2 * shown));
        assert_eq!(frugal.failure, None);
        assert_eq!(frugal.reason, StopReason::CleanPass);
        let hasty = of(Habit::Dies(shown - 1));
        assert_eq!(hasty.reason, StopReason::Failed);
    }
}

#[test]
fn reported_updates_must_match_weight_changes() {
    for (habit, words) in [
        (
            Habit::Silent,
            "it said that it did not update, but its weights changed",
        ),
        (
            Habit::Boasts,
            "it said that it updated, but its weights did not change",
        ),
    ] {
        let learned = with(habit, "order = \"cyclic\"");
        assert_eq!(learned.reason, StopReason::Failed);
        let failure = learned.failure.unwrap();
        assert!(
            failure.contains(words) && failure.contains("`p`"),
            "{failure}"
        );
    }
}

#[test]
fn crashed_external_learner_is_not_reused_but_a_healthy_one_is() {
    for (habit, started) in [(Habit::Dies(2), 3), (Habit::Right, 1)] {
        let host = school(habit);
        let variant = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{PROCESS}");
        for _ in 0..3 {
            run(&variant, POINTS, Some(host.clone()), None);
        }
        assert_eq!(*host.started.lock().unwrap(), started);
    }
}

#[test]
fn external_learner_without_updates_stops_but_not_by_a_clean_pass() {
    let learned = with(Habit::Stubborn, "order = \"cyclic\"");
    assert_eq!(learned.reason, StopReason::QuietPeriod);
    assert_eq!((learned.counts.updates, learned.counts.passes), (0, 1));
    assert_eq!(
        learned.counts.mistakes, 2,
        "its predictions are −1 throughout"
    );
    // In random order another pass may differ, so only the cap on work ends the run.
    let endless = with(Habit::Stubborn, "order = \"random\"");
    assert_eq!(endless.reason, StopReason::UpdateCap);
}

#[test]
fn trial_without_a_process_pool_fails_with_an_explanation() {
    let variant = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{PROCESS}");
    let learned = run(&variant, POINTS, None, None);
    assert!(learned.failure.unwrap().contains("not allowed to run"));
}

#[test]
fn a_feature_that_no_double_equals_fails_the_trial_unless_it_may_be_rounded() {
    let third = "[points]\nexamples = [{ x = [\"1/3\"], y = 1 }]";
    let variant = |more: &str| {
        format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{PROCESS}\n{more}")
    };
    let exact = run(&variant(""), third, Some(school(Habit::Right)), None);
    assert!(exact.failure.unwrap().contains("1/3"));
    let rounded = run(
        &variant("arithmetic = \"f64\""),
        third,
        Some(school(Habit::Right)),
        None,
    );
    assert_eq!(
        (rounded.reason, rounded.counts.updates),
        (StopReason::CleanPass, 1)
    );
}

#[test]
fn unsupported_orders_and_invalid_keys_are_refused_by_key() {
    let refused = |keys: &str| {
        let variant: Variant = toml::from_str(keys).unwrap_or_else(|error| panic!("{error}"));
        variant.check(true, 4).map_err(|invalid| invalid.key)
    };
    let variant = |order: &str, process: &str| {
        format!(
            "rule = {{ perceptron = {{}} }}\norder = \"{order}\"\nlearner = {{ process = {{ {process} }} }}"
        )
    };
    assert_eq!(
        refused(&variant("most-violated", "command = [\"p\"]")),
        Err("order")
    );
    assert_eq!(refused(&variant("cyclic", "command = []")), Err("command"));
    assert_eq!(
        refused(&variant("cyclic", "command = [\"\"]")),
        Err("command")
    );
    assert_eq!(
        refused(&variant("cyclic", "command = [\"p\"], timeout = 0.0")),
        Err("timeout")
    );
    assert_eq!(
        refused(&variant("cyclic", "command = [\"p\"], timeout = nan")),
        Err("timeout")
    );
    let right = variant("cyclic", "command = [\"p\"]");
    assert_eq!(refused(&right), Ok(()));
    let pocket = format!("hypothesis = \"pocket\"\n{right}");
    assert_eq!(refused(&pocket), Err("learner"));
}
