//! Describes a simulated study: a distribution of trials with a known truth, and the limit of a claim about these trials.

use crate::stats::Interval;
use perceptron::seed::Stream;

/// The error probability that every simulated study may have.
pub(super) const ALPHA: f64 = 0.05;

/// The part of it that may be spent on a wrong `violated`: half, whether one bound decides or two.
pub(super) const LEVEL: f64 = ALPHA / 2.0;

/// The relative slack of the simulated identities, ± 50 % of the limit.
pub(super) const SLACK: f64 = 0.5;

/// Where the truth lies relative to the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TruthPosition {
    /// Well inside: the claim is true.
    Inside,
    /// Exactly on the limit: the claim is just true.
    Boundary,
    /// Well outside: the claim is false.
    Outside,
}

/// Form of the claim that is judged; it determines which columns the trials fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JudgedForm {
    /// E[risk] ≤ limit.
    Risk,
    /// E[leave-one-out error − limit] ≤ 0, where the limit is drawn with the sample.
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

/// How many verdicts share the α of a study, and why there are several.
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
    /// Returns the number of verdicts of a study.
    pub(super) fn size(self) -> usize {
        match self {
            Self::Alone => 1,
            Self::Cells | Self::Claims => 5,
        }
    }
}

/// One distribution of trials under one claim.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simulation {
    /// Its name, which distinguishes it from others of its form.
    pub name: &'static str,
    /// The form of the claim.
    pub shape: JudgedForm,
    /// Draws the raw value: the observed value, but for random limits the limit, and for signs whether the pair differs.
    pub distribution: fn(&mut Stream) -> f64,
    /// Mean of the raw value; for random limits, of the limits below 1.
    pub mean: f64,
    /// Factor by which the limit is moved to either side of the truth.
    pub factor: f64,
    /// Most trials of a study; then it stays undecided.
    pub most: u64,
    /// The probability that a trial fails when 0 would be observed. Leaving out failed trials would raise the mean.
    pub lost: f64,
    /// The verdicts that are judged together.
    pub family: VerdictFamily,
}

/// The result of one trial.
#[derive(Debug, Clone, Copy)]
pub(super) struct SimulatedTrial {
    /// The observed value.
    pub observed: f64,
    /// Its limit.
    pub limit: f64,
    /// Whether the trial fails, so that its values are not seen.
    pub failed: bool,
}

impl Simulation {
    /// Returns the factor on the limit that puts the truth at this position.
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

    /// Returns by how much the probability that the first variant makes more updates exceeds the probability that it makes fewer, among pairs that
    /// differ.
    fn bias(&self, place: TruthPosition) -> f64 {
        match place {
            TruthPosition::Inside => -self.factor,
            TruthPosition::Boundary => 0.0,
            TruthPosition::Outside => self.factor,
        }
    }

    /// Draws one trial.
    pub(super) fn draw(&self, stream: &mut Stream, place: TruthPosition) -> SimulatedTrial {
        let raw = (self.distribution)(stream);
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

    /// Returns the observed value for a raw value.
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

    /// Returns the value whose mean the judge estimates.
    pub(super) fn value(&self, draw: SimulatedTrial) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit => draw.observed - draw.limit.min(1.0),
            JudgedForm::MeasuredIdentity | JudgedForm::RiskDifference => draw.observed - draw.limit,
            _ => draw.observed,
        }
    }

    /// Returns the mean of that value.
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

    /// Returns the number with which the judge compares the mean.
    pub(super) fn limit(&self, place: TruthPosition) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit
            | JudgedForm::MeasuredIdentity
            | JudgedForm::SignOfUpdates
            | JudgedForm::RiskDifference => 0.0,
            _ => self.mean * self.moved(place),
        }
    }

    /// Returns what the bets on an identity's ends 1 − slack and 1 + slack need: the range of their values, and the candidate mean.
    pub(super) fn ends(&self, place: TruthPosition) -> [(Interval, f64); 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            JudgedForm::MeasuredIdentity => (Interval::new(-factor, 1.0), 0.0),
            _ => (Interval::UNIT, self.limit(place) * factor),
        })
    }

    /// Returns the values on which those bets are placed.
    pub(super) fn end_values(&self, draw: SimulatedTrial) -> [f64; 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            JudgedForm::MeasuredIdentity => draw.observed - factor * draw.limit,
            _ => draw.observed,
        })
    }

    /// Whether the claim has two bounds, each of which can lead to a wrong `violated`.
    pub(super) fn is_identity(&self) -> bool {
        matches!(
            self.shape,
            JudgedForm::Identity | JudgedForm::MeasuredIdentity
        )
    }

    /// Returns the error probability of one bound, such that all bounds of all verdicts together stay within [`LEVEL`].
    pub(super) fn level_of_one_bound(&self) -> f64 {
        let bounds = if self.is_identity() { 2.0 } else { 1.0 };
        LEVEL / (bounds * self.family.size() as f64)
    }

    /// Returns the most trials of a study over all its verdicts.
    pub(super) fn most_trials(&self) -> u64 {
        self.most * self.family.size() as u64
    }
}
