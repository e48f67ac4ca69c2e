//! Draws the random samples of the catalogue.

use super::exercise::Exercise;
use perceptron::sample::Label;
use perceptron::seed::{Seed, Stream};

/// A distribution of samples.
#[derive(Clone, Copy)]
pub(super) struct SampleDistribution {
    /// Name of the random stream.
    pub name: &'static str,
    /// Features are integers from −largest to largest.
    pub largest: usize,
    /// Factor of the features: a power of two.
    pub unit: f64,
    /// Most features.
    pub dimension: usize,
    /// Whether every sample has that number of features.
    pub exactly: bool,
    /// Most examples before they are repeated.
    pub examples: usize,
    /// Number of passes over them.
    pub passes: usize,
    /// Whether a planted direction gives the labels; otherwise they are coin flips.
    pub separable: bool,
}

/// Draws the sample with this index from a distribution.
pub(super) fn draw(law: &SampleDistribution, index: u64) -> Exercise {
    let seed = Seed::root(0).child("grade").child(law.name);
    let mut stream = seed.child(&index.to_string()).stream();
    let dimension = match law.exactly {
        true => law.dimension,
        false => 1 + stream.below(law.dimension),
    };
    let count = 1 + stream.below(law.examples);
    let planted: Vec<f64> = (0..dimension).map(|_| entry(&mut stream, 3, 1.0)).collect();
    let examples: Vec<(Vec<f64>, Label)> = (0..count)
        .map(|_| {
            let x: Vec<f64> = (0..dimension)
                .map(|_| entry(&mut stream, law.largest, law.unit))
                .collect();
            let score: f64 = x.iter().zip(&planted).map(|(x, u)| x * u).sum();
            let label = match law.separable {
                true => Label::of_sign(score >= 0.0),
                false => stream.label(),
            };
            (x, label)
        })
        .collect();
    let shown = examples.iter().cycle().take(count * law.passes).cloned();
    Exercise::new(dimension, shown.collect())
}

fn entry(stream: &mut Stream, largest: usize, unit: f64) -> f64 {
    (stream.below(2 * largest + 1) as f64 - largest as f64) * unit
}
