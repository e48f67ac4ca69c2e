//! Defines the quantifiers of claims, and the trials that a claim sees at once.

use super::MarginSource;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, IntoStaticStr};

/// The quantifier of a claim.
#[derive(Debug, Clone, Copy, PartialEq, EnumDiscriminants)]
#[strum_discriminants(
    name(FormWord),
    doc = "The quantifier of a claim, as a verdict names it.",
    derive(Default, IntoStaticStr, Serialize, Deserialize, strum::VariantNames),
    serde(rename_all = "kebab-case"),
    strum(serialize_all = "kebab-case")
)]
pub enum Form {
    /// observed ≤ limit on every trial.
    #[strum_discriminants(default)]
    Surely,
    /// `E[observed] ≤ limit`.
    InExpectation,
    /// `E[observed] = limit`.
    ExpectationIdentity,
    /// P(observed > limit) ≤ δ.
    WithProbability {
        /// The probability δ that is allowed.
        delta: f64,
    },
    /// `E[observed] ≥ limit`.
    LowerBound,
    /// observed = limit on every trial.
    Identity,
    /// observed ≤ limit on some trial.
    Exists,
    /// A proxy for a qualitative sentence, stated before the run: mean observed ≤ mean limit.
    Illustration,
}

perceptron::documented::choice!(FormWord);

impl Form {
    /// The word in a verdict.
    pub fn as_str(self) -> &'static str {
        FormWord::from(self).as_str()
    }

    /// Whether its verdict rests on a sample of replicates and so spends α.
    pub fn is_statistical(self) -> bool {
        match self {
            Self::InExpectation | Self::ExpectationIdentity => true,
            Self::WithProbability { .. } | Self::LowerBound => true,
            Self::Surely | Self::Identity | Self::Exists | Self::Illustration => false,
        }
    }

    /// Whether it is about an expectation, whose values lie in a range.
    pub fn is_about_a_mean(self) -> bool {
        match self {
            Self::InExpectation | Self::ExpectationIdentity | Self::LowerBound => true,
            Self::WithProbability { .. } | Self::Surely | Self::Identity => false,
            Self::Exists | Self::Illustration => false,
        }
    }

    /// Returns what a single trial can decide.
    pub fn one_trial(self) -> OneTrial {
        match self {
            Self::Surely => OneTrial::Exceeds,
            Self::Identity => OneTrial::Differs,
            Self::Exists => OneTrial::Shows,
            Self::InExpectation | Self::ExpectationIdentity => OneTrial::Nothing,
            Self::WithProbability { .. } | Self::LowerBound => OneTrial::Nothing,
            Self::Illustration => OneTrial::Nothing,
        }
    }

    /// Returns on which side the limit bounds the observed value.
    pub fn direction(self) -> LimitDirection {
        FormWord::from(self).direction()
    }

    /// Returns what is compared with the limit to say how close a claim comes to it: single trials, the mean, or nothing.
    pub fn closeness(self) -> Closeness {
        match self {
            Self::Surely | Self::WithProbability { .. } => Closeness::OfTrials,
            Self::InExpectation | Self::LowerBound | Self::Illustration => Closeness::OfMeans,
            Self::ExpectationIdentity => Closeness::OfMeans,
            Self::Identity | Self::Exists => Closeness::None,
        }
    }

    /// Returns the source of the margin unless a spec says otherwise: the distribution for statistical forms, the sample for the others.
    pub fn default_margin(self) -> MarginSource {
        if self.is_statistical() {
            MarginSource::Population
        } else {
            MarginSource::Sample
        }
    }
}

impl FormWord {
    /// The word in a verdict.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Returns on which side the limit bounds the observed value.
    pub fn direction(self) -> LimitDirection {
        match self {
            Self::Surely | Self::InExpectation | Self::WithProbability => LimitDirection::Above,
            Self::Illustration | Self::Exists => LimitDirection::Above,
            Self::LowerBound => LimitDirection::Below,
            Self::ExpectationIdentity | Self::Identity => LimitDirection::Both,
        }
    }
}

/// The decision that a single trial can make about a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneTrial {
    /// It violates the claim by exceeding its limit.
    Exceeds,
    /// It violates the claim by differing from its limit.
    Differs,
    /// It shows the claim by staying within its limit.
    Shows,
    /// It decides nothing.
    Nothing,
}

/// The side on which a limit bounds the observed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitDirection {
    /// It lies above: the observed value must not exceed it.
    Above,
    /// It lies below: the observed value must not fall below it.
    Below,
    /// Both sides must be equal.
    Both,
}

/// The value that is divided by its limit to say how close the numbers come to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closeness {
    /// The trial with the largest quotient.
    OfTrials,
    /// The mean.
    OfMeans,
    /// Nothing: the claim has no limit that is approached.
    None,
}

/// The trials that a claim sees at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// One trial.
    Trial,
    /// Two variants on one sample, in the order in which the spec names them.
    Pair,
    /// All cells that the claim is stated on.
    Sweep,
}

impl Scope {
    /// The word in a verdict.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}
