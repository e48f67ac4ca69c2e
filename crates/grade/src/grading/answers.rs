//! Holds a learner's answers on one sample, and compares two sets of answers to it.

use super::exercise::{Exercise, vector};
use perceptron::learn::external::{Transcript, WireNumber};

/// The answers of an external learner while it was shown one sample.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answers {
    /// Weight vectors that the learner reported: first after the reset, then after each example shown.
    pub weights: Vec<Vec<f64>>,
    /// The prediction 1, −1 or 0 for each example shown.
    pub predictions: Vec<i8>,
    /// Whether the learner reported an update, for each example shown.
    pub updated: Vec<bool>,
}

impl Answers {
    /// Converts the transcript of an exchange with a learner into answers, with all weights as floats.
    pub(super) fn of(attendance: Transcript) -> Self {
        let floats = |figures: &Vec<WireNumber>| figures.iter().map(|w| w.to_f64()).collect();
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

    /// The first difference between two sets of answers to the sample `exercise`, in words and with both values; `None` if the answers agree.
    pub(super) fn departure(&self, exercise: &Exercise, other: &Self) -> Option<String> {
        let why = "its answers depend on what it was shown before the reset, or are not the same every time";
        let told = |answers: &Self, at: usize| {
            let weights = answers.weights.get(at);
            weights.map_or_else(|| "not told".to_owned(), |weights| vector(weights))
        };
        let differs = |what: &str, once: String, again: String| {
            Some(format!("{what} {once} one time and {again} another: {why}"))
        };
        if self.weights.first() != other.weights.first() {
            let what = "after the reset its weights are";
            return differs(what, told(self, 0), told(other, 0));
        }
        for at in 0..exercise.len() {
            let example = format!("{}, shown as number {},", exercise.example(at), at + 1);
            if self.predictions.get(at) != other.predictions.get(at) {
                let signs = [self, other]
                    .map(|answers| answers.predictions.get(at).map_or(0, |sign| *sign));
                let [once, again] = signs.map(|sign| format!("{sign:+}"));
                return differs(&format!("on {example} it predicts"), once, again);
            }
            if self.weights.get(at + 1) != other.weights.get(at + 1) {
                let what = format!("after {example} its weights are");
                return differs(&what, told(self, at + 1), told(other, at + 1));
            }
            if self.updated.get(at) != other.updated.get(at) {
                let says = [self, other]
                    .map(|answers| answers.updated.get(at).copied().unwrap_or_default());
                let [once, again] = says.map(|says| says.to_string());
                return differs(&format!("on {example} it says `updated`:"), once, again);
            }
        }
        None
    }
}
