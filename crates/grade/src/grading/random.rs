//! Draws the random samples of the catalogue.

use super::exercise::Exercise;
use perceptron::sample::Label;
use perceptron::seed::{Seed, Stream};

/// A distribution of random samples on which a learner is graded.
#[derive(Clone, Copy)]
pub(super) struct SampleDistribution {
    /// Name of the random stream from which the samples are drawn.
    pub name: &'static str,
    /// Features are uniform integers from −largest to largest, times `unit`.
    pub largest: usize,
    /// Factor by which the integer features are multiplied: a power of two.
    pub unit: f64,
    /// Largest number of features of an example.
    pub dimension: usize,
    /// Whether every sample has exactly `dimension` features; otherwise their number is drawn from 1 to `dimension`.
    pub exactly: bool,
    /// Largest number of different examples, before they are repeated in passes.
    pub examples: usize,
    /// Number of passes over these examples.
    pub passes: usize,
    /// Whether labels are the signs of the scores under a planted direction; otherwise they are coin flips.
    pub separable: bool,
}

/// Draws the sample with this index from a distribution; an index always gives the same sample.
pub(super) fn draw(distribution: &SampleDistribution, index: u64) -> Exercise {
    let seed = Seed::root(0).child("grade").child(distribution.name);
    let mut stream = seed.child(&index.to_string()).stream();
    let dimension = match distribution.exactly {
        true => distribution.dimension,
        false => 1 + stream.below(distribution.dimension),
    };
    let count = 1 + stream.below(distribution.examples);
    let planted: Vec<f64> = (0..dimension).map(|_| entry(&mut stream, 3, 1.0)).collect();
    let examples: Vec<(Vec<f64>, Label)> = (0..count)
        .map(|_| {
            let x: Vec<f64> = (0..dimension)
                .map(|_| entry(&mut stream, distribution.largest, distribution.unit))
                .collect();
            let score: f64 = x.iter().zip(&planted).map(|(x, u)| x * u).sum();
            let label = match distribution.separable {
                true => Label::of_sign(score >= 0.0),
                false => stream.label(),
            };
            (x, label)
        })
        .collect();
    let shown = examples
        .iter()
        .cycle()
        .take(count * distribution.passes)
        .cloned();
    Exercise::new(dimension, shown.collect())
}

/// A distribution of random samples with features 0 and 1, labelled by a planted disjunction of one to three features.
#[derive(Clone, Copy)]
pub(super) struct DisjunctionDistribution {
    /// Name of the random stream from which the samples are drawn.
    pub name: &'static str,
    /// A feature is 1 with probability 1/rarity.
    pub rarity: usize,
    /// Largest number of features of an example.
    pub dimension: usize,
    /// Whether every sample has exactly `dimension` features; otherwise their number is drawn from 1 to `dimension`.
    pub exactly: bool,
    /// Largest number of different examples, before they are repeated in passes.
    pub examples: usize,
    /// Number of passes over these examples.
    pub passes: usize,
}

/// Draws the sample with this index from a distribution of samples for Winnow; an index always gives the same sample.
pub(super) fn draw_disjunction(distribution: &DisjunctionDistribution, index: u64) -> Exercise {
    let seed = Seed::root(0).child("grade").child(distribution.name);
    let mut stream = seed.child(&index.to_string()).stream();
    let dimension = match distribution.exactly {
        true => distribution.dimension,
        false => 1 + stream.below(distribution.dimension),
    };
    let count = 1 + stream.below(distribution.examples);
    let most = 1 + stream.below(3);
    let literals: Vec<usize> = (0..most).map(|_| stream.below(dimension)).collect();
    let examples: Vec<(Vec<f64>, Label)> = (0..count)
        .map(|_| {
            let bits =
                (0..dimension).map(|_| f64::from(u8::from(stream.below(distribution.rarity) == 0)));
            let x: Vec<f64> = bits.collect();
            let is_positive = literals.iter().any(|&literal| x[literal] == 1.0);
            (x, Label::of_sign(is_positive))
        })
        .collect();
    let shown = examples
        .iter()
        .cycle()
        .take(count * distribution.passes)
        .cloned();
    Exercise::new(dimension, shown.collect())
}

fn entry(stream: &mut Stream, largest: usize, unit: f64) -> f64 {
    (stream.below(2 * largest + 1) as f64 - largest as f64) * unit
}
