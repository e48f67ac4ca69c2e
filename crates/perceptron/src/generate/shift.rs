//! Shows two points on a line far from the origin, so that the offset is learned slowly.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Rational, Sample, Separator};

documented! {
    name = "shift";
    /// Two points of the line, s + 1 with label +1 and s − 1 with label −1: separable with an offset, at distance 1 from the threshold s.
    ///
    /// # Formula
    /// x_1 = s + 1, x_2 = s − 1; y(x − s) = 1 for both and any s, so the affine margin is 1 with b = −s. With the constant feature 1 the
    /// cyclic perceptron (a tie being a mistake) ends at w = 2. For even s it makes 2s² + 2 updates and ends at the offset −2s. For odd s it makes
    /// 2s² − s + 2 updates and ends at the offset −(2s − 1).
    /// # Premise
    /// For variants with an offset; for s ≥ 1 the points are not separable through the origin.
    /// # Source
    /// docs/theory.md: C-M13, N14. The offset perceptron is not translation invariant.
    /// # Examples
    /// ```toml
    /// [generator.shift]
    /// shift = 10
    /// ```
    pub struct Shift {
        /// The threshold s between the points.
        pub shift: u32 as "[0, 10000]",
    }
}

impl Generate for Shift {
    fn distribution(&self) -> KnownDistribution {
        KnownDistribution::fixed()
    }

    fn examples(&self) -> usize {
        2
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for Shift {
    fn sample(&self) -> Sample {
        let shift = i64::from(self.shift);
        Sample {
            features: Features::Integers(Integers::new(1, vec![shift + 1, shift - 1], 1)),
            labels: vec![Label::Positive, Label::Negative],
            planted: Some(Separator::Affine(vec![1], Rational::from(-shift))),
        }
    }
}
