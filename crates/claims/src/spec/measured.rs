//! Says what a spec has measured: what its claims and figures read, and nothing else.

use super::Cell;
use crate::claim::{self, StatedClaim};
use crate::figure::FigureKind;
use crate::trial::{AnyColumn, Measure};
use perceptron::learn::Order;
use std::collections::BTreeSet;

/// What must be measured for the columns that claims and figures read, and for all orders where one explores them.
pub(super) fn asked(
    cells: &[Cell],
    claims: &[StatedClaim],
    figures: &[FigureKind],
) -> BTreeSet<Measure> {
    let claimed = claims.iter().flat_map(|claim| claim.statement.reads());
    let drawn = figures
        .iter()
        .flat_map(|figure| figure.columns().iter().copied());
    let columns: Vec<AnyColumn> = claimed.chain(drawn).collect();
    let explores = |cell: &Cell| {
        let mut orders = cell.variants.iter().map(|(_, variant)| &variant.order);
        orders.any(|order| matches!(order, Order::AllOrders(_)))
    };
    let mut measures = claim::measures(&columns);
    if cells.iter().any(explores) {
        measures.insert(Measure::AllOrders);
    }
    measures.remove(&Measure::Run);
    measures
}
