//! Evaluates the exact distribution of the angle between Hebb's vector and its teacher.
//!
//! Take P Gaussian examples of N features with the labels of the unit vector u. Then w = Σ yx has ⟨w, u⟩ = Σ|g|, a sum of P half-normals. Its part
//! across u is independent of this sum, and has the length √(P χ²) with N − 1 degrees of freedom. So tan θ = √(P χ²)/Σ|g|.

use super::gamma::chi_squared;
use super::quadrature::integrate_within;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// √(2/π), the mean of a half-normal variable.
const MEAN: f64 = 0.797_884_560_802_865_4;
/// The sum of P half-normals is farther than this many √P from its mean with probability below 10⁻¹⁷, because it is √P-Lipschitz in P normals.
const REACH: f64 = 9.0;
/// Fourier coefficients of the density below this are left out.
const NEGLIGIBLE: f64 = 1e-18;

/// The angle θ between w = Σ yx over P Gaussian examples and the teacher, by the distribution function and the mean of ε = θ/π.
///
/// # Formula
/// P(ε ≤ t) = E[F(S² tan²(πt)/P)] with F the distribution function of χ² and S a sum of P half-normals. Its density is a Fourier series of the P-th
/// powers of e^(−t²/2) + i(2/√π)D(t/√2), D Dawson's integral. The expectation is a sum over equidistant points. Both sums are trapezoidal rules for
/// smooth functions, so their errors fall exponentially; with the numbers of terms used here they are below 10⁻¹¹ for P ≥ 10.
pub struct HebbAngle {
    examples: f64,
    degrees: f64,
    /// Points s of the sum of half-normals, each with its share of the probability.
    points: Vec<[f64; 2]>,
}

impl HebbAngle {
    /// A bound on the absolute error of the distribution function and of the mean.
    pub const ERROR: f64 = 1e-10;
    /// The smallest number of examples for which the sums converge fast.
    pub const FEWEST_EXAMPLES: u64 = 10;

    /// Prepares the distribution for P `examples`, at least [`FEWEST_EXAMPLES`](Self::FEWEST_EXAMPLES), and this number of degrees of freedom, N − 1
    /// for N features, at least 1. `None` below these numbers.
    pub fn new(examples: u64, degrees: u64) -> Option<Self> {
        (examples >= Self::FEWEST_EXAMPLES && degrees >= 1)
            .then(|| Self::with_points(examples as f64, degrees as f64, 1.0))
    }

    /// Prepares the distribution; `factor` multiplies the number of points.
    fn with_points(examples: f64, degrees: f64, factor: f64) -> Self {
        let half = REACH * libm::sqrt(examples);
        let coefficients = coefficients(examples, PI / half);
        // F(S² tan²(πt)/P) is smooth in S on the scale √P/tan(πt), and tan(πt) is hardly above 2√(N/P).
        let smooth = 80.0 * libm::sqrt(degrees / examples);
        let count = (factor * (1.2 * coefficients.len() as f64 + smooth)).ceil() as usize + 1;
        let width = 2.0 * half / count as f64;
        let point = |index: usize| {
            let offset = width * index as f64 - half;
            let share = density(&coefficients, PI / half, offset) * width / half;
            [MEAN * examples + offset, share]
        };
        let points = (0..count).map(point).filter(|[s, _]| *s > 0.0);
        Self {
            examples,
            degrees,
            points: points.collect(),
        }
    }

    /// The probability that ε = θ/π is at most `error_rate`; 1 from 1/2 on, because ⟨w, u⟩ is positive.
    pub fn distribution(&self, error_rate: f64) -> f64 {
        if error_rate >= 0.5 {
            return 1.0;
        }
        let tangent = libm::tan(PI * error_rate.max(0.0));
        let scale = tangent * tangent / self.examples;
        let terms = self.points.iter();
        let shares = terms.map(|[s, share]| share * chi_squared(self.degrees, scale * s * s));
        shares.sum::<f64>().clamp(0.0, 1.0)
    }

    /// The mean of ε = θ/π.
    ///
    /// # Formula
    /// ∫ P(ε > t) dt from 0 to 1/2
    pub fn mean(&self) -> f64 {
        let above = |t: f64| 1.0 - self.distribution(t);
        integrate_within(above, [0.0, 0.5], 1e-13)
    }
}

/// The Fourier coefficients of the density of the sum of `count` half-normals about its mean, at the multiples 0, 1, 2, … of `step`.
fn coefficients(count: f64, step: f64) -> Vec<[f64; 2]> {
    let powers = (0..).map(|index| {
        let t = step * f64::from(index);
        let [real, imaginary] = characteristic(t);
        let modulus = libm::exp(0.5 * count * libm::log(real * real + imaginary * imaginary));
        let turn = count * (libm::atan2(imaginary, real) - MEAN * t);
        [modulus, turn]
    });
    let powers = powers.take_while(|[modulus, _]| *modulus > NEGLIGIBLE);
    powers
        .map(|[modulus, turn]| [modulus * libm::cos(turn), modulus * libm::sin(turn)])
        .collect()
}

