//! Says how many studies are simulated.

/// How many studies a calibration simulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Number of studies, for every simulated distribution, whose true mean lies exactly on the claim's limit; a tenth as many are simulated with the
    /// mean on either side of the limit.
    pub studies: u64,
}

impl Effort {
    /// Enough studies for tight confidence limits on error rates.
    pub const FULL: Self = Self { studies: 10_000 };

    /// Enough studies to notice a judge that is clearly wrong.
    pub const QUICK: Self = Self { studies: 600 };
}
