//! Continues a confidence sequence with a fixed set of candidates, without past observations.

use super::game::{Gamblers, Predictor, Round, Side};
use crate::stats::Interval;

/// Number of candidates on each side when observations are dropped.
pub(super) const CANDIDATES: usize = 256;

/// Covers the rounding of up to 10⁹ products, so that a computed refutation is a true one.
const ROUNDING_MARGIN: f64 = 1.0 + 1e-6;

/// State with which a sequence continues after it has dropped its observations.
#[derive(Debug, Clone)]
pub(super) struct Frozen {
    alpha: f64,
    predictor: Predictor,
    above: Candidates,
    below: Candidates,
}

impl Frozen {
    /// Candidates between two bounds in unit scale, before any observation is played.
    pub(super) fn between(bounds: Interval, alpha: f64) -> Self {
        Frozen {
            alpha,
            predictor: Predictor::new(),
            above: Candidates::new(Side::Above, bounds.lower, bounds.upper),
            below: Candidates::new(Side::Below, bounds.upper, bounds.lower),
        }
    }

    /// Plays an observation in unit scale against every candidate that is not refuted yet.
    pub(super) fn play(&mut self, value: f64) {
        let round = self.predictor.next_round(value);
        let wealth = ROUNDING_MARGIN / self.alpha;
        self.above.play(&round, wealth);
        self.below.play(&round, wealth);
    }

    /// The refuted candidate of a side that is nearest to the mean, in unit scale.
    pub(super) fn bound(&self, side: Side) -> f64 {
        self.side(side).refuted
    }

    /// The number of candidates that are not refuted yet; the memory is proportional to it.
    #[cfg(test)]
    pub(super) fn standing(&self) -> usize {
        self.above.standing.len() + self.below.standing.len()
    }

    /// The first candidate beyond the bound that is not refuted yet, in unit scale.
    #[cfg(test)]
    pub(super) fn first_standing(&self, side: Side) -> Option<f64> {
        self.side(side).standing.first().map(Gamblers::candidate)
    }

    fn side(&self, side: Side) -> &Candidates {
        match side {
            Side::Above => &self.above,
            Side::Below => &self.below,
        }
    }
}

/// The candidates beyond the bound of one side, in the order in which they can be refuted.
#[derive(Debug, Clone)]
struct Candidates {
    refuted: f64,
    standing: Vec<Gamblers>,
}

impl Candidates {
    /// Candidates from a bound to the bound of the other side, between which the mean lies: the
    /// k-th of N at the fraction `(k / (N + 1))²` of the way, because the bound will advance
    /// slowly.
    fn new(side: Side, bound: f64, other: f64) -> Self {
        let share = |k: usize| k as f64 / (CANDIDATES + 1) as f64;
        let candidate = |k| bound + share(k) * share(k) * (other - bound);
        // Between bounds that have crossed there is no candidate left.
        let crossed = match side {
            Side::Above => other < bound,
            Side::Below => other > bound,
        };
        let candidates = (1..=CANDIDATES).filter(|_| !crossed).map(candidate);
        Candidates {
            refuted: bound,
            standing: candidates.map(|m| Gamblers::new(side, m)).collect(),
        }
    }

    /// Plays a round and removes the candidates up to the last one at which the wealth is reached.
    /// Gamblers are richer the nearer their candidate is to the bound.
    fn play(&mut self, round: &Round, wealth: f64) {
        let mut refuted = 0;
        for (index, gamblers) in self.standing.iter_mut().enumerate() {
            if gamblers.play(round) >= wealth {
                // Wealth falls with the distance from the bound, so all nearer candidates are
                // refuted as well.
                refuted = index + 1;
            }
        }
        for gamblers in self.standing.drain(..refuted) {
            self.refuted = gamblers.candidate();
        }
    }
}
