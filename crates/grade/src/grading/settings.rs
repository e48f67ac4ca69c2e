//! Names the rules that a learner may be graded by, with their settings as they are given on the command line.

use super::passive_aggressive::PassiveAggressive;
use super::winnow::Winnow;
use perceptron::documented::Invalid;
use perceptron::sample::{Rational, Ties};
use std::str::FromStr;

/// Rules that a learner may be graded by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum RuleName {
    /// Updates on mistakes by y·x.
    Perceptron,
    /// Like `perceptron`, but every example is divided by its norm.
    NormalizedPerceptron,
    /// Updates where y⟨w, x⟩ is below a threshold.
    MarginPerceptron,
    /// Updates where y⟨w, x⟩ < 1 by τ·y·x, so that y⟨w, x⟩ becomes 1 (PA), or moves towards 1 (PA-I, PA-II).
    PassiveAggressive,
    /// Winnow1: multiplies weights by α on false negatives and sets them to 0 on false positives; features are 0 or 1.
    Winnow,
}

/// Which weights a learner reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ReturnedWeights {
    /// Those that it predicts with.
    Last,
    /// The mean of the weights after each example shown, while it predicts with the last ones.
    Averaged,
}

/// Size of a step: a number for the margin perceptron, one of three forms for the passive-aggressive rule.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Step η of the margin perceptron, whose updates add η·y·x.
    Size(Rational),
    /// PA: τ = ℓ/‖x‖².
    Pa,
    /// PA-I: τ = min(C, ℓ/‖x‖²).
    PaOne,
    /// PA-II: τ = ℓ/(‖x‖² + 1/(2C)).
    PaTwo,
}

impl FromStr for Step {
    type Err = String;

    /// Reads `pa`, `pa-1`, `pa-2` or a number.
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "pa" => Ok(Self::Pa),
            "pa-1" => Ok(Self::PaOne),
            "pa-2" => Ok(Self::PaTwo),
            _ => text.parse().map(Self::Size).map_err(|_| {
                "it is neither a number, such as 1/2, nor one of pa, pa-1 and pa-2".into()
            }),
        }
    }
}

/// Numbers of a rule as they are given; `None` for those that are not.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RuleSettings {
    /// Threshold of the margin perceptron or of Winnow.
    pub threshold: Option<Rational>,
    /// Step of the margin perceptron or of the passive-aggressive rule.
    pub step: Option<Step>,
    /// Aggressiveness C of the passive-aggressive rule.
    pub aggressiveness: Option<Rational>,
    /// Promotion factor α of Winnow.
    pub promotion: Option<Rational>,
}

/// Rules that have a setting, as they are typed.
const MARGIN: &str = "`--rule margin-perceptron`";
const PASSIVE_AGGRESSIVE: &str = "`--rule passive-aggressive`";
const WINNOW: &str = "`--rule winnow`";

impl RuleSettings {
    /// Refuses settings that belong to another rule than `named`.
    pub(super) fn validate_for(&self, named: RuleName) -> Result<(), Invalid> {
        use RuleName::{MarginPerceptron, PassiveAggressive, Winnow};
        let of_threshold = format!("{MARGIN} or {WINNOW}");
        let of_step = format!("{MARGIN} or {PASSIVE_AGGRESSIVE}");
        let given = [
            (
                "threshold",
                self.threshold.is_some(),
                &[MarginPerceptron, Winnow][..],
                of_threshold.as_str(),
            ),
            (
                "step",
                self.step.is_some(),
                &[MarginPerceptron, PassiveAggressive],
                of_step.as_str(),
            ),
            (
                "aggressiveness",
                self.aggressiveness.is_some(),
                &[PassiveAggressive],
                PASSIVE_AGGRESSIVE,
            ),
            ("promotion", self.promotion.is_some(), &[Winnow], WINNOW),
        ];
        let wrong = given
            .into_iter()
            .find(|(_, is_given, rules, _)| *is_given && !rules.contains(&named));
        wrong.map_or(Ok(()), |(key, _, _, rules)| {
            let problem = format!("`--{key}` belongs to another rule");
            let allowed = format!("leave it out, or give {rules}");
            Err(Invalid::new(key, problem, allowed))
        })
    }

