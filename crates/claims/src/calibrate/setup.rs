//! Prepares the studies of a simulation: the real claim about its trials, its [`JudgeSpec`], and the columns that the drawn values fill.

use super::judge::Judge;
use super::simulation::{
    JudgedForm, SLACK, SimulatedTrial, Simulation, TruthPosition, VerdictFamily,
};
use super::trials::{self, SimulatedTrials};
use crate::claim::{MarginSource, Registered, StatedClaim, Statement, Term, Variation};
use crate::judge::JudgeSpec;
use crate::stats::Interval;
use crate::trial::{Block, Halves, Setting, columns};
use perceptron::generate::KnownDistribution;
use perceptron::learn::StopReason;
use perceptron::sample::{Quantity, Rational};
use std::ops::Range;
use std::sync::Arc;

/// Number of examples that a simulated sample is said to have, so that one error is an error rate of 1/100.
const EXAMPLES: u64 = 100;

/// A simulation whose true mean lies inside, on or outside the limit: everything that its studies share.
pub(super) struct Setup {
    /// The simulated distribution of trials.
    pub simulation: Simulation,
    /// Whether the true mean lies inside, on or outside the claim's limit.
    pub place: TruthPosition,
    /// Judges the claim, or several copies of it, with one verdict per cell. Its α is [`ALPHA`](super::simulation::ALPHA), half of it for a wrong
    /// `violated`.
    pub judge_spec: JudgeSpec,
    settings: Vec<Arc<Setting>>,
}

impl Setup {
    /// Prepares the claim, its judge and the constant columns, all of which are known before the first trial.
    pub(super) fn new(simulation: Simulation, place: TruthPosition, judge: Judge) -> Self {
        let claim = trials::of_simulated_variants(claim(&simulation, place));
        let judge_spec = spread(trials::judge_spec_of(claim, false), simulation.family);
        // The judge divides α over the verdicts. With α multiplied by their number, each verdict gets all of it.
        let judge_spec = match judge {
            Judge::Undivided => JudgeSpec {
                alpha: judge_spec.alpha * simulation.family.size() as f64,
                ..judge_spec
            },
            Judge::Sound | Judge::Peeking => judge_spec,
        };
        let distribution = match simulation.shape {
            // The bound on the risk is (R/γ)² / (N + 1) for N examples; the trials have N = `EXAMPLES` − 1.
            JudgedForm::Risk => KnownDistribution {
                population_margin_squared: Some(margin_squared(simulation.limit(place))),
                ..trials::distribution()
            },
            _ => trials::distribution(),
        };
        Self {
            settings: trials::settings(&judge_spec, &distribution),
            simulation,
            place,
            judge_spec,
        }
    }

    /// Returns the claim that is judged; if the spec has several copies of the claim, the first.
    pub(super) fn claim(&self) -> &StatedClaim {
        &self.judge_spec.claims[0]
    }

    /// Returns the range of the value that the judge estimates.
    pub(super) fn range(&self) -> Interval {
        let statement = &self.claim().statement;
        let Interval { lower: a, upper: b } = statement.range;
        match statement.variation {
            Variation::Forbidden => Interval::new(a, b),
            Variation::Permitted | Variation::Measured => Interval::new(a - b, b - a),
        }
    }

    /// Returns simulated trials as the judge reads them, one per draw, with replicates numbered from `first` on.
    pub(super) fn block(&self, first: u64, draws: &[SimulatedTrial]) -> Block {
        let trials = SimulatedTrials::from(first, &self.settings, draws);
        let trials = match self.simulation.shape {
            JudgedForm::Risk => {
                trials
                    .with(0, columns::RISK, observed)
                    .with(0, columns::EXAMPLES, |_| EXAMPLES - 1)
            }
            JudgedForm::LowerBound | JudgedForm::Identity => {
                trials.with(0, columns::RISK, |draw| {
                    Quantity::exact(Rational::from_float(draw.observed))
                })
            }
            JudgedForm::RandomLimit => {
                left_out(trials).with(0, columns::SAMPLE_MARGIN_SQUARED, |draw| {
                    margin_squared(draw.limit)
                })
            }
            JudgedForm::MeasuredIdentity => {
                left_out(trials).with(0, columns::RISK_WITHOUT_LAST, limit)
            }
            JudgedForm::MoreUpdates | JudgedForm::SignOfUpdates => trials
                .with(0, columns::UPDATES, |draw| (10.0 + draw.observed) as u64)
                .with(1, columns::UPDATES, |_| 10),
            JudgedForm::RiskDifference => {
                trials
                    .with(0, columns::RISK, observed)
                    .with(1, columns::RISK, limit)
            }
        };
        trials.in_all(columns::STOP_REASON, stop_reason).block()
    }
}

