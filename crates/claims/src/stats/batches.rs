//! Bounds estimates from replicates, such as an exponent, whatever the tails of their distribution.

use super::Interval;

/// Number of batches into which replicates are dealt in turn: the fewest whose range has a
/// confidence above 99%.
pub const BATCHES: usize = 8;

/// The range of estimates from independent batches; the whole line if one of them gave none.
///
/// It contains the median of the distribution that the estimates share with probability 1 − 2^{1−k}
/// for k batches, 0.992 for 8: it misses the median only if all estimates lie on one side. Nothing
/// is assumed about moments or tails, and the replicates of different cells may have different
/// distributions.
///
/// # Formula
///
/// ```text
/// [min, max] of k estimates,    P(median outside) = 2 · 2^{−k}
/// ```
///
/// # Source
///
/// Thompson, Annals of Mathematical Statistics 7 (1936) 122–128, for the interval between order
/// statistics; sectioning in Asmussen and Glynn, "Stochastic Simulation" (2007), III.5a, for the
/// batches.
pub fn range_of_batches(estimates: &[Option<f64>]) -> Interval {
    let known: Option<Vec<f64>> = estimates.iter().copied().collect();
    match known.filter(|known| known.len() >= BATCHES) {
        Some(known) => {
            let ends = known
                .iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
                    (low.min(value), high.max(value))
                });
            Interval::new(ends.0, ends.1)
        }
        None => Interval::UNBOUNDED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{log_log, median, theil_sen};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn too_few_batches_or_a_missing_estimate_give_an_unbounded_interval() {
        assert_eq!(range_of_batches(&[Some(1.0); 7]), Interval::UNBOUNDED);
        assert_eq!(
            range_of_batches(&[vec![Some(1.0); 7], vec![None]].concat()),
            Interval::UNBOUNDED
        );
        assert_eq!(range_of_batches(&[Some(2.0); 8]), Interval::new(2.0, 2.0));
    }

    /// Points (x, median of x² times ten values with P(X > t) = 1/t) for x = 1, 2, 4, 8.
    fn points(rng: &mut ChaCha8Rng) -> Vec<(f64, f64)> {
        let xs = [1.0, 2.0, 4.0, 8.0].into_iter();
        xs.map(|x: f64| {
            let values = [0; 10].map(|_| x * x / (1.0 - rng.random::<f64>()));
            (x, median(&values))
        })
        .collect()
    }

    /// Such values have no mean. The interval still covers the exponent of their medians, and misses it at most as often as stated.
    #[test]
    fn batch_interval_covers_the_exponent_under_heavy_tails() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let missed = (0..400).filter(|_| {
            let slopes = [0; BATCHES].map(|_| theil_sen(&log_log(&points(&mut rng))));
            !range_of_batches(&slopes).contains(2.0)
        });
        let missed = missed.count();
        assert!(missed <= 12, "{missed} of 400");
    }
}
