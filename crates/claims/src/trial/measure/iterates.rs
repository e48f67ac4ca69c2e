//! Walks through the weight vectors of an online run, each taken before its example is shown: h_0, …, h_(N−1), with h_0 = 0.

use super::completed_run::{CompletedRun, Trained};
use crate::trial::Setting;
use perceptron::learn::{Linear, Order};
use perceptron::sample::Features;

/// Why no run under this setting has successive weight vectors, and what to do; `None` if runs have.
pub(super) fn no_iterates(setting: &Setting) -> Option<&'static str> {
    let is_stream = matches!(setting.order(), Some(Order::Stream));
    let why = "only runs of the learning loop in stream order have it; set order = \"stream\" without `learner`";
    (!(is_stream && setting.is_the_loop())).then_some(why)
}

/// The successive weight vectors of a run of the learning loop in stream order, each with the number of examples before which it was the current one.
/// These numbers add up to the number of examples N, so the vector after the last example is not among them, and w = 0 is.
pub(super) struct Iterates<'a> {
    trained: Trained<'a>,
    weights: Option<Linear>,
    updates: std::slice::Iter<'a, usize>,
    since: usize,
}

impl<'a> Iterates<'a> {
    /// The weight vectors of a run; `None` unless it is one of the learning loop, in stream order, on examples that are still known.
    pub(super) fn of(run: &CompletedRun<'a>) -> Option<Self> {
        let trained = run.trained()?;
        let is_online = trained.variant.order == Order::Stream && trained.variant.learner.is_none();
        let dimension = trained.features.dimension();
        is_online.then(|| Self {
            trained,
            weights: Some(Linear {
                weights: vec![0.0; dimension],
                integers: trained.features.is_exact().then(|| vec![0; dimension]),
            }),
            updates: trained.result.updates.iter(),
            since: 0,
        })
    }
}

impl Iterator for Iterates<'_> {
    type Item = (u64, Linear);

    fn next(&mut self) -> Option<Self::Item> {
        let examples = self.trained.labels.len();
        let weights = self.weights.take()?;
        let update = self.updates.next().copied();
        let until = update.map_or(examples, |update| update + 1);
        let before = until - self.since;
        self.since = until;
        if let Some(update) = update.filter(|_| until < examples) {
            let factor = self
                .trained
                .variant
                .rule
                .factor(self.trained.labels[update]);
            self.weights = Some(added(&weights, self.trained.features, update, factor));
        }
        Some((before as u64, weights))
    }
}

/// Returns the weight vector after adding `factor` times an example; integers that leave 64 bits are given up.
fn added(vector: &Linear, features: &Features, example: usize, factor: i64) -> Linear {
    let row = features.row(example);
    let floats = vector.weights.iter().zip(row.iter());
    let integers = vector
        .integers
        .as_ref()
        .zip(features.integer_row(example))
        .and_then(|(weights, row)| {
            let sums = weights.iter().zip(row);
            sums.map(|(&w, x)| w.checked_add(factor.checked_mul(x)?))
                .collect()
        });
    Linear {
        weights: floats.map(|(w, x)| w + factor as f64 * x).collect(),
        integers,
    }
}
