//! Defines the two classes of examples.

/// The class of an example, −1 or +1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// y = −1.
    Negative,
    /// y = +1.
    Positive,
}

impl Label {
    /// The label with the sign of a score, given whether the score is non-negative: sign(0) = +1.
    pub fn of_sign(nonnegative: bool) -> Self {
        if nonnegative {
            Self::Positive
        } else {
            Self::Negative
        }
    }

    /// The other label: −1 for +1, and +1 for −1.
    pub fn opposite(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Positive => Self::Negative,
        }
    }

    /// The label as an integer, −1 or +1.
    pub fn sign(self) -> i64 {
        match self {
            Self::Negative => -1,
            Self::Positive => 1,
        }
    }

    /// The label as a float, −1.0 or +1.0.
    pub fn value(self) -> f64 {
        match self {
            Self::Negative => -1.0,
            Self::Positive => 1.0,
        }
    }
}
