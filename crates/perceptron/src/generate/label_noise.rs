//! Draws unit vectors with a margin and flips some of the labels.

use super::labels::flips;
use super::sample_pieces::RowPieces;
use super::sphere_margin::SphereMargin;
use super::{ExampleSource, Generate, Invalid, KnownDistribution, SamplePieces, Sampler};
use crate::documented::documented;
use crate::sample::{Label, Quantity, Sample};
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

    fn rows(
        &self,
        seed: Seed,
    ) -> RowPieces<impl FnMut(usize, &mut Vec<f64>) -> Vec<Label> + use<>> {
        let RowPieces {
            dimension,
            planted,
            draw: mut clean,
        } = self.clean().rows(seed.child("clean"));
        let mut noisy = flips(seed.child("flips").stream(), self.rate);
        let draw = move |examples, rows: &mut Vec<f64>| {
            clean(examples, rows).into_iter().map(&mut noisy).collect()
        };
        RowPieces {
            dimension,
            planted,
            draw,
        }
    }
}

impl Generate for LabelNoise {
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

    fn examples(&self) -> usize {
        self.examples
    }

    fn is_exact(&self) -> bool {
        false
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Sampler for LabelNoise {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        self.rows(seed).next(examples)
    }

    fn pieces(&self, seed: Seed) -> Option<Box<dyn SamplePieces + '_>> {
        Some(Box::new(self.rows(seed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
