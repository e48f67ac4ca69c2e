//! Measures the excess risk: the risk above the smallest possible one.

use super::completed_run::CompletedRun;
use super::expected_excess_risk::expected;
use super::measurement::Measurement;
use super::risk;
use crate::trial::column::columns;
use crate::trial::{AnyColumn, Record, Setting};
use perceptron::generate::Distribution;
use perceptron::sample::{Quantity, Rational};

columns! {
    /// The expected excess risk in closed form, for the learners and distributions that have one.
    EXPECTED_EXCESS_RISK: Quantity = "expected_excess_risk" in "probability", expected;
    /// The risk above the smallest possible one.
    EXCESS_RISK: Quantity = "excess_risk" in "probability";
}

/// Measures the excess risk, if the smallest possible risk of the distribution is known, and computes its expectation if theory gives one.
pub(super) struct ExcessRisk;

impl Measurement for ExcessRisk {
    fn reads(&self) -> Option<AnyColumn> {
        Some(risk::columns::RISK.any())
    }

    fn fill(&self, record: &mut Record, _: &CompletedRun) {
        let excess = excess(record);
        record.set(columns::EXCESS_RISK, excess);
    }

    fn is_of_hypothesis(&self) -> bool {
        true
    }

    fn missing_everywhere(&self, setting: &Setting, _: bool) -> Option<&'static str> {
        let is_known = setting.distribution.distribution.is_some();
        (!is_known).then_some("the smallest risk of this distribution is not known; measure `risk`")
    }

    fn needs_no_example_again(&self) -> bool {
        true
    }

    fn estimates(&self, column: AnyColumn, setting: &Setting) -> bool {
        column == columns::EXCESS_RISK.any() && risk::has_estimated_risks(setting)
    }
}

fn excess(record: &Record) -> Option<Quantity> {
    let row = record.row();
    let found = row.get(risk::columns::RISK)?;
    let best = match row.setting().distribution.distribution.as_ref()? {
        Distribution::PlantedNoisyAtoms { advantage, .. }
        | Distribution::NoisyAtoms { advantage, .. } => {
            &(&Rational::one() - advantage) / &Rational::from(2_i64)
        }
        Distribution::Gaussians { .. } => {
            return Some(Quantity::float(
                found.value - row.get(risk::columns::BAYES_RISK)?,
            ));
        }
        _ => Rational::zero(),
    };
    Some(match &found.exact {
        Some(exact) => Quantity::exact(exact - &best),
        None => Quantity::float(found.value - best.to_f64()),
    })
}
