//! Draws two Gaussian classes with means ±μ and equal spherical covariance.

use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::{Distribution, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Label, Separator};
use crate::seed::Seed;

documented! {
    name = "isotropic-gaussians";
    /// Two classes with Gaussian features, means ±μ on the first axis and the same spherical covariance.
    ///
    /// # Formula
    /// x | y ~ N(y·μ, σ²·I), ‖2μ‖ = distance, P(y = +1) = prior. The Bayes direction is μ; its risk for prior 1/2 is
    /// Φ(−distance/(2σ)).
    /// # Premise
    /// The classes overlap: no margin holds almost surely, and large samples are not separable.
    /// # Source
    /// Bartlett, linear threshold functions; docs/theory.md: G-GAUSS, R1, C-B4.
    /// # Examples
    /// ```toml
    /// [generator.isotropic-gaussians]
    /// dimension = 10
    /// distance  = 6.0
    /// deviation = 1.0
    /// prior     = 0.5
    /// examples  = 200
    /// ```
    pub struct IsotropicGaussians {
        /// Number of features.
        pub dimension: usize as "[1, ∞)",
        /// Distance ‖2μ‖ between the two class means, in units of the features.
        pub distance: f64 as "(0, ∞)",
        /// Standard deviation σ of every feature.
        pub deviation: f64 as "(0, ∞)" = 1,
        /// Probability of the positive class.
        pub prior: f64 as "(0, 1)" = 0.5,
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl IsotropicGaussians {
    fn mean(&self) -> Vec<f64> {
        let mut mean = vec![0.0; self.dimension];
        mean[0] = self.distance / 2.0;
        mean
    }
}

impl DrawsRows for IsotropicGaussians {
    fn distribution(&self) -> KnownDistribution {
        let distribution = Distribution::Gaussians {
            mean: self.mean(),
            deviation: self.deviation,
            prior: self.prior,
        };
        KnownDistribution {
            iid: true,
            distribution: Some(distribution),
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
        let deviation = self.deviation;
        classes(seed, self.mean(), self.prior, move |_| deviation)
    }
}

sampler_of_rows!(IsotropicGaussians);

/// Draws labelled examples of two classes with means ±`mean` and independent normal features, whose standard deviation depends on the label.
pub(super) fn classes<D: Fn(Label) -> f64 + 'static>(
    seed: Seed,
    mean: Vec<f64>,
    prior: f64,
    deviation: D,
) -> RowPieces {
    let (mut classes, mut noise) = (seed.child("labels").stream(), seed.stream());
    RowPieces::new(
        mean.len(),
        Some(Separator::Dense(mean.clone())),
        move |examples, rows: &mut Vec<f64>| {
            noise.normal_rows(mean.len(), examples, rows);
            let place = |row: &mut [f64]| {
                let label = Label::of_sign(classes.uniform() < prior);
                let deviation = deviation(label);
                for (x, m) in row.iter_mut().zip(&mean) {
                    *x = label.value() * m + deviation * *x;
                }
                label
            };
            rows.chunks_exact_mut(mean.len()).map(place).collect()
        },
    )
}
