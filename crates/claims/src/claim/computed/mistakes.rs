//! Computes numbers of mistakes, and whether two runs updated alike.

use super::number::{Computed, flag};
use crate::trial::{Row, columns};
use perceptron::learn::Order;
use perceptron::sample::{Quantity, Ties};

pub(super) static MOST_MISTAKES: Computed = Computed::new(
    "most_mistakes",
    "the largest number of mistakes that a run can make, known without any theorem: 0 if the zero vector is right on every example, and the number of examples for a run that shows each once",
    &[columns::EXAMPLES.any(), columns::ORDER.any()],
    most_mistakes,
);

/// It is missing for runs over many passes, which have no such bound.
fn most_mistakes(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    let setting = row.setting();
    match setting.order() {
        _ if setting.makes_no_mistake() => Some(Quantity::count(0)),
        Some(Order::Stream) => row.quantity(columns::EXAMPLES.any()),
        _ => None,
    }
}

pub(super) static WRONG_ROWS: Computed = Computed::new(
    "wrong_rows",
    "the number of rows of a Hadamard matrix on which the prediction for a score of 0 is wrong",
    &[columns::EXAMPLES.any(), columns::TIES.any()],
    wrong_rows,
);

fn wrong_rows(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    match row.setting().ties()? {
        Ties::Mistake => row.quantity(columns::EXAMPLES.any()),
        Ties::Positive => {
            let negative = row.setting().seen.orthogonal_signs?;
            Some(Quantity::count(negative as u64))
        }
        Ties::Strict => Some(Quantity::count(0)),
    }
}

pub(super) static SEQUENCES_DIFFER: Computed = Computed {
    is_of_pairs: true,
    ..Computed::new(
        "update_sequences_differ",
        "1 if two runs on one sample updated on different sequences of examples, 0 if on the same; missing if a run was cut off so that this may still change",
        &[
            columns::UPDATE_DIGEST.any(),
            columns::UPDATES.any(),
            columns::STOP_REASON.any(),
        ],
        sequences_differ,
    )
    .within_unit()
};

fn sequences_differ(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let [first, second] = rows else { return None };
    let differ = first.get(columns::UPDATE_DIGEST)? != second.get(columns::UPDATE_DIGEST)?;
    let finished = !first.is_incomplete() && !second.is_incomplete();
    let is_final = finished
        || differ && (went_on_for_longer(first, second) || went_on_for_longer(second, first));
    is_final.then(|| flag(differ))
}

/// Whether the update sequences of two runs, which differ so far, must stay different. This is so if `one` was cut off with at least as many updates
/// as a finished `other` has, or if `other` was cut off with as many updates as `one` has.
fn went_on_for_longer(one: &Row, other: &Row) -> bool {
    match (one.copied(columns::UPDATES), other.copied(columns::UPDATES)) {
        (Some(longer), Some(shorter)) if other.is_incomplete() => longer == shorter,
        (Some(longer), Some(shorter)) => one.is_incomplete() && longer >= shorter,
        _ => false,
    }
}
