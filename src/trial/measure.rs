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
    /// The expected risk of a rule that knows nothing of vectors it did not see, from the law alone.
    UnseenMass,
}

impl Measure {
    /// The word in a manifest.
    pub fn word(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::LeaveOneOut => "leave-one-out",
            Self::MaxMargin => "max-margin",
            Self::UpdatesLeft => "updates-left",
            Self::UnseenMass => "unseen-mass",
        }
    }

    /// What must be measured for a column of the row to be filled; `None` for those that every run fills.
    pub fn of_column(name: &str) -> Option<Self> {
        match name {
            "risk" | "risk_standard_error" | "bayes_risk" => Some(Self::Risk),
            "leave_one_out_errors" | "leave_one_out_error" => Some(Self::LeaveOneOut),
            "max_margin_squared" => Some(Self::MaxMargin),
            "updates_left" => Some(Self::UpdatesLeft),
            _ => None,
        }
    }
}
