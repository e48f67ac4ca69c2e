//! Measures the risk of a trial's hypothesis: the probability of an error on a fresh example.

use super::completed_run::CompletedRun;
use super::fresh_examples::no_risk;
use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{AnyColumn, Record, Setting};
use perceptron::risk::{self, Risk as Measured};
use perceptron::sample::Quantity;

columns! {
    /// Smallest risk of any classifier; empty if it is unknown or zero.
    BAYES_RISK: f64 = "bayes_risk" in "probability", |s| risk::bayes(s.distribution.distribution.as_ref()?);
    /// Probability of error on a fresh example; an exact fraction if the distribution gives one.
    RISK: Quantity = "risk" in "probability";
    /// Standard error of a Monte Carlo risk; 0 for a closed form.
    RISK_STANDARD_ERROR: f64 = "risk_standard_error" in "probability";
}

/// Measures the risk of the returned hypothesis: exact if the distribution has a closed form, otherwise by Monte Carlo.
pub(super) struct Risk;

impl Measurement for Risk {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let hypothesis = run.result.hypothesis.as_ref();
        let risk = |hypothesis| run.fresh.as_ref()?.risk(hypothesis);
        if let Some(measured) = hypothesis.and_then(risk) {
            record.set(columns::RISK_STANDARD_ERROR, measured.standard_error);
            record.set(columns::RISK, quantity(measured));
        }
    }

    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn missing_everywhere(&self, setting: &Setting, enumerated: bool) -> Option<&'static str> {
        no_risk(setting, enumerated)
    }

    fn needs_no_example_again(&self) -> bool {
        true
    }

    fn estimates(&self, column: AnyColumn, setting: &Setting) -> bool {
        column == columns::RISK.any() && has_estimated_risks(setting)
    }
}

/// Whether the risks of hypotheses are Monte Carlo estimates in trials of this setting, because some have no closed form. It is known before a run.
pub(super) fn has_estimated_risks(setting: &Setting) -> bool {
    let Some(variant) = &setting.variant else {
        return false;
    };
    if no_risk(setting, false).is_some() {
        return false;
    }
    let closed = setting
        .distribution
        .distribution
        .as_ref()
        .zip(setting.view());
    !closed.is_some_and(|(distribution, view)| {
        risk::has_closed_form(distribution, variant.hypothesis, &view, variant.test_ties)
    })
}

/// Converts a computed risk: to an exact fraction if it is known as one, otherwise to a float.
pub(super) fn quantity(risk: Measured) -> Quantity {
    let exact = risk.exact.map(Quantity::exact);
    exact.unwrap_or_else(|| Quantity::float(risk.value))
}
