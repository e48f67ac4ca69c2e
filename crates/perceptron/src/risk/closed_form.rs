//! Says before a run whether the risk of its hypothesis has a closed form.

use crate::generate::Distribution;
use crate::learn::{HypothesisKind, View};
use crate::sample::TestTies;

/// Whether [`super::exact`] gives the risk of every hypothesis of this kind, whatever its weights are. If not, the risk of some of them is an estimate.
///
/// The risk of integer weights under a majority of signs has a closed form unless their sums take too many values. That depends on the weights, so
/// the answer is `false`.
pub fn has_closed_form(
    distribution: &Distribution,
    hypothesis: HypothesisKind,
    view: &View,
    ties: TestTies,
) -> bool {
    use Distribution::{Atoms, Gaussians, Majority, NoisyAtoms, PlantedAtoms, PlantedNoisyAtoms};
    let is_linear = hypothesis.is_vector();
    if view.keeps_directions() && view.keeps_ties(ties) {
        return is_linear && !matches!(distribution, Majority { .. });
    }
    match distribution {
        Gaussians { .. } => is_linear && view.only_appends(),
        Atoms { .. } | NoisyAtoms { .. } | PlantedAtoms { .. } | PlantedNoisyAtoms { .. } => true,
        _ => false,
    }
}

/// Whether [`super::majority_vote`] gives the risk of every majority vote of weight vectors. If not, the risk is an estimate.
pub fn has_closed_form_of_votes(distribution: &Distribution) -> bool {
    use Distribution::{Atoms, NoisyAtoms, PlantedAtoms, PlantedNoisyAtoms};
    matches!(
        distribution,
        Atoms { .. } | NoisyAtoms { .. } | PlantedAtoms { .. } | PlantedNoisyAtoms { .. }
    )
}
