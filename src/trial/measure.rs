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
    /// Errors, ties, margin, norm and losses of the last vector on its own sample.
    Training,
    /// The risk of the hypothesis trained without the last example.
    RiskWithoutLast,
    /// Whether leaving out an example that was never updated on changes the run.
    Coupling,
    /// The mean risk of the vectors an online run passes through.
    IterateRisk,
    /// A digest of the updated examples, in order.
    UpdateSequence,
    /// The coefficients of learners in dual form.
    Coefficients,
    /// The risk above the smallest possible one, and its expectation where theory has it.
    ExcessRisk,
    /// What the proofs maintain, after every update.
    Invariants,
    /// The expected risk of a rule that knows nothing of vectors it did not see, from the law alone.
    UnseenMass,
    /// The labelings of the points that some vector realises.
    Dichotomies,
    /// Dependencies among the points.
    Position,
}

impl Measure {
    /// The word in a manifest.
    pub fn word(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::LeaveOneOut => "leave-one-out",
            Self::MaxMargin => "max-margin",
            Self::UpdatesLeft => "updates-left",
            Self::Training => "training",
            Self::RiskWithoutLast => "risk-without-last",
            Self::Coupling => "coupling",
            Self::IterateRisk => "iterate-risk",
            Self::UpdateSequence => "update-sequence",
            Self::Coefficients => "coefficients",
            Self::ExcessRisk => "excess-risk",
            Self::Invariants => "invariants",
            Self::UnseenMass => "unseen-mass",
            Self::Dichotomies => "dichotomies",
            Self::Position => "position",
        }
    }
}
