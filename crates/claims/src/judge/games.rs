//! Plays the betting games of a claim about an expectation or a probability, trial by trial.

use super::{Case, Status, TrialSides};
use crate::claim::{Form, LimitDirection, StatedClaim, Statement};
use crate::stats::{self, GameMoments, Interval, Level, TwoSided};

/// The number, computed from each trial, whose mean the gamblers bet on.
#[derive(Debug, Clone, Copy)]
enum Bet {
    /// The observed value.
    Observed,
    /// observed − limit, where the limit is widened to factor·limit, and a limit above `most`, the largest value that can be observed, counts as `most`.
    Clipped { factor: f64, most: f64 },
    /// observed − factor·limit, for a limit that is measured too.
    ///
    /// Both sides are then numbers of the same kind. A limit lies in scale·[a, b], so clipping it there changes no correct row. A wrong row cannot
    /// leave the range in which the game is fair.
    Difference { factor: f64, limits: Interval },
    /// 1 if the observed value exceeds its limit, else 0.
    Exceeds,
    /// The limit − the bound that the observed value can never exceed. Both are clipped, so that the game is fair: the limit to the values that it
    /// can have, the bound to the range of the observed value.
    LimitOverTrivial { limits: Interval, range: Interval },
    /// 1 if no observable value exceeds the limit, else 0.
    CannotExceed,
}

impl Bet {
    /// The number that this bet computes from one trial, and two numbers between which it lies whatever rounding did; `None` if rounding errors leave it
    /// open.
    ///
    /// A limit that all samples share is no part of the number. Its own enclosure widens that of the number, because the mean is compared with the value of
    /// the limit.
    fn value(self, numbers: &TrialSides) -> Option<(f64, Interval)> {
        let (observed, limit) = (&numbers.observed, &numbers.limit);
        let difference = |moved: &dyn Fn(f64) -> f64| {
            let ends = Interval::new(
                observed.lower - moved(limit.upper),
                observed.upper - moved(limit.lower),
            );
            (observed.value - moved(limit.value), ends)
        };
        Some(match self {
            Self::Observed => {
                let (_, ends) = difference(&|end| end - limit.value);
                (observed.value, ends)
            }
            Self::Clipped { factor, most } => difference(&|end| widened(end.min(most), factor)),
            Self::Difference { factor, limits } => {
                difference(&|end| widened(end.clamp(limits.lower, limits.upper), factor))
            }
            Self::Exceeds => {
                let exceeds = f64::from(numbers.exceeds()?);
                (exceeds, Interval::new(exceeds, exceeds))
            }
            Self::LimitOverTrivial { limits, range } => {
                let trivial = numbers.trivial.as_ref()?;
                let over = |limit: f64, trivial: f64| {
                    limit.clamp(limits.lower, limits.upper)
                        - trivial.clamp(range.lower, range.upper)
                };
                let ends = Interval::new(
                    over(limit.lower, trivial.upper),
                    over(limit.upper, trivial.lower),
                );
                (over(limit.value, trivial.value), ends)
            }
            Self::CannotExceed => {
                let cannot = f64::from(numbers.vacuous);
                (cannot, Interval::new(cannot, cannot))
            }
        })
    }
}

/// A number that is known to this part of its range counts as known.
const NARROW: f64 = 1e-12;

/// One confidence sequence on a mean, with the moments from which the number of trials that are still needed is estimated.
#[derive(Debug, Clone)]
pub(super) struct BettingGame {
    stake: Bet,
    pub(super) range: Interval,
    bounds: TwoSided,
    pub(super) values: GameMoments,
    /// The error probability of each bound.
    alpha: f64,
}

impl BettingGame {
    fn new(stake: Bet, range: Interval, level: Level) -> Self {
        let alpha = level.of_one_bound();
        Self {
            stake,
            range,
            bounds: TwoSided::new(range, alpha),
            values: GameMoments::new(range),
            alpha,
        }
    }

    /// Bets on one trial or pair. If it has no final value, or if rounding errors leave the value open, it counts as the lowest possible value for
    /// the lower bound, and as the highest for the upper bound.
    fn play(&mut self, case: &Case) {
        let numbers = case.numbers.as_ref();
        let complete = numbers.filter(|_| case.status == Status::Complete);
        match complete.and_then(|numbers| self.stake.value(numbers)) {
            Some((value, ends)) => {
                let error = (value - ends.lower).max(ends.upper - value);
                match error <= NARROW * self.range.width() {
                    true => self.bounds.push(value),
                    false => self.bounds.push_between(ends),
                }
                self.values.push(value);
            }
            None => self.bounds.push_missing(),
        }
    }

