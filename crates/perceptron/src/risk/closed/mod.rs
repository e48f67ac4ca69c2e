//! Computes the risk of a hypothesis in closed form, without test examples. Each file holds one distribution.

pub mod agnostic_basis;
pub mod angle;
pub mod basis;
pub mod circle;
pub mod coins;
pub mod finite_support;
pub mod fixed_margin;
pub mod gaussian;
pub mod majority;
pub mod minimax;
pub mod minimax_search;
pub mod rotation_invariant;
mod signed_sums;
pub mod truncated_gaussian;
pub mod truncated_sphere;
mod wedge;

pub use crate::sample::TestTies;

#[cfg(test)]
mod monte_carlo {
    //! Monte Carlo estimates, with which the closed forms are compared.

    use crate::sample::dot;
    use crate::special::normal;
    pub(super) use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::{Rng, SeedableRng};

    const DRAWS: u32 = 40_000;

    /// Asserts that an event has the stated probability within four standard errors.
    pub(super) fn agrees(
        probability: f64,
        seed: u64,
        mut event: impl FnMut(&mut ChaCha8Rng) -> bool,
    ) {
        let mut stream = ChaCha8Rng::seed_from_u64(seed);
        let count = (0..DRAWS).filter(|_| event(&mut stream)).count() as f64;
        let draws = f64::from(DRAWS);
        let score =
            (count - draws * probability) / (draws * probability * (1.0 - probability)).sqrt();
        assert!(
            score.abs() < 4.0,
            "{probability} is {score} standard errors from {}",
            count / draws
        );
    }

    /// Uniform on (0, 1), never an endpoint.
    pub(super) fn uniform(stream: &mut ChaCha8Rng) -> f64 {
        ((stream.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
    }

    /// Uniform on the unit sphere.
    pub(super) fn direction(stream: &mut ChaCha8Rng, dimension: usize) -> Vec<f64> {
        let mut x: Vec<f64> = (0..dimension)
            .map(|_| normal::quantile(uniform(stream)))
            .collect();
        let norm = dot(&x, &x).sqrt();
        x.iter_mut().for_each(|coordinate| *coordinate /= norm);
        x
    }

    /// The first basis vector and a unit vector at this angle from it.
    pub(super) fn pair_at(dimension: usize, angle: f64) -> (Vec<f64>, Vec<f64>) {
        let (mut separator, mut weights) = (vec![0.0; dimension], vec![0.0; dimension]);
        separator[0] = 1.0;
        (weights[0], weights[1]) = (libm::cos(angle), libm::sin(angle));
        (separator, weights)
    }
}
