//! Names the premises: predicates over a row that say whether a claim speaks of it.

use super::MarginSource;
use crate::trial::Trial;

/// A predicate over a row and what its generator's law says.
#[derive(Debug, Clone, PartialEq)]
pub enum Premise {
    /// The margin that the limit uses exists and is positive.
    PositiveMargin(MarginSource),
    /// The planted separator has a positive normalised margin.
    PositiveNormalizedMargin,
    /// Every example has unit norm by law.
    UnitNorm,
    /// ‖x‖ is bounded by law.
    BoundedNorm,
    /// Examples are independent and identically distributed.
    Iid,
    /// The rule is one of these.
    Rule(&'static [&'static str]),
    /// Features are signs, and the label is the majority of an odd number of them.
    Majority,
    /// The run was computed in integers.
    ExactArithmetic,
    /// Any d of the points, or all if there are fewer, are independent.
    GeneralPosition,
    /// The points are linearly independent.
    IndependentPoints,
    /// There are more examples than features.
    MoreExamplesThanFeatures,
    /// The number of features is odd.
    OddDimension,
    /// The labels of the atoms are fair coins, drawn for every sample.
    UniformLabelling,
    /// A test example that scores zero is no sure error.
    FairTestTies,
    /// Every example has a constant feature.
    Offset,
    /// Every example was shown until a full scan found nothing to update on.
    RunToCleanPass,
    /// Leaving out an example that was never updated on leaves the run as it was, and a tie in the test is a mistake in
    /// training too.
    Coupled,
    /// The hypothesis is the last vector.
    LastVector,
    /// The hypothesis is the last vector, and the sum of the updates of the rule: of the one loop, or of its dual.
    SumOfUpdates,
    /// What the learner was shown has the norms and margins of the sample.
    SampleGeometry,
    /// The learner makes updates, one example at a time.
    Online,
    /// The order is not a list of positions, so that leaving out any example is like leaving out another.
    PositionFree,
    /// The exact risk of every vector of a stream is known.
    KnownIterateRisk,
    /// The smallest risk of any classifier is known.
    KnownBayesRisk,
    /// No vector classifies the sample with positive margins, by a certificate.
    NotSeparable,
    /// An exact run of the one loop in cyclic passes, a tie being a mistake.
    CyclicPasses,
    /// A test example is scored as an example in training is.
    SameTestTies,
    /// The law is of the minimax family, with n ≥ d ≥ 2.
    MinimaxFamily,
    /// The learner beside the one loop is one of these.
    Learner(&'static [&'static str]),
    /// Theory has the expected risk of this learner under this law.
    KnownExpectedRisk,
    /// Examples are independent basis vectors, so that the unseen ones score zero.
    UnseenMass,
    /// Examples are independent and identically distributed, or are once the target of this sample is given.
    IndependentExamples,
    /// Independent Gaussian examples labelled by a half-space, each shown once.
    TeacherStudentStream,
}

impl Premise {
    /// Whether it holds on a row. What only a run can tell counts as holding where the row does not tell it yet.
    pub fn holds(&self, row: &Trial) -> bool {
        if self.speaks_of_geometry() && !row.keeps_geometry() {
            return false;
        }
        match self {
            Self::PositiveMargin(source) => {
                source.squared(row).is_some_and(|square| square.value > 0.0)
            }
            Self::PositiveNormalizedMargin => row.normalized_margin_squared.is_some(),
            Self::UnitNorm => row.unit_norm,
            Self::BoundedNorm => row.population_radius_squared.is_some(),
            Self::Iid => row.iid,
            Self::Rule(names) => row
                .rule
                .as_deref()
                .is_some_and(|rule| names.contains(&rule)),
            Self::Majority => row.majority_of.is_some(),
            Self::ExactArithmetic => row.arithmetic.as_deref() == Some("exact"),
            Self::GeneralPosition => row.general_position == Some(true),
            Self::IndependentPoints => row.independent == Some(true),
            Self::MoreExamplesThanFeatures => row.examples > row.dimension,
            Self::OddDimension => row.dimension % 2 == 1,
            Self::UniformLabelling => row.uniform_labelling,
            Self::FairTestTies => row.test_ties.as_deref() != Some("mistake"),
            Self::Offset => row.offset.is_some(),
            Self::RunToCleanPass => row
                .stop
                .as_deref()
                .is_some_and(|stop| stop != "end-of-stream" && stop != "quiet-period"),
            Self::Coupled => is_coupled(row),
            Self::LastVector => row.hypothesis.as_deref() == Some("last"),
            Self::SumOfUpdates => {
                row.hypothesis.as_deref() == Some("last")
                    && row
                        .learner
                        .as_deref()
                        .is_none_or(|learner| learner == "dual")
            }
            Self::SampleGeometry => true,
            Self::Online => row.updates.is_some(),
            Self::PositionFree => row.order.as_deref() != Some("given"),
            Self::KnownIterateRisk => row.iterate_risk.is_some(),
            Self::KnownBayesRisk => row.bayes_risk.is_some(),
            Self::NotSeparable => row.separable == Some(false),
            Self::CyclicPasses => {
                let settings = [&row.order, &row.arithmetic, &row.ties].map(|word| word.as_deref());
                settings == [Some("cyclic"), Some("exact"), Some("mistake")]
                    && row.learner.is_none()
            }
            Self::SameTestTies => row.test_ties == row.ties,
            Self::MinimaxFamily => {
                row.minimax_bound.is_some() && row.dimension >= 2 && row.examples >= row.dimension
            }
            Self::Learner(names) => row
                .learner
                .as_deref()
                .is_some_and(|learner| names.contains(&learner)),
            Self::KnownExpectedRisk => row.expected_excess_risk.is_some(),
            Self::UnseenMass => row.unseen_mass_risk.is_some(),
            Self::IndependentExamples => {
                row.iid || matches!(row.generator.as_str(), "minimax" | "agnostic-basis")
            }
            Self::TeacherStudentStream => {
                row.generator == "teacher-student" && row.order.as_deref() == Some("stream")
            }
        }
    }

