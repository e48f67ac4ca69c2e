//! Counts the outcomes of a simulation's studies, and checks them against the promised error rates and coverage.

use crate::claim::Form;
use crate::stats::{Interval, clopper_pearson_lower, clopper_pearson_upper};
use serde::Serialize;

/// The error probability of each Clopper–Pearson limit on a rate that is estimated from the studies.
const LIMIT_ERROR: f64 = 0.01;

/// Factor by which the upper 99% limit of an error rate may exceed the promised rate, because only finitely many studies are simulated.
const TOLERANCE: f64 = 1.2;

/// The outcomes of the studies of one simulation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tally {
    /// The form of the claim that was judged.
    pub form: String,
    /// The distribution of the simulated trials.
    pub setting: String,
    /// Number of studies whose true mean lies exactly on the claim's limit.
    pub studies: u64,
    /// The error probability of a study, half of it for each wrong decision; 0 for claims that one trial decides.
    pub alpha: f64,
    /// The promised error probability of a wrong `violated`, and of a wrong `holds`: half of `alpha` each.
    pub level: f64,
    /// Fraction of the studies with the true mean on the limit that came out `violated`, checked after every trial.
    pub false_violated: f64,
    /// The upper 99% limit (Clopper and Pearson) on the probability of a wrong `violated`.
    pub upper_99: f64,
    /// The lower 99% limit on the probability of a wrong `violated`.
    pub lower_99: f64,
    /// Fraction of studies that came out `holds` although the claim is false, or would be false if the limit were moved slightly.
    pub false_holds: f64,
    /// The lower 99% limit on the probability of a wrong `holds`.
    pub false_holds_lower_99: f64,
    /// Fraction of studies whose confidence interval contained the true mean at every look; `None` if nothing is estimated.
    pub coverage: Option<f64>,
    /// The promised coverage: the fraction of studies whose interval should contain the true mean at every look.
    pub nominal_coverage: Option<f64>,
    /// The upper 99% limit on the coverage.
    pub coverage_upper_99: Option<f64>,
    /// Fraction of studies with a false claim that came out `violated`.
    pub power: f64,
    /// Fraction of studies with a true mean well inside the limit that came out `holds`; `None` if this is not simulated.
    pub held: Option<f64>,
    /// Mean number of trials to a decision in studies with a false claim; an undecided study counts all its trials.
    pub mean_trials: f64,
    /// Number of looks at which the judge and the reference bets disagreed; none is allowed.
    pub disagreements: u64,
}

/// How many of a number of studies had a certain outcome.
#[derive(Debug, Clone, Copy)]
pub(super) struct Proportion {
    pub count: u64,
    pub of: u64,
}

impl Proportion {
    pub(super) fn rate(self) -> f64 {
        self.count as f64 / self.of.max(1) as f64
    }

    /// Returns the lower and the upper confidence limit on the probability that `count` of `of` estimates, each wrong with probability 1%.
    pub(super) fn limits(self) -> Interval {
        let upper = clopper_pearson_upper(self.count, self.of, LIMIT_ERROR);
        Interval::new(
            clopper_pearson_lower(self.count, self.of, LIMIT_ERROR),
            upper,
        )
    }
}

impl Tally {
    /// Makes a tally of the wrong decisions: how often a true claim was `violated`, and how often a false one was `holds`. All other fields are 0 or
    /// `None`.
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

    /// Whether error rates and coverage are as promised, as far as this number of studies can tell. Few studies cannot bound a rate near the level by
    /// 1.2 times the level. For them, the promise is broken only if the lower limit of a rate exceeds the level.
    pub fn is_promise_kept(&self) -> bool {
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
