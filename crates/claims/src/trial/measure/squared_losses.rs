//! Measures the squared losses of a learner that minimizes the hinge loss by steps of its own, and how far they are from the way to a comparator.

use super::comparator::ComparedRun;
use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::SquaredLosses;
use perceptron::sample::{Quantity, dot};

columns! {
    /// Sum of ℓ² over the examples shown, with the hinge loss ℓ = max(0, 1 − y⟨w, x⟩) before the step; empty for learners that minimize no such loss.
    SQUARED_LOSSES: Quantity = "squared_losses" in "loss²";
    /// Σℓ²/‖x‖² − ‖u‖² + ‖w − u‖² for the last vector w and the comparator u, scaled to y⟨u, x⟩ = 1; empty unless that holds for every example.
    SQUARED_LOSS_RESIDUAL: Quantity = "squared_loss_residual" in "loss²/norm²";
}

/// Measures the squared losses of a run.
pub(super) struct SquaredLossesOfRun;

impl Measurement for SquaredLossesOfRun {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let Some(losses) = &run.result.squared_losses else {
            return;
        };
        record.set(columns::SQUARED_LOSSES, losses.squared());
        record.set(columns::SQUARED_LOSS_RESIDUAL, residual(run, losses));
    }
}

/// The residual of the identity Σℓ²/‖x‖² = ‖u‖² − ‖w − u‖², with a bound on the rounding of the run and of this sum.
fn residual(run: &CompletedRun, losses: &SquaredLosses) -> Option<Quantity> {
    let compared = ComparedRun::of(run)?;
    let (comparator, deviation) = compared.with_unit_margins()?;
    let last = &run.result.hypothesis.as_ref()?.linear()?.weights;
    let away: Vec<f64> = last.iter().zip(&comparator).map(|(w, u)| w - u).collect();
    let (length, left) = (dot(&comparator, &comparator), dot(&away, &away));
    let terms = run.result.counts.updates as f64 + comparator.len() as f64 + 8.0;
    // An update moves w by rounding, too: at most 4ε‖u‖ (docs/theory.md, X8).
    let rounding = 16.0 * f64::EPSILON * terms * (length + left);
    let error = rounding + 2.0 * deviation * losses.per_norm();
    let moved = Quantity::within(left - length, error);
    Some(losses.per_norm_squared().plus(&moved))
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::columns;
    use perceptron::sample::Quantity;
    use testing::{STREAM, SpecText};

    const POINTS: &str = "points\nexamples = [{ x = [2, 0], y = 1 }, { x = [1, 1], y = -1 }]";

    fn measured(keys: &str) -> [Option<Quantity>; 2] {
        let spec = SpecText::new(POINTS)
            .variant("v", STREAM)
            .more(keys)
            .claim("squared-loss-bound")
            .claim("squared-loss-identity")
            .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block([0]);
        let row = block.row(0, 0).unwrap();
        [columns::SQUARED_LOSSES, columns::SQUARED_LOSS_RESIDUAL]
            .map(|column| row.get(column).cloned())
    }

    #[test]
    fn identity_has_no_residual_at_equal_margins_and_none_is_measured_at_others() {
        // u = (1/2, −3/2) gives both examples the margin 1, and ‖u‖² = 5/2.
        let learner = "learner = { passive-aggressive = {} }\ncomparator = { vector = [1, -3], margin_squared";
        let [squared, residual] = measured(&format!("{learner} = \"2/5\" }}"));
        assert_eq!(squared.unwrap().value, 1.0 + 1.5 * 1.5);
        let residual = residual.unwrap();
        assert!(
            residual.lower <= 0.0 && residual.upper >= 0.0,
            "{residual:?}"
        );
        assert!(residual.upper - residual.lower < 1e-12, "{residual:?}");
        let [_, other] = measured(&format!("{learner} = \"1/5\" }}"));
        assert_eq!(other, None);
    }

    #[test]
    fn smaller_steps_leave_a_residual_and_other_learners_have_no_losses() {
        let comparator = "comparator = { vector = [1, -3], margin_squared = \"2/5\" }";
        let half = "learner = { passive-aggressive = { step_factor = \"1/2\" } }";
        let [_, residual] = measured(&format!("{half}\n{comparator}"));
        assert!(residual.unwrap().lower > 0.1);
        let plain = measured(comparator);
        assert_eq!(plain, [None, None]);
    }
}
