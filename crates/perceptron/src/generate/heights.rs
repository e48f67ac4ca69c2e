//! Draws the height ⟨u, x⟩ of a uniform point x of the unit sphere, given that it is above a bound, from its exact distribution.
//!
//! The log-density of heights is concave, so its tangent bounds it. In more than three dimensions, heights are proposed from the exponential
//! distribution of the tangent and accepted by rejection, because this avoids inverting a quantile function.

use crate::seed::{Stream, uniform};
use crate::special::elementary::ln;
use pulp::{Arch, Simd, WithSimd};

/// The distribution of s = ⟨u, x⟩ given s ≥ γ, for x uniform on the unit sphere of ℝᵈ. Its density is (1 − s²)^((d−3)/2) up to a constant.
pub(super) struct Heights {
    least: f64,
    shape: HeightsShape,
}

/// Largest number of heights that are proposed in one loop of the rejection sampling.
const BLOCK: usize = 64;

/// Number of proposed heights that the widest vector register of a processor holds.
const LANES: usize = 8;

enum HeightsShape {
    /// d = 2: the angle between x and u is uniform from 0 to the given angle, in radians.
    Arc(f64),
    /// d = 3: the height s = ⟨u, x⟩ is uniform, by Archimedes' hat-box theorem.
    Uniform,
    /// d > 3: heights are drawn by rejection, from an exponential distribution that bounds the density.
    Tangent(Tangent),
}

/// A tangent of the concave log-density of heights s = ⟨u, x⟩ on the unit sphere of ℝᵈ, used as the log-density of proposed heights.
struct Tangent {
    /// The exponent (d − 3)/2 in the density (1 − s²)^((d−3)/2) of heights.
    power: f64,
    /// The height at which the tangent touches the log-density.
    touch: f64,
    /// 1 − s² at the height s at which the tangent touches.
    complement: f64,
    /// The slope of the tangent with its sign changed: the rate of the exponential distribution of proposals.
    rate: f64,
    /// The probability that a proposal, γ plus an exponential variable with this rate, is below 1.
    whole: f64,
}

impl Heights {
    /// The distribution of heights ⟨u, x⟩ that are at least `least`, in (0, 1), for x uniform on the unit sphere in `dimension` ≥ 2.
    pub(super) fn from(dimension: usize, least: f64) -> Self {
        let shape = match dimension {
            0..=2 => HeightsShape::Arc(libm::acos(least)),
            3 => HeightsShape::Uniform,
            _ => HeightsShape::Tangent(Tangent::of((dimension as f64 - 3.0) / 2.0, least)),
        };
        Self { least, shape }
    }

    /// Draws heights until the slice is full. The heights of a stream do not depend on how many are drawn at once.
    pub(super) fn fill(&self, stream: &mut Stream, heights: &mut [f64]) {
        match &self.shape {
            HeightsShape::Arc(angle) => heights.fill_with(|| libm::cos(angle * stream.uniform())),
            HeightsShape::Uniform => {
                heights.fill_with(|| self.least + (1.0 - self.least) * stream.uniform());
            }
            HeightsShape::Tangent(tangent) => tangent.fill(self.least, stream, heights),
        }
        heights.iter_mut().for_each(|s| *s = s.max(self.least));
    }
}

impl Tangent {
    /// Chooses the tangent of the log-density that would have the highest acceptance rate if the density were normal with variance 1/(d − 3). It
    /// touches below 1 in any case. `power` is (d − 3)/2, `least` the smallest height.
    fn of(power: f64, least: f64) -> Self {
        let best = 0.5 * (least + (least * least + 2.0 / power).sqrt());
        let touch = best.min(0.5 * (1.0 + least));
        let complement = (1.0 - touch) * (1.0 + touch);
        let rate = 2.0 * power * touch / complement;
        Self {
            power,
            touch,
            complement,
            rate,
            whole: -libm::expm1(-rate * (1.0 - least)),
        }
    }

    /// Draws heights by rejection until the slice is full. Each round proposes as many heights as are missing, so that no random words are wasted.
    fn fill(&self, least: f64, stream: &mut Stream, heights: &mut [f64]) {
        let mut words = [[0; 2]; BLOCK];
        let mut rest = heights;
        while !rest.is_empty() {
            let count = rest.len().min(BLOCK);
            stream.fill(words[..count].as_flattened_mut());
            // Round up to whole registers.
            let words = &words[..count.next_multiple_of(LANES)];
            let tangent = self;
            let made = Arch::new().dispatch(Propose {
                tangent,
                least,
                words,
            });
            let mut kept = 0;
            for (height, excess) in made.into_iter().take(count) {
                rest[kept] = height;
                kept += usize::from(excess >= 0.0);
            }
            rest = &mut rest[kept..];
        }
    }

