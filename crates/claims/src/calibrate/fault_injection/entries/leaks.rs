//! Plants leaks: learners and tests that use information which they must not have.

use super::super::falsify::{from_the_samples_stream, only, tested_on, with};
use super::super::fault::FaultKind::{Spec, Trials};
use super::entry::{PlantedFault, custom_spec, listed, spec};
use crate::trial::{Block, Design, Halves, columns};

const LEARNER: &str = "rule  = { perceptron = {} }\norder = \"cyclic\"\nties  = \"mistake\"\n";

fn on_training(design: &Design, block: Block) -> Block {
    tested_on(design, block, |_, sample, _| sample)
}

fn same_stream(design: &Design, block: Block) -> Block {
    tested_on(design, block, from_the_samples_stream)
}

fn nothing_left_out(_: &Design, block: Block) -> Block {
    with(block, columns::LEAVE_ONE_OUT_ERRORS, |_| Some(Halves(0)))
}

/// Keeps only the trials that updated on every example, which are those whose sample repeats no vector, as if samples were drawn without replacement.
fn no_repeats(_: &Design, block: Block) -> Block {
    only(&block, |row| {
        row.get(columns::UPDATES) == row.get(columns::EXAMPLES)
    })
}

pub(super) const ENTRIES: &[PlantedFault] = &[
    listed(
        "N8",
        "a learner that is told the labels it did not see",
        spec!("minimax"),
        Spec(&[(LEARNER, "learner = { leaking = {} }\n")]),
    ),
    listed(
        "N18",
        "risk on the training examples",
        spec!("unseen-mass"),
        Trials(on_training),
    ),
    custom_spec(
        "leave-one-out errors of the learner that saw every example",
        spec!("leave-one-out"),
        Trials(nothing_left_out),
    ),
    listed(
        "N19",
        "test examples from the sample's random stream",
        spec!("unseen-mass-drawn"),
        Trials(same_stream),
    ),
    listed(
        "N19",
        "sampling without replacement",
        spec!("unseen-mass-drawn"),
        Trials(no_repeats),
    ),
];