/// E[exp(it|g|)] for a standard normal g: its real and its imaginary part.
///
/// # Formula
/// e^(−t²/2) + i(2/√π)D(t/√2)
fn characteristic(t: f64) -> [f64; 2] {
    let imaginary = 2.0 / libm::sqrt(PI) * dawson(t * FRAC_1_SQRT_2);
    [libm::exp(-0.5 * t * t), imaginary]
}

/// π times the density at `offset` from the mean, in units of `step`: the trapezoidal rule for its Fourier integral.
fn density(coefficients: &[[f64; 2]], step: f64, offset: f64) -> f64 {
    let terms = coefficients.iter().enumerate();
    let value = |(index, [real, imaginary]): (usize, &[f64; 2])| {
        let weight = if index == 0 { 0.5 } else { 1.0 };
        let turn = step * index as f64 * offset;
        weight * (real * libm::cos(turn) + imaginary * libm::sin(turn))
    };
    terms.map(value).sum()
}

/// Dawson's integral e^(−x²) ∫ e^(s²) ds from 0 to x, with absolute error about 10⁻¹⁶.
///
/// # Formula
/// (1/√π) Σ exp(−(x − nh)²)/n over odd n, which misses e^(−(π/2h)²); h = 1/5.
/// # Source
/// Rybicki, Computers in Physics 3 (1989) 85.
fn dawson(x: f64) -> f64 {
    const STEP: f64 = 0.2;
    // Terms farther than 6.4 from x are below 10⁻¹⁷. The nearest even multiple of the step is between two odd ones.
    let nearest = 2.0 * libm::round(0.5 * x / STEP);
    let terms = (0..32_i32).flat_map(|index| [-(2 * index + 1), 2 * index + 1]);
    let sum = terms.fold(0.0, |sum, away| {
        let multiple = nearest + f64::from(away);
        let distance = x - multiple * STEP;
        sum + libm::exp(-distance * distance) / multiple
    });
    sum / libm::sqrt(PI)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::special::quadrature::integrate;

    #[test]
    fn dawsons_integral_is_the_integral() {
        for x in [0.0, 0.1, 0.5, 1.0, 2.3, 5.0, 30.0] {
            let due = integrate(|s| libm::exp(s * s - x * x), 0.0, x);
            assert!((dawson(x) - due).abs() < 1e-13, "{x}");
        }
    }

    #[test]
    fn more_points_do_not_change_the_distribution() {
        for (examples, degrees) in [
            (10, 1),
            (10, 99),
            (20, 499),
            (50, 49),
            (500, 99),
            (4000, 399),
        ] {
            let [few, many] = [1.0, 2.0]
                .map(|factor| HebbAngle::with_points(examples as f64, degrees as f64, factor));
            for step in 1..50 {
                let t = f64::from(step) / 100.0;
                let difference = few.distribution(t) - many.distribution(t);
                assert!(
                    difference.abs() < 1e-11,
                    "{examples} {degrees} {t} {difference:e}"
                );
            }
        }
    }

    /// The sum of half-normals has the mean P√(2/π) and the second moment P + P(P − 1)2/π.
    #[test]
    fn points_have_the_moments_of_the_sum_of_half_normals() {
        for examples in [10.0, 50.0, 500.0] {
            let angle = HebbAngle::with_points(examples, 1.0, 1.0);
            let moment = |power: f64| {
                let terms = angle.points.iter();
                terms
                    .map(|[s, share]| share * libm::pow(*s, power))
                    .sum::<f64>()
            };
            let second = examples + examples * (examples - 1.0) * MEAN * MEAN;
            assert!((moment(0.0) - 1.0).abs() < 1e-12, "{examples}");
            assert!((moment(1.0) / (MEAN * examples) - 1.0).abs() < 1e-12);
            assert!((moment(2.0) / second - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn means_are_those_of_theory_page() {
        for (examples, features, due) in [(250, 50, 0.160471), (500, 100, 0.161547)] {
            let mean = HebbAngle::new(examples, features - 1).unwrap().mean();
            assert!((mean - due).abs() < 6e-7, "{examples} {features} {mean}");
        }
        assert!(HebbAngle::new(9, 5).is_none() && HebbAngle::new(10, 0).is_none());
    }

    #[test]
    fn distribution_runs_from_zero_to_one() {
        let angle = HebbAngle::new(50, 9).unwrap();
        let at = |t| angle.distribution(t);
        assert_eq!([at(-0.1), at(0.0), at(0.5), at(0.9)], [0.0, 0.0, 1.0, 1.0]);
        let values: Vec<f64> = (0..=100).map(|step| at(f64::from(step) / 200.0)).collect();
        assert!(values.is_sorted());
    }
}
