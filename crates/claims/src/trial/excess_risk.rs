//! Measures the risk above the smallest possible one.

use super::{Record, columns};
use perceptron::generate::Distribution;
use perceptron::sample::{Quantity, Rational};

/// Fills the column from the risk, where the law's smallest risk is known.
pub(super) fn measure(record: &mut Record) {
    let excess = excess(record);
    record.set(columns::EXCESS_RISK, excess);
}

fn excess(record: &Record) -> Option<Quantity> {
    let row = record.row();
    let risk = row.get(columns::RISK)?;
    let best = match row.setting().law.distribution.as_ref()? {
        Distribution::PlantedNoisyAtoms { advantage, .. }
        | Distribution::NoisyAtoms { advantage, .. } => {
            &(&Rational::one() - advantage) / &Rational::from(2_i64)
        }
        Distribution::Gaussians { .. } => {
            return Some(Quantity::float(risk.value - row.get(columns::BAYES_RISK)?));
        }
        _ => Rational::zero(),
    };
    Some(match &risk.exact {
        Some(exact) => Quantity::exact(exact - &best),
        None => Quantity::float(risk.value - best.to_f64()),
    })
}
