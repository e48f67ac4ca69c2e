//! Computes the excess risk that theory expects, from the setting alone; nothing is measured.

use crate::trial::Setting;
use perceptron::generate::Distribution;
use perceptron::learn::OtherLearner;
use perceptron::learn::independent::ArcPoint;
use perceptron::risk::closed::{agnostic_basis, circle};
use perceptron::sample::Quantity;

/// The largest sample size for which the expected excess risk is computed as a fraction; for larger samples it is a float.
const LARGEST_EXACT: u64 = 8;

/// The expected excess risk in closed form, for the learners and distributions that have one.
pub(super) fn expected(setting: &Setting) -> Option<Quantity> {
    let examples = setting.examples();
    match (
        setting.distribution.distribution.as_ref()?,
        setting.learner()?,
    ) {
        (
            Distribution::PlantedNoisyAtoms { atoms, advantage },
            OtherLearner::MajorityOfAtoms(_),
        ) => Some(if examples <= LARGEST_EXACT {
            let atoms = *atoms as u32;
            let exact =
                agnostic_basis::expected_excess_exact(examples as u32, atoms, &advantage.to_big());
            Quantity::exact(exact.into())
        } else {
            let advantage = advantage.to_f64();
            let excess = agnostic_basis::expected_excess(examples, *atoms as u64, advantage);
            Quantity::within(excess, 1e-12)
        }),
        (Distribution::RotationInvariant, OtherLearner::VersionSpace(chosen)) => {
            let curve = match chosen.point {
                ArcPoint::Worst => circle::worst_consistent,
                ArcPoint::Gibbs => circle::gibbs,
                ArcPoint::Middle => circle::max_margin,
            };
            Some(Quantity::exact(curve(examples).into()))
        }
        _ => None,
    }
}
