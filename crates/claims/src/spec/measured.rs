//! Determines what a spec measures: only the columns that its claims and figures read or that it names, and what its generator or orders are for.

use super::Cell;
use super::figures::RequestedFigures;
use crate::claim::{self, StatedClaim};
use crate::figure::Request;
use crate::trial::{AnyColumn, Measure};
use perceptron::learn::Order;
use std::collections::BTreeSet;

/// Returns what must be measured on each trial: the measures of all columns that claims and figures read or the spec names, all orders if a
/// variant explores them, and the test error if there are test examples.
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
    let is_tested = |cell: &Cell| {
        let file = cell.generator.data_file();
        file.is_some_and(|file| file.has_test_examples())
    };
    if cells.iter().any(is_tested) {
        measures.insert(Measure::TestError);
    }
    let selects = |cell: &Cell| cell.variants.iter().any(|(_, variant)| variant.selects());
    if cells.iter().any(selects) {
        measures.insert(Measure::Selection);
    }
    measures.remove(&Measure::Run);
    measures
}
