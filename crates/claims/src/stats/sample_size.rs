//! Estimates how many more replicates a confidence sequence needs to decide.

use super::{Interval, Moments};

/// Term added to ln(1/α) in the estimated number of replicates, because bets are averaged over several gamblers and may be looked at after every
/// value.
const PRICE_OF_PEEKING: f64 = 1.0;

/// An estimate of the number of further replicates until the bound at `alpha` separates the mean
/// from `limit`.
///
/// It assumes that the mean and variance of the values so far are the true ones, so it is a plan
/// and no promise. Together with the values so far it is typically 0.5 to 2.5 times the median
/// number at which the verdict falls. It is `None` without values, or if their mean equals the
/// limit, because then no number of replicates would decide. It is at least 1, because it is
/// computed only while the verdict is open.
///
/// # Formula
///
/// ```text
/// the n with |x̄ − limit| = sqrt(2 σ̂² L / n) + 2 (b − a) L / (3n),    L = ln(1/α) + 1,
/// minus the number of values
/// ```
///
/// # Source
///
/// Bernstein's inequality and the width of empirical Bernstein bounds (Maurer and Pontil 2009),
/// which the betting sequence follows.
pub fn replicates_needed(
    moments: &Moments,
    range: Interval,
    limit: f64,
    alpha: f64,
) -> Option<u64> {
    let count = moments.count() as f64;
    let gap = (moments.mean() - limit).abs();
    // Without values the mean, and so the gap, is NaN.
    if gap == 0.0 || gap.is_nan() {
        return None;
    }
    let log = PRICE_OF_PEEKING - libm::log(alpha);
    let noise = (2.0 * moments.squares() / count * log).sqrt();
    let reach = range.width() * log * 2.0 / 3.0;
    // The positive root u = 1/sqrt(n) of reach u² + noise u = gap.
    let root = 2.0 * gap / (noise + (noise * noise + 4.0 * reach * gap).sqrt());
    let total = (1.0 / (root * root)).ceil();
    Some((total - count).max(1.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Side, Wealth, median};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The median number of observations until the limit is refuted, over many studies.
    fn decision_time(law: fn(f64) -> f64, side: Side, limit: f64, alpha: f64) -> f64 {
        let time = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut wealth = Wealth::against(side, limit, Interval::UNIT);
            let draws = (1..1_000_000).find(|_| {
                wealth.push(law(rng.random()));
                wealth.refutes_at(alpha)
            });
            f64::from(draws.unwrap_or(1_000_000))
        };
        median(&(0..21).map(time).collect::<Vec<_>>())
    }

    #[test]
    fn the_estimate_is_near_the_median_time_to_a_decision() {
        type Case = (fn(f64) -> f64, Side, f64);
        let cases: [Case; 7] = [
            (|u| f64::from(u < 0.05), Side::Below, 0.1),
            (|u| f64::from(u < 0.05), Side::Above, 0.025),
            (|u| f64::from(u < 0.05), Side::Below, 0.06),
            (|u| f64::from(u < 0.5), Side::Above, 0.45),
            (|u| u.powi(9), Side::Below, 0.2),
            (|u| 0.4 + 0.02 * u, Side::Above, 0.3),
            (|_| 0.0, Side::Below, 0.01),
        ];
        for (law, side, limit) in cases {
            for alpha in [0.05, 1e-4] {
                // The pilot has the exact mean and variance, so that the test checks the formula alone.
                let grid = (0..40).map(|i| (f64::from(i) + 0.5) / 40.0);
                let pilot = Moments::of(&grid.map(law).collect::<Vec<_>>());
                let needed = replicates_needed(&pilot, Interval::UNIT, limit, alpha);
                let needed = needed.unwrap() as f64;
                let time = decision_time(law, side, limit, alpha);
                let ratio = (needed + 40.0) / time.max(41.0);
                assert!(
                    (0.5..2.5).contains(&ratio),
                    "{side:?} {limit} {alpha}: {ratio}, {time}"
                );
            }
        }
    }

    #[test]
    fn a_quarter_of_the_gap_needs_about_sixteen_times_the_replicates() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let moments = Moments::of(&values);
        let needed = |limit| replicates_needed(&moments, Interval::UNIT, limit, 0.01).unwrap();
        let ratio = (needed(0.501) as f64 + 100.0) / (needed(0.504) as f64 + 100.0);
        assert!((15.0..16.5).contains(&ratio), "{ratio}");
    }

    #[test]
    fn estimate_is_none_for_a_mean_on_the_limit_and_otherwise_at_least_one() {
        let needed = |values: &[f64], limit| {
            replicates_needed(&Moments::of(values), Interval::UNIT, limit, 0.01)
        };
        assert_eq!(needed(&[0.0, 1.0], 0.5), None);
        assert_eq!(needed(&[], 0.5), None);
        assert_eq!(needed(&[0.1; 5000], 0.9), Some(1));
    }
}
