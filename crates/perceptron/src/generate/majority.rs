//! Draws sign vectors labelled by the majority of their first coordinates.

use super::{
    Distribution, ExampleSource, Generate, Invalid, KnownDistribution, MemoryNeed, SamplePieces,
    Sampler,
};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Signs};
use crate::seed::{Seed, Stream};
use pulp::{Arch, Simd, WithSimd};

documented! {
    name = "majority";
    /// Sign vectors labelled by the majority vote of their first `relevant` coordinates.
    ///
    /// # Formula
    /// x uniform on {−1, +1}^n, y = sign(x_1 + … + x_r), r odd. The planted separator is (1, …, 1, 0, …, 0)/√r: its margin
    /// is at least 1/√r, and ‖x‖ = √n.
    /// # Premise
    /// r is odd and at most n; with r even a vote can tie and the margin is zero.
    /// # Source
    /// Vaughan, perceptron mistake bounds; docs/theory.md, C-V11.
    /// # Examples
    /// ```toml
    /// [generator.majority]
    /// dimension = 101
    /// relevant  = 5
    /// examples  = 20000
    /// ```
    pub struct Majority {
        /// Number of features n.
        pub dimension: usize as "[1, ∞)",
        /// Number of features r that vote: odd, at most `dimension`.
        pub relevant: usize as "[1, ∞)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl Generate for Majority {
    fn fits(&self) -> Result<(), Invalid> {
        let allowed = format!(
            "an odd integer from 1 to {} (the dimension)",
            self.dimension
        );
        if self.relevant.is_multiple_of(2) {
            return Err(Invalid::new(
                "relevant",
                format!("{} is even, so a vote can tie", self.relevant),
                allowed,
            ));
        }
        if self.relevant > self.dimension {
            return Err(Invalid::new(
                "relevant",
                format!(
                    "{} features cannot vote among the {} that an example has",
                    self.relevant, self.dimension
                ),
                allowed,
            ));
        }
        Ok(())
    }

    fn distribution(&self) -> KnownDistribution {
        let distribution = Distribution::Majority {
            dimension: self.dimension,
            relevant: self.relevant,
        };
        KnownDistribution {
            iid: true,
            unit_norm: self.dimension == 1,
            majority_of: Some(self.relevant),
            population_margin_squared: Some(Quantity::exact(Rational::new(
                1,
                self.relevant as i64,
            ))),
            population_radius_squared: Some(Quantity::count(self.dimension as u64)),
            distribution: Some(distribution),
            ..KnownDistribution::fixed()
        }
    }

    fn need(&self) -> MemoryNeed {
        MemoryNeed::new(
            self.examples,
            self.dimension,
            (self.dimension as u128).div_ceil(8),
        )
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for Majority {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        Drawing::new(self, seed).next(examples)
    }

    fn pieces(&self, seed: Seed) -> Option<Box<dyn SamplePieces + '_>> {
        Some(Box::new(Drawing::new(self, seed)))
    }
}

/// A sample of sign vectors labelled by a majority, while it is drawn a few examples at a time.
struct Drawing<'a> {
    distribution: &'a Majority,
    stream: Stream,
    /// A mask, in words of 64 bits, with a set bit for every feature that votes for the label.
    voters: Vec<u64>,
}

impl<'a> Drawing<'a> {
    fn new(distribution: &'a Majority, seed: Seed) -> Self {
        let relevant = distribution.relevant.div_ceil(64);
        let voters = (0..relevant).map(|word| ones(distribution.relevant, word));
        Self {
            distribution,
            stream: seed.stream(),
            voters: voters.collect(),
        }
    }
}

impl SamplePieces for Drawing<'_> {
    fn next(&mut self, examples: usize) -> Sample {
        let Majority {
            dimension,
            relevant,
            ..
        } = *self.distribution;
        let width = dimension.div_ceil(64);
        let mut words = vec![0; examples * width];
        self.stream.fill(&mut words);
        let last = ones(dimension, width - 1);
        for row in words.chunks_exact_mut(width) {
            row[width - 1] &= last;
        }
        let labels = Arch::new().dispatch(Vote {
            rows: &words,
            width,
            voters: &self.voters,
            most: relevant as u32,
        });
        let direction = (0..dimension).map(|j| i64::from(j < relevant)).collect();
        Sample {
            features: Features::Signs(Signs::new(dimension, words, Rational::one())),
            labels,
            planted: Some(Separator::Integers(direction)),
        }
    }
}

/// Computes the labels of sign vectors, stored as bits: the majority of the signs that a mask selects.
struct Vote<'a> {
    rows: &'a [u64],
    width: usize,
    voters: &'a [u64],
    most: u32,
}

impl WithSimd for Vote<'_> {
    type Output = Vec<Label>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<Label> {
        let mut labels = Vec::with_capacity(self.rows.len() / self.width);
        for row in self.rows.chunks_exact(self.width) {
            let mut votes = 0;
            for (word, voters) in row.iter().zip(self.voters) {
                votes += (word & voters).count_ones();
            }
            labels.push(Label::of_sign(2 * votes > self.most));
        }
        labels
    }
}

/// A mask for the word with index `word` of a sign vector, 64 features per word: the bits of the first `count` features are set.
fn ones(count: usize, word: usize) -> u64 {
    match count.saturating_sub(64 * word) {
        0 => 0,
        bits if bits >= 64 => u64::MAX,
        bits => (1 << bits) - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_the_majority_of_the_relevant_signs_across_words() {
        let generator = Majority {
            dimension: 130,
            relevant: 101,
            examples: 50,
        };
        let sample = generator.draw(Seed::root(3), 50);
        for (example, label) in sample.labels.iter().enumerate() {
            let row = sample.features.integer_row(example).unwrap_or_default();
            assert_eq!(row.len(), 130);
            assert_eq!(Label::of_sign(row[..101].iter().sum::<i64>() > 0), *label);
        }
    }

    #[test]
    fn an_even_number_of_voters_is_refused_by_key() {
        let refused = Majority {
            dimension: 5,
            relevant: 4,
            examples: 1,
        }
        .validate();
        assert_eq!(refused.map_err(|e| e.key), Err("relevant"));
    }
}
