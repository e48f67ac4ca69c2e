//! Bets against a mean, implemented from the formula alone. It shares no code with the judge, so that an error in either shows up as a disagreement.

use crate::stats::{Interval, Side};

/// The observed values that a gambler uses to choose the size of a bet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GamblerKnowledge {
    /// Only the values before the one that is bet on, so the bet is fair.
    Past,
    /// The earlier values and the value that is bet on. This is a fault, planted so that the calibration must notice it.
    Present,
}

/// Exponents of two: for each j in this range, one gambler bets the fraction 2^j / σ̂ of its fortune, up to a cap.
const STAKES: std::ops::RangeInclusive<i32> = -6..=1;

/// Eight gamblers who bet that a mean lies on one side of a candidate m. In the formula, room is m for a bet above it and 1 − m for a bet below.
///
/// # Formula
///
/// ```text
/// K_t = 1/8 Σ_j Π_{i≤t} (1 ± λ_{i,j} (x_i − m)),    λ_{i,j} = min(2^{1−j} / σ̂_{i−1}, 0.9 / room)
/// σ̂²_t = (1/4 + Σ_{i≤t} (x_i − μ̂_i)²) / (t + 1),    μ̂_t = (1/2 + Σ_{i≤t} x_i) / (t + 1)
/// ```
///
/// # Source
///
/// Waudby-Smith and Ramdas, JRSS B 86 (2024) 1–27, section 4.
#[derive(Debug, Clone)]
pub(super) struct ReferenceBet {
    range: Interval,
    side: Side,
    candidate: f64,
    knowledge: GamblerKnowledge,
    past: PastSums,
    fortunes: Vec<f64>,
    best: f64,
}

/// Number, sum and squared deviations of the values observed so far, scaled to the range from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
struct PastSums {
    values: f64,
    sum: f64,
    squares: f64,
}

impl PastSums {
    fn with(self, value: f64) -> Self {
        let (values, sum) = (self.values + 1.0, self.sum + value);
        let mean = (0.5 + sum) / (values + 1.0);
        let squares = self.squares + (value - mean).powi(2);
        Self {
            values,
            sum,
            squares,
        }
    }

    fn deviation(self) -> f64 {
        ((0.25 + self.squares) / (self.values + 1.0)).sqrt()
    }
}

impl ReferenceBet {
    /// Makes eight gamblers with fortunes of 1 who bet that the mean of values in `range` lies on `side` of `candidate`.
    pub(super) fn against(
        side: Side,
        candidate: f64,
        range: Interval,
        knowledge: GamblerKnowledge,
    ) -> Self {
        Self {
            range,
            side,
            candidate: (candidate - range.lower) / (range.upper - range.lower),
            knowledge,
            past: PastSums::default(),
            fortunes: STAKES.map(|_| 1.0).collect(),
            best: 1.0,
        }
    }

    /// Places every gambler's bet on the next value and pays it out.
    pub(super) fn push(&mut self, value: f64) {
        let Interval { lower, upper } = self.range;
        let value = ((value - lower) / (upper - lower)).clamp(0.0, 1.0);
        let present = self.past.with(value);
        let known = match self.knowledge {
            GamblerKnowledge::Past => self.past,
            GamblerKnowledge::Present => present,
        };
        let (gain, room) = match self.side {
            Side::Above => (value - self.candidate, self.candidate),
            Side::Below => (self.candidate - value, 1.0 - self.candidate),
        };
        for (fortune, power) in self.fortunes.iter_mut().zip(STAKES) {
            let wish = 2f64.powi(power) / known.deviation();
            *fortune *= 1.0 + wish.min(0.9 / room.max(0.0)) * gain;
        }
        self.past = present;
        let wealth = self.fortunes.iter().sum::<f64>() / self.fortunes.len() as f64;
        self.best = self.best.max(wealth);
    }

    /// Whether the mean wealth of the gamblers has ever reached 1/`level`, which refutes the candidate mean at this level (Ville's inequality).
    pub(super) fn wins_at(&self, level: f64) -> bool {
        self.best >= 1.0 / level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The largest wealth during these values, in a bet against the middle of the range.
    fn best(side: Side, range: Interval, values: &[f64]) -> f64 {
        let middle = (range.lower + range.upper) / 2.0;
        let mut bet = ReferenceBet::against(side, middle, range, GamblerKnowledge::Past);
        values.iter().for_each(|&value| bet.push(value));
        bet.best
    }

    /// Before the first value σ̂ = 1/2, and λ = 1/32, 1/16, …, 1, 1.8, 1.8: a value of 1 wins λ/2 in each bet, 1.348046875 on average. Before the
    /// second value σ̂² = (1/4 + (1 − 3/4)²)/2.
    #[test]
    fn bet_wealth_matches_hand_computed_values() {
        let (two, wide) = (Interval::new(0.0, 1.0), Interval::new(-1.0, 3.0));
        for (side, range, values) in [
            (Side::Above, two, [1.0, 1.0, 0.0]),
            (Side::Below, two, [0.0, 0.0, 1.0]),
            (Side::Above, wide, [3.0, 3.0, -1.0]),
        ] {
            let after = |count: usize| best(side, range, &values[..count]);
            let due = [1.0, 1.348_046_875, 1.983_881_988_914_6, 1.983_881_988_914_6];
            for (count, due) in due.into_iter().enumerate() {
                assert!((after(count) - due).abs() < 1e-12, "{side:?} {count}");
            }
        }
    }

    #[test]
    fn bet_wins_when_its_wealth_reaches_one_over_alpha() {
        let mut bet =
            ReferenceBet::against(Side::Above, 0.5, Interval::UNIT, GamblerKnowledge::Past);
        [1.0, 1.0, 0.0]
            .into_iter()
            .for_each(|value| bet.push(value));
        assert!(bet.wins_at(1.0 / 1.98) && !bet.wins_at(1.0 / 1.99));
    }
}
