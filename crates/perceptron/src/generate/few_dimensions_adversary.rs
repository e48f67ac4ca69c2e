//! Shows examples in two or three dimensions on which the perceptron makes as many mistakes as is possible there.

use super::fixed::Fixed;
use super::online::{ExampleCondition, OnlineExamples};
use super::plane_adversary::four_squares;
use super::{ExampleSource, Generate, Invalid, KnownDistribution, has_small_denominator};
use crate::documented::documented;
use crate::sample::{Features, Integers, Label, Quantity, Rational, Sample, Separator};
use num_integer::Integer;
use num_traits::ToPrimitive;

/// The numerators over the common denominator of the examples in space are at most this, so that weights and scores stay far within their integers.
const FINEST: i64 = 1 << 48;

/// The exact examples in space for γ = 1/2, as numerators over 6. They are (1/2, a, b) with ‖x‖² = 1/4 + (3/4)a² + (2/3)b²: the directions of a and b
/// are (1, 1, 1)/2 and (1, 1, −2)/3.
const HALF: [[i64; 4]; 4] = [[3, 3, 3, 3], [3, 1, 1, -5], [3, -3, -3, -3], [3, -1, -1, 5]];

documented! {
    name = "few-dimensions-adversary";
    /// Positive examples in the unit ball, with margin γ, that force the largest number of mistakes possible in two dimensions, or in three.
    ///
    /// # Formula
    /// With s² = 1 − γ². In the plane: (γ, jγ²/s), then (γ, −s), (γ, s), (γ, −s), …, where j is the largest odd number below M = ⌊1/(2γ²)⌋ + 1. If no odd
    /// number is below M, s takes the place of jγ²/s. These are M mistakes, and no sequence in a plane makes more. In space: w = (kγ, p) after k mistakes,
    /// and the next example is (γ, c·p/‖p‖ + f·z) with z orthogonal to p and c = −kγ²/‖p‖, so that the score is 0: ⌊1/γ²⌋ mistakes.
    /// # Premise
    /// ‖x‖ ≤ 1 and ⟨u, x⟩ = γ exactly, in integers over one denominator. In the plane, norms (but the first) and ties are exact, in up to five
    /// coordinates, as for plane-adversary. In space, norms and scores are exact for γ = 1/2 (4 mistakes, in four coordinates). For other γ the vectors are
    /// irrational: c and the norm are rounded inward, by less than 10⁻¹¹, so that each score but the first is below 0 as an integer. There are ⌈1/γ²⌉ − 1 of
    /// them, which is ⌊1/γ²⌋, or one less if 1/γ² is an integer. Margins are from 1/100, with a denominator of at most 1000.
    /// # Source
    /// docs/theory.md: X10, T3, T5.
    /// # Examples
    /// ```toml
    /// [generator.few-dimensions-adversary]
    /// margin = "0.1"
    /// span   = 3
    /// ```
    pub struct FewDimensionsAdversary {
        /// The margin γ, an exact number with a denominator of at most 1000.
        pub margin: Rational as "[1/100, 1)",
        /// The dimension of the space that the examples span.
        pub span: usize as "[2, 3]",
        /// Whether it is an opponent that shows examples only as long as the next one is a mistake for the learner.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub online: bool = false,
    }
}

/// Examples as rows of numerators over one denominator; the first coordinate of each is γ.
struct IntegerRows {
    numerators: Vec<Vec<i64>>,
    denominator: i64,
}

impl FewDimensionsAdversary {
    /// Numerator p and denominator q of the margin γ = p/q.
    fn parts(&self) -> (i64, i64) {
        (
            self.margin.numerator().to_i64().unwrap_or(1),
            self.margin.denominator().to_i64().unwrap_or(1),
        )
    }

    /// The largest number of mistakes in a plane, ⌊1/(2γ²)⌋ + 1.
    fn most_in_a_plane(&self) -> usize {
        let (p, q) = self.parts();
        ((q * q) / (2 * p * p) + 1) as usize
    }

    /// Number of examples in space: 4 for γ = 1/2, and ⌈1/γ²⌉ − 1 for other margins.
    fn count_in_space(&self) -> usize {
        let (p, q) = self.parts();
        match (p, q) {
            (1, 2) => HALF.len(),
            _ => ((q * q - 1) / (p * p)) as usize,
        }
    }

