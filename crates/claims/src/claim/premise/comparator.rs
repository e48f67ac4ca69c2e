//! Declares the premise that a run has a comparator.

use super::Premise;
use crate::trial::{AnyColumn, columns};

/// The variant has a comparator, and its losses, in these columns, are known on the trial.
pub fn comparator(losses: Vec<AnyColumn>) -> Premise {
    let words = "a comparator: a vector u other than 0, and a margin";
    Premise::sample(words, losses.clone(), move |row| {
        losses.iter().all(|column| row.quantity(*column).is_some())
    })
    .only_if(|setting| {
        let variant = setting.variant.as_ref();
        variant.is_some_and(|variant| variant.comparator.is_some())
    })
    .mended_by("`comparator` of the variant, such as { vector = \"last\", margin = \"1/2\" }")
}

/// Every example has the margin of the comparator, exactly or up to the rounding of the features.
pub fn equal_margins() -> Premise {
    let column = columns::SQUARED_LOSS_RESIDUAL;
    let words = "a comparator whose margin every example has";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
        .mended_by("`comparator` to a vector with y⟨u, x⟩/‖u‖ = `margin` on every example")
}
