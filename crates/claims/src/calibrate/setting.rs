//! Describes a simulated study: a law of trials whose truth is known, and the real claim that speaks of them.

use crate::claim::{
    FewerUpdatesUsually, Form, LeaveOneOutErrorBound, LeaveOneOutIdentity, LeaveOneOutRiskBound,
    MarginSource, MinimaxAverageRisk, MinimaxLowerBound, RarelyMoreUpdates, SmallerRiskOnAverage,
    StatedClaim, Statement, VerdictWord,
};
use crate::judge::Bench;
use crate::stats::Interval;
use crate::trial::Trial;
use perceptron::sample::{Quantity, Rational};
use perceptron::seed::Stream;
use serde_json::Map;
use std::collections::BTreeSet;

/// The error probability that every simulated study is allowed.
pub(super) const ALPHA: f64 = 0.05;

/// What of it may be spent on a wrong `violated`: half, whether one bound decides or two.
pub(super) const LEVEL: f64 = ALPHA / 2.0;

/// The relative slack of the simulated identities.
pub(super) const SLACK: f64 = 0.5;

/// Where the truth lies, seen from the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Well inside: the claim is true.
    Inside,
    /// On the limit: the claim is just true.
    Boundary,
    /// Well outside: the claim is false.
    Outside,
}

/// Which claim is judged, and so which columns the trials fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
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

/// One law of trials under one claim.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    /// What distinguishes it from others of its form.
    pub name: &'static str,
    /// The claim.
    pub shape: Shape,
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
}

/// What one trial shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Draw {
    /// The observed value.
    pub observed: f64,
    /// Its limit.
    pub limit: f64,
    /// Whether the trial fails, so that nothing of it is seen.
    pub failed: bool,
}

impl Setting {
    /// The factor on the limit that puts the truth in its place.
    fn moved(&self, place: Place) -> f64 {
        let wider = if self.shape == Shape::LowerBound {
            1.0 / self.factor
        } else {
            self.factor
        };
        match place {
            Place::Inside => wider,
            Place::Boundary => 1.0,
            Place::Outside => 1.0 / wider,
        }
    }

    /// How much more often than not the first variant makes more updates.
    fn bias(&self, place: Place) -> f64 {
        match place {
            Place::Inside => -self.factor,
            Place::Boundary => 0.0,
            Place::Outside => self.factor,
        }
    }

    pub fn draw(&self, stream: &mut Stream, place: Place) -> Draw {
        let raw = (self.law)(stream);
        let observed = match self.shape {
            Shape::RandomLimit if raw >= 1.0 => 1.0,
            Shape::RandomLimit | Shape::MeasuredIdentity => {
                f64::from(stream.uniform() < raw / self.moved(place))
            }
            Shape::SignOfUpdates if raw == 0.0 => 0.0,
            Shape::SignOfUpdates => {
                2.0 * f64::from(stream.uniform() < 0.5 + 0.5 * self.bias(place)) - 1.0
            }
            _ => raw,
        };
        let limit = match self.shape {
            Shape::RandomLimit | Shape::MeasuredIdentity => raw,
            Shape::SignOfUpdates => 0.0,
            _ => self.mean * self.moved(place),
        };
        let failed = self.lost > 0.0 && observed == 0.0 && stream.uniform() < self.lost;
        Draw {
            observed,
            limit,
            failed,
        }
    }

    /// What the judge estimates from a draw.
    pub fn value(&self, draw: Draw) -> f64 {
        match self.shape {
            Shape::RandomLimit => draw.observed - draw.limit.min(1.0),
            Shape::MeasuredIdentity | Shape::RiskDifference => draw.observed - draw.limit,
            _ => draw.observed,
        }
    }

    /// The mean of that.
    pub fn truth(&self, place: Place) -> f64 {
        match self.shape {
            Shape::RandomLimit | Shape::MeasuredIdentity => {
                self.mean / self.moved(place) - self.mean
            }
            Shape::SignOfUpdates => self.mean * self.bias(place),
            Shape::RiskDifference => self.mean - self.mean * self.moved(place),
            _ => self.mean,
        }
    }

    /// What the judge compares it with.
    pub fn limit(&self, place: Place) -> f64 {
        match self.shape {
            Shape::RandomLimit
            | Shape::MeasuredIdentity
            | Shape::SignOfUpdates
            | Shape::RiskDifference => 0.0,
            _ => self.mean * self.moved(place),
        }
    }

