//! Runs one trial again to recover data that its row leaves out: the sample, and the updates one by one.

use super::Design;
use perceptron::generate::{ExampleSource, TestSet};
use perceptron::learn::{Learner, Offset, RunResult, Variant, learn_against};
use perceptron::sample::{OutOfRange, Rational, Sample};
use perceptron::seed::Seed;

/// A trial that was made again, with its sample. If the variant has an offset, its constant feature is usually appended to the sample and the
/// variant's offset removed.
#[derive(Debug, Clone)]
pub struct Repetition {
    /// The name and learner configuration of the variant; `None` if the trial is of the sample alone.
    pub variant: Option<(String, Variant)>,
    /// The sample that the learner got, with the constant feature of an offset if that was appended.
    pub sample: Sample,
    /// The result of the learner's run; `None` if the learner was not run.
    pub learned: Option<RunResult>,
    /// The seed of the learner's random numbers; `None` if there is no variant, or if an opponent chose the examples.
    pub draws: Option<Seed>,
    /// The value of the constant feature, if the offset of the variant was appended to the sample.
    pub constant: Option<Rational>,
}

impl Design {
    /// Makes one trial of a replicate again: that of the variant at a position, or of the sample alone. The learner runs only if `learns`, or if an
    /// opponent chooses the examples in answer to it.
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

impl Design {
    /// The examples of a data file on which a trial of a replicate was tested: those held out, or those of each fold, with this constant feature; none
    /// without a test set.
    ///
    /// # Errors
    /// [`OutOfRange`] if the exact features with their constant one leave 64 bits.
    pub fn tested(
        &self,
        replicate: u64,
        constant: Option<&Rational>,
    ) -> Result<Vec<Sample>, OutOfRange> {
        let ExampleSource::Sampler(sampler) = self.generator.source() else {
            return Ok(Vec::new());
        };
        let drawn = self.sample(sampler, replicate).sample;
        let tested = match self.addresses.test_set(sampler, replicate, &drawn) {
            None => Vec::new(),
            Some(TestSet::HeldOut(sample)) => vec![*sample],
            Some(TestSet::Folds(folds)) => folds.into_iter().map(|[_, tested]| tested).collect(),
        };
        let seen = |sample: Sample| {
            let features = constant.map(|constant| sample.features.with_offset(constant));
            Ok(match features.transpose()? {
                Some(features) => Sample { features, ..sample },
                None => sample,
            })
        };
        tested.into_iter().map(seen).collect()
    }
}

fn with_constant(sample: Sample, variant: Variant) -> Result<(Sample, Variant), OutOfRange> {
    // A transform is applied before the constant feature, and some learners handle the offset themselves. In both cases the offset stays with the
    // variant.
    let stays = variant.transform.is_some()
        || variant
            .learner
            .as_ref()
            .is_some_and(|learner| learner.facts().keeps_offset);
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