    /// Bounds on the mean, each wrong with the game's level.
    pub(super) fn bounds(&self) -> Interval {
        Interval::new(self.bounds.lower_bound(), self.bounds.upper_bound())
    }
}

/// A condition for a verdict: a confidence bound on a mean must lie on a certain side of a number, `end`.
#[derive(Debug, Clone, Copy)]
pub(super) struct RequiredBound<'a> {
    game: &'a BettingGame,
    bound: f64,
    end: f64,
    /// 1 if `bound` ≤ `end` is required, −1 if `bound` ≥ `end` is.
    sign: f64,
}

impl<'a> RequiredBound<'a> {
    pub(super) fn at_most(game: &'a BettingGame, bound: f64, end: f64) -> Self {
        let sign = 1.0;
        Self {
            game,
            bound,
            end,
            sign,
        }
    }

    pub(super) fn at_least(game: &'a BettingGame, bound: f64, end: f64) -> Self {
        Self {
            sign: -1.0,
            ..Self::at_most(game, bound, end)
        }
    }

    pub(super) fn is_met(&self) -> bool {
        self.sign * self.bound <= self.sign * self.end
    }

    pub(super) fn is_more_than_met(&self) -> bool {
        self.sign * self.bound < self.sign * self.end
    }

    /// The distance between `bound` and `end` in standard errors of the mean, predicted for the time when the bound's distance from the mean and the
    /// standard error have both shrunk by `factor`.
    pub(super) fn margin(&self, factor: f64) -> f64 {
        let mean = self.game.values.moments.mean();
        let gap = self.sign * (self.end - mean);
        let reach = self.sign * (self.bound - mean);
        let error = stats::standard_error(&self.game.values.moments, self.game.range);
        (gap * factor - reach) / error
    }
}

impl RequiredBound<'_> {
    /// The estimated number of further trials until the condition is met; `None` if the mean so far does not meet it.
    pub(super) fn needed(&self) -> Option<u64> {
        let values = &self.game.values;
        match self.sign * values.moments.mean() < self.sign * self.end {
            _ if self.is_met() => Some(0),
            true => stats::replicates_needed(values, self.end, self.game.alpha),
            false => None,
        }
    }
}

/// The betting games of one claim: one on the mean that it bounds. If samples differ in their limit, the ends of the slack are not known, and each has a
/// game of its own.
#[derive(Debug, Clone)]
pub(super) struct BettingGames {
    pub(super) mean: BettingGame,
    pub(super) ends: Option<[BettingGame; 2]>,
    /// The game about a measured limit, which shows whether the limit says nothing; `None` if the limit is known before the run or no trivial bound is.
    of_limit: Option<BettingGame>,
    first_limit: Option<f64>,
    limits_differ: bool,
    /// Whether the claim permits that samples have different limits.
    permits_difference: bool,
}

impl BettingGames {
    /// Makes the games that the claim's form and limit call for, before any trial.
    pub(super) fn new(claim: &StatedClaim, level: Level) -> Self {
        let of_mean = || match claim.has_random_limit() {
            true => difference(claim, 1.0, level),
            false => BettingGame::new(Bet::Observed, claim.statement.range, level),
        };
        let of_ends = |has_ends: bool| {
            let factors = [1.0 + claim.slack, 1.0 - claim.slack];
            has_ends.then(|| factors.map(|factor| difference(claim, factor, level)))
        };
        let shares = || BettingGame::new(Bet::Exceeds, Interval::UNIT, level);
        let (mean, ends, counts_shares) = match claim.form() {
            Form::WithProbability => (shares(), None, true),
            Form::ExpectationIdentity => (of_mean(), of_ends(claim.has_measured_limit()), false),
            Form::InExpectation | Form::LowerBound => {
                let ends = of_ends(claim.has_random_limit() && claim.slack > 0.0);
                (of_mean(), ends, false)
            }
            Form::Surely | Form::Identity | Form::Exists => (of_mean(), None, false),
            Form::Illustration | Form::HasDistribution => (of_mean(), None, false),
        };
        Self {
            mean,
            ends,
            of_limit: of_limit(claim, level),
            first_limit: None,
            limits_differ: false,
            permits_difference: counts_shares || claim.has_random_limit(),
        }
    }

