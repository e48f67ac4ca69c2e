//! Continues a confidence sequence with a fixed set of candidates, without past observations.

use super::game::{Gamblers, Predictor, Round, Side};
use crate::stats::Interval;

/// Number of candidate means for the lower bound, and again for the upper bound, that are played on after the observations are dropped.
pub(super) const CANDIDATES: usize = 256;

/// Factor on the wealth that refutes a candidate mean. It covers the rounding of up to 10⁹ products, so that a computed refutation is a true one.
const ROUNDING_MARGIN: f64 = 1.0 + 1e-6;

/// State with which a confidence sequence continues after it has dropped its observations: the wealth at a fixed set of candidate means.
#[derive(Debug, Clone)]
pub(super) struct Frozen {
    alpha: f64,
    predictor: Predictor,
    above: Candidates,
    below: Candidates,
}

impl Frozen {
    /// Makes the candidate means, which lie between the two bounds (range scaled to [0, 1]), before any observation is played.
    pub(super) fn between(bounds: Interval, alpha: f64) -> Self {
        Frozen {
            alpha,
            predictor: Predictor::new(),
            above: Candidates::new(Side::Above, bounds.lower, bounds.upper),
            below: Candidates::new(Side::Below, bounds.upper, bounds.lower),
        }
    }

    /// Plays an observation, scaled to [0, 1], against every candidate mean that is not refuted yet.
    pub(super) fn play(&mut self, value: f64) {
        let round = self.predictor.next_round(value);
        let wealth = ROUNDING_MARGIN / self.alpha;
        self.above.play(&round, wealth);
        self.below.play(&round, wealth);
    }

    /// The confidence bound that bets on this side give, scaled to [0, 1]: the refuted candidate that is nearest to the mean.
    pub(super) fn bound(&self, side: Side) -> f64 {
        self.side(side).refuted
    }

    /// The number of candidate means that are not refuted yet; memory is proportional to this number.
    #[cfg(test)]
    pub(super) fn standing(&self) -> usize {
        self.above.standing.len() + self.below.standing.len()
    }

    /// The candidate mean next to the bound of this side that is not refuted yet, scaled to [0, 1].
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

/// The candidate means of one side that are not refuted yet, in the order in which they can be refuted, and the last one that was.
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
