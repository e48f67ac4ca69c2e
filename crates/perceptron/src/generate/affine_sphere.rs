//! Draws examples around a centre away from the origin, so that in general only an affine hyperplane separates them.

use super::Invalid;
use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::sphere_margin::SphereMargin;
use crate::documented::documented;
use crate::sample::{Rational, Separator};
use crate::seed::Seed;

documented! {
    name = "affine-sphere";
    /// The unit vectors of sphere-margin, all shifted along the separator, so that an affine hyperplane separates them.
    ///
    /// # Formula
    /// x = z + shift·u with z from sphere-margin and u the first axis; y = sign⟨u, z⟩ = sign(⟨u, x⟩ − shift), so y(⟨u, x⟩ + b) ≥ γ with
    /// b = −shift.
    /// # Premise
    /// Independent examples. Always separable with an offset; separable through the origin only while `shift` is small against the sample's margin.
    /// # Source
    /// docs/theory.md: C-M13, C-M11.
    /// # Examples
    /// ```toml
    /// [generator.affine-sphere]
    /// dimension     = 5
    /// target_margin = 0.2
    /// shift         = 3
    /// examples      = 100
    /// ```
    pub struct AffineSphere {
        /// Number of features d.
        pub dimension: usize as "[2, ∞)",
        /// Smallest affine margin γ.
        pub target_margin: f64 as "(0, 1)",
        /// Distance of the centre from the origin: an integer, or a fraction or decimal in quotes.
        pub shift: Rational as "[-1000000, 1000000]",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl AffineSphere {
    fn centred(&self) -> SphereMargin {
        SphereMargin {
            dimension: self.dimension,
            target_margin: self.target_margin,
            examples: self.examples,
        }
    }
}

impl DrawsRows for AffineSphere {
    fn fits(&self) -> Result<(), Invalid> {
        self.centred().fits()
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let mut centred = self.centred().rows(seed);
        let (dimension, shift) = (self.dimension, self.shift.to_f64());
        let direction = (0..dimension).map(|axis| i64::from(axis == 0)).collect();
        let intercept = &Rational::zero() - &self.shift;
        RowPieces::new(
            dimension,
            Some(Separator::Affine(direction, intercept)),
            move |examples, rows: &mut Vec<f64>| {
                let labels = (centred.draw)(examples, rows);
                let firsts = rows.iter_mut().step_by(dimension);
                firsts.for_each(|first| *first += shift);
                labels
            },
        )
    }
}

sampler_of_rows!(AffineSphere);
