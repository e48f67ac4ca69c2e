//! Audits that every enclosed number of a row, and its exact fraction, lies between its lower and its upper end.

use crate::trial::{AnyColumn, Row, Values};
use perceptron::sample::{Quantity, Rational};

/// Returns, in words, the first number of a row that lies outside its own lower and upper bound, as a float or as a fraction; `None` if none does.
pub(super) fn broken(row: &Row) -> Option<String> {
    AnyColumn::all().find_map(|column| {
        let (Values::Enclosed(values), place) = row.value(column)? else {
            return None;
        };
        let number = values.get(place)?.as_ref()?;
        let Quantity {
            value,
            lower,
            upper,
            exact,
        } = number;
        let outside = exact.as_ref().is_some_and(|exact| !encloses(number, exact));
        let disordered = !(lower <= value && value <= upper);
        let name = column.name();
        (outside || disordered).then(|| format!("{name} is {value}, outside [{lower}, {upper}]"))
    })
}

/// Whether an exact fraction lies between the lower and the upper bound of an enclosed number.
pub(super) fn encloses(number: &Quantity, exact: &Rational) -> bool {
    let above = !number.lower.is_finite() || exact.compare_float(number.lower).is_le();
    let below = !number.upper.is_finite() || exact.compare_float(number.upper).is_ge();
    above && below
}
