//! Keeps a learner's process from one sample to the next, starts a new one after a failure, and counts failures.

use super::answers::Answers;
use super::exercise::Exercise;
use super::grading_task::GradingTask;
use perceptron::learn::external::{ExternalExample, ExternalLearner, LearnerFault, Transcript};
use std::time::{Duration, Instant};

/// Why a sample was not answered.
pub(super) enum Unanswered {
    /// The learner failed.
    Fault(Box<LearnerFault>),
    /// The time of the grading ran out, which says nothing about the learner.
    OutOfTime,
}

impl From<Box<LearnerFault>> for Unanswered {
    fn from(fault: Box<LearnerFault>) -> Self {
        Self::Fault(fault)
    }
}

/// The process of the graded learner, which is started again after a failure.
pub(super) struct LearnerSession<'a> {
    task: &'a GradingTask<'a>,
    /// When the time of the grading is over.
    end: Instant,
    learner: Option<Box<dyn ExternalLearner>>,
    /// Number of times that the learner failed to answer.
    pub failures: u64,
}

impl<'a> LearnerSession<'a> {
    /// Creates a session; the learner is started when the first sample is shown.
    pub(super) fn new(task: &'a GradingTask, end: Instant) -> Self {
        Self {
            task,
            end,
            learner: None,
            failures: 0,
        }
    }

    /// Shows the learner a sample and returns its answers. A failure ends the process, and the next sample is shown to a new one.
    pub(super) fn answers(&mut self, exercise: &Exercise) -> Result<Answers, Unanswered> {
        let answered = self.attend(exercise);
        if answered.is_err() {
            self.failures += u64::from(matches!(answered, Err(Unanswered::Fault(_))));
            self.learner = None;
        }
        answered
    }

    fn attend(&mut self, exercise: &Exercise) -> Result<Answers, Unanswered> {
        let pupil = match &mut self.learner {
            Some(pupil) => pupil,
            none => none.insert((self.task.start)()?),
        };
        attend(pupil.as_mut(), exercise, self.end)
    }
}

/// Shows the samples in order to a newly started learner, and returns its answers on the last one.
pub(super) fn afresh(
    task: &GradingTask,
    samples: &[Exercise],
    end: Instant,
) -> Result<Answers, Unanswered> {
    let mut pupil = (task.start)()?;
    let mut last = Answers::of(Transcript::default());
    for sample in samples {
        last = attend(pupil.as_mut(), sample, end)?;
    }
    Ok(last)
}

/// Time for some answers below which more of them are asked for at once.
const SHORT: Duration = Duration::from_millis(20);

/// Asks for few answers of a slow learner at once, so that the time is over when it is over, and not after a whole sample.
fn attend(
    pupil: &mut dyn ExternalLearner,
    exercise: &Exercise,
    end: Instant,
) -> Result<Answers, Unanswered> {
    let figures = exercise.figures();
    let labels = exercise.shown.iter().map(|(_, label)| *label);
    let shown: Vec<ExternalExample> = figures
        .iter()
        .zip(labels)
        .map(|(x, y)| ExternalExample { x, y })
        .collect();
    let (mut all, mut rest, mut size) = (Transcript::default(), shown.as_slice(), 1);
    let mut begin = Some(exercise.dimension);
    while begin.is_some() || !rest.is_empty() {
        let began = Instant::now();
        if began > end {
            return Err(Unanswered::OutOfTime);
        }
        let (next, later) = rest.split_at(size.min(rest.len()));
        let told = pupil.answer(begin.take(), next).map_err(|mut fault| {
            // What was answered before belongs to the failure.
            let before = std::mem::take(&mut fault.before);
            fault.before = joined(std::mem::take(&mut all), before);
            fault
        })?;
        all = joined(all, told);
        rest = later;
        size = match began.elapsed() < SHORT {
            true => 2 * size,
            false => (size / 2).max(1),
        };
    }
    Ok(Answers::of(all))
}

fn joined(mut earlier: Transcript, later: Transcript) -> Transcript {
    earlier.start = earlier.start.or(later.start);
    earlier.responses.extend(later.responses);
    earlier
}

#[cfg(test)]
mod tests {
    use super::super::{GradedRule, ReturnedWeights, RuleName, RuleSettings};
    use super::*;
    use perceptron::learn::external::FunctionLearner;
    use perceptron::sample::{Label, Ties};
    use std::cell::Cell;

    /// The failures that a session has counted after each of three samples. Only the second process starts; if the time is over, every one does.
    fn failures(is_over: bool) -> [u64; 3] {
        let (rule, last) = (RuleName::Perceptron, ReturnedWeights::Last);
        let graded = GradedRule::new(rule, Ties::Mistake, last, &RuleSettings::default());
        let starts = Cell::new(0);
        let task = GradingTask {
            start: &|| {
                starts.set(starts.get() + 1);
                if starts.get() == 2 || is_over {
                    return Ok(Box::new(FunctionLearner::new(|_, _, _| 0.0)));
                }
                Err(Box::new(LearnerFault {
                    words: "it did not greet".into(),
                    before: Transcript::default(),
                }))
            },
            is_over: &|| false,
            graded: graded.unwrap(),
            seconds: 30.0,
            attack: 0,
            wide: false,
        };
        let left = Duration::from_secs(if is_over { 0 } else { 600 });
        let mut session = LearnerSession::new(&task, Instant::now() + left);
        let exercise = Exercise::new(1, vec![(vec![1.0], Label::Positive)]);
        [false, true, false].map(|starts| {
            let answered = session.answers(&exercise);
            assert_eq!(answered.is_ok(), starts && !is_over);
            session.learner = None;
            session.failures
        })
    }

    #[test]
    fn every_failure_is_counted_and_the_end_of_the_time_is_none() {
        assert_eq!(failures(false), [1, 1, 2]);
        assert_eq!(failures(true), [0, 0, 0]);
    }
}
