//! Says how the value of a formula changes while a run goes on.

/// How the value of a formula changes while a run goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Growth {
    /// The value does not change.
    Fixed,
    /// The value never falls.
    Grows,
    /// The value may fall.
    Open,
}

impl Growth {
    /// The growth of a value that falls when the value of this growth rises, such as its negative.
    pub(super) fn unless_it_grows(self) -> Self {
        match self {
            Self::Fixed => Self::Fixed,
            Self::Grows | Self::Open => Self::Open,
        }
    }
}
