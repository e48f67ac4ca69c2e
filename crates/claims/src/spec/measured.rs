//! Determines what a spec measures: only the columns that its claims and figures read or that it names.

use super::Cell;
use super::figures::RequestedFigures;
use crate::claim::{self, StatedClaim};
use crate::figure::Request;
use crate::trial::{AnyColumn, Measure};
use perceptron::learn::Order;
use std::collections::BTreeSet;

/// Returns what must be measured on each trial: the measures of all columns that claims and figures read or the spec names, and of all orders if a
/// variant explores them.
pub(super) fn requested(
    cells: &[Cell],
    claims: &[StatedClaim],
    shown: &RequestedFigures,
) -> BTreeSet<Measure> {
    let claimed = claims.iter().flat_map(|claim| claim.statement.reads());
    let drawn = shown.figures.iter().flat_map(Request::columns);
    let named = shown.measured.iter().copied();
    let columns: Vec<AnyColumn> = claimed.chain(drawn).chain(named).collect();
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