    /// The first `count` examples in the plane.
    fn plane(&self, count: usize) -> IntegerRows {
        let (p, q) = self.parts();
        let height = q * q - p * p;
        let side = four_squares(height);
        // The largest odd number below the number of mistakes; 0 if no odd number is below it.
        let odd = match self.most_in_a_plane() as i64 - 1 {
            0 => 0,
            last => last - (last + 1) % 2,
        };
        // The second coordinate of the first example is jγ²/s = s·jp²/(q² − p²).
        let first = if odd == 0 { height } else { odd * p * p };
        let common = first.gcd(&height);
        let (first, whole) = (first / common, height / common);
        let row = |index: usize| {
            let factor = match index {
                0 => first,
                odd if odd % 2 == 1 => -whole,
                _ => whole,
            };
            [p * whole]
                .into_iter()
                .chain(side.iter().map(|s| factor * s))
                .collect()
        };
        IntegerRows {
            numerators: (0..count).map(row).collect(),
            denominator: q * whole,
        }
    }

    /// The examples in space.
    fn space(&self) -> IntegerRows {
        let (p, q) = self.parts();
        if (p, q) == (1, 2) {
            return IntegerRows {
                numerators: HALF.map(|row| row.to_vec()).to_vec(),
                denominator: 6,
            };
        }
        let unit = FINEST / q;
        let disc = Disc {
            along: i128::from(p * unit),
            height: i128::from(q * q - p * p) * i128::from(unit).pow(2),
        };
        let mut across = [0; 2];
        let mut numerators = Vec::new();
        while let Some(next) = disc.next(numerators.len(), across) {
            across = [across[0] + next[0], across[1] + next[1]];
            numerators.push(vec![p * unit, next[0], next[1]]);
        }
        IntegerRows {
            numerators,
            denominator: q * unit,
        }
    }

    /// The examples of the fixed sample, or all that the opponent may show: in the plane ⌊1/γ²⌋, because a learner other than the perceptron may err on
    /// more of them than the perceptron.
    fn rows(&self) -> IntegerRows {
        match self.span {
            2 => self.plane(self.examples()),
            _ => self.space(),
        }
    }

    fn opponent(&self) -> OnlineExamples {
        let IntegerRows {
            numerators,
            denominator,
        } = self.rows();
        let axes = 0..numerators.first().map_or(0, Vec::len);
        let rows = numerators.into_iter().map(|row| {
            let entries = row.into_iter().enumerate();
            entries.filter(|&(_, x)| x != 0).collect()
        });
        OnlineExamples::new(
            rows.collect(),
            denominator,
            axes.map(|axis| i64::from(axis == 0)).collect(),
            ExampleCondition::Mistake,
        )
    }
}

/// The vectors of the plane orthogonal to u that an example in space can have as its other part, in numerators.
struct Disc {
    /// The coordinate γ of every example along u.
    along: i128,
    /// The largest square of the other part, s² = 1 − γ².
    height: i128,
}

impl Disc {
    /// The part orthogonal to u of the example after `count` mistakes, where `across` is that part of the weight vector; `None` if no vector within the
    /// disc has a score below 0. Both conditions are tested in integers, so the floats in between only have to be near.
    fn next(&self, count: usize, across: [i64; 2]) -> Option<[i64; 2]> {
        let gained = count as i128 * self.along * self.along;
        let [a, b] = across.map(|x| x as f64);
        let norm = (a * a + b * b).sqrt();
        // Rounding to integers moves a vector by less than 1.
        let (along, [a, b]) = match count {
            0 => (0.0, [1.0, 0.0]),
            _ => (-(gained as f64) / norm - 2.0, [a / norm, b / norm]),
        };
        let radius = (self.height as f64).sqrt() - 4.0;
        let rest_squared = radius * radius - along * along;
        if rest_squared < 0.0 {
            return None;
        }
        let rest = rest_squared.sqrt();
        let next = [along * a - rest * b, along * b + rest * a].map(|x| x.round() as i64);
        let dot = |one: [i64; 2], other: [i64; 2]| -> i128 {
            let pairs = one.into_iter().zip(other);
            pairs.map(|(x, y)| i128::from(x) * i128::from(y)).sum()
        };
        let fits = dot(next, next) <= self.height;
        (fits && (count == 0 || gained + dot(across, next) < 0)).then_some(next)
    }
}

