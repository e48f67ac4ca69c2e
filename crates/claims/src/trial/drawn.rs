//! Draws the sample of a replicate, and holds it against the law of its generator.

use super::failure::Failure;
use super::seen::Seen;
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
    pub seen: Seen,
}

impl Design {
    /// The sample of a replicate, with its weight in an enumeration.
    pub(super) fn sample(&self, sampler: &dyn Sampler, replicate: u64) -> Drawn {
        match sampler.outcome(replicate).filter(|_| self.enumerated) {
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

    /// The sample of a replicate, unless it breaks the generator's law.
    pub(super) fn lawful(&self, sampler: &dyn Sampler, replicate: u64) -> Result<Shown, Failure> {
        let (drawn, seen) = (self.sample(sampler, replicate), Seen::default());
        self.keeps_law(&drawn.sample)?;
        Ok(Shown { drawn, seen })
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
