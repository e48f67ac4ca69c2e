//! Names the quantifiers of claims, and the rows that a claim sees at once.

use super::MarginSource;

/// The quantifier of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Form {
    /// observed ≤ limit on every trial.
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

impl Form {
    /// The word in a verdict.
    pub fn word(self) -> &'static str {
        match self {
            Self::Surely => "surely",
            Self::InExpectation => "in-expectation",
            Self::ExpectationIdentity => "expectation-identity",
            Self::WithProbability { .. } => "with-probability",
            Self::LowerBound => "lower-bound",
            Self::Identity => "identity",
            Self::Exists => "exists",
            Self::Illustration => "illustration",
        }
    }

    /// Whether its verdict rests on a sample of replicates and so spends α.
    pub fn is_statistical(self) -> bool {
        matches!(
            self,
            Self::InExpectation
                | Self::ExpectationIdentity
                | Self::WithProbability { .. }
                | Self::LowerBound
        )
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

/// The rows a claim sees at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    pub fn word(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Pair => "pair",
            Self::Sweep => "sweep",
        }
    }
}