    /// The games for the ends 1 − slack and 1 + slack of an identity: the range of their values, and the candidate mean.
    pub fn ends(&self, place: Place) -> [(Interval, f64); 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            Shape::MeasuredIdentity => (Interval::new(-factor, 1.0), 0.0),
            _ => (Interval::UNIT, self.limit(place) * factor),
        })
    }

    /// What those games are played for.
    pub fn end_values(&self, draw: Draw) -> [f64; 2] {
        [1.0 - SLACK, 1.0 + SLACK].map(|factor| match self.shape {
            Shape::MeasuredIdentity => draw.observed - factor * draw.limit,
            _ => draw.observed,
        })
    }

    fn statement(&self, place: Place) -> Statement {
        match self.shape {
            Shape::Risk => Statement::LeaveOneOutRiskBound(LeaveOneOutRiskBound {}),
            Shape::RandomLimit => Statement::LeaveOneOutErrorBound(LeaveOneOutErrorBound {}),
            Shape::LowerBound => Statement::MinimaxLowerBound(MinimaxLowerBound {}),
            Shape::Identity => Statement::MinimaxAverageRisk(MinimaxAverageRisk {}),
            Shape::MeasuredIdentity => Statement::LeaveOneOutIdentity(LeaveOneOutIdentity {}),
            Shape::MoreUpdates => Statement::RarelyMoreUpdates(RarelyMoreUpdates {
                probability: self.limit(place),
            }),
            Shape::SignOfUpdates => Statement::FewerUpdatesUsually(FewerUpdatesUsually {}),
            Shape::RiskDifference => Statement::SmallerRiskOnAverage(SmallerRiskOnAverage {
                at_most: Rational::zero(),
            }),
        }
    }

    /// A bench with this one claim: a spec whose α is [`ALPHA`], half of it for a wrong `violated`.
    pub fn bench(&self, place: Place) -> Bench {
        let statement = self.statement(place);
        let two_sided = statement.form() == Form::ExpectationIdentity;
        let slack = if two_sided { SLACK } else { 0.0 };
        bench_of(statement, slack, false)
    }

    /// Whether two bounds can be wrong with `violated`.
    pub fn is_identity(&self) -> bool {
        matches!(self.shape, Shape::Identity | Shape::MeasuredIdentity)
    }

    /// The level of each one-sided bound on that bench.
    pub fn per_side(&self) -> f64 {
        if self.is_identity() {
            LEVEL / 2.0
        } else {
            LEVEL
        }
    }

    /// The rows of one replicate.
    pub fn rows(&self, replicate: u64, draw: Draw) -> Vec<Trial> {
        let reason = if draw.failed {
            "out-of-range"
        } else {
            "clean-pass"
        };
        let one = |row: Trial| {
            vec![Trial {
                replicate,
                stop_reason: Some(reason.into()),
                ..row
            }]
        };
        let risk = || Trial {
            risk: Some(draw.observed),
            ..blank("first")
        };
        let fraction = |value: f64| Some(Rational::from_float(value));
        match self.shape {
            Shape::Risk => one(with_limit(risk(), draw.limit, false)),
            Shape::RandomLimit => one(with_limit(
                Trial {
                    leave_one_out_errors: Some(100.0 * draw.observed),
                    ..blank("first")
                },
                draw.limit,
                true,
            )),
            Shape::MeasuredIdentity => one(Trial {
                examples: 100,
                leave_one_out_errors: Some(100.0 * draw.observed),
                risk_without_last: Some(draw.limit),
                ..blank("first")
            }),
            Shape::LowerBound => one(Trial {
                risk_exact: fraction(draw.observed),
                minimax_bound: fraction(draw.limit),
                ..blank("first")
            }),
            Shape::Identity => one(Trial {
                risk_exact: fraction(draw.observed),
                minimax_average: fraction(draw.limit),
                ..blank("first")
            }),
            Shape::MoreUpdates | Shape::SignOfUpdates => pair(replicate, |which| Trial {
                updates: Some(if which == 0 {
                    (10.0 + draw.observed) as u64
                } else {
                    10
                }),
                ..blank(NAMES[which])
            }),
            Shape::RiskDifference => pair(replicate, |which| Trial {
                risk: Some(if which == 0 {
                    draw.observed
                } else {
                    draw.limit
                }),
                ..blank(NAMES[which])
            }),
        }
    }
}

const NAMES: [&str; 2] = ["first", "second"];

/// A bench with one claim about the simulated variants.
pub(super) fn bench_of(statement: Statement, slack: f64, complete: bool) -> Bench {
    let variants = if statement.scope() == crate::claim::Scope::Pair {
        &NAMES[..]
    } else {
        &NAMES[..1]
    };
    let margin = if statement.permits_random_limit() {
        MarginSource::Sample
    } else {
        statement.form().default_margin()
    };
    let claim = StatedClaim {
        id: "simulated".into(),
        statement,
        control_of: None,
        variants: variants.iter().map(|&name| name.into()).collect(),
        cells: BTreeSet::from([0]),
        scale: Rational::one(),
        slack,
        margin,
        premise_waived: false,
        expect: VerdictWord::Holds,
    };
    Bench {
        experiment: "calibrate".into(),
        alpha: ALPHA,
        cells: vec![(Map::new(), complete)],
        claims: vec![claim],
    }
}

/// The rows of both variants of one replicate.
pub(super) fn pair(replicate: u64, row: impl Fn(usize) -> Trial) -> Vec<Trial> {
    [0, 1]
        .map(|which| Trial {
            replicate,
            ..row(which)
        })
        .into()
}

/// A finished trial that meets every premise of the simulated claims, with nothing measured.
pub(super) fn blank(variant: &str) -> Trial {
    let word = |word: &str| Some(word.to_owned());
    Trial {
        cell: "simulated".into(),
        variant: word(variant),
        rule: word("perceptron"),
        order: word("cyclic"),
        stop: word("clean-pass"),
        stop_reason: word("clean-pass"),
        ties: word("mistake"),
        test_ties: word("positive"),
        hypothesis: word("last"),
        iid: true,
        unit_norm: true,
        uniform_labelling: true,
        ..Trial::empty()
    }
}

/// The columns from which the leave-one-out claims compute (R/γ)²/(N + 1), or /N, with this value.
fn with_limit(row: Trial, limit: f64, by_sample: bool) -> Trial {
    let squared = Some(Quantity::float(1.0 / (limit * 100.0)));
    let one = Some(Quantity::float(1.0));
    if by_sample {
        Trial {
            examples: 100,
            test_ties: row.ties.clone(),
            population_radius_squared: one,
            sample_margin_squared: squared,
            ..row
        }
    } else {
        Trial {
            examples: 99,
            population_radius_squared: one,
            population_margin_squared: squared,
            ..row
        }
    }
}
