//! Draws unit vectors that all have exactly the same margin.

use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::sphere_margin::{unit_distribution, unit_rows};
use super::{Distribution, KnownDistribution};
use crate::documented::documented;
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
        /// Number of features d.
        pub dimension: usize as "[2, ∞)",
        /// The margin γ of every example.
        pub margin: f64 as "(0, 1)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl DrawsRows for FixedMarginSphere {
    fn distribution(&self) -> KnownDistribution {
        unit_distribution(
            self.margin,
            Distribution::FixedMarginSphere {
                dimension: self.dimension,
                margin: self.margin,
            },
        )
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let margin = self.margin;
        unit_rows(seed, self.dimension, move |heights| heights.fill(margin))
    }
}

sampler_of_rows!(FixedMarginSphere);
