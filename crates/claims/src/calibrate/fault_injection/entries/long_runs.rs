//! Plants faults in closed sets and long runs.

use super::super::falsify::with;
use super::super::fault::FaultKind::Trials;
use super::entry::{PlantedFault, custom_spec, spec};
use crate::trial::{Block, Design, columns};
use perceptron::sample::Rational;

/// Reports the radius of the examples as that of the closed set, as if the vector could not become longer than an example.
fn radius_of_examples(_: &Design, block: Block) -> Block {
    with(block, columns::CLOSED_SET_NORM_SQUARED, |row| {
        row.get(columns::RADIUS_SQUARED)?.exact.clone()
    })
}

fn without_ties(_: &Design, block: Block) -> Block {
    with(block, columns::LONG_RUN_ERROR, |row| {
        row.get(columns::LONG_RUN_STRICT_ERROR).cloned()
    })
}

/// Reports the mean over the 15 vectors of XOR, as if all were equally probable.
fn uniform(_: &Design, block: Block) -> Block {
    with(block, columns::LONG_RUN_ERROR, |_| {
        Some(Rational::new(8, 15))
    })
}

pub(super) const ENTRIES: &[PlantedFault] = &[
    custom_spec(
        "the closed set as long as its examples",
        spec!("closed-set"),
        Trials(radius_of_examples),
    ),
    custom_spec(
        "ties left out of the long-run errors",
        spec!("long-run"),
        Trials(without_ties),
    ),
    custom_spec(
        "all reachable vectors taken as equally probable",
        spec!("long-run"),
        Trials(uniform),
    ),
];
