//! Measures the squared deficits of a run's comparator over the examples that were updated on, each counted once.

use super::comparator::{ComparedRun, update_rounds};
use super::completed_run::CompletedRun;
use super::measurement::Measurement;
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::sample::Quantity;

columns! {
    /// Sum of the squared deficits of the comparator over the examples with an update, each counted once.
    COMPARATOR_DEFICIT_SQUARED_ONCE: Quantity = "comparator_deficit_squared_once" as "D_1^2" in "norm²";
}

/// Measures the squared deficits of the variant's comparator over the examples with an update.
pub(super) struct ComparatorOfExamples;

impl Measurement for ComparatorOfExamples {
    fn fill(&self, record: &mut Record, run: &CompletedRun) {
        if let Some(compared) = ComparedRun::of(run) {
            let rounds = update_rounds(run).into_iter();
            let once: Vec<u64> = rounds.map(|rounds| rounds.min(1)).collect();
            let losses = compared.losses(&once);
            record.set(
                columns::COMPARATOR_DEFICIT_SQUARED_ONCE,
                losses.deficit_squared,
            );
        }
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::spec::Spec;
    use crate::trial::columns;
    use testing::SpecText;

    #[test]
    fn an_example_with_two_updates_counts_once() {
        let spec = SpecText::new("points\nexamples = [{ x = [1], y = 1 }, { x = [2], y = -1 }]")
            .variant("v", "rule = { perceptron = {} }\norder = { given = [0, 1, 0] }")
            .more("comparator = { vector = [1], margin = 3 }")
            .claim("conjecture\nobserved = \"comparator_deficit_squared_once\"\nlimit = \"comparator_deficit_squared\"")
            .read(Spec::from_text);
        let block = spec.design(&spec.cells[0]).block([0]);
        let row = block.row(0, 0).unwrap();
        assert_eq!(row.number(columns::UPDATES.any()), Some(3.0));
        // The deficits are 3 − 1 and 3 + 2.
        for (column, due) in [
            (columns::COMPARATOR_DEFICIT_SQUARED_ONCE, 4.0 + 25.0),
            (columns::COMPARATOR_DEFICIT_SQUARED, 4.0 + 25.0 + 4.0),
        ] {
            assert_eq!(row.number(column.any()), Some(due));
        }
    }
}
