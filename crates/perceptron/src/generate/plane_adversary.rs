//! Shows examples in a plane on which the perceptron makes half of the mistakes that its bound allows.

use super::fixed::Fixed;
use super::online::{ExampleCondition, OnlineExamples};
use super::{ExampleSource, Generate, Invalid, KnownDistribution, has_small_denominator};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Quantity, Rational, Sample, Separator};
use num_traits::ToPrimitive;

documented! {
    name = "plane-adversary";
    /// Positive examples in one plane, in the unit ball and with margin γ, that pull the weight vector from side to side.
    ///
    /// # Formula
    /// With s² = 1 − γ²: (γ, s/2), then (γ, −s), (γ, s), (γ, −s), … while the score is at most 0: ⌊(1 − γ²)/(2γ²)⌋ + 1 mistakes, about
    /// 1/(2γ²). To keep everything exact, the second coordinate is a multiple of a vector q orthogonal to u with rational entries and ‖q‖² = s²,
    /// a sum of four squares. The plane is spanned by u and q in up to five dimensions.
    /// # Premise
    /// ‖x‖ ≤ 1, ⟨u, x⟩ = γ exactly. If (1 − γ²)/(2γ²) is an integer, the last score is an exact tie.
    /// # Source
    /// docs/theory.md, T5: the bound is tight up to a factor 2 even in two dimensions.
    /// # Examples
    /// ```toml
    /// [generator.plane-adversary]
    /// margin = "0.1"
    /// ```
    pub struct PlaneAdversary {
        /// The margin γ, an exact number with a denominator of at most 1000.
        pub margin: Rational as "[1/100, 1)",
        /// Whether it is an opponent that shows examples only as long as the next one is a mistake for the learner.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub online: bool = false,
    }
}

impl PlaneAdversary {
    fn parts(&self) -> (i64, i64) {
        (
            self.margin.numerator().to_i64().unwrap_or(1),
            self.margin.denominator().to_i64().unwrap_or(1),
        )
    }

    /// Number of examples of the fixed sample: ⌊(1 − γ²)/(2γ²)⌋ + 1, with γ = p/q.
    fn count(&self) -> usize {
        let (p, q) = self.parts();
        ((q * q - p * p) / (2 * p * p) + 1) as usize
    }

    /// The mistake bound ⌊1/γ²⌋: the largest number of examples that the adversary shows if it shows them only as long as each is a mistake.
    fn most(&self) -> usize {
        let (p, q) = self.parts();
        ((q * q) / (p * p)) as usize
    }

    /// The first `count` examples of the sequence that pulls the weight vector from side to side, as numerators over 2q, for the margin γ = p/q.
    fn rows(&self, count: usize) -> Vec<Vec<i64>> {
        let (p, q) = self.parts();
        let side = four_squares(q * q - p * p);
        // The first step is a half one, so that w swings between ±s/2 and each example points away from it.
        let halves = |index: usize| {
            if index == 0 {
                1
            } else {
                2 - 4 * (index as i64 % 2)
            }
        };
        (0..count)
            .map(|index| self.row(&side, halves(index)))
            .collect()
    }

    fn opponent(&self) -> OnlineExamples {
        let rows: Vec<Vec<(usize, i64)>> = self
            .rows(self.most())
            .into_iter()
            .map(|row| row.into_iter().enumerate().collect())
            .collect();
        let axes = 0..rows.first().map_or(0, Vec::len);
        OnlineExamples::new(
            rows,
            2 * self.parts().1,
            axes.map(|axis| i64::from(axis == 0)).collect(),
            ExampleCondition::Mistake,
        )
    }

    /// One example of the adversary, x = γu + (halves/2)·side/q with γ = p/q, as numerators over 2q.
    fn row(&self, side: &[i64], halves: i64) -> Vec<i64> {
        let (p, _) = self.parts();
        [2 * p]
            .into_iter()
            .chain(side.iter().map(|s| halves * s))
            .collect()
    }
}

/// Finds at most four non-zero integers whose squares sum to `total`, which exist by Lagrange's four-square theorem.
pub(super) fn four_squares(total: i64) -> Vec<i64> {
    fn search(total: i64, left: usize) -> Option<Vec<i64>> {
        if total == 0 {
            return Some(Vec::new());
        }
        let largest = total.isqrt();
        let tried = (1..=largest).rev().filter(|_| left > 0);
        tried
            // With a smaller a, the remaining number of squares cannot reach the total.
            .take_while(|a| a * a * left as i64 >= total)
            .find_map(|a| {
                let rest = search(total - a * a, left - 1)?;
                Some([vec![a], rest].concat())
            })
    }
    // As few squares as possible, because each takes a dimension.
    (1..=4)
        .find_map(|count| search(total, count))
        .unwrap_or_default()
}

impl Generate for PlaneAdversary {
    fn fits(&self) -> Result<(), Invalid> {
        has_small_denominator("margin", &self.margin)
    }

    fn distribution(&self) -> KnownDistribution {
        KnownDistribution {
            all_positive: true,
            population_margin_squared: Some(Quantity::exact(self.margin.square())),
            population_radius_squared: Some(Quantity::count(1)),
            ..KnownDistribution::fixed()
        }
    }

    fn examples(&self) -> usize {
        if self.online {
            self.most()
        } else {
            self.count()
        }
    }

    fn source(&self) -> ExampleSource<'_> {
        if self.online {
            self.opponent().source()
        } else {
            ExampleSource::Sampler(self)
        }
    }
}

impl Fixed for PlaneAdversary {
    fn sample(&self) -> Sample {
        let rows = self.rows(self.count());
        let dimension = rows.first().map_or(0, Vec::len);
        Sample {
            features: Features::Integers(Integers::new(
                dimension,
                rows.concat(),
                2 * self.parts().1,
            )),
            labels: vec![Label::Positive; self.count()],
            planted: Some(Separator::Integers(
                (0..dimension).map(|axis| i64::from(axis == 0)).collect(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_a_sum_of_four_squares() {
        for total in (0..500).chain([9_999, 999_999, 1_000_000 - 49]) {
            let squares = four_squares(total);
            assert!(squares.len() <= 4 && !squares.contains(&0));
            assert_eq!(squares.iter().map(|a| a * a).sum::<i64>(), total);
        }
    }

    #[test]
    fn examples_after_the_first_have_unit_norm_exactly() {
        let sample = PlaneAdversary {
            margin: Rational::new(1, 5),
            online: false,
        }
        .sample();
        assert_eq!(
            sample.features.norm_squared(0).exact,
            Some(Rational::new(7, 25))
        );
        for example in 1..sample.labels.len() {
            assert_eq!(
                sample.features.norm_squared(example).exact,
                Some(Rational::one())
            );
        }
    }
}
