//! Shows a long and a short vector, on which the plain perceptron needs many more updates than the normalized one.

use super::fixed::Fixed;
use super::{ExampleSource, Generate, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Quantity, Rational, Sample, Separator};

documented! {
    name = "l-family";
    /// Two positive examples, one of them long and nearly orthogonal to the separator.
    ///
    /// # Formula
    /// x_1 = (1, L), x_2 = (1, −1), both labelled +1; γ* = 1 for u = (1, 0), and R² = 1 + L². If the examples are shown in cycles and a tie is a
    /// mistake, the plain perceptron makes ⌊(L−1)/2⌋ + 2 updates, the normalized one 2.
    /// # Premise
    /// L is at least 2.
    /// # Source
    /// docs/theory.md, C-V8: normalizing can help. The generator `points` gives the family on which it hurts (C-V9).
    /// # Examples
    /// ```toml
    /// [generator.l-family]
    /// length = 40
    /// ```
    pub struct LFamily {
        /// The second coordinate L of the long vector.
        pub length: u32 as "[2, 1000000]",
    }
}

impl Generate for LFamily {
    fn distribution(&self) -> KnownDistribution {
        let length = i64::from(self.length);
        KnownDistribution {
            population_margin_squared: Some(Quantity::count(1)),
            population_radius_squared: Some(Quantity::exact(Rational::from(1 + length * length))),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        2
    }

    fn source(&self) -> ExampleSource<'_> {
        ExampleSource::Sampler(self)
    }
}

impl Fixed for LFamily {
    fn sample(&self) -> Sample {
        Sample {
            features: Features::Integers(Integers::new(
                2,
                vec![1, i64::from(self.length), 1, -1],
                1,
            )),
            labels: vec![Label::Positive; 2],
            planted: Some(Separator::Integers(vec![1, 0])),
        }
    }
}
