//! Says how Monte Carlo estimates enter a number that a claim computes.
//!
//! An estimate has the right expectation given the trial, and so has any sum of estimates times numbers of the same trial that are exact. Every other
//! function of an estimate, such as a square, a quotient of two estimates or the larger of two numbers, has another expectation. A comparison of a
//! single estimate with a limit says nothing about the number that it estimates.

use crate::trial::AnyColumn;

/// Whether a column, of the first (0) or the second (1) of two compared trials, is an estimate.
pub(super) type IsEstimate<'a> = dyn Fn(usize, AnyColumn) -> bool + 'a;

/// How estimates enter a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dependence {
    /// The number reads no estimate.
    Free,
    /// The number is a sum of estimates, each times an exact number of the same trial, and exact numbers.
    Linear,
    /// The number depends on an estimate in another way.
    Nonlinear,
}

impl Dependence {
    /// How estimates enter a column of a trial.
    pub(super) fn of_column(is_estimate: bool) -> Self {
        match is_estimate {
            true => Self::Linear,
            false => Self::Free,
        }
    }

    /// How estimates enter a sum or a difference.
    pub(super) fn sum(self, other: Self) -> Self {
        self.max(other)
    }

    /// How estimates enter a product.
    pub(super) fn product(self, other: Self) -> Self {
        match (self, other) {
            (Self::Free, one) | (one, Self::Free) => one,
            _ => Self::Nonlinear,
        }
    }

    /// How estimates enter a quotient.
    pub(super) fn quotient(self, denominator: Self) -> Self {
        self.product(denominator.in_function())
    }

    /// How estimates enter a function that is not linear.
    pub(super) fn in_function(self) -> Self {
        match self {
            Self::Free => Self::Free,
            Self::Linear | Self::Nonlinear => Self::Nonlinear,
        }
    }
}