    /// Whether it is about norms and margins of what the learner is shown, which a transform may change.
    fn speaks_of_geometry(&self) -> bool {
        matches!(
            self,
            Self::PositiveMargin(_)
                | Self::PositiveNormalizedMargin
                | Self::UnitNorm
                | Self::BoundedNorm
                | Self::Majority
                | Self::SampleGeometry
        )
    }

    /// Whether only the sample can tell, so that nothing is known before a run.
    pub fn depends_on_sample(&self) -> bool {
        matches!(
            self,
            Self::PositiveMargin(MarginSource::Sample | MarginSource::Max)
                | Self::PositiveNormalizedMargin
                | Self::KnownBayesRisk
                | Self::NotSeparable
                | Self::MinimaxFamily
                | Self::OddDimension
                | Self::KnownExpectedRisk
                | Self::UnseenMass
                | Self::GeneralPosition
                | Self::IndependentPoints
                | Self::MoreExamplesThanFeatures
                | Self::Online
                | Self::KnownIterateRisk
        )
    }

    /// The premise in words, for tables and for `explain`.
    pub fn words(&self) -> String {
        match self {
            Self::PositiveMargin(source) => format!("separable: positive {} margin", source.word()),
            Self::PositiveNormalizedMargin => "separable: positive normalised margin".into(),
            Self::UnitNorm => "unit_norm".into(),
            Self::BoundedNorm => "bounded_norm".into(),
            Self::Iid => "iid".into(),
            Self::Rule(names) => format!("rule is {}", names.join(" or ")),
            Self::Majority => "label is a majority of signs".into(),
            Self::ExactArithmetic => "exact arithmetic".into(),
            Self::GeneralPosition => "points in general position".into(),
            Self::IndependentPoints => "linearly independent points".into(),
            Self::MoreExamplesThanFeatures => "more examples than features".into(),
            Self::OddDimension => "odd number of features".into(),
            Self::UniformLabelling => "labels are drawn uniformly".into(),
            Self::FairTestTies => "test_ties is positive or half".into(),
            Self::Offset => "with an offset".into(),
            Self::RunToCleanPass => "run to a clean pass".into(),
            Self::Coupled => "coupled draws: not random-misclassified or all-orders, and test_ties no stricter than ties".into(),
            Self::LastVector => "hypothesis is last".into(),
            Self::SumOfUpdates => "hypothesis is last, of the one loop or its dual".into(),
            Self::SampleGeometry => "no transform but an isometry".into(),
            Self::Online => "a learner that makes updates".into(),
            Self::PositionFree => "order is not given".into(),
            Self::KnownIterateRisk => "a stream without offset and transform, of a law whose risks are exact".into(),
            Self::KnownBayesRisk => "known Bayes risk".into(),
            Self::NotSeparable => "not separable".into(),
            Self::CyclicPasses => "exact run of the one loop in cyclic order, a tie being a mistake".into(),
            Self::SameTestTies => "test_ties equal to ties".into(),
            Self::MinimaxFamily => "minimax family with n ≥ d ≥ 2".into(),
            Self::Learner(names) => format!("learner is {}", names.join(" or ")),
            Self::KnownExpectedRisk => "the expected risk is known in closed form".into(),
            Self::IndependentExamples => "independent examples, given the target".into(),
            Self::TeacherStudentStream => "generator teacher-student, order stream".into(),
            Self::UnseenMass => "independent draws of basis vectors, no offset".into(),
        }
    }
}

fn is_coupled(row: &Trial) -> bool {
    let same_ties = row.ties.as_deref() == Some("mistake") || row.test_ties == row.ties;
    same_ties
        && !matches!(
            row.order.as_deref(),
            Some("random-misclassified" | "all-orders")
        )
}
