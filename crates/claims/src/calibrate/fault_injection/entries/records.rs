//! Plants faults in the records: trials that are weighted, repeated, dropped or mixed up, and limits of other cells.

use super::super::falsify::{in_the_setting_of, of_the_next, only, with};
use super::super::fault::FaultKind::{Mixed, Trials};
use super::entry::{PlantedFault, custom_spec, spec};
use crate::trial::{Block, ColumnValue, Design, columns};
use perceptron::sample::{Quantity, Rational};

/// Returns the trials of the correct run with the constant columns of the wrong run, from which the limit is computed.
fn right_trials_wrong_limit(right: Block, wrong: Block) -> Block {
    in_the_setting_of(right, &wrong)
}

fn wrong_trials_right_limit(right: Block, wrong: Block) -> Block {
    in_the_setting_of(wrong, &right)
}

fn unweighted(_: &Design, block: Block) -> Block {
    let share = Rational::new(1, block.len() as i64);
    with(block, columns::WEIGHT, |_| Some(share.clone()))
}

fn one_sample(_: &Design, block: Block) -> Block {
    Block {
        replicates: block.replicates.clone(),
        ..block.selected(&vec![0; block.len()])
    }
}

fn only_good(_: &Design, block: Block) -> Block {
    only(&block, |row| {
        let risk = row.number(columns::RISK.any());
        risk.is_some_and(|risk| risk < 0.5) || row.replicate.is_multiple_of(2)
    })
}

/// Gives each trial of the second variant the number of updates of the next replicate, as if the two variants saw different samples.
fn own_samples(_: &Design, block: Block) -> Block {
    of_the_next(block, 1, columns::UPDATES)
}

/// Gives each variant the risks of the other one.
fn exchanged(_: &Design, block: Block) -> Block {
    let risk = columns::RISK;
    let of = |variant: usize| {
        let rows = (0..block.len()).map(|place| block.row(place, variant)?.get(risk).cloned());
        rows.collect::<Vec<_>>()
    };
    let risks = [of(1), of(0)];
    let mut block = block;
    for (batch, risks) in block.batches.iter_mut().zip(risks) {
        batch.put(risk.any(), Quantity::column(risks));
    }
    block
}

pub(super) const ENTRIES: &[PlantedFault] = &[
    custom_spec(
        "N + 1 in place of N in the expected risk",
        spec!("unseen-mass"),
        Mixed(
            &[("examples  = 4", "examples  = 5")],
            right_trials_wrong_limit,
        ),
    ),
    custom_spec(
        "the last example never shown",
        spec!("unseen-mass"),
        Mixed(
            &[("examples  = 4", "examples  = 3")],
            wrong_trials_right_limit,
        ),
    ),
    custom_spec(
        "test ties scored +1",
        spec!("unseen-mass"),
        Mixed(
            &[("test_ties = \"mistake\"", "test_ties = \"positive\"")],
            wrong_trials_right_limit,
        ),
    ),
    custom_spec(
        "all outcomes weighted alike",
        spec!("unseen-mass"),
        Trials(unweighted),
    ),
    custom_spec(
        "the same sample in every replicate",
        spec!("unseen-mass-drawn"),
        Trials(one_sample),
    ),
    custom_spec(
        "every second trial with a large risk thrown away",
        spec!("unseen-mass-drawn"),
        Trials(only_good),
    ),
    custom_spec(
        "different samples for each variant",
        spec!("twins"),
        Trials(own_samples),
    ),
    custom_spec(
        "the risks of two variants exchanged",
        spec!("usually"),
        Trials(exchanged),
    ),
];
