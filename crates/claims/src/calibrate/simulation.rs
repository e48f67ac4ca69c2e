//! Describes a simulated study: a distribution of trials with a known truth, and the limit of a claim about these trials.

use crate::stats::Interval;
use perceptron::seed::Stream;

/// The error probability α of every simulated study, for all its verdicts together.
pub(super) const ALPHA: f64 = 0.05;

/// The part of [`ALPHA`] that may be spent on wrong verdicts `violated`: half, whether one bound decides or two.
pub(super) const LEVEL: f64 = ALPHA / 2.0;

/// The relative slack of the simulated identities: `holds` means that the mean is within ± 50 % of the limit.
pub(super) const SLACK: f64 = 0.5;

/// Where the true mean of the simulated values lies relative to the claim's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TruthPosition {
    /// Well inside: the claim is true.
    Inside,
    /// Exactly on the limit: the claim is just true.
    Boundary,
    /// Well outside: the claim is false.
    Outside,
}

/// Form of the claim that a simulated study judges; it determines which columns of the trials are filled.
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
    /// Several claims, each about a different cell.
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

/// A distribution from which trials are simulated, with a known mean, and the form of the claim that is judged on them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Simulation {
    /// The name of the distribution, which differs from those of other simulations of the same form.
    pub name: &'static str,
    /// The form of the claim.
    pub shape: JudgedForm,
    /// Draws the random number that a trial is made from: the observed value; for a measured limit, the limit; for signs, whether the pair differs (1
    /// or 0).
    pub distribution: fn(&mut Stream) -> f64,
    /// Mean of the number that `distribution` draws; for random limits, the mean with limits of 1 or more counted as 0.
    pub mean: f64,
    /// Factor by which the limit is moved away from the true mean, to either side; for signs, the size of the bias.
    pub factor: f64,
    /// Largest number of trials of a study; a study without a decision after these stays undecided.
    pub most: u64,
    /// The probability that a trial with the observed value 0 fails. A judge that left out failed trials would estimate too large a mean.
    pub lost: f64,
    /// The verdicts that share the α of one study.
    pub family: VerdictFamily,
}

/// The numbers of one simulated trial.
#[derive(Debug, Clone, Copy)]
pub(super) struct SimulatedTrial {
    /// The observed value.
    pub observed: f64,
    /// The limit with which the claim compares the observed value.
    pub limit: f64,
    /// Whether the trial fails, so that the judge does not see its values.
    pub failed: bool,
}

impl Simulation {
    /// Returns the factor on the limit that puts the true mean inside, on or outside the limit.
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

    /// Returns the observed value of a trial, given the number `raw` that `distribution` drew.
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

    /// Returns the number, for one trial, whose mean the judge estimates: the observed value or its difference from the limit.
    pub(super) fn value(&self, draw: SimulatedTrial) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit => draw.observed - draw.limit.min(1.0),
            JudgedForm::MeasuredIdentity | JudgedForm::RiskDifference => draw.observed - draw.limit,
            _ => draw.observed,
        }
    }

    /// Returns the true mean of [`Self::value`].
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

    /// Returns the number with which the judge compares the mean of [`Self::value`].
    pub(super) fn limit(&self, place: TruthPosition) -> f64 {
        match self.shape {
            JudgedForm::RandomLimit
            | JudgedForm::MeasuredIdentity
            | JudgedForm::SignOfUpdates
            | JudgedForm::RiskDifference => 0.0,
            _ => self.mean * self.moved(place),
        }
    }

    /// Returns, for the lower end 1 − slack and the upper end 1 + slack of an identity, the range of the values that are bet on and the candidate
    /// mean.
    pub(super) fn ends(&self, place: TruthPosition) -> [(Interval, f64); 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            JudgedForm::MeasuredIdentity => (Interval::new(-factor, 1.0), 0.0),
            _ => (Interval::UNIT, self.limit(place) * factor),
        })
    }

    /// Returns the values of one trial that are bet on at the two ends of [`Self::ends`].
    pub(super) fn end_values(&self, draw: SimulatedTrial) -> [f64; 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            JudgedForm::MeasuredIdentity => draw.observed - factor * draw.limit,
            _ => draw.observed,
        })
    }

    /// Whether the claim is an equality, so that each of two bounds can lead to a wrong `violated`.
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

    /// Returns the largest number of trials of a study, summed over its verdicts.
    pub(super) fn most_trials(&self) -> u64 {
        self.most * self.family.size() as u64
    }
}
