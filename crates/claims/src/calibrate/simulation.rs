//! Describes a simulated study: a law of trials whose truth is known, seen from the limit of a claim that speaks of them.

use crate::stats::Interval;
use perceptron::seed::Stream;

/// The error probability that every simulated study is allowed.
pub(super) const ALPHA: f64 = 0.05;

/// What of it may be spent on a wrong `violated`: half, whether one bound decides or two.
pub(super) const LEVEL: f64 = ALPHA / 2.0;

/// The relative slack of the simulated identities.
pub(super) const SLACK: f64 = 0.5;

/// Where the truth lies, seen from the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TruthPosition {
    /// Well inside: the claim is true.
    Inside,
    /// On the limit: the claim is just true.
    Boundary,
    /// Well outside: the claim is false.
    Outside,
}

/// Which claim is judged, and so which columns the trials fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JudgedForm {
    /// E[risk] ≤ limit.
    Risk,
    /// E[leave-one-out error − limit] ≤ 0, the limit drawn with the sample.
    RandomLimit,
    /// E[risk] ≥ limit.
    LowerBound,
    /// E[risk] = limit.
    Identity,
    /// E[leave-one-out error] = E[risk without the last example], both measured on the sample.
    MeasuredIdentity,
    /// P(updates(first) > updates(second)) ≤ δ.
    MoreUpdates,
    /// E[sign(updates(first) − updates(second))] ≤ 0.
    SignOfUpdates,
    /// E[risk(first) − risk(second)] ≤ 0.
    RiskDifference,
}

/// How many verdicts share the α of a study, and what makes them several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VerdictFamily {
    /// One claim about one cell.
    Alone,
    /// One claim about several cells.
    Cells,
    /// Several claims, each about a cell of its own.
    Claims,
}

impl VerdictFamily {
    /// The verdicts of a study.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Alone => 1,
            Self::Cells | Self::Claims => 5,
        }
    }
}

/// One law of trials under one claim.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simulation {
    /// What distinguishes it from others of its form.
    pub name: &'static str,
    /// The claim.
    pub shape: JudgedForm,
    /// Draws the raw value: what is observed; for random limits the limit, for signs whether the pair differs.
    pub law: fn(&mut Stream) -> f64,
    /// Its mean; for random limits, of the limits below 1.
    pub mean: f64,
    /// The factor by which the limit is moved to either side.
    pub factor: f64,
    /// Trials after which an undecided study gives up.
    pub most: u64,
    /// The probability that a trial fails where 0 would be observed: to leave such trials out would raise the mean.
    pub lost: f64,
    /// The verdicts that are judged together.
    pub family: VerdictFamily,
}

/// What one trial shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct SimulatedTrial {
    /// The observed value.
    pub observed: f64,
    /// Its limit.
    pub limit: f64,
    /// Whether the trial fails, so that nothing of it is seen.
    pub failed: bool,
}

impl Simulation {
    /// The factor on the limit that puts the truth in its place.
    fn moved(&self, place: TruthPosition) -> f64 {
        let wider = if self.shape == JudgedForm::LowerBound {
            1.0 / self.factor
        } else {
            self.factor
        };
        match place {
            TruthPosition::Inside => wider,
            TruthPosition::Boundary => 1.0,
            TruthPosition::Outside => 1.0 / wider,
        }
    }

    /// How much more often than not the first variant makes more updates.
    fn bias(&self, place: TruthPosition) -> f64 {
        match place {
            TruthPosition::Inside => -self.factor,
            TruthPosition::Boundary => 0.0,
            TruthPosition::Outside => self.factor,
        }
    }

    /// Draws one trial.
    pub(super) fn draw(&self, stream: &mut Stream, place: TruthPosition) -> SimulatedTrial {
        let raw = (self.law)(stream);
        let observed = self.observed(raw, stream, place);
        let limit = match self.shape {
            JudgedForm::RandomLimit | JudgedForm::MeasuredIdentity => raw,
            JudgedForm::SignOfUpdates => 0.0,
            _ => self.mean * self.moved(place),
        };
        let failed = self.lost > 0.0 && observed == 0.0 && stream.uniform() < self.lost;
        SimulatedTrial {
            observed,
            limit,
            failed,
        }
    }

    /// What is observed where this raw value was drawn.
    fn observed(&self, raw: f64, stream: &mut Stream, place: TruthPosition) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit if raw >= 1.0 => 1.0,
            JudgedForm::RandomLimit | JudgedForm::MeasuredIdentity => {
                f64::from(stream.uniform() < raw / self.moved(place))
            }
            JudgedForm::SignOfUpdates if raw == 0.0 => 0.0,
            JudgedForm::SignOfUpdates => {
                2.0 * f64::from(stream.uniform() < 0.5 + 0.5 * self.bias(place)) - 1.0
            }
            _ => raw,
        }
    }

    /// What the judge estimates from a draw.
    pub(super) fn value(&self, draw: SimulatedTrial) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit => draw.observed - draw.limit.min(1.0),
            JudgedForm::MeasuredIdentity | JudgedForm::RiskDifference => draw.observed - draw.limit,
            _ => draw.observed,
        }
    }

    /// The mean of that.
    pub(super) fn truth(&self, place: TruthPosition) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit | JudgedForm::MeasuredIdentity => {
                self.mean / self.moved(place) - self.mean
            }
            JudgedForm::SignOfUpdates => self.mean * self.bias(place),
            JudgedForm::RiskDifference => self.mean - self.mean * self.moved(place),
            _ => self.mean,
        }
    }

    /// What the judge compares it with.
    pub(super) fn limit(&self, place: TruthPosition) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit
            | JudgedForm::MeasuredIdentity
            | JudgedForm::SignOfUpdates
            | JudgedForm::RiskDifference => 0.0,
            _ => self.mean * self.moved(place),
        }
    }

    /// The games for the ends 1 − slack and 1 + slack of an identity: the range of their values, and the candidate mean.
    pub(super) fn ends(&self, place: TruthPosition) -> [(Interval, f64); 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            JudgedForm::MeasuredIdentity => (Interval::new(-factor, 1.0), 0.0),
            _ => (Interval::UNIT, self.limit(place) * factor),
        })
    }

    /// What those games are played for.
    pub(super) fn end_values(&self, draw: SimulatedTrial) -> [f64; 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            JudgedForm::MeasuredIdentity => draw.observed - factor * draw.limit,
            _ => draw.observed,
        })
    }

    /// Whether two bounds can be wrong with `violated`.
    pub(super) fn is_identity(&self) -> bool {
        matches!(
            self.shape,
            JudgedForm::Identity | JudgedForm::MeasuredIdentity
        )
    }

    /// The probability with which each of its bounds may be wrong, so that those of all its verdicts together keep the promise.
    pub(super) fn level_of_one_bound(&self) -> f64 {
        let bounds = if self.is_identity() { 2.0 } else { 1.0 };
        LEVEL / (bounds * self.family.size() as f64)
    }

    /// The trials of a study that stays undecided.
    pub(super) fn most_trials(&self) -> u64 {
        self.most * self.family.size() as u64
    }
}
