//! Turns a generator that always gives the same sample into a sampler with one outcome.

use super::{Sampler, Weighted};
use crate::sample::{Rational, Sample};
use crate::seed::Seed;

/// A generator with one sample, the same in every replicate: for a witness, or a construction that attains a bound.
pub(super) trait Fixed {
    /// The only sample of the generator, the same in every replicate.
    fn sample(&self) -> Sample;
}

impl<T: Fixed> Sampler for T {
    fn draw(&self, _: Seed, _: usize) -> Sample {
        self.sample()
    }

    fn outcomes(&self) -> Option<u64> {
        Some(1)
    }

    fn outcome(&self, index: u64) -> Option<Weighted> {
        (index == 0).then(|| (Rational::one(), self.sample()))
    }
}
