//! Lists every sign vector once, labelled by the majority of its first coordinates.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, Invalid, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Features, Label, Quantity, Rational, Sample, Separator, Signs};

documented! {
    name = "majority-cube";
    /// All sign vectors, each once, labelled by the majority vote of their first `relevant` coordinates.
    ///
    /// # Formula
    /// The sample is {−1, +1}^n in lexicographic order, y = sign(x_1 + … + x_r), r odd. The planted separator is (1, …, 1, 0, …, 0)/√r.
    /// # Premise
    /// r is odd and at most n, n at most 16; every replicate has the same sample. With the order all-orders, a longest run on it is a longest run on
    /// any sequence of sign vectors: M*(n, r).
    /// # Source
    /// Vaughan, majority functions; docs/theory.md, C-V11.
    /// # Examples
    /// ```toml
    /// [generator.majority-cube]
    /// dimension = 4
    /// relevant  = 3
    /// ```
    pub struct MajorityCube {
        /// Number of features n.
        pub dimension: usize as "[1, 16]",
        /// Number of features r that vote: odd, at most `dimension`.
        pub relevant: usize as "[1, ∞)",
    }
}

impl Generate for MajorityCube {
    fn fits(&self) -> Result<(), Invalid> {
        if self.relevant.is_multiple_of(2) || self.relevant > self.dimension {
            let allowed = format!(
                "an odd integer from 1 to {} (the dimension)",
                self.dimension
            );
            return Err(Invalid::new(
                "relevant",
                format!(
                    "{} votes can tie, or are more than the features",
                    self.relevant
                ),
                allowed,
            ));
        }
        Ok(())
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            unit_norm: self.dimension == 1,
            majority_of: Some(self.relevant),
            population_margin_squared: Some(Quantity::exact(Rational::new(
                1,
                self.relevant as i64,
            ))),
            population_radius_squared: Some(Quantity::count(self.dimension as u64)),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        1 << self.dimension
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for MajorityCube {
    /// Builds the sample of all sign vectors. The first feature is the highest bit of an example's index, so that −1 comes before +1.
    fn sample(&self) -> Sample {
        let words: Vec<u64> = (0..self.examples() as u64)
            .map(|position| position.reverse_bits() >> (64 - self.dimension))
            .collect();
        let votes = |word: &u64| (word & ((1 << self.relevant) - 1)).count_ones() as usize;
        let labels = words
            .iter()
            .map(|word| Label::of_sign(2 * votes(word) > self.relevant))
            .collect();
        let direction = (0..self.dimension)
            .map(|feature| i64::from(feature < self.relevant))
            .collect();
        let features = Features::Signs(Signs::new(self.dimension, words, Rational::one()));
        Sample {
            features,
            labels,
            planted: Some(Separator::Integers(direction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_vectors_are_in_lexicographic_order_with_majority_labels() {
        let sample = MajorityCube {
            dimension: 5,
            relevant: 3,
        }
        .sample();
        let rows: Vec<Vec<i64>> = (0..32)
            .filter_map(|example| sample.features.integer_row(example))
            .collect();
        assert!(rows.len() == 32 && rows.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(
            rows.iter()
                .zip(&sample.labels)
                .all(|(row, label)| Label::of_sign(row[..3].iter().sum::<i64>() > 0) == *label)
        );
    }

    #[test]
    fn an_even_vote_and_a_cube_too_large_are_refused_by_key() {
        let refused = |dimension, relevant| {
            MajorityCube {
                dimension,
                relevant,
            }
            .validate()
            .map_err(|invalid| invalid.key)
        };
        assert_eq!(
            [refused(4, 2), refused(3, 5), refused(17, 1)],
            [Err("relevant"), Err("relevant"), Err("dimension")]
        );
    }
}
