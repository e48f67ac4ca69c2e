//! Measures nothing: computes from the law alone the expected risk of a rule that knows only the basis vectors it saw.

use super::measurement::Measurement;
use crate::trial::Setting;
use crate::trial::column::columns;
use num_rational::BigRational;
use perceptron::generate::Distribution;
use perceptron::learn::View;
use perceptron::risk::closed::basis;
use perceptron::sample::Rational;

columns! {
    /// The expected risk by the law of basis vectors, of a rule that is right on those it saw and scores the others 0.
    UNSEEN_MASS_RISK: Rational = "unseen_mass_risk" in "probability", expected_risk;
}

/// A column of the setting.
pub(super) struct UnseenMass;

impl Measurement for UnseenMass {}

/// Σ pᵢ(1−pᵢ)ⁿtᵢ for n independent draws of basis vectors; `None` for other laws, and with an offset, which scores unseen vectors too.
fn expected_risk(setting: &Setting) -> Option<Rational> {
    let variant = setting.variant.as_ref()?;
    let keeps = |view: View| view.keeps_directions() && view.keeps_ties(variant.test_ties);
    let plain = setting.law.iid && setting.view().is_some_and(keeps);
    let distribution = setting.law.distribution.as_ref().filter(|_| plain)?;
    let Distribution::Atoms { masses, labels, .. } = distribution else {
        return None;
    };
    let masses: Vec<BigRational> = masses.iter().map(|mass| mass.to_big()).collect();
    let examples = u32::try_from(setting.examples()).ok()?;
    let expected = basis::expected_risk_exact(&masses, labels, examples, variant.test_ties);
    Some(expected.into())
}