    /// The step η of the margin perceptron; 1 if none is given.
    pub(super) fn size(&self) -> Result<Rational, Invalid> {
        match &self.step {
            None => Ok(Rational::one()),
            Some(Step::Size(size)) => Ok(size.clone()),
            Some(_) => {
                let problem = "the margin perceptron has a number as its step";
                Err(Invalid::new(
                    "step",
                    problem,
                    "a number, such as `--step 1/2`",
                ))
            }
        }
    }

    /// The form of the passive-aggressive rule: PA, or PA-I if an aggressiveness is given, unless the step says otherwise.
    pub(super) fn passive_aggressive(&self) -> Result<PassiveAggressive, Invalid> {
        let c = self.aggressiveness.as_ref();
        let c = c.map(|c| positive("aggressiveness", c)).transpose()?;
        match (&self.step, c) {
            (None | Some(Step::Pa), None) => Ok(PassiveAggressive::Plain),
            (None | Some(Step::PaOne), Some(c)) => Ok(PassiveAggressive::Capped(c)),
            (Some(Step::PaTwo), Some(c)) => Ok(PassiveAggressive::Damped(c)),
            (Some(Step::Pa), Some(_)) => {
                let problem = "PA has no aggressiveness";
                Err(Invalid::new(
                    "aggressiveness",
                    problem,
                    "`--step pa-1` or `--step pa-2`",
                ))
            }
            (Some(Step::PaOne | Step::PaTwo), None) => {
                let problem = "PA-I and PA-II need the aggressiveness C";
                Err(Invalid::new(
                    "step",
                    problem,
                    "`--aggressiveness C`, such as `--aggressiveness 1`",
                ))
            }
            (Some(Step::Size(_)), _) => {
                let problem = "the passive-aggressive rule computes its step from the loss";
                Err(Invalid::new("step", problem, "`--step pa`, pa-1 or pa-2"))
            }
        }
    }

    /// Winnow with the given promotion factor (2 if none is given) and threshold (half of the number of features if none is given).
    pub(super) fn winnow(&self, ties: Ties) -> Result<Winnow, Invalid> {
        if ties == Ties::Positive {
            let problem = "Winnow predicts −1 where the score equals its threshold";
            return Err(Invalid::new("ties", problem, "leave out `--ties`"));
        }
        let threshold = self.threshold.as_ref();
        let threshold = threshold
            .map(|theta| positive("threshold", theta))
            .transpose()?;
        let promotion = self
            .promotion
            .clone()
            .unwrap_or_else(|| Rational::from(2_i64));
        if promotion <= Rational::one() {
            let problem = "a promotion must make weights larger";
            return Err(Invalid::new(
                "promotion",
                problem,
                "a number above 1, such as `--promotion 2`",
            ));
        }
        let factor = promotion.to_f64();
        match factor > 1.0 && factor.is_finite() {
            true => Ok(Winnow::new(factor, threshold)),
            false => Err(out_of_doubles("promotion")),
        }
    }
}

/// The float nearest to a setting, which must be positive and in the range of doubles.
fn positive(key: &'static str, value: &Rational) -> Result<f64, Invalid> {
    let float = value.to_f64();
    match float.is_normal() && float > 0.0 {
        true => Ok(float),
        false if *value > Rational::zero() => Err(out_of_doubles(key)),
        false => Err(Invalid::new(key, "it is not positive", "a number above 0")),
    }
}

/// Refuses a setting of a perceptron rule that is too large for a double.
pub(super) fn finite(key: &'static str, value: &Rational) -> Result<(), Invalid> {
    match value.to_f64().is_finite() {
        true => Ok(()),
        false => Err(out_of_doubles(key)),
    }
}

fn out_of_doubles(key: &'static str) -> Invalid {
    let problem = "no double that the rule can compute with is near to it";
    Invalid::new(key, problem, "a number with fewer digits, such as 2")
}
