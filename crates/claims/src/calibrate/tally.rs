//! Counts what became of the studies of a simulation, and says whether the promise was kept.

use crate::claim::Form;
use crate::stats::{Interval, clopper_pearson_lower, clopper_pearson_upper};
use serde::Serialize;

/// The error probability of the limits on rates that are counted here.
const LIMIT_ERROR: f64 = 0.01;

/// How much an error rate's upper limit may exceed what was promised, because studies are finite.
const TOLERANCE: f64 = 1.2;

/// The studies of one simulation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tally {
    /// The form of the claim that was judged.
    pub form: String,
    /// The law of the simulated trials.
    pub setting: String,
    /// Number of studies with the limit exactly met.
    pub studies: u64,
    /// The error probability of a study, half of it for each wrong decision; 0 where one trial decides.
    pub alpha: f64,
    /// The half that is promised for a wrong `violated`, and again for a wrong `holds`.
    pub level: f64,
    /// Fraction of these studies that came out `violated`, watched after every trial.
    pub false_violated: f64,
    /// The upper 99% limit (Clopper and Pearson) on that probability.
    pub upper_99: f64,
    /// The lower 99% limit on it.
    pub lower_99: f64,
    /// Fraction of studies that came out `holds` although the claim is false, or would be if the limit were moved by a hair.
    pub false_holds: f64,
    /// The lower 99% limit on that probability.
    pub false_holds_lower_99: f64,
    /// Fraction of studies whose interval contained the truth at every look; missing where nothing is estimated.
    pub coverage: Option<f64>,
    /// The coverage that was promised.
    pub nominal_coverage: Option<f64>,
    /// The upper 99% limit on the coverage.
    pub coverage_upper_99: Option<f64>,
    /// Fraction of studies with a false claim that came out `violated`.
    pub power: f64,
    /// Fraction of studies with the truth well inside that came out `holds`; missing where that is not simulated.
    pub held: Option<f64>,
    /// Mean number of trials to a decision in studies with a false claim; undecided ones count in full.
    pub mean_trials: f64,
    /// Looks at which the judge and the running wealth disagreed; none is allowed.
    pub disagreements: u64,
}

/// A number of studies out of all.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proportion {
    pub count: u64,
    pub of: u64,
}

impl Proportion {
    pub(super) fn rate(self) -> f64 {
        self.count as f64 / self.of.max(1) as f64
    }

    /// The two-sided 98% limits, each wrong with probability 1%.
    pub(super) fn limits(self) -> Interval {
        let upper = clopper_pearson_upper(self.count, self.of, LIMIT_ERROR);
        Interval::new(
            clopper_pearson_lower(self.count, self.of, LIMIT_ERROR),
            upper,
        )
    }
}

impl Tally {
    /// Studies of which only the wrong decisions were counted yet: `violated` where the claim is true, and `holds` where it is false.
    pub(super) fn new(form: Form, setting: &str, violated: Proportion, holds: Proportion) -> Self {
        Self {
            form: form.as_str().into(),
            setting: setting.into(),
            studies: violated.of,
            alpha: 0.0,
            level: 0.0,
            false_violated: violated.rate(),
            upper_99: violated.limits().upper,
            lower_99: violated.limits().lower,
            false_holds: holds.rate(),
            false_holds_lower_99: holds.limits().lower,
            coverage: None,
            nominal_coverage: None,
            coverage_upper_99: None,
            power: 0.0,
            held: None,
            mean_trials: 0.0,
            disagreements: 0,
        }
    }

    /// Whether error rates and coverage are as promised, as far as this many studies can tell.
    /// Few studies cannot bound a rate near the level by 1.2 times the level: of them only a rate above it beyond doubt breaks the promise.
    pub fn is_kept(&self) -> bool {
        let bounded =
            self.studies < super::Effort::FULL.studies || self.upper_99 < TOLERANCE * self.level;
        let covered = self
            .coverage_upper_99
            .zip(self.nominal_coverage)
            .is_none_or(|(upper, nominal)| upper >= nominal);
        let kept = match self.level > 0.0 {
            true => {
                bounded && self.lower_99 <= self.level && self.false_holds_lower_99 <= self.level
            }
            false => self.false_violated == 0.0 && self.false_holds == 0.0 && self.power == 1.0,
        };
        kept && covered && self.disagreements == 0
    }
}
