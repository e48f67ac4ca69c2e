//! Draws the sample of a replicate, and checks it against the distribution that its generator declares.

use super::failure::Failure;
use super::viewed_geometry::ViewedGeometry;
use super::{Design, StreamRole};
use perceptron::generate::Sampler;
use perceptron::sample::{Rational, Sample};

/// A sample, and `weight`, its exact probability in a complete enumeration; `None` for random draws.
#[derive(Debug)]
pub(super) struct DrawnSample {
    pub weight: Option<Rational>,
    pub sample: Sample,
}

/// A sample with its radius and margins as the learners see it.
#[derive(Debug)]
pub(super) struct MeasuredSample {
    pub drawn: DrawnSample,
    pub seen: ViewedGeometry,
}

impl Design {
    /// Returns the sample of a replicate: its outcome with the probability if the cell is enumerated, otherwise a random draw.
    pub(super) fn sample(&self, sampler: &dyn Sampler, replicate: u64) -> DrawnSample {
        let outcome = self.enumerated.then(|| sampler.outcome(replicate));
        match outcome.flatten() {
            Some((weight, sample)) => DrawnSample {
                weight: Some(weight),
                sample,
            },
            None => {
                let seed = self.addresses.of(StreamRole::Sample, replicate);
                DrawnSample {
                    weight: None,
                    sample: sampler.draw(seed, self.generator.examples()),
                }
            }
        }
    }

    /// Draws the sample of a replicate and stores it in `shown`. If the sample contradicts the generator's declared distribution, `shown` is left
    /// empty and a failure is returned.
    pub(super) fn draw_lawful(
        &self,
        sampler: &dyn Sampler,
        replicate: u64,
        shown: &mut Option<MeasuredSample>,
    ) -> Result<(), Failure> {
        // Emptied first, so that a panic while drawing leaves no old sample in place.
        let seen = shown.take().map(|before| before.seen.emptied());
        let new = shown.insert(MeasuredSample {
            drawn: self.sample(sampler, replicate),
            seen: seen.unwrap_or_default(),
        });
        let kept = self.preserves_distribution(&new.drawn.sample);
        shown.take_if(|_| kept.is_err());
        kept
    }

    /// Checks a sample against what its generator declares, such as norms and margins. Premises rely on these declarations, so a sample that breaks
    /// one is no evidence about a theorem.
    pub(super) fn preserves_distribution(&self, sample: &Sample) -> Result<(), Failure> {
        let broken = self.settings[0].distribution.broken_by(sample);
        broken.map_or(Ok(()), |words| {
            Err(Failure::Fault(format!(
                "the generator contradicts its distribution: {words}"
            )))
        })
    }
}
