//! Draws points on the sphere, or on the line, whose labels follow a direction up to noise.

use super::labels::flips;
use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::{Distribution, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Label, Separator};
use crate::seed::Seed;

documented! {
    name = "coin-labels";
    /// Points of the unit sphere, or of [−1, 1], whose labels are flipped at random. With flip probability one half the labels are fair coins.
    ///
    /// # Formula
    /// x uniform on the unit sphere of R^P; for P = 1, uniform on [−1, 1]. y = sign(x_1), flipped with probability ρ. So the risk of a classifier is
    /// ρ + (1 − 2ρ)·P(it differs from sign(x_1)), and exactly 1/2 for every classifier if ρ = 1/2.
    /// # Premise
    /// Independent examples. No separator is planted if labels are noisy. Without noise it is the first axis, and the margin has no positive lower
    /// bound.
    /// # Source
    /// docs/theory.md: C-H10, N10.
    /// # Examples
    /// ```toml
    /// [generator.coin-labels]
    /// dimension = 2
    /// examples  = 400
    /// ```
    pub struct CoinLabels {
        /// Number of features P.
        pub dimension: usize as "[1, ∞)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
        /// Probability ρ that a label is flipped; one half makes fair coins.
        pub noise: f64 as "[0, 1/2]" = 0.5,
    }
}

impl DrawsRows for CoinLabels {
    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            iid: true,
            unit_norm: self.dimension > 1,
            fair_labels: self.noise == 0.5,
            label_noise: Some(self.noise),
            distribution: Some(Distribution::NoisySides { noise: self.noise }),
            ..KnownDistribution::fixed()
        }
    }

    fn dimension(&self) -> usize {
        self.dimension
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let (dimension, noise) = (self.dimension, self.noise);
        let axis = (0..dimension)
            .map(|feature| i64::from(feature == 0))
            .collect();
        let mut points = seed.stream();
        let mut noisy = flips(seed.child("noise").stream(), noise);
        let mut label = move |&first: &f64| noisy(Label::of_sign(first >= 0.0));
        RowPieces::new(
            dimension,
            (noise == 0.0).then_some(Separator::Integers(axis)),
            move |examples, rows: &mut Vec<f64>| {
                if dimension == 1 {
                    rows.extend((0..examples).map(|_| 2.0 * points.uniform() - 1.0));
                } else {
                    points.points_on_spheres(dimension, None, &vec![1.0; examples], rows);
                }
                rows.iter().step_by(dimension).map(&mut label).collect()
            },
        )
    }
}

sampler_of_rows!(CoinLabels);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Sampler;

    #[test]
    fn noise_is_the_rate_of_labels_that_differ_from_the_first_axis() {
        for (dimension, noise) in [(1, 0.5), (2, 0.1), (5, 0.0)] {
            let sample = CoinLabels {
                dimension,
                examples: 4000,
                noise,
            }
            .draw(Seed::root(6), 4000);
            let flipped = (0..4000)
                .filter(|&i| Label::of_sign(sample.features.row(i)[0] >= 0.0) != sample.labels[i])
                .count();
            assert!(
                (flipped as f64 / 4000.0 - noise).abs() < 0.03
                    && sample.planted.is_some() == (noise == 0.0),
                "{flipped}"
            );
        }
    }
}
