//! Measures the risk of the hypothesis trained without the last example, on the same random draws.

use super::completed_run::CompletedRun;
use super::fresh_examples::no_risk;
use super::measurement::Measurement;
use super::risk::{has_estimated_risks, quantity};
use crate::trial::column::columns;
use crate::trial::{AnyColumn, Record, Setting};
use perceptron::generate::Distribution;
use perceptron::learn::{Hypothesis, View};
use perceptron::risk;
use perceptron::sample::{Quantity, Rational};

columns! {
    /// Risk of the hypothesis trained without the last example.
    RISK_WITHOUT_LAST: Quantity = "risk_without_last" in "probability";
    /// P(y⟨w, x⟩ < threshold) for the hypothesis trained without the last example; empty unless examples are basis vectors of unit norm.
    MARGIN_RISK_WITHOUT_LAST: Rational = "margin_risk_without_last" in "probability";
    /// P(y⟨w, x⟩ < threshold) for the hypothesis trained without the last example; empty unless examples lie on the sphere with a margin.
    SPHERE_MARGIN_RISK_WITHOUT_LAST: Quantity = "sphere_margin_risk_without_last" in "probability";
}

/// Measures the risk of the hypothesis trained without the last example of the sample, on the same random draws.
pub(super) struct RiskWithoutLast;

impl Measurement for RiskWithoutLast {
    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn missing_everywhere(&self, setting: &Setting, enumerated: bool) -> Option<&'static str> {
        no_risk(setting, enumerated)
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let last = run.labels.len().checked_sub(1);
        let without = |last| run.learner?.run(Some(last)).hypothesis;
        let Some(hypothesis) = last.and_then(without) else {
            return;
        };
        let margin_risk = margin_risk(run, &hypothesis);
        record.set(columns::MARGIN_RISK_WITHOUT_LAST, margin_risk);
        let on_sphere = margin_risk_on_sphere(run, &hypothesis).map(Quantity::float);
        record.set(columns::SPHERE_MARGIN_RISK_WITHOUT_LAST, on_sphere);
        let fresh = run.fresh.as_ref();
        let risk = fresh.and_then(|fresh| fresh.risk(&hypothesis));
        record.set(columns::RISK_WITHOUT_LAST, risk.map(quantity));
    }

    fn estimates(&self, column: AnyColumn, setting: &Setting) -> bool {
        column == columns::RISK_WITHOUT_LAST.any() && has_estimated_risks(setting)
    }
}

/// Returns P(y⟨w, x⟩ < threshold) for a fresh example, if examples are basis vectors of unit norm and the hypothesis is an exact weight vector of a
/// rule with a threshold.
fn margin_risk(run: &CompletedRun, hypothesis: &Hypothesis) -> Option<Rational> {
    let (fresh, features) = (run.fresh.as_ref()?, run.features?);
    let is_plain = fresh.view().is_some_and(View::is_plain) && fresh.distribution().unit_norm;
    let Some(Distribution::Atoms { masses, labels, .. }) = fresh
        .distribution()
        .distribution
        .as_ref()
        .filter(|_| is_plain)
    else {
        return None;
    };
    let rule = &run.variant.rule;
    let (threshold, weights) = (rule.threshold()?, hypothesis.linear()?.integers.as_ref()?);
    let unit = &features.unit() * &rule.step();
    let below =
        |atom: usize| &(&unit * &Rational::from(weights[atom] * labels[atom].sign())) < threshold;
    let mistaken = masses
        .iter()
        .enumerate()
        .filter(|(atom, _)| below(*atom))
        .map(|(_, mass)| mass);
    Some(mistaken.fold(Rational::zero(), |sum, mass| &sum + mass))
}

/// P(y⟨w, x⟩ < threshold) on examples of the unit sphere with a margin, for a rule with a threshold.
fn margin_risk_on_sphere(run: &CompletedRun, hypothesis: &Hypothesis) -> Option<f64> {
    let fresh = run.fresh.as_ref()?;
    let distribution = fresh.distribution().distribution.as_ref();
    let drawn = distribution.filter(|_| fresh.view().is_some_and(View::is_plain))?;
    let threshold = run.variant.rule.threshold()?.to_f64();
    risk::below_threshold(drawn, &hypothesis.linear()?.weights, threshold)
}
