//! Measures whether a run in passes returned to an earlier vector. Such a cycle proves that nothing separates the sample.

use super::completed_run::{CompletedRun, Trained};
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Learner, Observer, Order};
use std::collections::BTreeMap;

/// The largest number of passes whose first weight vectors are compared in search of a cycle.
const MOST_PASSES: usize = 100_000;

columns! {
    /// Whether an exact run in cyclic order returned to a vector with which it had begun a pass.
    CYCLE_FOUND: bool = "cycle_found" in "";
    /// The updates on every example between the two passes: multipliers λ ≥ 0 with Σ λ_i y_i x_i = 0.
    CYCLE: String = "cycle" in "";
    /// Updates of the cycle.
    CYCLE_UPDATES: u64 = "cycle_updates" in "updates";
    /// Passes of the cycle.
    CYCLE_PASSES: u64 = "cycle_passes" in "passes";
    /// Passes before the cycle.
    CYCLE_START: u64 = "cycle_start" in "passes";
}

/// Measures whether a run in cyclic order begins two passes with the same weight vector, which proves that nothing separates the sample.
pub(super) struct Cycle;

impl Measurement for Cycle {
    fn observer<'l>(&self, learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        let variant = learner.variant();
        let is_loop = variant.order == Order::Cyclic && variant.learner.is_none();
        let watches = is_loop && learner.features().is_exact();
        watches.then(|| Box::new(PassEnds(Vec::new())) as _)
    }
}

/// Observer that records the number of updates made so far at the end of every pass.
struct PassEnds(Vec<usize>);

impl Observer for PassEnds {
    fn pass_ended(&mut self, updates: u64) {
        self.0.push(updates as usize);
    }
}

impl MeasuringObserver for PassEnds {
    fn fill(self: Box<Self>, record: &mut Record, run: &CompletedRun) {
        if let Some(trained) = run.trained() {
            measure(record, &trained, &self.0);
        }
    }
}

/// A cycle of a run: the updates between the beginnings of two passes that have the same weight vector.
#[derive(Debug, PartialEq, Eq)]
struct Return {
    /// Number of updates of the cycle on each example of the sample.
    multipliers: Vec<u64>,
    /// Number of passes of the cycle.
    passes: u64,
    /// Number of passes before the cycle.
    before: u64,
}

/// Fills the columns of the cycle for an exact run in cyclic order. Between two visits of the same weight vector the updates add up to Σ λ_i y_i x_i
/// = 0, with λ_i the number of updates on example i. This is Gordan's certificate (docs/theory.md, T9 and C-M8).
fn measure(record: &mut Record, trained: &Trained, pass_ends: &[usize]) {
    let found = find(trained, &passes(trained, pass_ends));
    record.set(columns::CYCLE_FOUND, found.is_some());
    if let Some(cycle) = found {
        let multipliers: Vec<String> = cycle.multipliers.iter().map(u64::to_string).collect();
        record.set(
            columns::CYCLE_UPDATES,
            cycle.multipliers.iter().sum::<u64>(),
        );
        record.set(columns::CYCLE_PASSES, cycle.passes);
        record.set(columns::CYCLE_START, cycle.before);
        record.set(columns::CYCLE, multipliers.join(" "));
    }
}

fn find(trained: &Trained, passes: &[&[usize]]) -> Option<Return> {
    let mut vector = vec![0_i128; trained.features.dimension()];
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
            return Some(Return {
                multipliers,
                passes: (index + 1 - start) as u64,
                before: start as u64,
            });
        }
    }
    None
}

/// The indices of the examples that each completed pass updated on, given the number of updates at the end of every pass.
fn passes<'a>(trained: &Trained<'a>, ends: &[usize]) -> Vec<&'a [usize]> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts
        .zip(ends)
        .map(|(start, &end)| &trained.result.updates[start..end])
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::{Block, Row, columns};
    use testing::{CYCLIC, SpecText};

    fn block(generator: &str, variant: &str) -> Block {
        let spec = SpecText::new(generator)
            .variant("v", CYCLIC)
            .more(variant)
            .claim("cycles-exactly-if-not-separable")
            .read(Spec::from_text);
        spec.design(&spec.cells[0]).block([0])
    }

    /// Gordan's multipliers, and the numbers of updates and passes of the cycle.
    fn cycle<'a>(row: &Row<'a>) -> (Option<&'a str>, Option<u64>, Option<u64>) {
        (
            row.get(columns::CYCLE).map(String::as_str),
            row.copied(columns::CYCLE_UPDATES),
            row.copied(columns::CYCLE_PASSES),
        )
    }

    #[test]
    fn weights_on_xor_cycle_after_one_pass_of_four_updates() {
        for coding in ["zero-one", "signs"] {
            let block = block(
                &format!("logic-gate\ngate = \"xor\"\ncoding = \"{coding}\""),
                "offset = 1\nstop = { updates = 50 }",
            );
            assert_eq!(
                cycle(&block.row(0, 0).unwrap()),
                (Some("1 1 1 1"), Some(4), Some(1)),
                "{coding}"
            );
        }
    }

    #[test]
    fn pass_with_a_single_update_counts_as_a_pass_of_the_cycle() {
        let opposite = block(
            "points\nexamples = [{ x = [2], y = 1 }, { x = [-3], y = 1 }]",
            "stop = { updates = 30 }",
        );
        assert_eq!(
            cycle(&opposite.row(0, 0).unwrap()),
            (Some("3 2"), Some(5), Some(3))
        );
    }

    #[test]
    fn separable_samples_and_incomplete_passes_have_no_cycle() {
        let and = block(
            "logic-gate\ngate = \"and\"\ncoding = \"zero-one\"",
            "offset = 1",
        );
        let row = and.row(0, 0).unwrap();
        assert_eq!(row.copied(columns::CYCLE_FOUND), Some(false));
        assert_eq!(cycle(&row), (None, None, None));
        let cut = block(
            "logic-gate\ngate = \"xor\"\ncoding = \"zero-one\"",
            "offset = 1\nstop = { updates = 4 }",
        );
        let row = cut.row(0, 0).unwrap();
        assert_eq!(row.copied(columns::CYCLE_FOUND), Some(false));
    }
}
