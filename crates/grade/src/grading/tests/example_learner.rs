//! Learners that treat every example alike, for tests of the passive-aggressive rule and of Winnow.

use super::super::{
    Check, Grade, GradeVerdict, GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings,
    grade,
};
use super::{ruling, witness};
use perceptron::learn::external::{
    ExternalExample, ExternalLearner, LearnerFault, Response, Transcript, WireNumber,
};
use perceptron::sample::Ties;

/// Action of a learner on one example: it changes the weights, and returns whether it predicted +1 and whether it updated.
pub(super) type Learn = fn(&mut Vec<f64>, &[f64], f64) -> (bool, bool);

/// A learner whose weights are all the same number after a reset.
struct ExampleLearner {
    start: f64,
    learn: Learn,
    w: Vec<f64>,
}

impl ExampleLearner {
    fn weights(&self) -> Vec<WireNumber> {
        self.w.iter().copied().map(WireNumber::Float).collect()
    }

    fn response(&mut self, example: &ExternalExample) -> Response {
        let x: Vec<f64> = example.x.iter().map(|x| x.to_f64()).collect();
        let (positive, updated) = (self.learn)(&mut self.w, &x, example.y.value());
        Response {
            prediction: if positive { 1 } else { -1 },
            updated,
            weights: self.weights(),
        }
    }
}

impl ExternalLearner for ExampleLearner {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        if let Some(features) = begin {
            self.w = vec![self.start; features];
        }
        let start = Some(self.weights());
        let responses = examples.iter().map(|example| self.response(example));
        let responses = responses.collect();
        Ok(Transcript { start, responses })
    }
}

/// Grades a learner, given as its number after a reset and its answer to an example.
pub(super) fn graded(
    named: RuleName,
    settings: &RuleSettings,
    (start, learn): (f64, Learn),
) -> Grade {
    let graded = GradedRule::new(named, Ties::Mistake, ReturnedWeights::Last, settings);
    let w = Vec::new();
    let task = GradingTask {
        start: &|| {
            Ok(Box::new(ExampleLearner {
                start,
                learn,
                w: w.clone(),
            }))
        },
        is_over: &|| false,
        graded: graded.unwrap_or_else(|invalid| panic!("{invalid:?}")),
        seconds: 60.0,
        attack: 0,
        wide: false,
    };
    grade(&task)
}

/// Asserts that a learner keeps every claim, and that every claim was tried on many samples.
pub(super) fn assert_right(named: RuleName, settings: &RuleSettings, learner: (f64, Learn)) {
    let grade = graded(named, settings, learner);
    let refuted = grade.checks.iter().find(|ruling| ruling.witness.is_some());
    assert!(refuted.is_none(), "{settings:?}: {refuted:?}");
    assert!(grade.complete && grade.samples > 3000, "{}", grade.samples);
    for ruling in &grade.checks {
        let is_held = ruling.verdict == GradeVerdict::Holds && ruling.samples > 100;
        assert!(is_held, "{settings:?}: {ruling:?}");
    }
}

/// Asserts that the claim that names a fault is refuted, by a witness of at most `most` examples whose words contain `words`.
pub(super) fn assert_refuted(
    grade: &Grade,
    fault: &str,
    (check, most): (Check, usize),
    words: &str,
) {
    assert!(grade.refuted, "{fault}");
    let found = ruling(grade, check).witness.as_ref();
    let said = found.map_or("", |witness| witness.words.as_str());
    assert!(said.contains(words), "{fault}: {said}");
    assert!(witness(grade, check) <= most, "{fault}: {found:?}");
}

/// The inner product ⟨a, b⟩.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Whether the rule refuses these settings: `Err` names the setting.
pub(super) fn accepted(
    named: RuleName,
    (ties, returns): (Ties, ReturnedWeights),
    settings: &RuleSettings,
) -> Result<(), &'static str> {
    let graded = GradedRule::new(named, ties, returns, settings);
    graded.map(|_| ()).map_err(|invalid| invalid.key)
}
