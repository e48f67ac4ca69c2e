//! Runs the learner and records every update with the weight vector after it.

use crate::number::RunNumber;
use perceptron::learn::{Learner, Observer, Observers, RunResult, WeightVector};
use perceptron::sample::{Features, Rational, dot};
use serde::Serialize;

/// One update of a run.
#[derive(Debug, Serialize)]
pub(crate) struct Update {
    /// Index of the example that was updated on, from 0.
    pub example: usize,
    /// Its place among the examples shown, from 1.
    pub shown: u64,
    /// Its pass, from 1.
    pub pass: u64,
    /// y⟨w, x⟩ before the update.
    pub score: RunNumber,
    /// The weight vector after the update.
    pub w: Vec<RunNumber>,
}

/// A run with all its updates.
pub(crate) struct Course {
    pub result: RunResult,
    pub updates: Vec<Update>,
    /// The indices of the examples shown, if there are at most [`MOST_LISTED`].
    pub order: Option<Vec<usize>>,
}

/// Largest number of examples shown that are recorded one by one.
const MOST_LISTED: usize = 5000;

struct Recorder<'a> {
    features: &'a Features,
    labels: Vec<i64>,
    step: Rational,
    weights: Weights,
    updates: Vec<Update>,
    order: Vec<usize>,
    shown: u64,
    pass: u64,
}

/// A weight vector in the units of the features.
enum Weights {
    Exact(Vec<Rational>),
    Floats(Vec<f64>),
}

impl Weights {
    fn zero(features: &Features) -> Self {
        let dimension = features.dimension();
        match features.integer_row(0) {
            Some(_) => Self::Exact(vec![Rational::zero(); dimension]),
            None => Self::Floats(vec![0.0; dimension]),
        }
    }

    /// Reads the vector of a run in units of the step.
    fn read(vector: &dyn WeightVector, features: &Features, step: &Rational) -> Self {
        let unit = &features.unit() * step;
        let scaled = |weight: &i64| &Rational::from(*weight) * &unit;
        match vector.to_integers() {
            Some(weights) => Self::Exact(weights.iter().map(scaled).collect()),
            None => Self::Floats(
                vector
                    .to_floats()
                    .iter()
                    .map(|w| w * step.to_f64())
                    .collect(),
            ),
        }
    }

    fn score(&self, features: &Features, example: usize, label: i64) -> RunNumber {
        let exact = match self {
            Self::Exact(weights) => features
                .exact_row(example)
                .map(|x| inner_product(weights, &x)),
            Self::Floats(_) => None,
        };
        match exact {
            Some(score) => RunNumber::from(&(&score * &Rational::from(label))),
            None => RunNumber::from(label as f64 * dot(&self.to_floats(), &features.row(example))),
        }
    }

    fn to_floats(&self) -> Vec<f64> {
        match self {
            Self::Exact(weights) => weights.iter().map(Rational::to_f64).collect(),
            Self::Floats(weights) => weights.clone(),
        }
    }

    fn numbers(&self) -> Vec<RunNumber> {
        match self {
            Self::Exact(weights) => weights.iter().map(RunNumber::from).collect(),
            Self::Floats(weights) => weights.iter().copied().map(RunNumber::from).collect(),
        }
    }
}

fn inner_product(a: &[Rational], b: &[Rational]) -> Rational {
    let products = a.iter().zip(b).map(|(a, b)| a * b);
    products.fold(Rational::zero(), |sum, product| &sum + &product)
}

impl Observer for Recorder<'_> {
    fn updated(&mut self, example: usize, vector: &dyn WeightVector) {
        let score = self
            .weights
            .score(self.features, example, self.labels[example]);
        self.weights = Weights::read(vector, self.features, &self.step);
        self.updates.push(Update {
            example,
            shown: self.shown + 1,
            pass: self.pass + 1,
            score,
            w: self.weights.numbers(),
        });
    }

    fn sees_every_example(&self) -> bool {
        true
    }

    fn shown(&mut self, example: usize, _: &dyn WeightVector) {
        self.shown += 1;
        if self.order.len() <= MOST_LISTED {
            self.order.push(example);
        }
    }

    fn pass_ended(&mut self, _: u64) {
        self.pass += 1;
    }
}

impl Course {
    /// Runs this learner from w = 0.
    pub(crate) fn of(learner: &Learner) -> Self {
        let features = learner.features();
        let mut recorder = Recorder {
            features,
            labels: learner.labels().iter().map(|label| label.sign()).collect(),
            step: learner.variant().rule.step(),
            weights: Weights::zero(features),
            updates: Vec::new(),
            order: Vec::new(),
            shown: 0,
            pass: 0,
        };
        let result = learner.watch(None, &Observers::new([&mut recorder as &mut dyn Observer]));
        let order = Some(recorder.order).filter(|order| order.len() <= MOST_LISTED);
        Self {
            result,
            updates: recorder.updates,
            order,
        }
    }
}