    /// Turns two random words of 64 bits into a proposed height and a number; the height is accepted if the number is not negative.
    #[inline(always)]
    fn proposal(&self, least: f64, [share, chance]: [u64; 2]) -> (f64, f64) {
        let height = least - ln(1.0 - self.whole * uniform(share)) / self.rate;
        // Rounding may give a height of 1 or more. It is not accepted, because its log-density is computed from the smallest normal float.
        let complement = ((1.0 - height) * (1.0 + height)).max(f64::MIN_POSITIVE);
        let above =
            self.power * ln(complement / self.complement) + self.rate * (height - self.touch);
        (height, above - ln(uniform(chance)))
    }
}

/// Turns pairs of random words into proposed heights, many at once in the vector registers of the processor.
struct Propose<'a> {
    tangent: &'a Tangent,
    least: f64,
    words: &'a [[u64; 2]],
}

impl WithSimd for Propose<'_> {
    type Output = [(f64, f64); BLOCK];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let mut made = [(0.0, 0.0); BLOCK];
        for (made, &words) in made.iter_mut().zip(self.words) {
            *made = self.tangent.proposal(self.least, words);
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::Seed;
    use crate::special::sphere::cap_mass;

    const DRAWS: usize = 1_000_000;

    fn heights(dimension: usize, least: f64) -> Vec<f64> {
        let mut stream = Seed::root(13).child("heights").stream();
        let distribution = Heights::from(dimension, least);
        let mut heights = vec![0.0; DRAWS];
        distribution.fill(&mut stream, &mut heights);
        heights.sort_by(f64::total_cmp);
        heights
    }

    /// Kolmogorov and Smirnov's statistic at a thousand places, times the root of the number of draws, for heights stretched by a factor.
    fn distance(dimension: usize, least: f64, sorted: &[f64], stretched: f64) -> f64 {
        let whole = cap_mass(dimension, least);
        let below = |s: f64| 1.0 - cap_mass(dimension, s.min(1.0)) / whole;
        let places = (0..DRAWS).step_by(DRAWS / 1000);
        let gap = |place: usize| {
            let stretch = least + (sorted[place] - least) * stretched;
            (below(stretch) - place as f64 / DRAWS as f64).abs()
        };
        places.map(gap).fold(0.0, f64::max) * (DRAWS as f64).sqrt()
    }

    #[test]
    fn heights_follow_the_closed_form_and_a_one_percent_error_is_detected() {
        let laws = [
            (2, 0.1),
            (3, 0.3),
            (4, 0.05),
            (5, 0.6),
            (50, 0.1),
            (100, 0.05),
            (1000, 0.3),
        ];
        for (dimension, least) in laws {
            let sorted = heights(dimension, least);
            let distance = |stretched| distance(dimension, least, &sorted, stretched);
            let what = format!("d = {dimension}, γ = {least}");
            // Exceeded with probability 2·exp(−2·2.5²), 7·10⁻⁶.
            assert!(distance(1.0) < 2.5, "{what}: {}", distance(1.0));
            assert!(distance(1.01) > 2.5, "{what}: {}", distance(1.01));
        }
    }

    #[test]
    fn simd_kernels_propose_the_same_heights_as_scalar_code() {
        let mut words = [[0; 2]; BLOCK];
        Seed::root(14).stream().fill(words.as_flattened_mut());
        for (dimension, least) in [(4, 0.05), (50, 0.1), (1000, 0.3)] {
            let HeightsShape::Tangent(tangent) = Heights::from(dimension, least).shape else {
                panic!("no proposals in {dimension} dimensions")
            };
            let (tangent, words) = (&tangent, &words);
            let propose = || Propose {
                tangent,
                least,
                words,
            };
            let plain = propose().with_simd(pulp::Scalar);
            assert_eq!(Arch::new().dispatch(propose()), plain);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                assert_eq!(Simd::vectorize(simd, propose()), plain);
            }
        }
    }

    #[test]
    fn no_height_is_outside_its_cap() {
        for (dimension, least) in [(2, 1e-9), (4, 0.999_999), (100_000, 1e-6), (500, 0.9)] {
            let sorted = heights(dimension, least);
            assert!(
                sorted[0] >= least && sorted[DRAWS - 1] <= 1.0,
                "{dimension} {least}"
            );
        }
    }
}
