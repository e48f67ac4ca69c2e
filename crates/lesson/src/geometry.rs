//! States what is certain about a sample: its radius, its largest margin with a separator, or the proof that there is none, and the mistake bound.

use crate::number::Number;
use perceptron::learn::{Rule, RuleFacts};
use perceptron::margin::{MaxMargin, Separability, separability};
use perceptron::sample::{Features, Label, Quantity, Rational, Sample};
use serde::Serialize;

/// What is certain about a sample, as the learner sees it.
pub(crate) struct Geometry {
    pub radius_squared: Quantity,
    pub separability: Separability,
}

/// Whether a vector separates the sample, for the page.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Proof {
    /// A vector separates: γ², γ, the direction of the largest margin, and the examples that are nearest to its line.
    Separable {
        margin_squared: Number,
        margin: Number,
        separator: Vec<f64>,
        nearest: Vec<usize>,
    },
    /// None does: multipliers λ > 0 with Σ λ y x = 0.
    NotSeparable { multipliers: Vec<Multiplier> },
    /// Neither is proved, for this reason.
    Open { why: &'static str },
}

/// The weight of one example in a proof.
#[derive(Debug, Serialize)]
pub(crate) struct Multiplier {
    example: usize,
    weight: String,
}

/// A mistake bound, and how much of it a run used.
#[derive(Debug, Serialize)]
pub(crate) struct Bound {
    /// The value of the bound.
    pub limit: Number,
    /// What was counted, divided by the bound.
    pub share: Number,
    /// The most that a plane allows, ⌊R²/(2γ²)⌋ + 1; `None` for a rule of which this is not proved.
    pub plane: Option<Number>,
}

impl Geometry {
    /// Measures this sample.
    pub(crate) fn of(features: &Features, labels: &[Label]) -> Self {
        let sample = Sample {
            features: features.clone(),
            labels: labels.to_vec(),
            planted: None,
        };
        Self {
            radius_squared: features.radius_squared(),
            separability: separability(&sample),
        }
    }

    /// The largest margin, if a vector separates.
    pub(crate) fn margin(&self) -> Option<&MaxMargin> {
        match &self.separability {
            Separability::Separable(margin) => Some(margin),
            _ => None,
        }
    }

    /// (R/γ)², or (R² + 2τ/η)/γ² for a rule with a threshold τ and a step η; `None` without a separator.
    pub(crate) fn limit(&self, rule: &Rule) -> Option<Quantity> {
        let margin = self.margin()?;
        let two = Rational::from(2_u64);
        let added = rule
            .threshold()
            .map(|threshold| &(threshold * &two) / &rule.step());
        let above = match added {
            Some(added) => self.radius_squared.plus(&Quantity::exact(added)),
            None => self.radius_squared.clone(),
        };
        Some(above.over(&margin.squared))
    }

    /// The most mistakes in a plane, ⌊R²/(2γ²)⌋ + 1 (theorem X10); `None` for other rules than the perceptron.
    pub(crate) fn plane(&self, rule: &Rule) -> Option<Quantity> {
        let is_plain = rule.threshold().is_none() && rule.facts() == RuleFacts::NONE;
        let limit = is_plain.then(|| self.limit(rule)).flatten()?;
        let half = limit.scaled(&Rational::new(1, 2)).floor();
        Some(half.plus(&Quantity::count(1)))
    }

    /// The bound of this rule, and the share of it that `observed` mistakes are.
    pub(crate) fn bound(&self, rule: &Rule, observed: u64) -> Option<Bound> {
        let limit = self.limit(rule)?;
        Some(Bound {
            share: Number::from(&Quantity::count(observed).over(&limit)),
            plane: self.plane(rule).as_ref().map(Number::from),
            limit: Number::from(&limit),
        })
    }

    /// The proof that a vector separates, or that none does.
    pub(crate) fn proof(&self) -> Proof {
        match &self.separability {
            Separability::Separable(margin) => Proof::Separable {
                margin_squared: Number::from(&margin.squared),
                margin: Number::from(&margin.squared.sharp_root()),
                separator: margin.separator.to_floats(),
                nearest: margin.hull.iter().map(|(example, _)| *example).collect(),
            },
            Separability::NotSeparable(gordan) => {
                let weighted = |(example, weight): &(usize, Rational)| Multiplier {
                    example: *example,
                    weight: weight.to_string(),
                };
                let multipliers = gordan.multipliers.iter().map(weighted).collect();
                Proof::NotSeparable { multipliers }
            }
            Separability::Open { why, .. } => Proof::Open { why },
        }
    }
}