impl Generate for FewDimensionsAdversary {
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
        let (p, q) = self.parts();
        match (self.span, self.online) {
            (2, false) => self.most_in_a_plane(),
            (2, true) => ((q * q) / (p * p)) as usize,
            _ => self.count_in_space(),
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

impl Fixed for FewDimensionsAdversary {
    fn sample(&self) -> Sample {
        let IntegerRows {
            numerators,
            denominator,
        } = self.rows();
        let dimension = numerators.first().map_or(0, Vec::len);
        let direction = (0..dimension).map(|axis| i64::from(axis == 0));
        Sample {
            labels: vec![Label::Positive; numerators.len()],
            features: Features::Integers(Integers::new(
                dimension,
                numerators.concat(),
                denominator,
            )),
            planted: Some(Separator::Integers(direction.collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::lies_in_a_plane;

    fn adversary(p: i64, q: i64, span: usize) -> FewDimensionsAdversary {
        let margin = Rational::new(p, q);
        FewDimensionsAdversary {
            margin,
            span,
            online: false,
        }
    }

    /// Numbers of examples that are mistakes in turn: if a tie is a mistake, and if a tie after the first example is no mistake.
    fn mistakes(rows: &IntegerRows) -> [usize; 2] {
        let mut weights = vec![0_i128; rows.numerators[0].len()];
        let mut scores = Vec::new();
        for row in &rows.numerators {
            let products = row.iter().zip(&weights).map(|(&x, &w)| i128::from(x) * w);
            scores.push(products.sum::<i128>());
            weights
                .iter_mut()
                .zip(row)
                .for_each(|(w, &x)| *w += i128::from(x));
        }
        let ties = scores.iter().take_while(|&&score| score <= 0).count();
        let below = scores[1..].iter().take_while(|&&score| score < 0).count();
        [ties, below + 1]
    }

    fn assert_in_the_unit_ball(adversary: &FewDimensionsAdversary) {
        let sample = adversary.sample();
        assert_eq!(sample.labels.len(), adversary.examples(), "{adversary:?}");
        assert_eq!(adversary.distribution().broken_by(&sample), None);
        let margins = sample
            .planted
            .as_ref()
            .map(|planted| planted.margins(&sample));
        let squared = margins.and_then(|margins| margins.margin_squared?.exact);
        assert_eq!(squared, Some(adversary.margin.square()));
    }

    /// Margins p/q in lowest terms: all with a small denominator, and the last of those allowed, where 1/γ² is nearly an integer.
    fn margins() -> Vec<(i64, i64)> {
        let small = (2..40).flat_map(|q| (1..q).map(move |p| (p, q)));
        let last = [
            (1, 100),
            (11, 1000),
            (707, 1000),
            (577, 999),
            (999, 1000),
            (408, 999),
        ];
        let reduced = small.chain(last).filter(|(p, q)| p.gcd(q) == 1);
        reduced.collect()
    }

    #[test]
    fn every_margin_attains_the_maximum_of_the_plane() {
        for (p, q) in margins() {
            let adversary = adversary(p, q, 2);
            let most = (q * q / (2 * p * p) + 1) as usize;
            assert_eq!(mistakes(&adversary.rows())[0], most, "{p}/{q}");
            assert_in_the_unit_ball(&adversary);
            let sample = adversary.sample();
            assert_eq!(lies_in_a_plane(&sample.features), Some(true));
            let last = sample.features.norm_squared(most - 1).exact;
            assert_eq!(last, Some(Rational::one()));
        }
    }

    #[test]
    fn every_margin_forces_the_whole_bound_in_space_below_ties() {
        for (p, q) in margins().into_iter().filter(|&margin| margin != (1, 2)) {
            let adversary = adversary(p, q, 3);
            let most = ((q * q - 1) / (p * p)) as usize;
            assert_eq!(mistakes(&adversary.rows()), [most; 2], "{p}/{q}");
            assert_in_the_unit_ball(&adversary);
            // R is so near to 1 that ⌊R²/γ²⌋ is the number of mistakes, where 1/γ² is no integer, too.
            let radius_squared = adversary.sample().features.radius_squared().exact;
            let bound = radius_squared.map(|squared| &squared / &adversary.margin.square());
            assert_eq!(bound.map(|bound| bound.floor()), Some(most.into()));
        }
    }

    #[test]
    fn half_the_radius_as_margin_gives_four_exact_ties_in_three_dimensions() {
        let adversary = adversary(1, 2, 3);
        assert_eq!(mistakes(&adversary.rows()), [4, 1]);
        assert_in_the_unit_ball(&adversary);
        let features = adversary.sample().features;
        let norms = (0..4).map(|example| features.norm_squared(example).exact);
        assert!(norms.into_iter().all(|norm| norm == Some(Rational::one())));
        // The last three coordinates span the plane of (1, 1, 1) and (1, 1, −2).
        assert!(HALF.iter().all(|row| row[1] == row[2]));
        assert_eq!(lies_in_a_plane(&features), Some(false));
    }
}
