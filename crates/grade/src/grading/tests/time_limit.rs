//! Tests how the time of a grading is divided, and what is said if it runs out.

use super::super::{
    CutOff, Grade, GradedRule, GradingTask, ReturnedWeights, RuleName, RuleSettings, StartLearner,
    grade,
};
use super::student::{Habit, Student};
use perceptron::learn::external::{ExternalExample, ExternalLearner, LearnerFault, Transcript};
use perceptron::sample::Ties;
use std::thread::sleep;
use std::time::Duration;

/// Grades a learner as a perceptron within this number of seconds.
fn graded(start: StartLearner, seconds: f64) -> Grade {
    let (last, settings) = (ReturnedWeights::Last, RuleSettings::default());
    let graded = GradedRule::new(RuleName::Perceptron, Ties::Mistake, last, &settings);
    grade(&GradingTask {
        start,
        is_over: &|| false,
        graded: graded.unwrap(),
        seconds,
        attack: 0,
        wide: false,
    })
}

/// A right learner that takes 10 ms for every exchange, so at least as long for every sample.
struct Slow(Student);

impl ExternalLearner for Slow {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        sleep(Duration::from_millis(10));
        self.0.answer(begin, examples)
    }
}

#[test]
fn grade_is_marked_incomplete_if_time_runs_out() {
    let start: StartLearner = &|| {
        sleep(Duration::from_millis(20));
        Ok(Box::new(Student::new(Habit::Right)))
    };
    let grade = graded(start, 0.01);
    assert!(!grade.complete && !grade.refuted && grade.samples < 100);
    assert_eq!(grade.cut_off, Some(CutOff::Time));
}

#[test]
fn new_samples_are_shown_only_in_two_thirds_of_the_time() {
    let start: StartLearner = &|| Ok(Box::new(Slow(Student::new(Habit::Right))));
    let grade = graded(start, 0.6);
    assert_eq!(grade.cut_off, Some(CutOff::Time));
    // 0.4 s are enough for 40 of them, and one more may begin just before.
    assert!(
        0 < grade.samples && grade.samples <= 41,
        "{}",
        grade.samples
    );
}
