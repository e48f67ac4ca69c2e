//! Draws Gaussian blobs at the corners of a square, labelled like the exclusive or: no line is better than another by much.

use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use crate::documented::documented;
use crate::sample::Label;
use crate::seed::Seed;

documented! {
    name = "gaussian-xor";
    /// Gaussian blobs around the corners (±1, ±1) of a square; the label is +1 where both signs of the corner are equal.
    ///
    /// # Formula
    /// x = c + deviation·z with a uniform corner c of {−1, 1}² and a standard normal z of the plane; y = c₁c₂.
    /// # Premise
    /// Independent examples. Large samples are not separable, with or without an offset; the feature x₁x₂ separates the corners.
    /// # Source
    /// Minsky and Papert, Perceptrons (1969), on the exclusive or; the generator logic-gate has it without noise.
    /// # Examples
    /// ```toml
    /// [generator.gaussian-xor]
    /// deviation = 0.4
    /// examples  = 100
    /// ```
    pub struct GaussianXor {
        /// Standard deviation σ of every feature around its corner.
        pub deviation: f64 as "(0, ∞)" = 0.4,
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl DrawsRows for GaussianXor {
    fn dimension(&self) -> usize {
        2
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let (mut corners, mut noise) = (seed.child("corners").stream(), seed.stream());
        let deviation = self.deviation;
        RowPieces::new(2, None, move |examples, rows| {
            noise.normal_rows(2, examples, rows);
            let signs = corners.labels(2 * examples);
            let places = rows.iter_mut().zip(&signs);
            places.for_each(|(x, sign)| *x = sign.value() + deviation * *x);
            let label = |corner: &[Label]| Label::of_sign(corner[0] == corner[1]);
            signs.chunks_exact(2).map(label).collect()
        })
    }
}

sampler_of_rows!(GaussianXor);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Sampler;

    #[test]
    fn labels_are_the_product_of_signs_up_to_the_noise() {
        let of = |deviation: f64| {
            let xor = GaussianXor {
                deviation,
                examples: 4000,
            };
            let sample = xor.draw(Seed::root(3), 4000);
            let agrees = |&example: &usize| {
                let row = sample.features.row(example);
                row[0] * row[1] * sample.labels[example].value() > 0.0
            };
            (0..4000).filter(agrees).count() as f64 / 4000.0
        };
        // A feature has the sign of its corner with probability Φ(1/σ).
        let right = 0.841_344_746_f64;
        let due = right * right + (1.0 - right) * (1.0 - right);
        assert_eq!(of(0.01), 1.0);
        assert!((of(1.0) - due).abs() < 0.03, "{}", of(1.0));
    }
}