/// Returns the spec with as many verdicts as the family has: its one claim applied to several cells, or several copies of the claim, each about a
/// different cell.
fn spread(judge_spec: JudgeSpec, family: VerdictFamily) -> JudgeSpec {
    let (claim, size) = (&judge_spec.claims[0], family.size());
    let about = |cells: Range<usize>| StatedClaim {
        cells: cells.collect(),
        ..claim.clone()
    };
    let numbered = |cell: usize| StatedClaim {
        id: format!("{} {cell}", claim.id),
        ..about(cell..cell + 1)
    };
    let claims = match family {
        VerdictFamily::Alone | VerdictFamily::Cells => vec![about(0..size)],
        VerdictFamily::Claims => (0..size).map(numbered).collect(),
    };
    JudgeSpec {
        cells: vec![judge_spec.cells[0].clone(); size],
        claims,
        ..judge_spec
    }
}

fn observed(draw: &SimulatedTrial) -> Quantity {
    Quantity::float(draw.observed)
}

fn limit(draw: &SimulatedTrial) -> Quantity {
    Quantity::float(draw.limit)
}

fn stop_reason(draw: &SimulatedTrial) -> StopReason {
    if draw.failed {
        StopReason::OutOfRange
    } else {
        StopReason::CleanPass
    }
}

/// Returns the squared margin γ² at which the bound of the leave-one-out claims equals `limit`. The bound is (R/γ)² divided by the number of
/// examples, here with R = 1.
fn margin_squared(limit: f64) -> Quantity {
    Quantity::float(1.0 / (limit * EXAMPLES as f64))
}

/// Fills the column of leave-one-out errors: all examples are errors if the observed value is 1, none if it is 0.
fn left_out<'a>(
    trials: SimulatedTrials<'a, SimulatedTrial>,
) -> SimulatedTrials<'a, SimulatedTrial> {
    let errors = |draw: &SimulatedTrial| Halves(2 * EXAMPLES * draw.observed as u64);
    trials
        .with(0, columns::EXAMPLES, |_| EXAMPLES)
        .with(0, columns::LEAVE_ONE_OUT_ERRORS, errors)
}

/// Returns the claim that the simulation judges, with the limit for this position of the true mean.
fn claim(simulation: &Simulation, place: TruthPosition) -> StatedClaim {
    let limit = simulation.limit(place);
    let plain = StatedClaim::plain(registered(simulation.shape, limit));
    let claim = match plain.statement.variation {
        Variation::Forbidden => plain,
        Variation::Permitted | Variation::Measured => plain.with_margin(MarginSource::Sample),
    };
    let statement = match simulation.shape {
        // For the minimax family these limits are known numbers. Here the limit must be the one that makes the claim about the simulated trials true
        // or false.
        JudgedForm::LowerBound | JudgedForm::Identity => Statement {
            limit: Term::from(Rational::from_float(limit)),
            ..claim.statement
        },
        _ => claim.statement,
    };
    let slack = if simulation.is_identity() { SLACK } else { 0.0 };
    StatedClaim {
        statement,
        slack,
        ..claim
    }
}

fn registered(shape: JudgedForm, probability: f64) -> Registered {
    let named = |name: &str| Registered::built_in(&format!("{name} = {{}}"));
    match shape {
        JudgedForm::Risk => named("leave-one-out-risk-bound"),
        JudgedForm::RandomLimit => named("leave-one-out-error-bound"),
        JudgedForm::LowerBound => named("minimax-lower-bound"),
        JudgedForm::Identity => named("minimax-average-risk"),
        JudgedForm::MeasuredIdentity => named("leave-one-out-identity"),
        JudgedForm::MoreUpdates => Registered::built_in(&format!(
            "rarely-more-updates = {{ probability = {probability:?} }}"
        )),
        JudgedForm::SignOfUpdates => named("fewer-updates-usually"),
        JudgedForm::RiskDifference => named("smaller-risk-on-average"),
    }
}
