//! Shows a longest sequence of mistakes of Winnow, found by trying all sequences.

use super::disjunction::{at_most_dimension, separator};
use super::fixed::Fixed;
use super::winnow_search::{LongestExample, longest_sequence};
use super::{ExampleSource, Generate, Invalid, KnownDistribution, MonotoneDisjunction};
use crate::documented::documented;
use crate::sample::{Features, Integers, Quantity, Sample};
use std::sync::OnceLock;

/// Most features, for which the search takes less than a second.
const MOST_DIMENSIONS: usize = 16;

/// Most features of the disjunction.
const MOST_RELEVANT: usize = 2;

documented! {
    name = "winnow-adversary";
    /// A sequence of examples on which Winnow with α = 2 and θ = N/2 makes as many mistakes as on any sequence for a disjunction of k features.
    ///
    /// # Formula
    /// Examples have N features, 0 or 1, and y = +1 exactly if one of the first k is 1. The sequence is a longest one of which every example is a mistake,
    /// found by trying all examples at all weights that Winnow can have. An example that is no mistake does not change the weights.
    /// # Premise
    /// From 2 to 16 features, 1 or 2 of which are in the disjunction; with one feature there is no mistake. The planted separator is that of the generator disjunction; the examples are separable
    /// with an offset.
    /// # Source
    /// docs/theory.md: X7.
    /// # Examples
    /// ```toml
    /// [generator.winnow-adversary]
    /// dimension = 8
    /// relevant  = 2
    /// ```
    pub struct WinnowAdversary {
        /// Number of features N.
        pub dimension: usize as "[2, 16]",
        /// Number of features k in the disjunction: 1 or 2, at most `dimension`.
        pub relevant: usize as "[1, 2]",
    }
}

/// The sequences that were searched for, by `relevant` and `dimension`, each from 0.
static LONGEST: [[OnceLock<Vec<LongestExample>>; MOST_DIMENSIONS + 1]; MOST_RELEVANT + 1] =
    [const { [const { OnceLock::new() }; MOST_DIMENSIONS + 1] }; MOST_RELEVANT + 1];

impl WinnowAdversary {
    /// The longest sequence; an empty one for sizes that are not searched.
    fn sequence(&self) -> &'static [LongestExample] {
        let searched = LONGEST.get(self.relevant);
        let searched = searched.and_then(|sizes| sizes.get(self.dimension));
        let search = || longest_sequence(self.dimension, self.relevant);
        searched.map_or(&[], |found| found.get_or_init(search))
    }
}

impl Generate for WinnowAdversary {
    fn fits(&self) -> Result<(), Invalid> {
        at_most_dimension(self.relevant, self.dimension)
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            disjunction: Some(MonotoneDisjunction {
                features: self.dimension,
                relevant: self.relevant,
            }),
            population_radius_squared: Some(Quantity::count(self.dimension as u64)),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        self.sequence().len()
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for WinnowAdversary {
    fn sample(&self) -> Sample {
        let sequence = self.sequence();
        let features = sequence.iter().flat_map(|example| &example.features);
        let values = features.map(|&active| i64::from(active)).collect();
        Sample {
            features: Features::Integers(Integers::new(self.dimension, values, 1)),
            labels: sequence.iter().map(|example| example.label).collect(),
            planted: Some(separator(self.relevant, self.dimension)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Learner, Variant};
    use crate::seed::Seed;

    #[test]
    fn winnow_is_wrong_on_every_example_of_its_longest_sequences() {
        let keys = "order = \"stream\"\noffset = 1\nlearner = { winnow = {} }";
        let variant: Variant = toml::from_str(keys).unwrap();
        for (dimension, relevant) in [(2, 1), (3, 2), (4, 1), (6, 2), (8, 2), (16, 1)] {
            let generator = WinnowAdversary {
                dimension,
                relevant,
            };
            let sample = generator.sample();
            let learner = Learner::new(&variant, &sample, Seed::root(1)).unwrap();
            let mistakes = learner.run(None).counts.mistakes;
            assert_eq!(mistakes, generator.examples() as u64, "{dimension}");
        }
    }

    #[test]
    fn sizes_that_are_not_searched_are_refused_by_key() {
        let refused = |dimension, relevant| {
            let generator = WinnowAdversary {
                dimension,
                relevant,
            };
            generator.validate().err().map(|invalid| invalid.key)
        };
        assert_eq!(refused(1, 1), Some("dimension"));
        assert_eq!(refused(17, 1), Some("dimension"));
        assert_eq!(refused(16, 3), Some("relevant"));
        assert_eq!(refused(2, 3), Some("relevant"));
        assert_eq!(refused(16, 2), None);
    }
}
