//! Says of a stated claim and a setting whether the claim must hold, for claims that are theorems in some forms only.

use claims::claim::{Class, Divisor, MarginSource, Registered, StatedClaim, TurnTarget};
use claims::trial::Setting;
use perceptron::learn::{Order, RuleKind};
use perceptron::sample::{Rational, TestTies, Ties};

pub(super) fn margin_is_measured(claim: &StatedClaim, _: &Setting) -> bool {
    !matches!(claim.margin, MarginSource::Number(_))
}

pub(super) fn of_one_separator(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(claim.margin, MarginSource::Sample)
}

pub(super) fn tie_is_an_error(_: &StatedClaim, setting: &Setting) -> bool {
    setting.test_ties() == Some(TestTies::Mistake)
}

pub(super) fn tie_is_a_mistake(_: &StatedClaim, setting: &Setting) -> bool {
    setting.ties() == Some(Ties::Mistake)
}

pub(super) fn not_strict(claim: &StatedClaim, _: &Setting) -> bool {
    !matches!(&claim.claim, Registered::LossOfErrors(claim) if claim.strict)
}

pub(super) fn not_reversed(claim: &StatedClaim, _: &Setting) -> bool {
    match &claim.claim {
        Registered::OutputNormAtMost(claim) => !claim.reversed,
        Registered::OutputNormAtLeast(claim) => !claim.reversed,
        _ => true,
    }
}

pub(super) fn of_the_example(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::TurnsTowards(claim) if claim.target == TurnTarget::Example)
}

pub(super) fn small_ones_counted(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::MarginMistakesApart(claim) if claim.small)
}

pub(super) fn divided_by_the_normal(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::DistanceToBoundary(claim) if claim.divided_by == Divisor::Normal)
}

pub(super) fn margin_is_the_largest(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(claim.margin, MarginSource::Max)
}

pub(super) fn four_times_the_losses(claim: &StatedClaim, _: &Setting) -> bool {
    let factor = match &claim.claim {
        Registered::HingeMistakeBound(claim) => claim.hinge_factor.to_f64(),
        _ => 0.0,
    };
    factor >= 4.0
}

pub(super) fn without_a_reduction(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::WinnowIntegerBound(claim) if claim.less == 0)
}

pub(super) fn with_the_cross_term(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::DeficitMistakeBound(claim) if claim.cross_term)
}

pub(super) fn blind_to_positions(_: &StatedClaim, setting: &Setting) -> bool {
    use Order::{Random, RandomMisclassified, Shuffled};
    matches!(
        setting.order(),
        Some(Shuffled | Random | RandomMisclassified)
    )
}

pub(super) fn updates_on_mistakes(_: &StatedClaim, setting: &Setting) -> bool {
    let rules = [RuleKind::Perceptron, RuleKind::NormalizedPerceptron];
    setting
        .rule()
        .is_some_and(|rule| rules.contains(&rule.kind()))
}

pub(super) fn whole_root(claim: &StatedClaim, _: &Setting) -> bool {
    let one = Rational::one();
    matches!(&claim.claim, Registered::OnlineToBatchDeviation(claim) if claim.root >= one)
}

pub(super) fn no_extra_degrees(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::HebbRiskDistribution(claim) if claim.extra_degrees == 0)
}

pub(super) fn as_proved(claim: &StatedClaim, _: &Setting) -> bool {
    matches!(&claim.claim, Registered::UniformDeviationBound(claim) if claim.complexity && claim.class == Class::Affine)
}
