//! Follows the bets of a verdict trial by trial, whereas the judge evaluates them only at its looks.

use super::reference::{GamblerKnowledge, ReferenceBet};
use super::setup::Setup;
use super::simulation::SimulatedTrial;
use crate::claim::{Form, VerdictKind};
use crate::stats::{Interval, Side};

/// A decision on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BetDecision {
    Violated,
    Holds,
}

impl BetDecision {
    /// Returns the decision of a verdict, if it decides.
    pub(super) fn of(word: VerdictKind) -> Option<Self> {
        match word {
            VerdictKind::Violated => Some(Self::Violated),
            VerdictKind::Holds => Some(Self::Holds),
            VerdictKind::Inconclusive | VerdictKind::Vacuous | VerdictKind::Inapplicable => None,
            VerdictKind::Shown | VerdictKind::NotShown => None,
        }
    }
}

/// A bet that a mean lies above a number, and a bet that it lies below.
type BetPair = [ReferenceBet; 2];

/// The reference bets of one study. The judge's bounds only tighten, so the judge refutes a limit exactly if such a bet has ever won enough.
pub(super) struct StudyBets<'a> {
    setup: &'a Setup,
    level: f64,
    range: Interval,
    /// Whether a trial failed; then the claim cannot hold.
    failed: bool,
    /// Bets against "at most the limit" and "at least the limit". For the verdict `holds` on an identity, `slackened` bets against its slackened
    /// ends.
    limit: BetPair,
    slackened: BetPair,
    truth: BetPair,
}

impl<'a> StudyBets<'a> {
    /// Makes the bets before the first trial.
    pub(super) fn new(setup: &'a Setup, knowledge: GamblerKnowledge) -> Self {
        let Setup {
            simulation, place, ..
        } = setup;
        let range = setup.range();
        let bet = |side, mean, range| ReferenceBet::against(side, mean, range, knowledge);
        let both = |mean: f64| [Side::Above, Side::Below].map(|side| bet(side, mean, range));
        let [(low_range, low), (high_range, high)] = simulation.ends(*place);
        Self {
            setup,
            level: simulation.level_of_one_bound(),
            range,
            failed: false,
            limit: both(simulation.limit(*place)),
            slackened: [
                bet(Side::Above, low, low_range),
                bet(Side::Below, high, high_range),
            ],
            truth: both(simulation.truth(*place)),
        }
    }

    /// Adds a trial. A failed trial counts, for each bet on the limit or the truth, as the value least favourable to the bet.
    pub(super) fn push(&mut self, draw: SimulatedTrial) {
        let simulation = &self.setup.simulation;
        let value = simulation.value(draw);
        let worst = if draw.failed {
            [self.range.lower, self.range.upper]
        } else {
            [value, value]
        };
        push(&mut self.limit, worst);
        push(&mut self.truth, worst);
        push(&mut self.slackened, simulation.end_values(draw));
        self.failed |= draw.failed;
    }

    /// Returns the decision of the bets so far; `violated` if they could decide both ways.
    pub(super) fn decision(&self) -> Option<BetDecision> {
        let [above, below] = [0, 1].map(|side| self.wins(&self.limit[side]));
        let within = self.slackened.iter().all(|bet| self.wins(bet));
        let (violated, holds) = match self.setup.claim().form() {
            Form::LowerBound => (below, above),
            Form::ExpectationIdentity => (above || below, within),
            _ => (above, below),
        };
        if violated {
            Some(BetDecision::Violated)
        } else {
            (holds && !self.failed).then_some(BetDecision::Holds)
        }
    }

    /// Whether the bounds so far contain the truth.
    pub(super) fn covers(&self) -> bool {
        !self.truth.iter().any(|bet| self.wins(bet))
    }

    fn wins(&self, bet: &ReferenceBet) -> bool {
        bet.wins_at(self.level)
    }
}

fn push(bets: &mut BetPair, values: [f64; 2]) {
    for (bet, value) in bets.iter_mut().zip(values) {
        bet.push(value);
    }
}
