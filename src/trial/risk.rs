//! Measures the risk of a trial's hypothesis.

use super::Trial;
use crate::generate::{Law, Sampler};
use crate::learn::{Hypothesis, Variant};
use crate::risk;
use crate::sample::Separator;
use crate::seed::Seed;

/// Fills the risk columns: exact where the law has a closed form, else by Monte Carlo on independent examples.
///
/// The planted separator of the sample may hold the labels of the law.
pub(super) fn measure(
    trial: &mut Trial,
    law: &Law,
    sampler: &dyn Sampler,
    planted: Option<&Separator>,
    variant: &Variant,
    hypothesis: &Hypothesis,
    test: Seed,
) {
    let offset = variant.offset.0.as_ref();
    let exact = law.distribution.as_ref().and_then(|law| risk::exact(&law.given(planted), hypothesis, offset, variant.test_ties));
    let measured = match exact {
        Some(risk) => risk,
        None if law.iid => risk::monte_carlo(sampler, test, hypothesis, offset, variant.test_ties),
        None => return,
    };
    trial.risk = Some(measured.value);
    trial.risk_exact = measured.exact;
    trial.risk_standard_error = Some(measured.standard_error);
}
