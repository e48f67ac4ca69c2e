//! Measures whether a run in passes came back to a vector it had: a cycle, which by itself proves that nothing separates the sample.

use super::Trial;
use super::training::Trained;
use perceptron::learn::{Learned, Order};
use std::collections::BTreeMap;

/// The most passes that are compared with each other.
const MOST_PASSES: usize = 100_000;

/// The updates between two passes that begin with the same vector.
#[derive(Debug, PartialEq, Eq)]
struct Cycle {
    /// Number of updates on every example.
    multipliers: Vec<u64>,
    /// Passes from one visit of the vector to the next.
    passes: u64,
}

/// Fills the columns for an exact run in cyclic order. From w to w again the updates add up to Σ λ_i y_i x_i = 0, λ_i being the updates on
/// example i: Gordan's certificate (theory T9, C-M8).
pub(super) fn measure(trial: &mut Trial, trained: &Trained) {
    if trained.variant.order != Order::Cyclic
        || trained.variant.learner.is_some()
        || !trained.features.is_exact()
    {
        return;
    }
    let found = find(trained);
    trial.cycle_found = Some(found.is_some());
    if let Some(cycle) = found {
        trial.cycle_updates = Some(cycle.multipliers.iter().sum());
        trial.cycle_passes = Some(cycle.passes);
        trial.cycle = Some(
            cycle
                .multipliers
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        );
    }
}

fn find(trained: &Trained) -> Option<Cycle> {
    let mut vector = vec![0_i128; trained.features.dimension()];
    let passes = passes(trained.learned);
    let mut seen = BTreeMap::from([(vector.clone(), 0)]);
    for (index, pass) in passes.iter().enumerate().take(MOST_PASSES) {
        for &example in *pass {
            let factor = i128::from(trained.variant.rule.factor(trained.labels[example]));
            let row = trained.features.integer_row(example)?;
            vector
                .iter_mut()
                .zip(row)
                .for_each(|(w, x)| *w += factor * i128::from(x));
        }
        if let Some(start) = seen.insert(vector.clone(), index + 1) {
            let mut multipliers = vec![0; trained.labels.len()];
            passes[start..=index]
                .concat()
                .into_iter()
                .for_each(|example| multipliers[example] += 1);
            return Some(Cycle {
                multipliers,
                passes: (index + 1 - start) as u64,
            });
        }
    }
    None
}

/// The updates of every whole pass.
fn passes(learned: &Learned) -> Vec<&[usize]> {
    let ends = learned.pass_ends.as_deref().unwrap_or_default();
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts
        .zip(ends)
        .map(|(start, &end)| &learned.updates[start..end])
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::Trial;
    use std::path::Path;

    fn row(generator: &str, variant: &str) -> Trial {
        let text = format!(
            "title = \"t\"\nquestion = \"q\"\nseed = 1\nreplicates = 1\n{generator}\n[variants.v]\nrule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{variant}\n\
             [[claims]]\nname = \"cycles-exactly-if-not-separable\"\n"
        );
        let spec = Spec::from_text("t", Path::new("t.toml"), &text)
            .unwrap_or_else(|error| panic!("{error}"));
        spec.design(&spec.cells[0]).trials(0).remove(0)
    }

    #[test]
    fn xor_comes_back_after_one_pass_with_one_update_on_every_example() {
        for coding in ["zero-one", "signs"] {
            let row = row(
                &format!("[generator.logic-gate]\ngate = \"xor\"\ncoding = \"{coding}\""),
                "offset = 1\nstop = { updates = 50 }",
            );
            assert_eq!(
                (row.cycle.as_deref(), row.cycle_updates, row.cycle_passes),
                (Some("1 1 1 1"), Some(4), Some(1)),
                "{coding}"
            );
        }
    }

    #[test]
    fn a_pass_with_a_single_update_is_a_pass_of_its_own() {
        let opposite = row(
            "[generator.points]\nexamples = [{ x = [2], y = 1 }, { x = [-3], y = 1 }]",
            "stop = { updates = 30 }",
        );
        assert_eq!(
            (opposite.cycle.as_deref(), opposite.cycle_passes),
            (Some("3 2"), Some(3))
        );
    }

    #[test]
    fn separable_samples_have_no_cycle_and_a_cut_off_pass_is_none() {
        let and = row(
            "[generator.logic-gate]\ngate = \"and\"\ncoding = \"zero-one\"",
            "offset = 1",
        );
        assert_eq!((and.cycle_found, and.cycle), (Some(false), None));
        let cut = row(
            "[generator.logic-gate]\ngate = \"xor\"\ncoding = \"zero-one\"",
            "offset = 1\nstop = { updates = 4 }",
        );
        assert_eq!(cut.cycle_found, Some(false));
    }
}
