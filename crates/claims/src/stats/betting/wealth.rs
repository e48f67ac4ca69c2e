//! Tracks the wealth of betting against one candidate, in constant memory.

use super::game::{Gamblers, Predictor, Side, observed, to_unit};
use super::sequence::ROUNDING_MARGIN;
use crate::stats::Interval;

/// The wealth of betting on one side of one candidate mean: an e-process, with constant work and
/// memory per observation.
///
/// If the mean of every observation given the past lies on the other side of the candidate (or on
/// it), the wealth ever reaches `1/α` with probability at most `α`, however long it is observed. It
/// refutes a candidate exactly when the bound of [`BettingSequence`](super::BettingSequence), as
/// long as that holds all observations, has passed it.
///
/// # Source
///
/// See [the module](super).
///
/// # Examples
///
/// ```
/// # use claims::stats::{Interval, Side, Wealth};
/// let mut wealth = Wealth::against(Side::Above, 0.1, Interval::UNIT);
/// for _ in 0..20 {
///     wealth.push(0.9);
/// }
/// assert!(wealth.refutes_at(0.01));
/// ```
#[derive(Debug, Clone)]
pub struct Wealth {
    range: Interval,
    predictor: Predictor,
    gamblers: Gamblers,
    peak: f64,
}

impl Wealth {
    /// Starts betting that the mean of observations in `range` lies on `side` of `candidate`.
    pub fn against(side: Side, candidate: f64, range: Interval) -> Self {
        Wealth {
            range,
            predictor: Predictor::new(),
            gamblers: Gamblers::new(side, to_unit(candidate, range)),
            peak: 1.0,
        }
    }

    /// Adds the next observation; one outside the range counts as the nearest end, and NaN ends the
    /// game.
    pub fn push(&mut self, value: f64) {
        let round = self.predictor.next_round(observed(value, self.range));
        // `max` ignores NaN, so a game that NaN has ended adds no evidence.
        self.peak = self.peak.max(self.gamblers.play(&round));
    }

    /// Whether the wealth has reached 1/`alpha`, which refutes at this level that the mean lies on the other side of the candidate than was bet on.
    pub fn refutes_at(&self, alpha: f64) -> bool {
        self.peak >= ROUNDING_MARGIN / alpha
    }
}
