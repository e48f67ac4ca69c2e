//! Bounds a mean after each observation, in bounded memory.

use super::frozen::Frozen;
use super::game::{Gamblers, Predictor, Round, Side, from_unit, observed};
use crate::stats::Interval;

/// Number of observations that a sequence stores before it continues without them.
pub const MOST_ROUNDS: usize = 1 << 20;

/// Factor on the wealth that refutes a candidate mean. It covers the rounding of up to a million products, so that a computed refutation is a true
/// one.
pub(super) const ROUNDING_MARGIN: f64 = 1.0 + 1e-9;

/// Number of halvings of the unit range until a bound is exact to rounding.
const BISECTIONS: u32 = 52;

/// A confidence sequence for the mean of observations in a bounded range: push values, ask for
/// bounds at any time.
///
/// Each bound has error probability at most `alpha` over all times together. The bounds are the
/// running intersection over time: as values arrive they only tighten.
///
/// Up to [`MOST_ROUNDS`] observations, a bound costs about 52 passes over the stored values and is
/// exact to rounding. A value takes 8 bytes, and 16 more while a bound is computed.
///
/// With the next observation the values are dropped. For each side, 256 candidates are chosen
/// between the two bounds, denser near the bound of that side. All rounds so far are played against
/// each candidate, and from then on every new one. A bound is then the last of its candidates that
/// was refuted.
///
/// Such a bound is valid as before, because each candidate has seen the whole game. It never
/// becomes looser than it was. Compared with a bound from all values, it is looser by less than
/// 0.8% of the width that the interval had. The memory is about 50 kB. Bounds that have crossed
/// stay as they are. Little is lost by this: the smallest stake keeps a bound about σ/128 away from
/// the mean however many observations follow, so by then only bounds on means of almost constant
/// observations have far to go.
///
/// # Source
///
/// See [the module](super).
#[derive(Debug, Clone)]
pub struct BettingSequence {
    range: Interval,
    alpha: f64,
    most_rounds: usize,
    memory: Observations,
}

/// The observations of a confidence sequence, or the state that replaces them when there are too many.
#[derive(Debug, Clone)]
enum Observations {
    /// All observations in order, scaled to [0, 1]. The bets on each follow from the earlier ones.
    Rounds(Vec<f64>),
    Frozen(Box<Frozen>),
}

impl BettingSequence {
    /// A confidence sequence without observations, whose bounds are the ends of the range. Each bound is wrong with probability at most `alpha`, in
    /// (0, 1).
    pub fn new(range: Interval, alpha: f64) -> Self {
        Self::holding(MOST_ROUNDS, range, alpha)
    }

    /// A confidence sequence that drops its observations when there are more than `most_rounds`.
    pub(super) fn holding(most_rounds: usize, range: Interval, alpha: f64) -> Self {
        BettingSequence {
            range,
            alpha,
            most_rounds,
            memory: Observations::Rounds(Vec::new()),
        }
    }

    /// Adds the next observation; one outside the range counts as the nearest end, and NaN ends the
    /// game.
    pub fn push(&mut self, value: f64) {
        let value = observed(value, self.range);
        match &mut self.memory {
            Observations::Rounds(rounds) if rounds.len() < self.most_rounds => rounds.push(value),
            Observations::Rounds(rounds) => {
                let mut frozen = freeze(rounds, self.alpha);
                frozen.play(value);
                self.memory = Observations::Frozen(Box::new(frozen));
            }
            Observations::Frozen(frozen) => frozen.play(value),
        }
    }

    /// A lower bound on the mean, wrong with probability at most `alpha` over all times together.
    pub fn lower_bound(&self) -> f64 {
        self.bound(Side::Above)
    }

    /// An upper bound on the mean, wrong with probability at most `alpha` over all times together.
    pub fn upper_bound(&self) -> f64 {
        self.bound(Side::Below)
    }

    fn bound(&self, side: Side) -> f64 {
        let unit = match &self.memory {
            Observations::Rounds(rounds) => last_refuted(rounds, side, self.alpha),
            Observations::Frozen(frozen) => frozen.bound(side),
        };
        from_unit(unit, self.range)
    }

    /// The candidate means that are played on, if the observations were dropped; else `None`.
    #[cfg(test)]
    pub(super) fn frozen(&self) -> Option<&Frozen> {
        match &self.memory {
            Observations::Rounds(_) => None,
            Observations::Frozen(frozen) => Some(frozen),
        }
    }
}

/// Replaces the observations by candidate means between the present bounds, against each of which all observations have been played.
fn freeze(rounds: &[f64], alpha: f64) -> Frozen {
    let [lower, upper] = [Side::Above, Side::Below].map(|side| last_refuted(rounds, side, alpha));
    let mut frozen = Frozen::between(Interval::new(lower, upper), alpha);
    // A candidate's wealth counts only if it has played from the first round on.
    rounds.iter().for_each(|&value| frozen.play(value));
    frozen
}

/// The confidence bound from these values, all scaled to [0, 1]: the refuted candidate mean nearest to the mean, or the end of the range if none is
/// refuted.
fn last_refuted(values: &[f64], side: Side, alpha: f64) -> f64 {
    // Predicted once for all passes, and dropped afterwards.
    let mut predictor = Predictor::new();
    let rounds = values.iter().map(|&value| predictor.next_round(value));
    let rounds: Vec<Round> = rounds.collect();
    // The refuted candidates reach from one end of the range to the bound: bisection finds it.
    let (mut refuted, mut standing) = match side {
        Side::Above => (0.0, 1.0),
        Side::Below => (1.0, 0.0),
    };
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (refuted + standing);
        if refutes(&rounds, side, middle, ROUNDING_MARGIN / alpha) {
            refuted = middle;
        } else {
            standing = middle;
        }
    }
    // The refuted side of the last gap, so that stopping early only loosens the bound.
    refuted
}

fn refutes(rounds: &[Round], side: Side, candidate: f64, wealth: f64) -> bool {
    // By Ville's inequality the wealth need only be reached once, at any time.
    let mut gamblers = Gamblers::new(side, candidate);
    let mut wealths = rounds.iter().map(|round| gamblers.play(round));
    wealths.any(|reached| reached >= wealth)
}

/// A confidence sequence to which these values were added in their order. The caller stores the values anyway, so the sequence never drops them.
fn sequence(values: &[f64], range: Interval, alpha: f64) -> BettingSequence {
    let mut sequence = BettingSequence::holding(values.len(), range, alpha);
    values.iter().for_each(|&value| sequence.push(value));
    sequence
}

/// A lower bound on the mean of values in `range`, wrong with probability at most `alpha` at any
/// stopping time; `range.lower` if there are no values. See [`BettingSequence::lower_bound`].
pub fn lower_bound(values: &[f64], range: Interval, alpha: f64) -> f64 {
    sequence(values, range, alpha).lower_bound()
}

/// An upper bound on the mean of values in `range`, wrong with probability at most `alpha` at any
/// stopping time; `range.upper` if there are no values. See [`BettingSequence::upper_bound`].
pub fn upper_bound(values: &[f64], range: Interval, alpha: f64) -> f64 {
    sequence(values, range, alpha).upper_bound()
}

/// A confidence interval for the mean of values in `range`, with both bounds at `alpha / 2`; empty with probability at most `alpha`, and `range` if
/// there are no values.
pub fn confidence_interval(values: &[f64], range: Interval, alpha: f64) -> Interval {
    let sequence = sequence(values, range, alpha / 2.0);
    Interval::new(sequence.lower_bound(), sequence.upper_bound())
}
