//! Plants miscounts: counts of another quantity, and counts of unfinished runs.

use super::super::falsify::with;
use super::super::fault::FaultKind::{Mixed, Trials};
use super::entry::{PlantedFault, custom_spec, spec};
use crate::trial::{Block, Design, columns};
use perceptron::learn::StopReason;

fn after_the_update(_: &Design, block: Block) -> Block {
    with(block, columns::MISTAKES, |_| Some(0))
}

fn without_the_first(_: &Design, block: Block) -> Block {
    with(block, columns::MISTAKES, |row| {
        row.copied(columns::MISTAKES).map(|count| count - 1)
    })
}

fn passes(_: &Design, block: Block) -> Block {
    with(block, columns::UPDATES, |row| row.copied(columns::PASSES))
}

fn draws(_: &Design, block: Block) -> Block {
    with(block, columns::UPDATES, |row| row.copied(columns::DRAWS))
}

fn of_a_random_hypothesis(_: &Design, block: Block) -> Block {
    with(block, columns::MAJORITY_VOTE_RISK, |row| {
        row.get(columns::ITERATE_RISK).cloned()
    })
}

fn risk_on_the_way(_: &Design, block: Block) -> Block {
    with(block, columns::RISK, |row| {
        row.get(columns::ITERATE_RISK).cloned()
    })
}

fn finished(_: Block, cut_off: Block) -> Block {
    with(cut_off, columns::STOP_REASON, |_| {
        Some(StopReason::CleanPass)
    })
}

pub(super) const ENTRIES: &[PlantedFault] = &[
    custom_spec(
        "mistakes counted after the update",
        spec!("basis-attained"),
        Trials(after_the_update),
    ),
    custom_spec(
        "the first mistake not counted",
        spec!("basis-attained"),
        Trials(without_the_first),
    ),
    custom_spec(
        "mistakes counted after the update, against the mean risk",
        spec!("coin-deviation"),
        Trials(after_the_update),
    ),
    custom_spec(
        "the risk of a random hypothesis reported as that of the vote",
        spec!("votes-on-atoms"),
        Trials(of_a_random_hypothesis),
    ),
    custom_spec(
        "the mean risk on the way reported as that of Hebb's last vector",
        spec!("hebb-risk"),
        Trials(risk_on_the_way),
    ),
    custom_spec(
        "the mean risk on the way reported as that of the perceptron's last vector",
        spec!("learning-curve"),
        Trials(risk_on_the_way),
    ),
    custom_spec(
        "passes reported as updates",
        spec!("basis-count"),
        Trials(passes),
    ),
    custom_spec(
        "examples shown reported as updates",
        spec!("basis-count"),
        Trials(draws),
    ),
    custom_spec(
        "cut off after 8 updates of 10, reported as finished",
        spec!("random-draws"),
        Mixed(&[("\"clean-pass\"", "{ updates = 8 }")], finished),
    ),
];
