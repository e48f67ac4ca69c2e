//! Lists the kinds of exercises, one file each.

mod closest;
mod false_statement;
mod gordan;
mod misprint;
mod plane;
mod printed_step;
mod shattered;
mod task;

pub(super) use task::{DrawnExercise, Exercise};

use super::keys::Keys;
use claims::problem::Problem;

/// Reads an exercise from its keys.
type Read = fn(&mut Keys) -> Result<Box<dyn Exercise>, Problem>;

/// The kinds by name.
const KINDS: [(&str, Read); 7] = [
    ("printed-step", printed_step::read),
    ("gordan", gordan::read),
    ("plane", plane::read),
    ("shattered", shattered::read),
    ("misprint", misprint::read),
    ("false-statement", false_statement::read),
    ("closest", closest::read),
];

/// The names of the kinds.
pub(super) fn names() -> Vec<String> {
    KINDS.iter().map(|(name, _)| (*name).to_owned()).collect()
}

/// How a kind is read; `None` if there is none of this name.
pub(super) fn named(name: &str) -> Option<Read> {
    let found = KINDS.iter().find(|(other, _)| *other == name);
    found.map(|(_, read)| *read)
}
