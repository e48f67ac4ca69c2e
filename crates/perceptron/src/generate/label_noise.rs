//! Draws unit vectors with a margin and flips some of the labels.

use super::labels::flips;
use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::sphere_margin::SphereMargin;
use super::{Invalid, KnownDistribution};
use crate::documented::documented;
use crate::sample::Quantity;
use crate::seed::Seed;

documented! {
    name = "label-noise";
    /// The examples of sphere-margin, each label flipped independently with probability `rate`.
    ///
    /// # Formula
    /// x and y₀ from sphere-margin; y = −y₀ with probability `rate`, else y₀. The planted separator separates the examples before the flips.
    /// # Premise
    /// Independent examples of unit norm. With rate 0 the population margin is `target_margin`. With a rate above 0 there is no population margin,
    /// and large samples are not separable.
    /// # Source
    /// docs/theory.md: C-M8, C-H18, N3.
    /// # Examples
    /// ```toml
    /// [generator.label-noise]
    /// dimension     = 3
    /// target_margin = 0.2
    /// rate          = 0.1
    /// examples      = 100
    /// ```
    pub struct LabelNoise {
        /// Number of features d.
        pub dimension: usize as "[2, ∞)",
        /// Smallest margin γ before the flips.
        pub target_margin: f64 as "(0, 1)",
        /// Probability of a flip.
        pub rate: f64 as "[0, 1/2]",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl LabelNoise {
    fn clean(&self) -> SphereMargin {
        SphereMargin {
            dimension: self.dimension,
            target_margin: self.target_margin,
            examples: self.examples,
        }
    }
}

impl DrawsRows for LabelNoise {
    fn fits(&self) -> Result<(), Invalid> {
        self.clean().fits()
    }

    fn distribution(&self) -> KnownDistribution {
        let clean = self.clean().distribution();
        if self.rate == 0.0 {
            return clean;
        }
        KnownDistribution {
            population_margin_squared: None,
            population_radius_squared: Some(Quantity::count(1)),
            distribution: None,
            ..clean
        }
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let noisy = flips(seed.child("flips").stream(), self.rate);
        self.clean().rows(seed.child("clean")).labelled(noisy)
    }
}

sampler_of_rows!(LabelNoise);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Sampler;

    #[test]
    fn label_flips_occur_at_the_stated_rate() {
        let noisy = LabelNoise {
            dimension: 3,
            target_margin: 0.2,
            rate: 0.3,
            examples: 4000,
        };
        let sample = noisy.draw(Seed::root(4), 4000);
        let wrong = (0..4000)
            .filter(|&example| {
                sample.features.row(example)[0] * sample.labels[example].value() < 0.0
            })
            .count();
        assert!((wrong as f64 / 4000.0 - 0.3).abs() < 0.03, "{wrong}");
    }
}
