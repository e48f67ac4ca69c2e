//! Holds the share of the points of an exercise that an answer gets, with the reasons.

use perceptron::sample::Rational;

/// The share of its points that an answer gets, from 0 to 1, and why.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mark {
    pub(super) share: Rational,
    pub(super) reasons: Vec<String>,
}

impl Mark {
    /// All points.
    pub(super) fn full(reason: impl Into<String>) -> Self {
        Self::of(Rational::one(), reason)
    }

    /// No points.
    pub(super) fn none(reason: impl Into<String>) -> Self {
        Self::of(Rational::zero(), reason)
    }

    /// A share of the points, at least 0 and at most 1.
    pub(super) fn of(share: Rational, reason: impl Into<String>) -> Self {
        Self {
            share: share.clamp(Rational::zero(), Rational::one()),
            reasons: vec![reason.into()],
        }
    }

    /// As large a share as what was reached is of what was asked for.
    pub(super) fn part(reached: u64, of: u64, reason: impl Into<String>) -> Self {
        let count = |count: u64| Rational::from(count);
        Self::of(&count(reached) / &count(of.max(1)), reason)
    }
}
