//! Says how much is simulated.

/// How much is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Studies of every simulation with the limit exactly met; a tenth as many with it moved to either side.
    pub studies: u64,
}

impl Effort {
    /// Enough for limits on error rates that are close to them.
    pub const FULL: Self = Self { studies: 10_000 };

    /// Enough to notice a judge that is clearly wrong.
    pub const QUICK: Self = Self { studies: 600 };
}
