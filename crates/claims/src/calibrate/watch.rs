//! Follows the bets of a verdict trial by trial, whereas the judge evaluates them only at its looks.

use super::reference::{GamblerKnowledge, ReferenceBet};
use super::setup::Setup;
use super::simulation::SimulatedTrial;
use crate::claim::{Form, VerdictKind};
use crate::stats::{Interval, Side};

/// The decision of the bets on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BetDecision {
    Violated,
    Holds,
}

impl BetDecision {
    /// Returns the decision that a verdict stands for; `None` for verdicts that decide nothing.
    pub(super) fn of(word: VerdictKind) -> Option<Self> {
        match word {
            VerdictKind::Violated => Some(Self::Violated),
            VerdictKind::Holds => Some(Self::Holds),
            VerdictKind::Inconclusive | VerdictKind::Vacuous | VerdictKind::Inapplicable => None,
            VerdictKind::Shown | VerdictKind::NotShown => None,
        }
    }
}

/// Two bets about a mean: that it lies above a number, and that it lies below a number.
type BetPair = [ReferenceBet; 2];

/// The reference bets on one verdict of a simulated study. The judge's bounds only tighten, so the judge refutes a limit exactly if the wealth of
/// such a bet has ever reached 1/`level`.
pub(super) struct StudyBets<'a> {
    setup: &'a Setup,
    level: f64,
    range: Interval,
    /// Whether some trial failed; then the verdict cannot be `holds`.
    failed: bool,
    /// Bets against "the mean is at most the limit" and "the mean is at least the limit". For the verdict `holds` on an identity, `slackened` has
    /// bets against limit·(1 ± slack).
    limit: BetPair,
    slackened: BetPair,
    truth: BetPair,
}

impl<'a> StudyBets<'a> {
    /// Makes the bets on the limit, on the ends of the slack and on the true mean, before the first trial.
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

    /// Adds a trial to every bet. A failed trial counts, for each bet on the limit or on the true mean, as the value least favourable to the bet.
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

    /// Whether the confidence bounds that the bets give so far contain the true mean.
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
