//! Estimates how many more replicates a confidence sequence needs to decide.

use super::betting::{GAMBLERS, Side, largest_bet, log_mean, stakes};
use super::{Interval, Moments, Sum};
use std::f64::consts::PI;

/// The largest number of replicates that is estimated.
const MOST: f64 = 1e15;

/// The factor by which the number of replicates grows between two points at which the bets are computed anew.
const GROWTH: f64 = 0.1;

/// Values in a range with their first three moments, from which the future of a game is estimated.
#[derive(Debug, Clone, Copy)]
pub struct GameMoments {
    /// Count, mean and squares of the values.
    pub moments: Moments,
    range: Interval,
    cubes: Sum,
}

impl GameMoments {
    /// The moments of no values in this range yet.
    pub fn new(range: Interval) -> Self {
        Self {
            moments: Moments::default(),
            range,
            cubes: Sum::default(),
        }
    }

    /// Adds the next value.
    pub fn push(&mut self, value: f64) {
        self.moments.push(value);
        let from_middle = self.unit(value) - 0.5;
        self.cubes.push(from_middle * from_middle * from_middle);
    }

    fn unit(&self, value: f64) -> f64 {
        (value - self.range.lower) / (self.range.upper - self.range.lower)
    }

    /// Mean, variance and third central moment of the values, scaled to [0, 1].
    fn scaled(&self) -> [f64; 3] {
        let count = self.moments.count() as f64;
        let mean = self.unit(self.moments.mean());
        let width = self.range.upper - self.range.lower;
        let variance = self.moments.squares() / count / (width * width);
        let from_middle = mean - 0.5;
        let third = self.cubes.value() / count
            - 3.0 * from_middle * variance
            - from_middle * from_middle * from_middle;
        [mean, variance, third]
    }
}

/// An estimate of the number of further replicates until the bound at `alpha` separates the mean from `limit`.
///
/// It assumes that the values so far are typical, so it is a plan and no promise. Over many studies its median is right within a factor of 2. It is
/// `None` without values, or if their mean is so near to the limit that the smallest bets lose on average, because then no number of replicates would
/// decide. It is at least 1, because it is computed only while the verdict is open.
///
/// # Formula
///
/// ```text
/// the n with log(1/8 Σ_j exp(Σ_{i≤n} E log(1 + λ_{i,j} (x − m)))) = log(1/α),    λ_{i,j} = min(s_j / σ̂_i, 0.9 / m),
/// minus the number of values, where x has two values, and the mean, variance and third moment of the values so far
/// ```
///
/// # Source
///
/// The bets are those of [`betting`](super::betting). The expected logarithm of the wealth is that of Kelly, Bell System Technical Journal 35 (1956)
/// 917–926.
pub fn replicates_needed(values: &GameMoments, limit: f64, alpha: f64) -> Option<u64> {
    let [mean, variance, third] = values.scaled();
    let limit = values.unit(limit);
    let (side, sign) = match mean > limit {
        true => (Side::Above, 1.0),
        false => (Side::Below, -1.0),
    };
    let gap = sign * (mean - limit);
    // Without values the mean, and so the gap, is NaN.
    if gap == 0.0 || gap.is_nan() {
        return None;
    }
    let future = Future {
        gains: two_gains(gap, variance, sign * third),
        variance,
        // The first guess of the mean is 1/2, and its error enters the first estimates of the variance: Σ_{i≥2} 1/i² of its square in all.
        first_squares: 0.25 + (mean - 0.5) * (mean - 0.5) * (PI * PI / 6.0 - 1.0),
        most: largest_bet(side, limit),
    };
    let total = future.replicates_until(-libm::log(alpha))?;
    let count = values.moments.count() as f64;
    Some((total.ceil() - count).max(1.0) as u64)
}

/// Two gains, each with its probability, of the given mean, variance and third central moment.
fn two_gains(mean: f64, variance: f64, third: f64) -> [(f64, f64); 2] {
    let deviation = variance.sqrt();
    if deviation == 0.0 {
        return [(1.0, mean), (0.0, mean)];
    }
    let skewness = third / (variance * deviation);
    let above = 0.5 * (skewness + (4.0 + skewness * skewness).sqrt());
    let probability = 1.0 / (1.0 + above * above);
    [
        (probability, mean + deviation * above),
        (1.0 - probability, mean - deviation / above),
    ]
}

