//! Holds the numbers of the independent implementations: integers, fractions or floats, compared without a tolerance.

use crate::sample::{Label, OutOfRange, Rational};
use std::cmp::Ordering;

/// A score or a threshold of an independent implementation. All numbers of one run are of one kind: integers, fractions or floats.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Number {
    /// An integer, in multiples of a unit that the learner keeps.
    Integer(i128),
    /// A fraction.
    Fraction(Rational),
    /// A float.
    Float(f64),
}

impl Number {
    /// Returns the number times the label, +1 or −1.
    pub(super) fn signed(self, label: Label) -> Result<Self, OutOfRange> {
        if label == Label::Positive {
            return Ok(self);
        }
        match self {
            Self::Integer(value) => value.checked_neg().map(Self::Integer).ok_or(OutOfRange),
            Self::Fraction(value) => Ok(Self::Fraction(-&value)),
            Self::Float(value) => Ok(Self::Float(-value)),
        }
    }

    /// Compares the number with zero.
    pub(super) fn sign(&self) -> Ordering {
        match self {
            Self::Integer(value) => value.cmp(&0),
            Self::Fraction(value) => value.cmp(&Rational::zero()),
            Self::Float(value) => value.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
        }
    }

    /// Whether the number is below another of the same kind (integer, fraction or float).
    pub(super) fn is_below(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a < b,
            (Self::Fraction(a), Self::Fraction(b)) => a < b,
            (Self::Float(a), Self::Float(b)) => a < b,
            _ => false,
        }
    }
}
