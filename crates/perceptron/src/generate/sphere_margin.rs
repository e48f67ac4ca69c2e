//! Draws unit vectors with a margin, directly from their truncated distribution.

use super::heights::Heights;
use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use super::{Distribution, Invalid, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Quantity, Rational, Separator};
use crate::seed::Seed;
use crate::special::beta;

documented! {
    name = "sphere-margin";
    /// Unit vectors, uniform on the sphere given that their margin is at least `target_margin`.
    ///
    /// # Formula
    /// x uniform on S^{d−1} given |⟨u, x⟩| ≥ γ, y = sign⟨u, x⟩, u the first axis. |⟨u, x⟩| has the density (1 − s²)^((d−3)/2) on [γ, 1], up to a
    /// constant. It is drawn exactly, for d > 3 by rejection from an exponential distribution. The direction of the rest of x is uniform on the
    /// sphere orthogonal to u.
    /// # Premise
    /// ‖x‖ = 1 and y⟨u, x⟩ ≥ γ almost surely: the population margin is γ.
    /// # Source
    /// Hardt and Recht's setting in the margin-perceptron note; docs/theory.md: G-SPH, R3.
    /// # Examples
    /// ```toml
    /// [generator.sphere-margin]
    /// dimension     = 10
    /// target_margin = 0.1
    /// examples      = 500
    /// ```
    pub struct SphereMargin {
        /// Number of features d.
        pub dimension: usize as "[2, ∞)",
        /// Smallest margin γ of the planted separator.
        pub target_margin: f64 as "(0, 1)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

/// Smallest fraction of the unit sphere that may satisfy the margin. With a smaller fraction, floats cannot tell the drawn vectors apart.
const LEAST_KEPT: f64 = 1e-280;

impl SphereMargin {
    /// The parameters of the Beta distribution of 1 − s², where s = ⟨u, x⟩ is a coordinate of a uniform point of the sphere.
    fn shape(&self) -> (f64, f64) {
        ((self.dimension as f64 - 1.0) / 2.0, 0.5)
    }

    /// The fraction of the unit sphere whose points have at least the target margin, |⟨u, x⟩| ≥ γ.
    fn kept_fraction(&self) -> f64 {
        let (a, b) = self.shape();
        beta::regularized(a, b, 1.0 - self.target_margin * self.target_margin)
    }
}

impl DrawsRows for SphereMargin {
    fn fits(&self) -> Result<(), Invalid> {
        if self.kept_fraction() > LEAST_KEPT {
            return Ok(());
        }
        Err(Invalid::new(
            "target_margin",
            format!(
                "the fraction of the sphere in {} dimensions with this margin is below {LEAST_KEPT:e}",
                self.dimension
            ),
            "a smaller margin, or fewer dimensions",
        ))
    }

    fn distribution(&self) -> KnownDistribution {
        unit_distribution(
            self.target_margin,
            Distribution::TruncatedSphere {
                dimension: self.dimension,
                margin: self.target_margin,
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
        let distribution = Heights::from(self.dimension, self.target_margin);
        let mut stream = seed.child("heights").stream();
        unit_rows(seed, self.dimension, move |heights| {
            distribution.fill(&mut stream, heights);
        })
    }
}

sampler_of_rows!(SphereMargin);

/// States what is known of independent unit vectors on which the planted separator, the first axis, has the population margin `margin`.
pub(super) fn unit_distribution(margin: f64, distribution: Distribution) -> KnownDistribution {
    let margin = Rational::from_decimal(margin);
    KnownDistribution {
        iid: true,
        unit_norm: true,
        population_margin_squared: margin.map(|margin| Quantity::exact(margin.square())),
        population_radius_squared: Some(Quantity::count(1)),
        distribution: Some(distribution),
        ..KnownDistribution::fixed()
    }
}

/// Draws labelled unit vectors x = y(s·u + √(1−s²)·z): u is the first axis, the heights s are filled in by `heights`, the label y is a fair coin, and
/// z is a uniform unit vector orthogonal to u.
pub(super) fn unit_rows<H: FnMut(&mut [f64]) + 'static>(
    seed: Seed,
    dimension: usize,
    mut heights: H,
) -> RowPieces {
    let mut axis = vec![0.0; dimension];
    axis[0] = 1.0;
    let stream = |role| seed.child(role).stream();
    let (mut fair, mut directions) = (stream("labels"), stream("directions"));
    let draw = move |examples, rows: &mut Vec<f64>| {
        let mut heads = vec![0.0; examples];
        heights(&mut heads);
        // The distances of the points from the axis.
        let distances: Vec<f64> = heads
            .iter()
            .map(|s| ((1.0 - s) * (1.0 + s)).sqrt())
            .collect();
        let labels = fair.labels(heads.len());
        for (head, label) in heads.iter_mut().zip(&labels) {
            *head *= label.value();
        }
        directions.points_on_spheres(dimension, Some(&heads), &distances, rows);
        labels
    };
    RowPieces::new(dimension, Some(Separator::Dense(axis)), draw)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generate, Sampler};
    use crate::special::sphere;

    #[test]
    fn every_vector_has_unit_norm_and_keeps_the_margin() {
        let sample = SphereMargin {
            dimension: 40,
            target_margin: 0.3,
            examples: 300,
        }
        .draw(Seed::root(5), 300);
        for example in 0..300 {
            let norm = sample.features.norm_squared(example).value;
            assert!((norm - 1.0).abs() < 1e-14);
            assert!(sample.features.row(example)[0] * sample.labels[example].value() >= 0.3);
        }
    }

    #[test]
    fn spherical_cap_too_small_for_floats_is_refused() {
        let check = |dimension, target_margin| {
            let examples = 1;
            SphereMargin {
                dimension,
                target_margin,
                examples,
            }
            .validate()
        };
        // Otherwise every example drawn would be the pole, because (1 − 0.9²)^499.5 is below the least float.
        assert_eq!(
            check(1000, 0.9).err().map(|invalid| invalid.key),
            Some("target_margin")
        );
        assert_eq!(check(500, 0.9), Ok(()));
    }

    #[test]
    fn first_coordinates_follow_the_truncated_distribution() {
        let (dimension, margin, count) = (6, 0.25, 4000);
        let sample = SphereMargin {
            dimension,
            target_margin: margin,
            examples: count,
        }
        .draw(Seed::root(6), count);
        let above = (0..count)
            .filter(|&i| sample.features.row(i)[0].abs() > 0.5)
            .count() as f64
            / count as f64;
        let expected = sphere::cap_mass(dimension, 0.5) / sphere::cap_mass(dimension, margin);
        assert!((above - expected).abs() < 0.03, "{above} {expected}");
    }
}