/// A game against one candidate mean, as it goes on average.
struct Future {
    /// The gains per unit of the bet, with their probabilities.
    gains: [(f64, f64); 2],
    variance: f64,
    /// The sum of squares with which the estimate of the variance begins.
    first_squares: f64,
    /// The largest bet.
    most: f64,
}

impl Future {
    /// The number of observations after which the logarithm of the wealth reaches `aim`; `None` if that is beyond [`MOST`].
    fn replicates_until(&self, aim: f64) -> Option<f64> {
        let (mut played, mut logs) = (0.0, [0.0; GAMBLERS]);
        let mut step = 1.0;
        while played < MOST {
            let rates = self.rates(played + 0.5 * step);
            let after = |more: f64| {
                let mut logs = logs;
                logs.iter_mut()
                    .zip(rates)
                    .for_each(|(log, rate)| *log += more * rate);
                logs
            };
            if log_mean(&after(step)) >= aim {
                let is_there = |more: &f64| log_mean(&after(*more)) >= aim;
                let parts = (1..=100).map(|part| step * f64::from(part) / 100.0);
                return parts.into_iter().find(is_there).map(|more| played + more);
            }
            logs = after(step);
            played += step;
            step = (GROWTH * played).max(1.0);
        }
        None
    }

    /// The expected growth of the logarithm of each gambler's capital after `played` observations.
    fn rates(&self, played: f64) -> [f64; GAMBLERS] {
        let squares = self.first_squares + played * self.variance;
        let bets = stakes(((played + 1.0) / squares).sqrt(), self.most);
        bets.map(|bet| {
            let growth = |&(probability, gain): &(f64, f64)| {
                // A loss is at most 0.9 of the capital, and two values with the right moments may lie outside the range.
                probability * libm::log((1.0 + bet * gain).max(0.1))
            };
            self.gains.iter().map(growth).sum()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{TwoSided, Wealth, median};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn of(values: &[f64]) -> GameMoments {
        let mut moments = GameMoments::new(Interval::UNIT);
        values.iter().for_each(|&value| moments.push(value));
        moments
    }

    /// A normal number, cut off far outside.
    fn normal(rng: &mut ChaCha8Rng, mean: f64, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| rng.random::<f64>()).sum();
        mean + deviation * (sum - 6.0)
    }

    type Draw = fn(&mut ChaCha8Rng) -> f64;

    /// A distribution in a range, and the limit from which its mean must be separated.
    const CASES: [(&str, Draw, [f64; 2], f64); 14] = [
        (
            "paired differences",
            |rng| normal(rng, -0.0206, 0.0121),
            [-1.0, 1.0],
            0.0,
        ),
        (
            "small paired differences",
            |rng| normal(rng, -0.002, 0.0121),
            [-1.0, 1.0],
            0.0,
        ),
        (
            "wide paired differences",
            |rng| normal(rng, -0.02, 0.15),
            [-1.0, 1.0],
            0.0,
        ),
        (
            "paired differences in a small range",
            |rng| normal(rng, -0.0206, 0.0121),
            [-0.1, 0.1],
            0.0,
        ),
        (
            "signs",
            |rng| if rng.random::<f64>() < 0.6 { -1.0 } else { 1.0 },
            [-1.0, 1.0],
            0.0,
        ),
        (
            "a coin below its limit",
            |rng| f64::from(rng.random::<f64>() < 0.5),
            [0.0, 1.0],
            0.6,
        ),
        (
            "a coin above its limit",
            |rng| f64::from(rng.random::<f64>() < 0.5),
            [0.0, 1.0],
            0.4,
        ),
        (
            "a rare loss below its limit",
            |rng| f64::from(rng.random::<f64>() < 0.05),
            [0.0, 1.0],
            0.1,
        ),
        (
            "a rare loss above its limit",
            |rng| f64::from(rng.random::<f64>() < 0.05),
            [0.0, 1.0],
            0.025,
        ),
        (
            "skewed below its limit",
            |rng| rng.random::<f64>().powi(9),
            [0.0, 1.0],
            0.15,
        ),
        (
            "skewed above its limit",
            |rng| rng.random::<f64>().powi(9),
            [0.0, 1.0],
            0.06,
        ),
        (
            "narrow, far from the limit",
            |rng| 0.4 + 0.02 * rng.random::<f64>(),
            [0.0, 1.0],
            0.3,
        ),
        (
            "small and narrow",
            |rng| 0.02 * rng.random::<f64>(),
            [0.0, 1.0],
            0.005,
        ),
        ("always 0", |_| 0.0, [0.0, 1.0], 0.01),
    ];

    /// The number of observations until the limit is refuted.
    fn decision_time(
        seed: u64,
        (draw, range, limit): (Draw, Interval, f64),
        side: Side,
        alpha: f64,
    ) -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut wealth = Wealth::against(side, limit, range);
        let draws = (1..100_000).find(|_| {
            wealth.push(draw(&mut rng));
            wealth.refutes_at(alpha)
        });
        draws.unwrap_or(100_000)
    }

    /// Observes a third of the median time to a decision, estimates the rest, and goes on to the decision: the estimate is compared with the truth of the
    /// same study.
    #[test]
    fn further_replicates_are_right_within_a_factor_of_two_in_the_median_of_100_seeds() {
        for (name, draw, [least, most], limit) in CASES {
            let range = Interval::new(least, most);
            let mean = {
                let mut rng = ChaCha8Rng::seed_from_u64(1000);
                (0..10_000).map(|_| draw(&mut rng)).sum::<f64>() / 1e4
            };
            let side = if mean > limit {
                Side::Above
            } else {
                Side::Below
            };
            for alpha in [0.005, 5e-5] {
                let times: Vec<u64> = (0..100)
                    .map(|seed| decision_time(seed, (draw, range, limit), side, alpha))
                    .collect();
                let all: Vec<f64> = times.iter().map(|&time| time as f64).collect();
                let pilot = (median(&all) / 3.0) as u64;
                let open = (0..100).zip(times).filter(|(_, time)| *time > pilot);
                let ratios = open.map(|(seed, time)| {
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    let mut values = GameMoments::new(range);
                    (0..pilot).for_each(|_| values.push(draw(&mut rng)));
                    let needed = replicates_needed(&values, limit, alpha);
                    needed.map_or(f64::INFINITY, |needed| needed as f64) / (time - pilot) as f64
                });
                let ratios: Vec<f64> = ratios.collect();
                let ratio = median(&ratios);
                assert!(
                    (0.5..=2.0).contains(&ratio) && ratios.len() > 80,
                    "{name}, α = {alpha}: {ratio} of {}",
                    ratios.len()
                );
            }
        }
    }

    #[test]
    fn estimate_agrees_with_the_bounds_of_the_game_that_it_predicts() {
        // Nothing is random here, so the estimate is nearly exact.
        let values: Vec<f64> = (0..2000).map(|i| 0.3 + 0.001 * f64::from(i % 7)).collect();
        let first = of(&values[..30]);
        let due = 30 + replicates_needed(&first, 0.33, 1e-4).unwrap();
        let mut bounds = TwoSided::new(Interval::UNIT, 1e-4);
        let decided = values.iter().position(|&value| {
            bounds.push(value);
            bounds.upper_bound() < 0.33
        });
        let decided = decided.unwrap() as f64 + 1.0;
        assert!((due as f64 / decided - 1.0).abs() < 0.1, "{due} {decided}");
    }

    #[test]
    fn a_quarter_of_the_gap_needs_about_sixteen_times_the_replicates() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let needed = |limit| {
            replicates_needed(&of(&values), limit, 0.01).map(|needed| needed as f64 + 100.0)
        };
        let ratio = needed(0.52).unwrap() / needed(0.58).unwrap();
        assert!((14.0..19.0).contains(&ratio), "{ratio}");
        // The smallest stake is 1/64, so a bound stays about a 128th of the deviation of 1/2 from the mean.
        assert_eq!(needed(0.502), None);
    }

    #[test]
    fn estimate_is_none_for_a_mean_on_the_limit_and_otherwise_at_least_one() {
        let needed = |values: &[f64], limit| replicates_needed(&of(values), limit, 0.01);
        assert_eq!(needed(&[0.0, 1.0], 0.5), None);
        assert_eq!(needed(&[], 0.5), None);
        assert_eq!(needed(&[0.1; 5000], 0.9), Some(1));
    }
}
