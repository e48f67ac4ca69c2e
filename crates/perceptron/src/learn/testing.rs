//! Makes samples and runs for several tests of this module.

use super::{Learner, RunResult, Variant};
use crate::generate::{ExampleSource, Generator};
use crate::sample::Sample;
use crate::seed::Seed;

/// A sample of a generator.
pub(super) fn sample(generator: &str, seed: u64) -> Sample {
    let generator: Generator = toml::from_str(generator).unwrap_or_else(|error| panic!("{error}"));
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("an opponent")
    };
    sampler.draw(Seed::root(seed), generator.examples())
}

/// The run of a variant on a sample of a generator.
pub(super) fn run(variant: &str, generator: &str) -> RunResult {
    let variant: Variant = toml::from_str(variant).unwrap_or_else(|error| panic!("{error}"));
    Learner::new(&variant, &sample(generator, 4), Seed::root(5))
        .unwrap_or_else(|error| panic!("{error}"))
        .run(None)
}
