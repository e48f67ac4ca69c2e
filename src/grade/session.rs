//! Keeps a learner's process for one sample after another, starts another one after a failure, and counts those.

use super::Order;
use super::exercise::Exercise;
use perceptron::learn::outside::{Attendance, Fault, Figure, Pupil, Shown};

/// What a learner answered on one sample.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answers {
    /// The weights that it told: after the reset, and after each showing.
    pub weights: Vec<Vec<f64>>,
    /// The sign of each prediction.
    pub predictions: Vec<i8>,
    /// Whether it said that it updated.
    pub updated: Vec<bool>,
}

impl Answers {
    fn of(attendance: Attendance) -> Self {
        let floats = |figures: &Vec<Figure>| figures.iter().map(|w| w.to_f64()).collect();
        let told = attendance
            .responses
            .iter()
            .map(|response| &response.weights);
        let weights = attendance.start.iter().chain(told).map(floats).collect();
        let responses = &attendance.responses;
        Self {
            weights,
            predictions: responses
                .iter()
                .map(|response| response.prediction)
                .collect(),
            updated: responses.iter().map(|response| response.updated).collect(),
        }
    }

    /// The first showing at which other answers are not these.
    pub fn departs(&self, other: &Self) -> Option<usize> {
        if self == other {
            return None;
        }
        let same = |&showing: &usize| {
            self.predictions.get(showing) == other.predictions.get(showing)
                && self.updated.get(showing) == other.updated.get(showing)
                && self.weights.get(showing) == other.weights.get(showing)
                && self.weights.get(showing + 1) == other.weights.get(showing + 1)
        };
        (0..self.predictions.len())
            .find(|showing| !same(showing))
            .or(Some(0))
    }
}

/// A learner's process.
pub(super) struct Session<'a> {
    order: &'a Order<'a>,
    pupil: Option<Box<dyn Pupil>>,
    /// How often it failed to answer.
    pub failures: u64,
}

impl<'a> Session<'a> {
    /// A learner that is started for its first sample.
    pub fn new(order: &'a Order) -> Self {
        Self {
            order,
            pupil: None,
            failures: 0,
        }
    }

    /// The answers on a sample; a failure ends the process, and the next sample has a new one.
    pub fn answers(&mut self, exercise: &Exercise) -> Result<Answers, Box<Fault>> {
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
            none => none.insert((self.order.start)()?),
        };
        attend(pupil.as_mut(), exercise)
    }
}

/// The answers on the last of some samples, from a process that is started for them alone.
pub(super) fn afresh(order: &Order, samples: &[Exercise]) -> Result<Answers, Box<Fault>> {
    let mut pupil = (order.start)()?;
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
