//! Defines the quantifiers of claims, and the trials that a claim sees at once.

use super::{Formula, MarginSource};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use strum::IntoStaticStr;

/// The quantifier of a claim.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    IntoStaticStr,
    Serialize,
    Deserialize,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Form {
    /// observed ≤ limit on every trial.
    #[default]
    Surely,
    /// `E[observed] ≤ limit`.
    InExpectation,
    /// `E[observed] = limit`.
    ExpectationIdentity,
    /// P(observed > limit) ≤ δ, the probability that the statement allows.
    WithProbability,
    /// `E[observed] ≥ limit`.
    LowerBound,
    /// observed = limit on every trial.
    Identity,
    /// observed ≤ limit on some trial.
    Exists,
    /// P(observed ≤ x) = F(x) for every x, where the limit of a trial is F(observed), and F is continuous.
    HasDistribution,
    /// A number that stands for a qualitative sentence of a note, stated before the run: mean observed ≤ mean limit.
    Illustration,
}

perceptron::documented::choice!(Form);

impl Form {
    /// The name of this form in specs (key `form`) and in verdicts, such as `in-expectation`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Whether a verdict on a claim of this form rests on a sample of replicates and so spends a part of α.
    pub fn is_statistical(self) -> bool {
        match self {
            Self::InExpectation | Self::ExpectationIdentity => true,
            Self::WithProbability | Self::LowerBound | Self::HasDistribution => true,
            Self::Surely | Self::Identity | Self::Exists | Self::Illustration => false,
        }
    }

    /// Whether bets on a mean decide about a claim of this form.
    pub fn is_bet_on(self) -> bool {
        self.is_statistical() && self != Self::HasDistribution
    }

    /// Whether a claim of this form is about an expectation, so that it needs a range of the observed values.
    pub fn is_about_a_mean(self) -> bool {
        match self {
            Self::InExpectation | Self::ExpectationIdentity | Self::LowerBound => true,
            Self::WithProbability | Self::Surely | Self::Identity => false,
            Self::Exists | Self::Illustration | Self::HasDistribution => false,
        }
    }

    /// Returns what a single trial can decide about a claim of this form.
    pub fn one_trial(self) -> OneTrial {
        match self {
            Self::Surely => OneTrial::Exceeds,
            Self::Identity => OneTrial::Differs,
            Self::Exists => OneTrial::Shows,
            Self::InExpectation | Self::ExpectationIdentity => OneTrial::Nothing,
            Self::WithProbability | Self::LowerBound => OneTrial::Nothing,
            Self::Illustration | Self::HasDistribution => OneTrial::Nothing,
        }
    }

    /// Returns whether single trials, the mean or nothing is divided by the limit to say how close the numbers come to it.
    pub fn closeness(self) -> Closeness {
        match self {
            Self::Surely | Self::WithProbability => Closeness::OfTrials,
            Self::InExpectation | Self::LowerBound | Self::Illustration => Closeness::OfMeans,
            Self::ExpectationIdentity => Closeness::OfMeans,
            Self::Identity | Self::Exists | Self::HasDistribution => Closeness::None,
        }
    }

    /// Returns which margin γ a claim of this form uses unless a spec says otherwise: the distribution's for statistical forms, the sample's for the
    /// others.
    pub fn default_margin(self) -> MarginSource {
        if self.is_statistical() {
            MarginSource::Population
        } else {
            MarginSource::Sample
        }
    }

    /// Returns on which side the limit bounds the observed value.
    pub fn direction(self) -> LimitDirection {
        match self {
            Self::Surely | Self::InExpectation | Self::WithProbability => LimitDirection::Above,
            Self::Illustration | Self::Exists => LimitDirection::Above,
            Self::LowerBound => LimitDirection::Below,
            Self::ExpectationIdentity | Self::Identity => LimitDirection::Both,
            Self::HasDistribution => LimitDirection::Both,
        }
    }
}

/// The verdicts on a claim that a single trial can decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneTrial {
    /// A trial violates the claim if its observed value exceeds the limit.
    Exceeds,
    /// A trial violates the claim if its observed value differs from the limit.
    Differs,
    /// A trial proves the claim if its observed value is within the limit.
    Shows,
    /// A single trial decides nothing.
    Nothing,
}

/// Whether a claim's limit bounds the observed value from above, from below, or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitDirection {
    /// The observed value must not exceed the limit.
    Above,
    /// The observed value must not fall below the limit.
    Below,
    /// The observed value must equal the limit.
    Both,
}

