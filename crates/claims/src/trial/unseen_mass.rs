//! Measures nothing: computes from the law alone the expected risk of a rule that knows only the basis vectors it saw.

use num_rational::BigRational;
use perceptron::generate::{Distribution, Law};
use perceptron::learn::Variant;
use perceptron::risk::closed::basis;
use perceptron::sample::Rational;

/// Σ pᵢ(1−pᵢ)ⁿtᵢ for n independent draws of basis vectors; `None` for other laws, and with an offset, which scores unseen vectors too.
pub(super) fn expected_risk(law: &Law, variant: &Variant, examples: u64) -> Option<Rational> {
    let Distribution::Atoms { masses, labels } = law
        .distribution
        .as_ref()
        .filter(|_| law.iid && variant.offset.0.is_none())?
    else {
        return None;
    };
    let masses: Vec<BigRational> = masses.iter().map(|mass| mass.0.clone()).collect();
    Some(Rational(basis::expected_risk_exact(
        &masses,
        labels,
        u32::try_from(examples).ok()?,
        variant.test_ties,
    )))
}
