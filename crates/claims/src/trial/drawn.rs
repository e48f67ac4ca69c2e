//! Draws the sample of a replicate, and holds it against the law of its generator.

use super::failure::Failure;
use super::viewed_geometry::ViewedGeometry;
use super::{Design, Role};
use perceptron::generate::Sampler;
use perceptron::sample::{Rational, Sample};

/// A sample, and its probability in a complete enumeration.
#[derive(Debug)]
pub(super) struct Drawn {
    pub weight: Option<Rational>,
    pub sample: Sample,
}

/// A sample with what was seen of it.
#[derive(Debug)]
pub(super) struct Shown {
    pub drawn: Drawn,
    pub seen: ViewedGeometry,
}

impl Design {
    /// The sample of a replicate, with its weight in an enumeration.
    pub(super) fn sample(&self, sampler: &dyn Sampler, replicate: u64) -> Drawn {
        let outcome = self.enumerated.then(|| sampler.outcome(replicate));
        match outcome.flatten() {
            Some((weight, sample)) => Drawn {
                weight: Some(weight),
                sample,
            },
            None => {
                let seed = self.addresses.of(Role::Sample, replicate);
                Drawn {
                    weight: None,
                    sample: sampler.draw(seed, self.generator.examples()),
                }
            }
        }
    }

    /// Puts the sample of a replicate in its place, unless it breaks the generator's law: then there is none.
    pub(super) fn draw_lawful(
        &self,
        sampler: &dyn Sampler,
        replicate: u64,
        shown: &mut Option<Shown>,
    ) -> Result<(), Failure> {
        // None is left from before where drawing ends in a panic.
        let seen = shown.take().map(|before| before.seen.emptied());
        let new = shown.insert(Shown {
            drawn: self.sample(sampler, replicate),
            seen: seen.unwrap_or_default(),
        });
        let kept = self.keeps_law(&new.drawn.sample);
        shown.take_if(|_| kept.is_err());
        kept
    }

    /// What is declared of a generator is what premises believe: a sample that breaks it is no evidence about a theorem.
    pub(super) fn keeps_law(&self, sample: &Sample) -> Result<(), Failure> {
        let broken = self.settings[0].law.broken_by(sample);
        broken.map_or(Ok(()), |words| {
            Err(Failure::Fault(format!(
                "the generator broke its law: {words}"
            )))
        })
    }
}