/// Which observed value is divided by the limit to say how close the numbers come to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closeness {
    /// The observed value of the trial with the largest observed ÷ limit.
    OfTrials,
    /// The mean observed value, divided by the mean limit.
    OfMeans,
    /// No value, because the claim has no limit that the numbers approach.
    None,
}

/// The trials that a claim compares at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// One trial.
    Trial,
    /// Two variants on one sample, in the order in which the spec names them.
    Pair,
    /// All trials of all cells that the claim is about.
    Sweep,
}

impl Scope {
    /// The name of the scope in verdicts: `trial`, `pair` or `sweep`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// An observed number and its limit as texts, and how they are compared.
#[derive(Debug, Clone)]
pub(super) struct StatedRelation {
    pub form: Form,
    pub observed: String,
    pub limit: String,
    /// Whether the limit is one number for all trials.
    pub is_constant: bool,
    /// The probability with which the observed number may exceed its limit.
    pub delta: String,
}

impl StatedRelation {
    fn sign(&self, [above, below]: [&'static str; 2]) -> &'static str {
        match self.form.direction() {
            LimitDirection::Above => above,
            LimitDirection::Below => below,
            LimitDirection::Both => "=",
        }
    }

    /// The observed number, ≤, ≥ or =, and the limit, of two texts in TeX: TeX between dollar signs.
    pub(super) fn typeset(&self) -> String {
        let (observed, limit) = (&self.observed, &self.limit);
        let sign = self.sign([r"\le", r"\ge"]);
        match self.form {
            Form::Surely | Form::Identity => format!("${observed} {sign} {limit}$"),
            Form::Exists => format!("${observed} {sign} {limit}$ on some trial"),
            Form::HasDistribution => {
                format!(r"$P({observed} \le x) = F(x)$, $F({observed}) = {limit}$")
            }
            Form::WithProbability => {
                let least = self.delta.parse().map(|delta: f64| 1.0 - delta);
                let least =
                    least.map_or_else(|_| format!("1 - {}", self.delta), |least| least.to_string());
                format!(r"${observed} \le {limit}$ with probability at least ${least}$")
            }
            Form::Illustration => {
                format!(r"$\text{{mean of }} {observed} {sign} \text{{mean of }} {limit}$")
            }
            Form::InExpectation | Form::LowerBound | Form::ExpectationIdentity => {
                let limit = match self.is_constant {
                    true => limit.clone(),
                    false => format!(r"\mathbb{{E}}[{limit}]"),
                };
                format!(r"$\mathbb{{E}}[{observed}] {sign} {limit}$")
            }
        }
    }

    /// The relation in TeX between dollar signs, and what the symbols of its formulas stand for.
    pub(super) fn explained<'f>(&self, formulas: impl IntoIterator<Item = &'f Formula>) -> String {
        self.typeset() + &legend(formulas)
    }

    /// The observed number, ≤, ≥ or =, and the limit, of two texts in Unicode, as pages print them.
    pub(super) fn printed(&self) -> String {
        let (observed, limit) = (&self.observed, &self.limit);
        let sign = self.sign(["≤", "≥"]);
        match self.form {
            Form::Surely | Form::Identity => format!("{observed} {sign} {limit}"),
            Form::Exists => format!("{observed} {sign} {limit} on some trial"),
            Form::HasDistribution => {
                format!("P({observed} ≤ x) = F(x), F({observed}) = {limit}")
            }
            Form::WithProbability => format!("P({observed} > {limit}) ≤ {}", self.delta),
            Form::Illustration => format!("mean of {observed} {sign} mean of {limit}"),
            Form::InExpectation | Form::LowerBound | Form::ExpectationIdentity => {
                let limit = match self.is_constant {
                    true => limit.clone(),
                    false => format!("E[{limit}]"),
                };
                format!("E[{observed}] {sign} {limit}")
            }
        }
    }
}

/// Returns the end of a sentence that says what the symbols of formulas stand for; empty if they have no symbols.
pub(super) fn legend<'f>(formulas: impl IntoIterator<Item = &'f Formula>) -> String {
    let symbols: BTreeSet<_> = formulas.into_iter().flat_map(Formula::symbols).collect();
    let words = symbols
        .iter()
        .map(|(symbol, name)| format!("${symbol}$ is {name}"));
    let words: Vec<String> = words.collect();
    match words.is_empty() {
        true => String::new(),
        false => format!(", where {}", words.join(", ")),
    }
}
