//! Draws unit vectors that all have exactly the same margin.

use super::sample_pieces::RowPieces;
use super::sphere_margin::{unit_distribution, unit_rows};
use super::{
    Distribution, ExampleSource, Generate, Invalid, KnownDistribution, SamplePieces, Sampler,
    at_least, open_unit,
};
use crate::documented::documented;
use crate::sample::{Label, Sample};
use crate::seed::Seed;

documented! {
    name = "fixed-margin-sphere";
    /// Unit vectors, uniform on the two circles of latitude at margin exactly `margin`.
    ///
    /// # Formula
    /// x = y(γ·u + √(1−γ²)·z), z uniform on the sphere orthogonal to u, y a fair label, u the first axis.
    /// # Premise
    /// ‖x‖ = 1 and y⟨u, x⟩ = γ almost surely.
    /// # Source
    /// docs/theory.md: G-FIX, R3b.
    /// # Examples
    /// ```toml
    /// [generator.fixed-margin-sphere]
    /// dimension = 10
    /// margin    = 0.3
    /// examples  = 100
    /// ```
    pub struct FixedMarginSphere {
        /// Number of features d, from 2.
        pub dimension: usize,
        /// The margin γ of every example, in (0, 1).
        pub margin: f64,
        /// Number of examples in a sample, from 1.
        pub examples: usize,
    }
}

impl FixedMarginSphere {
    fn rows(
        &self,
        seed: Seed,
    ) -> RowPieces<impl FnMut(usize, &mut Vec<f64>) -> Vec<Label> + use<>> {
        let margin = self.margin;
        unit_rows(seed, self.dimension, move |heights| heights.fill(margin))
    }
}

impl Generate for FixedMarginSphere {
    fn validate(&self) -> Result<(), Invalid> {
        at_least("dimension", self.dimension, 2)?;
        at_least("examples", self.examples, 1)?;
        open_unit("margin", self.margin)
    }

    fn distribution(&self) -> KnownDistribution {
        unit_distribution(
            self.margin,
            Distribution::FixedMarginSphere {
                dimension: self.dimension,
                margin: self.margin,
            },
        )
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

impl Sampler for FixedMarginSphere {
    fn draw(&self, seed: Seed, examples: usize) -> Sample {
        self.rows(seed).next(examples)
    }

    fn pieces(&self, seed: Seed) -> Option<Box<dyn SamplePieces + '_>> {
        Some(Box::new(self.rows(seed)))
    }
}
