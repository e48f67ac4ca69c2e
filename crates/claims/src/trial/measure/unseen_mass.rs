//! Computes, from the distribution alone, the expected risk of a rule that knows only the basis vectors it saw; nothing is measured.

use super::measurement::Measurement;
use crate::trial::Setting;
use crate::trial::column::columns;
use num_rational::BigRational;
use perceptron::generate::Distribution;
use perceptron::learn::View;
use perceptron::risk::closed::basis;
use perceptron::sample::Rational;

columns! {
    /// The expected risk, under the distribution of basis vectors, of a rule that is correct on those it saw and scores the others 0.
    UNSEEN_MASS_RISK: Rational = "unseen_mass_risk" in "probability", expected_risk;
}

/// Computes the expected risk of a rule that knows only the basis vectors it saw, as a column that the setting determines. Nothing is measured.
pub(super) struct UnseenMass;

impl Measurement for UnseenMass {}

/// The expected risk Σ pᵢ(1−pᵢ)ⁿtᵢ after n independent basis vectors, vector i having probability pᵢ and error tᵢ at score 0; `None` for other
/// distributions, and with an offset, which gives unseen vectors a score too.
fn expected_risk(setting: &Setting) -> Option<Rational> {
    let variant = setting.variant.as_ref()?;
    let keeps = |view: View| view.keeps_directions() && view.keeps_ties(variant.test_ties);
    let plain = setting.distribution.iid && setting.view().is_some_and(keeps);
    let distribution = setting
        .distribution
        .distribution
        .as_ref()
        .filter(|_| plain)?;
    let Distribution::Atoms { masses, labels, .. } = distribution else {
        return None;
    };
    let masses: Vec<BigRational> = masses.iter().map(|mass| mass.to_big()).collect();
    let examples = u32::try_from(setting.examples()).ok()?;
    let expected = basis::expected_risk_exact(&masses, labels, examples, variant.test_ties);
    Some(expected.into())
}