    /// Bets, in every game, on one trial or pair to which the claim applies.
    pub(super) fn play(&mut self, case: &Case) {
        if let Some(numbers) = &case.numbers {
            let limit = numbers.limit.value;
            self.limits_differ |= *self.first_limit.get_or_insert(limit) != limit;
        }
        self.mean.play(case);
        let others = self.ends.iter_mut().flatten().chain(&mut self.of_limit);
        others.for_each(|game| game.play(case));
    }

    /// Ends the game about the limit, because the limit is known before the run.
    pub(super) fn know_limit(&mut self) {
        self.of_limit = None;
    }

    /// Whether a confidence bound shows that a measured limit says nothing: its mean reaches that of the bounds which the observed values can never
    /// exceed. If the claim allows to exceed the limit with probability δ, the limit says nothing if it can be exceeded with probability at most δ.
    pub(super) fn limit_is_vacuous(&self, statement: &Statement) -> bool {
        let Some(game) = &self.of_limit else {
            return false;
        };
        let bounds = game.bounds();
        match (statement.form, statement.form.direction()) {
            (Form::WithProbability, _) => bounds.lower >= 1.0 - statement.allowed.to_f64(),
            (_, LimitDirection::Below) => bounds.upper <= 0.0,
            (_, LimitDirection::Above | LimitDirection::Both) => bounds.lower >= 0.0,
        }
    }

    /// The number with which the estimated mean is compared: zero for the mean of a difference, and for the mean of observed values the limit that
    /// all samples share. `None` if samples have different limits and no proof allows it.
    pub(super) fn limit(&self) -> Option<f64> {
        match self.mean.stake {
            Bet::Clipped { .. } | Bet::Difference { .. } => Some(0.0),
            _ if self.limits_differ && !self.permits_difference => None,
            _ => Some(self.first_limit.unwrap_or(f64::NAN)),
        }
    }
}

/// A limit moved away from 0, or towards it, by a factor of 1 ± slack: always up if the factor is above 1, whatever the sign of the limit is.
pub(super) fn widened(limit: f64, factor: f64) -> f64 {
    match limit < 0.0 {
        true => (2.0 - factor) * limit,
        false => factor * limit,
    }
}

/// The game on the mean of observed − factor·limit, for samples that differ in their limit.
fn difference(claim: &StatedClaim, factor: f64, level: Level) -> BettingGame {
    let Interval { lower: a, upper: b } = claim.statement.range;
    let scale = claim.scale.to_f64();
    let (bet, limits) = match claim.has_measured_limit() {
        true => {
            let limits = Interval::new(scale * a, scale * b);
            (Bet::Difference { factor, limits }, limits)
        }
        false => (Bet::Clipped { factor, most: b }, Interval::new(a, b)),
    };
    let range = Interval::new(
        a - widened(limits.upper, factor),
        b - widened(limits.lower, factor),
    );
    BettingGame::new(bet, range, level)
}

/// The game about the limit of a claim, if the claim has a bound that the observed value can never exceed and its limit can be measured.
fn of_limit(claim: &StatedClaim, level: Level) -> Option<BettingGame> {
    claim.statement.trivial.as_ref()?;
    let range = claim.statement.range;
    let Interval { lower: a, upper: b } = range;
    let limits = match claim.form() {
        Form::WithProbability => {
            return Some(BettingGame::new(Bet::CannotExceed, Interval::UNIT, level));
        }
        Form::InExpectation if claim.has_random_limit() => limits(claim),
        Form::LowerBound if claim.has_measured_limit() => limits(claim),
        Form::InExpectation | Form::LowerBound => return None,
        Form::Surely | Form::Identity | Form::Exists => return None,
        Form::ExpectationIdentity | Form::Illustration | Form::HasDistribution => return None,
    };
    let bet = Bet::LimitOverTrivial { limits, range };
    let values = Interval::new(limits.lower - b, limits.upper - a);
    Some(BettingGame::new(bet, values, level))
}

/// The values that the limit of a claim can have. A limit by the sample's own margin has no largest value; twice the largest observable one is enough
/// to show that its mean reaches that.
fn limits(claim: &StatedClaim) -> Interval {
    let Interval { lower: a, upper: b } = claim.statement.range;
    let scale = claim.scale.to_f64();
    match claim.has_measured_limit() {
        true => Interval::new(scale * a, scale * b),
        false => Interval::new(a, b + (b - a)),
    }
}
