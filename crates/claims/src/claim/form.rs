//! Names the quantifiers of claims, and the rows that a claim sees at once.

use super::MarginSource;
use serde::{Deserialize, Serialize};
use strum::{EnumDiscriminants, IntoStaticStr};

/// The quantifier of a claim.
#[derive(Debug, Clone, Copy, PartialEq, EnumDiscriminants)]
#[strum_discriminants(
    name(FormWord),
    doc = "The quantifier of a claim without what it quantifies, as a verdict names it.",
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
    /// A pre-stated proxy for a qualitative sentence: mean observed ≤ limit.
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

    /// What one trial can decide.
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

    /// Which way the limit limits.
    pub fn direction(self) -> LimitDirection {
        FormWord::from(self).direction()
    }

    /// How a claim of this form comes close to its limit: by the trial that does, by the mean, or not at all.
    pub fn closeness(self) -> Closeness {
        match self {
            Self::Surely | Self::WithProbability { .. } => Closeness::OfTrials,
            Self::InExpectation | Self::LowerBound | Self::Illustration => Closeness::OfMeans,
            Self::ExpectationIdentity => Closeness::OfMeans,
            Self::Identity | Self::Exists => Closeness::None,
        }
    }

    /// Where the margin comes from unless a spec says otherwise: the law's for expectations, the sample's for the rest.
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

    /// Which way the limit limits.
    pub fn direction(self) -> LimitDirection {
        match self {
            Self::Surely | Self::InExpectation | Self::WithProbability => LimitDirection::Above,
            Self::Illustration | Self::Exists => LimitDirection::Above,
            Self::LowerBound => LimitDirection::Below,
            Self::ExpectationIdentity | Self::Identity => LimitDirection::Both,
        }
    }
}

/// What one trial can decide of a claim.
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

/// From where a limit limits what is observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitDirection {
    /// It lies above: the observed value must not exceed it.
    Above,
    /// It lies below: the observed value must reach it.
    Below,
    /// Both sides must be equal.
    Both,
}

/// What is divided by its limit to say how close numbers come to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closeness {
    /// The trial with the largest share.
    OfTrials,
    /// The mean.
    OfMeans,
    /// Nothing: the claim has no limit that is approached.
    None,
}

/// The rows a claim sees at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Scope {
    /// One trial.
    Trial,
    /// Two variants on one sample, in the order the spec names them.
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
