//! Draws two Gaussian classes with means ±μ and spherical covariances of different size, so that the best classifier is not a half-space.

use super::isotropic_gaussians::classes;
use super::sample_pieces::{DrawsRows, RowPieces, sampler_of_rows};
use crate::documented::documented;
use crate::sample::Label;
use crate::seed::Seed;

documented! {
    name = "unequal-gaussians";
    /// Two equally likely classes with Gaussian features, means ±μ on the first axis, and standard deviations that differ by a factor.
    ///
    /// # Formula
    /// x | y = +1 ~ N(μ, I), x | y = −1 ~ N(−μ, ratio²·I), ‖2μ‖ = distance. For ratio ≠ 1 the two densities are equal on a sphere, not on a
    /// plane: the classifier of smallest risk is quadratic.
    /// # Premise
    /// The classes overlap: no margin holds almost surely. The risk is estimated by Monte Carlo.
    /// # Source
    /// Bartlett, linear threshold functions: where half-spaces do not contain the best classifier.
    /// # Examples
    /// ```toml
    /// [generator.unequal-gaussians]
    /// dimension = 5
    /// distance  = 3.0
    /// ratio     = 2.0
    /// examples  = 100
    /// ```
    pub struct UnequalGaussians {
        /// Number of features.
        pub dimension: usize as "[1, ∞)",
        /// Distance ‖2μ‖ between the two class means, in standard deviations of the positive class.
        pub distance: f64 as "(0, ∞)",
        /// Standard deviation of the negative class over that of the positive one.
        pub ratio: f64 as "(0, ∞)",
        /// Number of examples in a sample.
        pub examples: usize as "[1, ∞)",
    }
}

impl UnequalGaussians {
    fn mean(&self) -> Vec<f64> {
        let mut mean = vec![0.0; self.dimension];
        mean[0] = self.distance / 2.0;
        mean
    }
}

impl DrawsRows for UnequalGaussians {
    fn dimension(&self) -> usize {
        self.dimension
    }

    fn examples(&self) -> usize {
        self.examples
    }

    fn rows(&self, seed: Seed) -> RowPieces {
        let ratio = self.ratio;
        classes(seed, self.mean(), 0.5, move |label| match label {
            Label::Positive => 1.0,
            Label::Negative => ratio,
        })
    }
}

sampler_of_rows!(UnequalGaussians);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Sampler;

    #[test]
    fn the_classes_have_the_means_and_deviations_that_are_stated() {
        let distribution = UnequalGaussians {
            dimension: 2,
            distance: 3.0,
            ratio: 2.0,
            examples: 1,
        };
        let sample = distribution.draw(Seed::root(1), 40_000);
        for (label, mean, deviation) in [(Label::Positive, 1.5, 1.0), (Label::Negative, -1.5, 2.0)]
        {
            let own = (0..40_000).filter(|&example| sample.labels[example] == label);
            let first: Vec<f64> = own.map(|example| sample.features.row(example)[0]).collect();
            let count = first.len() as f64;
            let found = first.iter().sum::<f64>() / count;
            let square = first.iter().map(|x| (x - found) * (x - found)).sum::<f64>() / count;
            assert!((found - mean).abs() < 0.06 && (square.sqrt() - deviation).abs() < 0.04);
        }
    }
}
