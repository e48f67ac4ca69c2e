//! Draws a sample of integer vectors, runs the perceptron on it in exact arithmetic, and compares its updates with the mistake bound (R/γ)².
//!
//! `cargo run --release -p perceptron-lab-core --example mistake_bound`
#![allow(clippy::print_stdout)]

use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Learner, Variant};
use perceptron::margin::{Separability, separability};
use perceptron::seed::Seed;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let generator = "[integer-points]\ndimension = 3\nexamples = 12\nbound = 9";
    let generator: Generator = toml::from_str(generator)?;
    generator.validate().map_err(|fault| fault.problem)?;
    let ExampleSource::Sampler(sampler) = generator.source() else {
        return Err("this generator answers the learner instead of drawing a sample".into());
    };
    let sample = sampler.draw(Seed::root(7), generator.examples());

    let variant: Variant = toml::from_str("rule = { perceptron = {} }\norder = \"cyclic\"")?;
    let run = Learner::new(&variant, &sample, Seed::root(8))?.run(None);
    for (number, &example) in run.updates.iter().enumerate() {
        let (x, y) = (sample.features.row(example), sample.labels[example].value());
        println!("update {}: x = {x:?}, y = {y:+}", number + 1);
    }
    println!("passes: {}, the last one clean", run.counts.passes);

    let Separability::Separable(largest) = separability(&sample) else {
        return Err("a planted direction separates every sample of this generator".into());
    };
    let bound = sample.features.radius_squared().over(&largest.squared);
    println!("largest margin γ: {:.6}, certified", largest.margin().value);
    let exact = bound.exact.as_ref().ok_or("integers have exact bounds")?;
    println!("(R/γ)² = {exact} ≈ {:.3}", bound.value);
    println!("updates: {} ≤ (R/γ)²", run.updates.len());
    Ok(())
}
