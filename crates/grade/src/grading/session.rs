//! Keeps a learner's process for one sample after another, starts another one after a failure, and counts those.

use super::answers::Answers;
use super::exercise::Exercise;
use super::grading_task::GradingTask;
use perceptron::learn::outside::{Attendance, Fault, Pupil, Shown};

/// A learner's process.
pub(super) struct Session<'a> {
    task: &'a GradingTask<'a>,
    pupil: Option<Box<dyn Pupil>>,
    /// How often it failed to answer.
    pub failures: u64,
}

impl<'a> Session<'a> {
    /// A learner that is started for its first sample.
    pub(super) fn new(task: &'a GradingTask) -> Self {
        Self {
            task,
            pupil: None,
            failures: 0,
        }
    }

    /// The answers on a sample; a failure ends the process, and the next sample has a new one.
    pub(super) fn answers(&mut self, exercise: &Exercise) -> Result<Answers, Box<Fault>> {
        let answered = self.attend(exercise);
        if answered.is_err() {
            self.failures += 1;
            self.pupil = None;
        }
        answered
    }

    fn attend(&mut self, exercise: &Exercise) -> Result<Answers, Box<Fault>> {
        let pupil = match &mut self.pupil {
            Some(pupil) => pupil,
            none => none.insert((self.task.start)()?),
        };
        attend(pupil.as_mut(), exercise)
    }
}

/// The answers on the last of some samples, from a process that is started for them alone.
pub(super) fn afresh(task: &GradingTask, samples: &[Exercise]) -> Result<Answers, Box<Fault>> {
    let mut pupil = (task.start)()?;
    let mut last = Answers::of(Attendance::default());
    for sample in samples {
        last = attend(pupil.as_mut(), sample)?;
    }
    Ok(last)
}

fn attend(pupil: &mut dyn Pupil, exercise: &Exercise) -> Result<Answers, Box<Fault>> {
    let figures = exercise.figures();
    let labels = exercise.shown.iter().map(|(_, label)| *label);
    let shown: Vec<Shown> = figures
        .iter()
        .zip(labels)
        .map(|(x, y)| Shown { x, y })
        .collect();
    pupil
        .attend(Some(exercise.dimension), &shown)
        .map(Answers::of)
}
