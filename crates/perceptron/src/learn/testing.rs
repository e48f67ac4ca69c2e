//! What several tests of this module run.

use super::{Learned, Learner, Variant, Watch};
use crate::generate::{Generator, Source};
use crate::seed::Seed;

/// The run of a variant on a sample of a generator, watched as told.
pub fn run(variant: &str, generator: &str, watch: Watch) -> Learned {
    let variant: Variant = toml::from_str(variant).unwrap_or_else(|error| panic!("{error}"));
    let generator: Generator = toml::from_str(generator).unwrap_or_else(|error| panic!("{error}"));
    let Source::Sampler(sampler) = generator.source() else {
        panic!("an opponent")
    };
    let sample = sampler.draw(Seed::root(4), generator.examples());
    Learner::new(&variant, &sample, Seed::root(5))
        .unwrap_or_else(|error| panic!("{error}"))
        .watch(None, watch)
}
