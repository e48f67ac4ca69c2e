//! Makes a learner of a function, so that a caller writes only the prediction and the update.

use super::{ExternalExample, ExternalLearner, LearnerFault, Response, Transcript, WireNumber};

/// A learner in this program whose only state is its weights, which are 0 after a reset. Its function gets the weights, the features of an example
/// and the label, returns the score ⟨w, x⟩ that it predicts with, and changes the weights if it updates.
///
/// # Examples
/// ```
/// use perceptron::learn::external::{ExternalExample, ExternalLearner, FunctionLearner, WireNumber};
/// use perceptron::sample::Label;
///
/// let mut learner = FunctionLearner::new(|w, x, y| {
///     let score: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum();
///     if y * score <= 0.0 {
///         w.iter_mut().zip(x).for_each(|(w, x)| *w += y * x);
///     }
///     score
/// });
/// let x = [WireNumber::Integer(3), WireNumber::Float(0.5)];
/// let example = ExternalExample { x: &x, y: Label::Negative };
/// let transcript = learner.answer(Some(2), &[example, example])?;
/// let predictions: Vec<i8> = transcript.responses.iter().map(|response| response.prediction).collect();
/// assert_eq!(predictions, [0, -1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FunctionLearner<F> {
    step: F,
    weights: Vec<f64>,
}

impl<F: FnMut(&mut [f64], &[f64], f64) -> f64> FunctionLearner<F> {
    /// Makes a learner of this function.
    pub fn new(step: F) -> Self {
        let weights = Vec::new();
        Self { step, weights }
    }

    fn reported(&self) -> Vec<WireNumber> {
        self.weights.iter().map(|&w| WireNumber::Float(w)).collect()
    }

    fn respond(&mut self, example: &ExternalExample) -> Response {
        let x: Vec<f64> = example.x.iter().map(|x| x.to_f64()).collect();
        let before = self.weights.clone();
        let score = (self.step)(&mut self.weights, &x, example.y.value());
        Response {
            prediction: i8::from(score > 0.0) - i8::from(score < 0.0),
            updated: self.weights != before,
            weights: self.reported(),
        }
    }
}

impl<F: FnMut(&mut [f64], &[f64], f64) -> f64 + Send> ExternalLearner for FunctionLearner<F> {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        let start = begin.map(|features| {
            self.weights = vec![0.0; features];
            self.reported()
        });
        let responses = examples.iter().map(|example| self.respond(example));
        let responses = responses.collect();
        Ok(Transcript { start, responses })
    }
}
