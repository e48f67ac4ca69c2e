//! Shows the examples on which the perceptron makes every mistake that its bound allows, for any margin.

use super::fixed::Fixed;
use super::online::{ExampleCondition, OnlineExamples, rounded_margin_squared};
use super::tightrope::{Directions, PUSH, build};
use super::{ExampleSource, Generate, KnownDistribution};
use crate::documented::documented;
use crate::sample::{Dense, Features, Label, Quantity, Rational, Sample, Separator, Sparse};
use num_traits::ToPrimitive;

/// The score that each example of the adversary has under the perceptron's weight vector when it is shown.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Scores {
    /// The score is exactly 0: the examples are exact fractions, and each one is a tie.
    Tied,
    /// The score is just below 0: the examples are floats, and rounding does not turn a mistake into a correct prediction.
    Pushed,
}

crate::documented::choice!(Scores);

documented! {
    name = "dimension-free-adversary";
    /// Positive unit vectors with margin γ. Each scores 0, or just below 0, under the perceptron's weight vector at the time it is shown.
    ///
    /// # Formula
    /// x_t = γu + c·p/‖p‖ + f·z, where p is the part of w orthogonal to u and z a fresh direction, with c = −tγ²/‖p‖ so that ⟨w, x_t⟩ = 0.
    /// Unit vectors exist for ⌊1/γ²⌋ examples. By induction they are orthogonal to each other, so "tied" scores use that basis:
    /// x_t = e_t and u = γ(1, …, 1) plus a rest orthogonal to all, and every number is exact. The scores that are "pushed" are −10⁻⁹,
    /// in floats. Then unit vectors exist for ⌈1/γ²⌉ − 1 examples: one less if 1/γ² is an integer.
    /// Online, the floats are rounded to multiples of 2⁻⁴⁸, and scores are exact.
    /// # Premise
    /// ‖x‖ = 1 (up to rounding if pushed). The planted separator of tied examples is (1, …, 1), whose margin 1/√⌊1/γ²⌋ is γ or slightly more.
    /// # Source
    /// docs/theory.md, T3: 100 mistakes at γ = 0.1 with tied scores, 99 with pushed ones.
    /// # Examples
    /// ```toml
    /// [generator.dimension-free-adversary]
    /// margin = "0.1"
    /// scores = "tied"
    /// ```
    pub struct DimensionFreeAdversary {
        /// The margin γ, an exact number.
        pub margin: Rational as "[1/50, 1)",
        /// "tied", exact, or "pushed" off the tie, in floats.
        pub scores: Scores = "tied",
        /// Whether it is an opponent that shows examples only as long as the next one is a mistake for the learner.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub online: bool = false,
    }
}

impl DimensionFreeAdversary {
    fn count(&self) -> usize {
        let bound = &Rational::one() / &self.margin.square();
        let ceiling = bound.ceil();
        let is_integer = bound.denominator() == 1.into();
        // The ceiling is the floor plus one, unless the bound is an integer.
        let floor = if is_integer {
            ceiling.to_usize()
        } else {
            ceiling.to_usize().map(|count| count - 1)
        };
        floor.unwrap_or(1) - usize::from(is_integer && self.scores == Scores::Pushed)
    }

    fn tied_rows(&self) -> Vec<Vec<(usize, i64)>> {
        (0..self.count()).map(|index| vec![(index, 1)]).collect()
    }

    fn pushed_rows(&self) -> Dense {
        build(self.margin.to_f64(), -PUSH, Directions::Fresh, self.count())
    }

    fn opponent(&self) -> OnlineExamples {
        match self.scores {
            Scores::Tied => OnlineExamples::new(
                self.tied_rows(),
                1,
                vec![1; self.count()],
                ExampleCondition::Mistake,
            ),
            Scores::Pushed => {
                OnlineExamples::rounded(&self.pushed_rows(), ExampleCondition::Mistake)
            }
        }
    }
}

impl Generate for DimensionFreeAdversary {
    fn distribution(&self) -> KnownDistribution {
        let exact = Quantity::exact(self.margin.square());
        let (margin, radius) = match self.scores {
            Scores::Tied => (exact, Quantity::count(1)),
            Scores::Pushed if self.online => (
                Quantity::exact(rounded_margin_squared(self.margin.to_f64())),
                Quantity::within(1.0, 1e-12),
            ),
            Scores::Pushed => (
                Quantity::within(exact.value, 1e-15),
                Quantity::within(1.0, 1e-12),
            ),
        };
        KnownDistribution {
            unit_norm: true,
            all_positive: true,
            population_margin_squared: Some(margin),
            population_radius_squared: Some(radius),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        self.count()
    }

    fn is_exact(&self) -> bool {
        self.online || self.scores == Scores::Tied
    }

    fn source(&self) -> ExampleSource<'_> {
        if self.online {
            self.opponent().source()
        } else {
            ExampleSource::Sampler(self)
        }
    }
}

impl Fixed for DimensionFreeAdversary {
    fn sample(&self) -> Sample {
        let count = self.count();
        let (features, direction) = match self.scores {
            Scores::Tied => (
                Features::Sparse(Sparse::new(count, &self.tied_rows(), 1)),
                vec![1; count],
            ),
            Scores::Pushed => {
                let features = self.pushed_rows();
                let axis = (0..features.dimension())
                    .map(|axis| i64::from(axis == 0))
                    .collect();
                (Features::Dense(features), axis)
            }
        };
        Sample {
            labels: vec![Label::Positive; features.examples()],
            features,
            planted: Some(Separator::Integers(direction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::dot;

    #[test]
    fn float_adversary_examples_are_orthonormal() {
        let rows = build(0.3, 0.0, Directions::Fresh, 11);
        for (i, j) in (0..11).flat_map(|i| (0..11).map(move |j| (i, j))) {
            let expected = f64::from(u8::from(i == j));
            assert!(
                (dot(rows.row(i), rows.row(j)) - expected).abs() < 1e-9,
                "{i} {j}"
            );
        }
    }
}
