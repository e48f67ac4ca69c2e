//! Measures how long the weight vector of a run became.

use super::completed_run::CompletedRun;
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Learner, Observer, WeightVector};
use perceptron::sample::{Quantity, Rational};

columns! {
    /// The largest ‖w‖² after an update of the run; 0 if the run has no update.
    LARGEST_NORM_SQUARED: Quantity = "largest_norm_squared" in "norm²";
}

/// Measures the largest squared norm of the weight vector of a run.
pub(super) struct LargestNorm;

impl Measurement for LargestNorm {
    fn observer<'l>(&self, learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        Some(Box::new(NormObserver {
            unit: &learner.features().unit() * &learner.variant().rule.step(),
            step: learner.variant().rule.step().to_f64(),
            exact: Some(0),
            float: 0.0,
        }))
    }
}

/// Observer of the largest norm: as an integer in multiples of the unit, or as a float.
struct NormObserver {
    unit: Rational,
    step: f64,
    /// The largest squared norm in squared units; `None` once a vector was held in floats or exceeded 128 bits.
    exact: Option<i128>,
    float: f64,
}

impl Observer for NormObserver {
    fn updated(&mut self, _: usize, vector: &dyn WeightVector) {
        let squared = vector.to_integers().and_then(square);
        self.exact = self.exact.zip(squared).map(|(most, own)| most.max(own));
        if self.exact.is_none() {
            let floats = vector.to_floats();
            let squares = floats.iter().map(|w| w * w * self.step * self.step);
            self.float = self.float.max(squares.sum());
        }
    }
}

fn square(entries: Vec<i64>) -> Option<i128> {
    entries.into_iter().try_fold(0_i128, |sum, entry| {
        sum.checked_add(i128::from(entry) * i128::from(entry))
    })
}

impl MeasuringObserver for NormObserver {
    fn fill(self: Box<Self>, record: &mut Record, _: &CompletedRun) {
        let largest = match self.exact {
            Some(square) => Quantity::exact(&Rational::from(square) * &self.unit.square()),
            None => Quantity::float(self.float),
        };
        record.set(columns::LARGEST_NORM_SQUARED, largest);
    }
}
