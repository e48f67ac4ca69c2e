//! Measures the risk of a trial's hypothesis, and of the one trained without the last example.

use super::{Record, columns};
use perceptron::generate::{Distribution, Law, Sampler};
use perceptron::learn::{Hypothesis, Learner, Variant, View};
use perceptron::risk::{self, Risk};
use perceptron::sample::{Features, Quantity, Rational};
use perceptron::seed::Seed;

/// What fresh examples are like, and how they are scored.
pub(super) struct Test<'a> {
    /// The law, with the labels that the sample's planted separator holds.
    pub law: &'a Law,
    pub sampler: &'a dyn Sampler,
    pub variant: &'a Variant,
    /// What the learner sees of examples; `None` where that has no finite form.
    pub view: Option<&'a View>,
    /// Whether samples are outcomes of an enumeration, among whose exact numbers an estimate has no place.
    pub enumerated: bool,
    /// The address of the examples of a Monte Carlo estimate.
    pub draws: Seed,
}

/// Fills the risk columns: exact where the law has a closed form, else by Monte Carlo on independent examples.
pub(super) fn measure(record: &mut Record, test: &Test, hypothesis: Option<&Hypothesis>) {
    if let Some(measured) = hypothesis.and_then(|hypothesis| test.risk(hypothesis)) {
        record.set(columns::RISK_STANDARD_ERROR, measured.standard_error);
        record.set(columns::RISK, quantity(measured));
    }
}

/// A risk as a fraction where it is known as one.
fn quantity(risk: Risk) -> Quantity {
    let exact = risk.exact.map(Quantity::exact);
    exact.unwrap_or_else(|| Quantity::float(risk.value))
}

/// Fills the columns of the run without the last example, on the same draws.
pub(super) fn measure_without_last(record: &mut Record, test: &Test, learner: &Learner) {
    let Some(last) = learner.labels().len().checked_sub(1) else {
        return;
    };
    let Some(hypothesis) = learner.run(Some(last)).hypothesis else {
        return;
    };
    let margin_risk = margin_risk(test, learner.features(), &hypothesis);
    record.set(columns::MARGIN_RISK_WITHOUT_LAST, margin_risk);
    record.set(
        columns::RISK_WITHOUT_LAST,
        test.risk(&hypothesis).map(quantity),
    );
}

/// P(y⟨w, x⟩ < threshold) on basis vectors of unit norm, for an exact vector of a rule with a threshold.
fn margin_risk(test: &Test, features: &Features, hypothesis: &Hypothesis) -> Option<Rational> {
    let is_plain = test.view.is_some_and(View::is_plain) && test.law.unit_norm;
    let Some(Distribution::Atoms { masses, labels, .. }) =
        test.law.distribution.as_ref().filter(|_| is_plain)
    else {
        return None;
    };
    let rule = &test.variant.rule;
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

impl Test<'_> {
    /// The risk on fresh examples as the learner sees them.
    fn risk(&self, hypothesis: &Hypothesis) -> Option<Risk> {
        let ties = self.variant.test_ties;
        let view = self.view?;
        self.exact(hypothesis).or_else(|| {
            let estimate = || risk::monte_carlo(self.sampler, self.draws, hypothesis, view, ties);
            (self.law.iid && !self.enumerated).then(estimate).flatten()
        })
    }

    /// The risk in closed form, where there is one.
    pub(super) fn exact(&self, hypothesis: &Hypothesis) -> Option<Risk> {
        let distribution = self.law.distribution.as_ref()?;
        risk::exact(distribution, hypothesis, self.view?, self.variant.test_ties)
    }
}
