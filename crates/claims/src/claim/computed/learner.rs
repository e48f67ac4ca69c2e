//! Computes what the setting of a trial says of its learner.

use super::number::{Computed, flag};
use crate::trial::Row;
use perceptron::learn::Arithmetic;
use perceptron::sample::Quantity;

pub(super) static IN_FLOATS: Computed = Computed::new(
    "in_floats",
    "1 if the run was computed in floats, 0 if it was computed in integers",
    &[],
    in_floats,
)
.within_unit();

fn in_floats(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let arithmetic = rows.first()?.setting().arithmetic();
    Some(flag(arithmetic != Some(Arithmetic::Exact)))
}
