//! Names the measures that cost something: they are computed only when a claim or a figure of the spec asks for them.

/// A measure that is computed on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The risk of the hypothesis: exact where a closed form exists, else by Monte Carlo.
    Risk,
    /// The leave-one-out error, by retraining on the coupled draws.
    LeaveOneOut,
    /// The largest margin of the sample, as a proved interval.
    MaxMargin,
    /// The updates still due when the run ends, by a full scan.
    UpdatesLeft,
    /// What the proofs maintain, after every update.
    Invariants,
    /// The labelings of the points that some vector realises.
    Dichotomies,
    /// Dependencies among the points.
    Position,
    /// The largest deviation of an empirical risk from its risk.
    SupremumDeviation,
}

impl Measure {
    /// The word in a manifest.
    pub fn word(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::LeaveOneOut => "leave-one-out",
            Self::MaxMargin => "max-margin",
            Self::UpdatesLeft => "updates-left",
            Self::Invariants => "invariants",
            Self::Dichotomies => "dichotomies",
            Self::Position => "position",
            Self::SupremumDeviation => "supremum-deviation",
        }
    }
}
