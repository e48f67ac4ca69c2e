//! Names the measures that cost something: they are computed only when a column that a claim or a figure reads asks for them.

use std::collections::BTreeSet;
use strum::IntoStaticStr;

/// What is computed together, on demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Measure {
    /// What every trial tells: its counts and the geometry of its sample.
    Run,
    /// What all orders together do, where an order explores them.
    AllOrders,
    /// The risk of the hypothesis: exact where a closed form exists, else by Monte Carlo.
    Risk,
    /// The leave-one-out error, by retraining on the coupled draws where an example was updated on.
    LeaveOneOut,
    /// The same by retraining without every example: where it is tested that the others change nothing.
    EveryRetraining,
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
    /// The first vector that begins two passes.
    Cycle,
    /// A digest of the updated examples, in order.
    UpdateSequence,
    /// The coefficients of learners in dual form.
    Coefficients,
    /// The risk above the smallest possible one, and its expectation where theory has it.
    ExcessRisk,
    /// What the proofs maintain, after every update.
    Invariants,
    /// What every single update does, and whether the vector changes at every showing.
    Steps,
    /// How the vector classifies the midpoints of examples.
    Regions,
    /// Distances to the boundary of the vector.
    Boundary,
    /// The shortest vector with all margins at least 1.
    ShortestVector,
    /// The expected risk of a rule that knows nothing of vectors it did not see, from the law alone.
    UnseenMass,
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
        self.into()
    }

    /// Whether it is computed of samples that answer the learner too; the others need a law, or runs on the same sample again.
    pub fn is_of_answers(self) -> bool {
        match self {
            Self::Run | Self::MaxMargin | Self::Position | Self::Dichotomies => true,
            Self::ShortestVector => true,
            Self::Steps | Self::Regions | Self::Boundary => false,
            Self::UpdateSequence | Self::Training => true,
            Self::AllOrders | Self::Risk | Self::LeaveOneOut | Self::UpdatesLeft => false,
            Self::EveryRetraining => false,
            Self::RiskWithoutLast | Self::Coupling | Self::IterateRisk | Self::Cycle => false,
            Self::Coefficients | Self::ExcessRisk | Self::Invariants => false,
            Self::UnseenMass | Self::SupremumDeviation => false,
        }
    }

    /// Whether it is computed where these are asked for.
    pub fn is_asked(self, measures: &BTreeSet<Self>) -> bool {
        self == Self::Run || measures.contains(&self)
    }

    /// What has to be measured before it.
    pub fn needs(self) -> Option<Self> {
        match self {
            Self::ExcessRisk => Some(Self::Risk),
            Self::EveryRetraining => Some(Self::LeaveOneOut),
            _ => None,
        }
    }
}
