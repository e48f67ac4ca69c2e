//! Draws vectors of zeros and ones labelled by the disjunction of their first features, as Winnow needs them.

use super::{
    ExampleSource, Generate, Invalid, KnownDistribution, MemoryNeed, MonotoneDisjunction, Sampler,
};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Quantity, Rational, Sample, Separator};
use crate::seed::Seed;

documented! {
    name = "disjunction";
    /// Vectors of zeros and ones labelled +1 if one of their first `relevant` features is 1.
    ///
    /// # Formula
    /// Each of the N features is 1 with probability `density`, independently; y = +1 exactly if x_1 + … + x_k ≥ 1. The planted separator has the weights 1
    /// for these k features, 0 for the others, and the intercept −1/2.
    /// # Premise
    /// Independent examples. They are separable with an offset; without one, a negative example scores 0.
    /// # Source
    /// docs/theory.md: X7.
    /// # Examples
    /// ```toml
    /// [generator.disjunction]
    /// dimension = 64
    /// relevant  = 2
    /// density   = 0.3
    /// examples  = 500
    /// ```
    pub struct Disjunction {
        /// Number of features N.
        pub dimension: usize as "[1, ∞)",
        /// Number of features k in the disjunction: from 1 to `dimension`.
        pub relevant: usize as "[1, ∞)",
        /// Probability that a feature is 1.
        pub density: f64 as "(0, 1)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

/// Checks that the number of features in a disjunction is at most the number of all features.
pub(super) fn at_most_dimension(relevant: usize, dimension: usize) -> Result<(), Invalid> {
    if relevant <= dimension {
        return Ok(());
    }
    Err(Invalid::new(
        "relevant",
        format!("{relevant} of {dimension} features are no disjunction"),
        format!("an integer from 1 to {dimension} (the dimension)"),
    ))
}

/// The separator of the disjunction of the first `relevant` of `dimension` features, with its intercept −1/2.
pub(super) fn separator(relevant: usize, dimension: usize) -> Separator {
    let direction = (0..dimension).map(|feature| i64::from(feature < relevant));
    Separator::Affine(direction.collect(), Rational::new(-1, 2))
}

impl Generate for Disjunction {
    fn fits(&self) -> Result<(), Invalid> {
        at_most_dimension(self.relevant, self.dimension)
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            iid: true,
            disjunction: Some(MonotoneDisjunction {
                features: self.dimension,
                relevant: self.relevant,
            }),
            population_radius_squared: Some(Quantity::count(self.dimension as u64)),
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

impl Sampler for Disjunction {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        let mut stream = seed.stream();
        let values: Vec<i64> = (0..examples * self.dimension)
            .map(|_| i64::from(stream.uniform() < self.density))
            .collect();
        let labels = values
            .chunks(self.dimension)
            .map(|row| Label::of_sign(row[..self.relevant].contains(&1)))
            .collect();
        Sample {
            features: Features::Integers(Integers::new(self.dimension, values, 1)),
            labels,
            planted: Some(separator(self.relevant, self.dimension)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: Disjunction = Disjunction {
        dimension: 6,
        relevant: 2,
        density: 0.25,
        examples: 4000,
    };

    #[test]
    fn ones_have_their_density_and_labels_are_disjunctions_of_the_first_features() {
        let sample = DRAWN.draw(Seed::root(1), DRAWN.examples);
        let mut ones = 0;
        for (example, label) in sample.labels.iter().enumerate() {
            let row = sample.features.integer_row(example).unwrap();
            assert_eq!(*label == Label::Positive, row[0] + row[1] > 0);
            ones += row.iter().sum::<i64>();
        }
        // The standard deviation of the share of ones is 0.0028.
        assert!((ones as f64 / 24000.0 - 0.25).abs() < 0.014, "{ones}");
    }

    #[test]
    fn disjunction_of_no_feature_or_of_too_many_is_refused_by_key() {
        let refused = |relevant, density| {
            let generator = Disjunction {
                relevant,
                density,
                ..DRAWN
            };
            generator.validate().map_err(|invalid| invalid.key)
        };
        assert_eq!(refused(0, 0.5), Err("relevant"));
        assert_eq!(refused(7, 0.5), Err("relevant"));
        assert_eq!(refused(6, 1.0), Err("density"));
        assert_eq!(refused(6, 0.5), Ok(()));
    }
}
