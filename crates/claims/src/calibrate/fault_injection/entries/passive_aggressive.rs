//! Plants faults in passive-aggressive learners and their bounds.

use super::super::falsify::with;
use super::super::fault::FaultKind::{Spec, Trials};
use super::entry::{PlantedFault, custom_spec, spec};
use crate::trial::{Block, Design, columns};
use perceptron::sample::{Quantity, Rational};

fn updates_as_mistakes(_: &Design, block: Block) -> Block {
    with(block, columns::MISTAKES, |row| row.copied(columns::UPDATES))
}

fn mean_hinge_loss(_: &Design, block: Block) -> Block {
    with(block, columns::COMPARATOR_HINGE_SUM_ALL, |row| {
        let shown = Quantity::count(row.copied(columns::DRAWS)?);
        Some(row.get(columns::COMPARATOR_HINGE_SUM_ALL)?.over(&shown))
    })
}

fn half_the_deficits(_: &Design, block: Block) -> Block {
    with(block, columns::COMPARATOR_DEFICIT_SQUARED_ALL, |row| {
        let half = Rational::new(1, 2);
        Some(
            row.get(columns::COMPARATOR_DEFICIT_SQUARED_ALL)?
                .scaled(&half),
        )
    })
}

pub(super) const ENTRIES: &[PlantedFault] = &[
    custom_spec(
        "half of the passive-aggressive step, and more passes",
        spec!("squared-losses"),
        Spec(&[
            ("\"stream\"", "\"cyclic\"\nstop = { updates = 160 }"),
            ("= {} }", "= { step_factor = \"1/2\" } }"),
        ]),
    ),
    custom_spec(
        "nine tenths of the passive-aggressive step",
        spec!("squared-loss-identity"),
        Spec(&[("= {} }", "= { step_factor = \"9/10\" } }")]),
    ),
    custom_spec(
        "passive-aggressive updates counted as mistakes",
        spec!("obtuse-vectors"),
        Trials(updates_as_mistakes),
    ),
    custom_spec(
        "the mean hinge loss in place of the sum, for PA-I",
        spec!("capped-step"),
        Trials(mean_hinge_loss),
    ),
    custom_spec(
        "half of the squared losses of the comparator, for PA-II",
        spec!("damped-step"),
        Trials(half_the_deficits),
    ),
];
