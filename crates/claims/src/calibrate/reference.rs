//! Bets against a mean from the formula alone: it shares no code with the judge, so that a mistake of one shows against the other.

use crate::stats::{Interval, Side};

/// What a gambler knows when a bet is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Knowledge {
    /// The past alone: the bet is fair.
    Past,
    /// Also the value that is bet on, which is the fault that must be noticed.
    Present,
}

/// The gamblers' stakes, as powers of two.
const STAKES: std::ops::RangeInclusive<i32> = -6..=1;

/// Eight gamblers who bet that a mean lies on one side of a candidate.
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
pub(super) struct Bet {
    range: Interval,
    side: Side,
    candidate: f64,
    knowledge: Knowledge,
    past: Past,
    fortunes: Vec<f64>,
    best: f64,
}

/// Sums over the values so far, from 0 to 1.
#[derive(Debug, Clone, Copy, Default)]
struct Past {
    values: f64,
    sum: f64,
    squares: f64,
}

impl Past {
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

impl Bet {
    /// Fortunes of 1, before the first value.
    pub fn against(side: Side, candidate: f64, range: Interval, knowledge: Knowledge) -> Self {
        Self {
            range,
            side,
            candidate: (candidate - range.lower) / (range.upper - range.lower),
            knowledge,
            past: Past::default(),
            fortunes: STAKES.map(|_| 1.0).collect(),
            best: 1.0,
        }
    }

    /// Places the bets, and pays.
    pub fn push(&mut self, value: f64) {
        let Interval { lower, upper } = self.range;
        let value = ((value - lower) / (upper - lower)).clamp(0.0, 1.0);
        let present = self.past.with(value);
        let known = match self.knowledge {
            Knowledge::Past => self.past,
            Knowledge::Present => present,
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

    /// Whether the candidate was ever refuted at this level (Ville's inequality).
    pub fn wins_at(&self, level: f64) -> bool {
        self.best >= 1.0 / level
    }
}
