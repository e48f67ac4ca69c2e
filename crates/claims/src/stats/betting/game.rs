//! Plays the game against one candidate mean: eight gamblers bet before each observation.

use crate::stats::Interval;

/// Number of gamblers at each candidate mean; the wealth is the average of their capitals.
pub(in crate::stats) const GAMBLERS: usize = 8;

/// The fraction of its capital that each gambler bets per unit of gain, in units of 1/σ̂ (σ̂ is the estimated standard deviation).
const STAKES: [f64; GAMBLERS] = [2.0, 1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625];

/// The largest fraction of its wealth that a gambler can lose at once.
const LARGEST_LOSS: f64 = 0.9;

/// A gambler with less capital than this is set to 0, because arithmetic with denormal numbers is
/// slow. Losing capital never invalidates a bound.
const LEAST_CAPITAL: f64 = 1e-250;

/// The side of the candidate on which the gambler believes the mean to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Refutes "the mean is at most the candidate"; gives lower bounds.
    Above,
    /// Refutes "the mean is at least the candidate"; gives upper bounds.
    Below,
}

/// The largest bet against a candidate mean, scaled to [0, 1]: with it a gambler can lose [`LARGEST_LOSS`] of the capital.
pub(in crate::stats) fn largest_bet(side: Side, candidate: f64) -> f64 {
    let room = match side {
        Side::Above => candidate,
        Side::Below => 1.0 - candidate,
    };
    // A candidate outside the range cannot lead to a loss, so its bets have no cap.
    LARGEST_LOSS / room.max(0.0)
}

/// The bets of the gamblers, each at most `most`.
pub(in crate::stats) fn stakes(inverse_deviation: f64, most: f64) -> [f64; GAMBLERS] {
    STAKES.map(|stake| (stake * inverse_deviation).min(most))
}

/// The logarithm of the average of the gamblers' capitals, given the logarithms of these.
pub(in crate::stats) fn log_mean(logs: &[f64; GAMBLERS]) -> f64 {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = logs.iter().map(|log| libm::exp(log - largest)).sum();
    largest + libm::log(sum / GAMBLERS as f64)
}

/// Scales a value linearly so that the range becomes [0, 1].
pub(super) fn to_unit(value: f64, range: Interval) -> f64 {
    (value - range.lower) / (range.upper - range.lower)
}

/// Scales a number from [0, 1] back to the range; the result never lies outside the range.
pub(super) fn from_unit(unit: f64, range: Interval) -> f64 {
    let Interval { lower, upper } = range;
    (lower + unit * (upper - lower)).max(lower).min(upper)
}

/// An observation scaled to [0, 1]; a value outside the range counts as the nearest end.
pub(super) fn observed(value: f64, range: Interval) -> f64 {
    to_unit(value, range).clamp(0.0, 1.0)
}

/// One observation, scaled to [0, 1], with `1/σ̂` as it was estimated from the earlier observations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Round {
    value: f64,
    inverse_deviation: f64,
}

/// Running estimates of mean and variance of the observations, scaled to [0, 1], from which the next bets are computed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Predictor {
    weight: f64,
    sum: f64,
    squares: f64,
}

impl Predictor {
    /// The estimates before any observation, as if half an observation had been 0 and half of one 1.
    pub(super) fn new() -> Self {
        Predictor {
            weight: 1.0,
            sum: 0.5,
            squares: 0.25,
        }
    }

    /// Returns the observation with `1/σ̂` as estimated before it, and then updates the estimates with it.
    pub(super) fn next_round(&mut self, value: f64) -> Round {
        // Computed before the observation is added, because a bet may depend on the past only.
        let inverse_deviation = (self.weight / self.squares).sqrt();
        self.weight += 1.0;
        self.sum += value;
        let surprise = value - self.sum / self.weight;
        self.squares += surprise * surprise;
        Round {
            value,
            inverse_deviation,
        }
    }
}

/// The eight gamblers who bet against one candidate mean, scaled to [0, 1].
#[derive(Debug, Clone, Copy)]
pub(super) struct Gamblers {
    side: Side,
    candidate: f64,
    cap: f64,
    capitals: [f64; GAMBLERS],
}

impl Gamblers {
    /// Makes eight gamblers with capital 1 who bet that the mean lies on `side` of the candidate.
    pub(super) fn new(side: Side, candidate: f64) -> Self {
        Gamblers {
            side,
            candidate,
            cap: largest_bet(side, candidate),
            capitals: [1.0; GAMBLERS],
        }
    }

    /// The candidate mean that the gamblers bet against, scaled to [0, 1].
    pub(super) fn candidate(&self) -> f64 {
        self.candidate
    }

    /// Pays out every gambler's bet on one observation and returns the average of their capitals.
    pub(super) fn play(&mut self, round: &Round) -> f64 {
        let gain = match self.side {
            Side::Above => round.value - self.candidate,
            Side::Below => self.candidate - round.value,
        };
        let bets = stakes(round.inverse_deviation, self.cap);
        for (capital, bet) in self.capitals.iter_mut().zip(bets) {
            // The cap keeps every factor at 0.1 or more, so that capital never turns negative.
            *capital *= 1.0 + bet * gain;
            if *capital < LEAST_CAPITAL {
                *capital = 0.0;
            }
        }
        self.capitals.iter().sum::<f64>() / GAMBLERS as f64
    }
}
