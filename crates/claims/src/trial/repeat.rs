//! Runs one trial again to recover data that its row leaves out: the sample, and the updates one by one.

use super::Design;
use perceptron::generate::ExampleSource;
use perceptron::learn::{Learner, Offset, RunResult, Variant, learn_against};
use perceptron::sample::{OutOfRange, Rational, Sample};
use perceptron::seed::Seed;

/// A trial with its sample. The constant feature of an offset has been moved from the variant to the sample.
#[derive(Debug, Clone)]
pub struct Repetition {
    /// The learner configuration; `None` where no learner ran.
    pub variant: Option<(String, Variant)>,
    /// The sample that the learner saw.
    pub sample: Sample,
    /// Its result; `None` if it was not run.
    pub learned: Option<RunResult>,
    /// The learner's own random stream; `None` if no learner ran, or if an opponent chose the examples.
    pub draws: Option<Seed>,
    /// The constant feature of an offset, if it was appended to the sample.
    pub constant: Option<Rational>,
}

impl Design {
    /// Makes the trial of a variant, given by position, or of the sample alone. The learner runs only if `learns`, or if an opponent answers it.
    ///
    /// # Errors
    /// [`OutOfRange`] if the exact features with their constant one leave 64 bits.
    pub fn repeat(
        &self,
        replicate: u64,
        variant: Option<usize>,
        learns: bool,
    ) -> Result<Repetition, OutOfRange> {
        let named = variant.and_then(|index| self.variants.get(index)).cloned();
        match (self.generator.source(), named) {
            (ExampleSource::Sampler(sampler), None) => Ok(Repetition {
                variant: None,
                sample: self.sample(sampler, replicate).sample,
                learned: None,
                draws: None,
                constant: None,
            }),
            (ExampleSource::Sampler(sampler), Some((name, variant))) => {
                let draws = self.draws(replicate, &name, &variant);
                let offset = variant.offset.0.clone();
                let (sample, variant) =
                    with_constant(self.sample(sampler, replicate).sample, variant)?;
                let constant = offset.filter(|_| variant.offset.0.is_none());
                let learned = learns
                    .then(|| {
                        Learner::new(&variant, &sample, draws).map(|learner| learner.run(None))
                    })
                    .transpose()?;
                Ok(Repetition {
                    variant: Some((name, variant)),
                    sample,
                    learned,
                    draws: Some(draws),
                    constant,
                })
            }
            (ExampleSource::Opponent(mut opponent), Some((name, variant))) => {
                let (sample, learned) = learn_against(&variant, opponent.as_mut());
                let variant = Variant {
                    offset: Offset(None),
                    ..variant
                };
                Ok(Repetition {
                    variant: Some((name, variant)),
                    sample,
                    learned: Some(learned),
                    draws: None,
                    constant: None,
                })
            }
            (ExampleSource::Opponent(_), None) => Err(OutOfRange),
        }
    }
}

fn with_constant(sample: Sample, variant: Variant) -> Result<(Sample, Variant), OutOfRange> {
    // A transform is applied before the constant feature, and some learners handle the offset themselves. In both cases the offset stays with the
    // variant.
    let stays = variant.transform.is_some()
        || variant
            .learner
            .as_ref()
            .is_some_and(|learner| learner.keeps_offset());
    let Some(constant) = variant.offset.0.as_ref().filter(|_| !stays) else {
        return Ok((sample, variant));
    };
    let features = sample.features.with_offset(constant)?;
    let planted = sample
        .planted
        .as_ref()
        .map(|separator| separator.with_offset(constant));
    Ok((
        Sample {
            features,
            labels: sample.labels,
            planted,
        },
        Variant {
            offset: Offset(None),
            ..variant
        },
    ))
}
