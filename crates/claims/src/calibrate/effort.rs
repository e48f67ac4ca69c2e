//! Says how many studies are simulated.

/// How many studies are simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Studies of every simulation with the truth exactly on the limit; a tenth as many have it on either side.
    pub studies: u64,
}

impl Effort {
    /// Enough studies for tight confidence limits on error rates.
    pub const FULL: Self = Self { studies: 10_000 };

    /// Enough studies to notice a judge that is clearly wrong.
    pub const QUICK: Self = Self { studies: 600 };
}
