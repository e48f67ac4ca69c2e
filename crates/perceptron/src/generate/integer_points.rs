//! Draws vectors of small integers, labelled by a hidden integer direction or by fair coins.

use super::{ExampleSource, Generate, KnownDistribution, MemoryNeed, Sampler};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Quantity, Sample, Separator};
use crate::seed::{Seed, Stream};

/// How integer vectors are labelled: by a hidden direction or at random.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Origin {
    /// The label is the side of a random integer direction on which the example lies.
    Planted,
    /// The label is a fair coin, independent of the example.
    Random,
}

crate::documented::choice!(Origin);

documented! {
    name = "integer-points";
    /// Vectors of integers between −bound and bound, labelled by a random integer direction or by fair coins.
    ///
    /// # Formula
    /// x uniform on {−b, …, b}^d. Planted: u uniform on the same vectors except zero, drawn once per sample, y = sign⟨u, x⟩; an x with ⟨u, x⟩ = 0 is
    /// drawn anew.
    /// # Premise
    /// Exact; planted examples are strictly separable. General position is not guaranteed: d of them may be linearly dependent.
    /// # Source
    /// docs/theory.md: G-INT, C-B6, C-U2, 8.4; Cover 1965.
    /// # Examples
    /// ```toml
    /// [generator.integer-points]
    /// dimension = 3
    /// examples  = 12
    /// bound     = 1000
    /// labels    = "random"
    /// ```
    pub struct IntegerPoints {
        /// Number of features d.
        pub dimension: usize as "[1, ∞)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
        /// Largest absolute value b of a feature.
        pub bound: u32 as "[1, 1000000]",
        /// "planted" or "random".
        pub labels: Origin = "planted",
    }
}

impl IntegerPoints {
    fn vector(&self, stream: &mut Stream) -> Vec<i64> {
        let (width, bound) = (2 * self.bound as usize + 1, i64::from(self.bound));
        (0..self.dimension)
            .map(|_| stream.below(width) as i64 - bound)
            .collect()
    }

    fn direction(&self, stream: &mut Stream) -> Vec<i64> {
        loop {
            let direction = self.vector(stream);
            if direction.iter().any(|&u| u != 0) {
                return direction;
            }
        }
    }

    fn example(&self, direction: Option<&[i64]>, stream: &mut Stream) -> (Vec<i64>, Label) {
        loop {
            let x = self.vector(stream);
            let Some(direction) = direction else {
                return (x, stream.label());
            };
            let score: i64 = x.iter().zip(direction).map(|(x, u)| x * u).sum();
            if score != 0 {
                return (x, Label::of_sign(score > 0));
            }
        }
    }
}

impl Generate for IntegerPoints {
    fn distribution(&self) -> KnownDistribution {
        let largest =
            Quantity::count(u64::from(self.bound)).times(&Quantity::count(u64::from(self.bound)));
        let radius_squared = largest.times(&Quantity::count(self.dimension as u64));
        let random = self.labels == Origin::Random;
        KnownDistribution {
            iid: random,
            uniform_labelling: random,
            fair_labels: random,
            population_radius_squared: Some(radius_squared),
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::floats(self.examples, self.dimension)
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for IntegerPoints {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        let mut stream = seed.stream();
        let direction = (self.labels == Origin::Planted).then(|| self.direction(&mut stream));
        let drawn: Vec<(Vec<i64>, Label)> = (0..examples)
            .map(|_| self.example(direction.as_deref(), &mut stream))
            .collect();
        let (rows, labels): (Vec<Vec<i64>>, Vec<Label>) = drawn.into_iter().unzip();
        let features = Features::Integers(Integers::new(self.dimension, rows.concat(), 1));
        Sample {
            features,
            labels,
            planted: direction.map(Separator::Integers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_direction_separates_strictly() {
        let generator = IntegerPoints {
            dimension: 2,
            examples: 400,
            bound: 2,
            labels: Origin::Planted,
        };
        for seed in 0..20 {
            let sample = generator.draw(Seed::root(seed), 400);
            assert!(
                sample
                    .planted
                    .as_ref()
                    .is_some_and(|separator| separator.margins(&sample).margin > 0.0)
            );
        }
    }

    #[test]
    fn every_value_up_to_the_bound_occurs_and_no_other() {
        let sample = IntegerPoints {
            dimension: 2,
            examples: 400,
            bound: 2,
            labels: Origin::Random,
        }
        .draw(Seed::root(1), 400);
        let first: Vec<i64> = (0..400)
            .filter_map(|example| sample.features.integer_row(example))
            .map(|row| row[0])
            .collect();
        assert!(
            (-2..=2).all(|value| first.contains(&value))
                && first.iter().all(|value| value.abs() <= 2)
        );
    }

    #[test]
    fn random_labels_are_balanced_and_have_no_planted_separator() {
        let sample = IntegerPoints {
            dimension: 1,
            examples: 1,
            bound: 9,
            labels: Origin::Random,
        }
        .draw(Seed::root(2), 4000);
        let positive = sample
            .labels
            .iter()
            .filter(|&&label| label == Label::Positive)
            .count();
        assert!(
            sample.planted.is_none() && positive.abs_diff(2000) < 150,
            "{positive}"
        );
    }
}
