//! Keeps a learner's process from one sample to the next, starts a new one after a failure, and counts failures.

use super::answers::Answers;
use super::exercise::Exercise;
use super::grading_task::GradingTask;
use perceptron::learn::external::{ExternalExample, ExternalLearner, LearnerFault, Transcript};

/// The process of the graded learner, which is started again after a failure.
pub(super) struct LearnerSession<'a> {
    task: &'a GradingTask<'a>,
    learner: Option<Box<dyn ExternalLearner>>,
    /// Number of times that the learner failed to answer.
    pub failures: u64,
}

impl<'a> LearnerSession<'a> {
    /// Creates a session; the learner is started when the first sample is shown.
    pub(super) fn new(task: &'a GradingTask) -> Self {
        Self {
            task,
            learner: None,
            failures: 0,
        }
    }

    /// Shows the learner a sample and returns its answers. A failure ends the process, and the next sample is shown to a new one.
    pub(super) fn answers(&mut self, exercise: &Exercise) -> Result<Answers, Box<LearnerFault>> {
        let answered = self.attend(exercise);
        if answered.is_err() {
            self.failures += 1;
            self.learner = None;
        }
        answered
    }

    fn attend(&mut self, exercise: &Exercise) -> Result<Answers, Box<LearnerFault>> {
        let pupil = match &mut self.learner {
            Some(pupil) => pupil,
            none => none.insert((self.task.start)()?),
        };
        attend(pupil.as_mut(), exercise)
    }
}

/// Shows the samples in order to a newly started learner, and returns its answers on the last one.
pub(super) fn afresh(
    task: &GradingTask,
    samples: &[Exercise],
) -> Result<Answers, Box<LearnerFault>> {
    let mut pupil = (task.start)()?;
    let mut last = Answers::of(Transcript::default());
    for sample in samples {
        last = attend(pupil.as_mut(), sample)?;
    }
    Ok(last)
}

fn attend(
    pupil: &mut dyn ExternalLearner,
    exercise: &Exercise,
) -> Result<Answers, Box<LearnerFault>> {
    let figures = exercise.figures();
    let labels = exercise.shown.iter().map(|(_, label)| *label);
    let shown: Vec<ExternalExample> = figures
        .iter()
        .zip(labels)
        .map(|(x, y)| ExternalExample { x, y })
        .collect();
    pupil
        .answer(Some(exercise.dimension), &shown)
        .map(Answers::of)
}
