//! Holds a learner's answers on one sample, and compares two sets of answers to it.

use super::exercise::Exercise;
use super::vector_words::{component, differences, is_long, number, vector};
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
        let found = self
            .weights_departure(other, 0)
            .map(|differs| format!("after the reset its {differs}"))
            .or_else(|| (0..exercise.len()).find_map(|at| self.departure_on(exercise, other, at)));
        found.map(|found| format!("{found}: {why}"))
    }

    /// Like [`Self::departure`], on the example shown at index `at`.
    fn departure_on(&self, exercise: &Exercise, other: &Self, at: usize) -> Option<String> {
        let example = format!("{}, shown as number {},", exercise.example(at), at + 1);
        let predicted = [self, other].map(|answers| answers.predictions.get(at).copied());
        if predicted[0] != predicted[1] {
            let [once, again] = predicted.map(|sign| format!("{:+}", sign.unwrap_or(0)));
            return Some(format!(
                "on {example} it predicts {once} one time and {again} another"
            ));
        }
        if let Some(differs) = self.weights_departure(other, at + 1) {
            return Some(format!("after {example} its {differs}"));
        }
        let [once, again] = [self, other].map(|answers| answers.updated.get(at).copied());
        (once != again).then(|| {
            let [once, again] = [once, again].map(Option::unwrap_or_default);
            format!("on {example} it says `updated`: {once} one time and {again} another")
        })
    }

    /// How two weight vectors at the same index differ; `None` if they do not.
    fn weights_departure(&self, other: &Self, index: usize) -> Option<String> {
        let pair = [self, other].map(|answers| answers.weights.get(index));
        if pair[0] == pair[1] {
            return None;
        }
        let [Some(once), Some(again)] = pair else {
            return Some("weights are told only one time".into());
        };
        if !is_long(once) || once.len() != again.len() {
            let [once, again] = [once, again].map(|weights| vector('w', weights));
            return Some(format!("weights are {once} one time and {again} another"));
        }
        let places: Vec<usize> = (0..once.len())
            .filter(|&at| once[at] != again[at])
            .collect();
        let told = |at: usize| {
            let [once, again] = [once, again].map(|weights| number(weights[at]));
            format!(
                "{} is {once} one time and {again} another",
                component('w', at)
            )
        };
        let differences = differences((&places, once.len()), told);
        Some(format!("weight {differences}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::sample::Label;

    fn answers(weights: [Vec<f64>; 2], prediction: i8, updated: bool) -> Answers {
        Answers {
            weights: weights.to_vec(),
            predictions: vec![prediction],
            updated: vec![updated],
        }
    }

    fn departure(once: &Answers, again: &Answers) -> Option<String> {
        let x = vec![1.0; once.weights[0].len()];
        once.departure(&Exercise::new(x.len(), vec![(x, Label::Positive)]), again)
    }

    #[test]
    fn first_difference_is_told_and_of_long_vectors_the_components_that_differ() {
        let zeros = || vec![0.0; 20];
        let mut other = zeros();
        (other[12], other[19]) = (1.0, -2.0);
        let once = answers([zeros(), zeros()], 1, true);
        assert_eq!(departure(&once, &once), None);
        let at_start = "after the reset its weight w₁₃ is 0 one time and 1 another; w₂₀ is 0 one time and −2 another: its answers";
        for (again, words) in [
            (answers([other.clone(), zeros()], 1, true), at_start),
            (
                answers([zeros(), other], 1, true),
                "shown as number 1, its weight w₁₃ is 0 one",
            ),
            (
                answers([zeros(), zeros()], -1, true),
                "it predicts +1 one time and -1 another",
            ),
            (
                answers([zeros(), zeros()], 1, false),
                "`updated`: true one time and false",
            ),
        ] {
            let found = departure(&once, &again).unwrap();
            assert!(found.contains(words), "{found}");
        }
        let short = |w: f64| answers([vec![w], vec![0.0]], 1, true);
        let found = departure(&short(0.0), &short(1.0)).unwrap();
        assert!(found.starts_with("after the reset its weights are (0) one time and (1)"));
    }
}
