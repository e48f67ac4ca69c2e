//! Draws how high a uniform point of the unit sphere lies, given that it lies above a bound: exactly, by rejection.

use crate::seed::Stream;

/// The law of s = ⟨u, x⟩ given s ≥ γ, for x uniform on the unit sphere of ℝᵈ: density (1 − s²)^((d−3)/2) up to a constant.
pub struct Heights {
    least: f64,
    shape: Shape,
}

/// More than rounding comes to where a bound on the exponential is asked.
const ROUNDED: f64 = 1e-12;

enum Shape {
    /// d = 2: the angle to u is uniform below this one.
    Arc(f64),
    /// d = 3: Archimedes' hat box, s is uniform.
    Uniform,
    /// d > 3: an exponential law above the density.
    Tangent(Tangent),
}

/// The tangent of the log-density, which is concave, as the log-density of a proposal.
struct Tangent {
    /// (d − 3)/2.
    power: f64,
    /// Where it touches.
    touch: f64,
    /// 1 − s² there.
    complement: f64,
    /// How fast it falls.
    rate: f64,
    /// The probability that the exponential law, from γ on, ends before 1.
    whole: f64,
}

impl Heights {
    /// Heights from `least`, in (0, 1), in `dimension` ≥ 2.
    pub fn from(dimension: usize, least: f64) -> Self {
        let shape = match dimension {
            0..=2 => Shape::Arc(libm::acos(least)),
            3 => Shape::Uniform,
            _ => Shape::Tangent(Tangent::of((dimension as f64 - 3.0) / 2.0, least)),
        };
        Self { least, shape }
    }

    /// One height.
    pub fn draw(&self, stream: &mut Stream) -> f64 {
        let height = match &self.shape {
            Shape::Arc(angle) => libm::cos(angle * stream.uniform()),
            Shape::Uniform => self.least + (1.0 - self.least) * stream.uniform(),
            Shape::Tangent(tangent) => tangent.draw(self.least, stream),
        };
        height.max(self.least)
    }
}

impl Tangent {
    /// Touches where the proposal is accepted most often if the density were normal, with variance 1/(d − 3), and below 1 in any case.
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

    fn draw(&self, least: f64, stream: &mut Stream) -> f64 {
        loop {
            let share = self.whole * stream.uniform();
            let height = least - libm::log1p(-share) / self.rate;
            // Rounding may leave the last float below 1, where nothing is accepted.
            let complement = ((1.0 - height) * (1.0 + height)).max(0.0);
            let above = self.power * libm::log(complement / self.complement)
                + self.rate * (height - self.touch);
            let chance = stream.uniform();
            // 1 + x ≤ exp(x) ≤ 1/(1 − x) spares the exponential most of the time.
            if chance <= 1.0 + above
                || chance * (1.0 - above) <= 1.0 + ROUNDED && chance <= libm::exp(above)
            {
                return height;
            }
        }
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
        let law = Heights::from(dimension, least);
        let mut heights: Vec<f64> = (0..DRAWS).map(|_| law.draw(&mut stream)).collect();
        heights.sort_by(f64::total_cmp);
        heights
    }

    /// Kolmogorov and Smirnov's statistic at a thousand places, times the root of the number of draws, if heights were stretched by a factor.
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
    fn heights_follow_the_closed_form_and_one_percent_more_does_not() {
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
