//! Measures the risk above the smallest possible one, and says what theory expects of it.

use super::Trial;
use perceptron::generate::{Distribution, Law};
use perceptron::learn::independent::ArcPoint;
use perceptron::learn::{OtherLearner, Variant};
use perceptron::risk::closed::{agnostic_basis, circle};
use perceptron::sample::{Quantity, Rational};

/// The largest sample whose expected excess risk is computed as a fraction.
const LARGEST_EXACT: u64 = 8;

/// Fills both columns, where the law, and the learner on it, have them.
pub(super) fn measure(trial: &mut Trial, law: &Law, variant: &Variant) {
    let Some(distribution) = &law.distribution else {
        return;
    };
    trial.excess_risk = excess(trial, distribution);
    trial.expected_excess_risk = variant
        .learner
        .as_ref()
        .and_then(|learner| expected(trial.examples, distribution, learner));
}

fn excess(trial: &Trial, distribution: &Distribution) -> Option<Quantity> {
    let best = match distribution {
        Distribution::PlantedNoisyAtoms { advantage, .. }
        | Distribution::NoisyAtoms { advantage, .. } => {
            &(&Rational::one() - advantage) / &Rational::from(2_i64)
        }
        Distribution::Gaussians { .. } => {
            return Some(Quantity::float(trial.risk? - trial.bayes_risk?));
        }
        _ => Rational::zero(),
    };
    match &trial.risk_exact {
        Some(risk) => Some(Quantity::exact(risk - &best)),
        None => Some(Quantity::float(trial.risk? - best.to_f64())),
    }
}

fn expected(
    examples: u64,
    distribution: &Distribution,
    learner: &OtherLearner,
) -> Option<Quantity> {
    match (distribution, learner) {
        (
            Distribution::PlantedNoisyAtoms { atoms, advantage },
            OtherLearner::MajorityOfAtoms(_),
        ) if examples <= LARGEST_EXACT => {
            let exact =
                agnostic_basis::expected_excess_exact(examples as u32, *atoms as u32, &advantage.0);
            Some(Quantity::exact(Rational(exact)))
        }
        (
            Distribution::PlantedNoisyAtoms { atoms, advantage },
            OtherLearner::MajorityOfAtoms(_),
        ) => Some(Quantity::within(
            agnostic_basis::expected_excess(examples, *atoms as u64, advantage.to_f64()),
            1e-12,
        )),
        (Distribution::RotationInvariant, OtherLearner::VersionSpace(chosen)) => {
            let curve = match chosen.point {
                ArcPoint::Worst => circle::worst_consistent,
                ArcPoint::Gibbs => circle::gibbs,
                ArcPoint::Middle => circle::max_margin,
            };
            Some(Quantity::exact(Rational(curve(examples))))
        }
        _ => None,
    }
}
