//! Measures the losses of a run's comparator over all rounds, that is, over every example shown.

use super::comparator::{ComparedRun, update_rounds};
use super::completed_run::CompletedRun;
use super::measurement::{Measurement, MeasuringObserver};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::{Learner, Observer, Order, WeightVector};
use perceptron::sample::Quantity;

columns! {
    /// Sum of the hinge losses of the comparator over all examples shown; empty if it is not known how often each example was shown.
    COMPARATOR_HINGE_SUM_ALL: Quantity = "comparator_hinge_sum_all" as "L_a" in "loss";
    /// Sum of the squared deficits of the comparator over all examples shown; empty likewise.
    COMPARATOR_DEFICIT_SQUARED_ALL: Quantity = "comparator_deficit_squared_all" as "D_a^2" in "norm²";
}

/// Measures the losses of the variant's comparator over all examples shown.
pub(super) struct ComparatorOfAll;

impl Measurement for ComparatorOfAll {
    fn observer<'l>(&self, learner: &'l Learner<'l>) -> Option<Box<dyn MeasuringObserver + 'l>> {
        let variant = learner.variant();
        let is_counted = counted(&variant.order, 0, 0).is_none();
        let watches = variant.comparator.is_some() && variant.learner.is_none() && is_counted;
        let rounds = || RoundCounter(vec![0; learner.labels().len()]);
        watches.then(|| Box::new(rounds()) as _)
    }

    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        let (shown, examples) = (run.result.counts.draws, run.labels.len());
        let by_order = match run.learner {
            Some(_) => counted(&run.variant.order, shown, examples),
            // An opponent shows every example that it chose once, whatever the order.
            None => counted(&Order::Stream, shown, examples),
        };
        // An order may show only examples that call for an update.
        let all_updated = run.result.updates.len() as u64 == shown;
        let rounds = by_order.or_else(|| all_updated.then(|| update_rounds(run)));
        if let Some(rounds) = rounds {
            describe(record, run, &rounds);
        }
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

/// How often each example was shown in an order that is fixed, if `shown` examples were shown; `None` for other orders.
fn counted(order: &Order, shown: u64, examples: usize) -> Option<Vec<u64>> {
    let mut rounds = vec![0; examples];
    match order {
        Order::Stream | Order::Cyclic => {
            let (passes, rest) = match examples as u64 {
                0 => (0, 0),
                examples => (shown / examples, shown % examples),
            };
            let each = rounds.iter_mut().zip(0..);
            each.for_each(|(rounds, place)| *rounds = passes + u64::from(place < rest));
        }
        Order::Given(indices) => {
            let shown = indices.iter().take(shown as usize);
            shown.for_each(|&example| rounds[example] += 1);
        }
        _ => return None,
    }
    Some(rounds)
}

/// Fills the columns for rounds in which each example was shown so often. A run that broke off while an example was shown did not count it, so its
/// columns stay empty.
fn describe(record: &mut Record, run: &CompletedRun, rounds: &[u64]) {
    if rounds.iter().sum::<u64>() != run.result.counts.draws {
        return;
    }
    if let Some(compared) = ComparedRun::of(run) {
        let losses = compared.losses(rounds);
        record.set(columns::COMPARATOR_HINGE_SUM_ALL, losses.hinge_sum);
        record.set(
            columns::COMPARATOR_DEFICIT_SQUARED_ALL,
            losses.deficit_squared,
        );
    }
}

/// Observer that counts how often each example is shown.
struct RoundCounter(Vec<u64>);

impl Observer for RoundCounter {
    fn sees_every_example(&self) -> bool {
        true
    }

    fn shown(&mut self, example: usize, _: &dyn WeightVector) {
        self.0[example] += 1;
    }
}

impl MeasuringObserver for RoundCounter {
    fn fill(self: Box<Self>, record: &mut Record, run: &CompletedRun) {
        describe(record, run, &self.0);
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::{AnyColumn, columns};
    use testing::SpecText;

    const BOTH: &str =
        "points\nexamples = [{ x = [0, 1], y = 1 }, { x = [0, 1], y = -1 }, { x = [0, 2], y = 1 }]";

    #[test]
    fn every_example_shown_counts_in_every_order() {
        for order in [
            "order = \"stream\"",
            "order = \"cyclic\"\nstop = { updates = 5 }",
            "order = \"cyclic\"\nstop = { passes = 4 }",
            "order = { given = [2, 0, 2, 1, 0] }",
            "order = \"random\"\nstop = { updates = 9 }",
            "order = \"shuffled\"\nstop = { updates = 8 }",
            "order = \"random-misclassified\"\nstop = { updates = 6 }",
            "order = \"stream\"\nlearner = { dual = {} }",
        ] {
            // No example has a component along (1, 0), so that every round costs 1.
            let spec = SpecText::new(BOTH)
                .variant("v", "rule = { perceptron = {} }")
                .more("comparator = { vector = [1, 0], margin = 1 }")
                .more(order)
                .claim("hinge-mistake-bound\nrounds = \"all\"")
                .claim("deficit-mistake-bound")
                .read(Spec::from_text);
            let block = spec.design(&spec.cells[0]).block([0]);
            let row = block.row(0, 0).unwrap();
            let number = |column: AnyColumn| row.number(column);
            let shown = number(columns::DRAWS.any());
            assert!(shown > Some(0.0), "{order}");
            for (column, rounds) in [
                (columns::COMPARATOR_HINGE_SUM_ALL, columns::DRAWS),
                (columns::COMPARATOR_DEFICIT_SQUARED_ALL, columns::DRAWS),
                (columns::COMPARATOR_HINGE_SUM, columns::UPDATES),
            ] {
                assert_eq!(number(column.any()), number(rounds.any()), "{order}");
            }
        }
    }

    #[test]
    fn opponent_shows_its_examples_once_whatever_the_order() {
        let spec = SpecText::new("forced-mistakes\ndimension = 4")
            .variant("v", "rule = { perceptron = {} }\norder = { given = [] }")
            .more("comparator = { vector = [1, 0, 0, 0], margin_squared = 4 }")
            .claim("hinge-mistake-bound\nrounds = \"all\"")
            .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block([0]);
        let row = block.row(0, 0).unwrap();
        // The first example has the score 1 or −1, and the others 0.
        let found = row.number(columns::COMPARATOR_HINGE_SUM_ALL.any());
        assert!(found == Some(3.5) || found == Some(4.5), "{found:?}");
    }
}
