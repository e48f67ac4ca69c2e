//! Compares one number of two variants on the same sample: which variant has the smaller one.

use super::{Formula, MOST_BITS, Term};
use crate::trial::{AnyColumn, Row};
use perceptron::sample::{Quantity, Rational};
use std::cmp::Ordering;

/// The relative difference below which two floats count as equal, because rounding alone can make them differ by so much.
const EQUAL: f64 = 1e-12;

/// One number of each of two variants, which are compared on every sample.
#[derive(Debug, Clone)]
pub struct PairedNumbers {
    /// Names of the two numbers, as formulas write them, such as `first.risk` and `second.risk`.
    pub names: [String; 2],
    numbers: [Term; 2],
}

impl PairedNumbers {
    /// Two terms of a pair of trials, with their names.
    pub(super) fn new(names: [String; 2], numbers: [Term; 2]) -> Self {
        Self { names, numbers }
    }

    /// A column of the first variant, and the same column of the second.
    pub(super) fn of_column(column: AnyColumn) -> Self {
        let name = column.name();
        Self::new(
            [format!("first.{name}"), format!("second.{name}")],
            [Formula::sharpest(column, 0), Formula::sharpest(column, 1)],
        )
    }

    /// The two numbers of a pair that a report compares: those of the one name that two formulas use for both variants, otherwise both formulas.
    pub(super) fn of(sides: [&Formula; 2]) -> Self {
        let of_name = Formula::of_both_variants(sides);
        // A column is compared as it is stored; a formula counts it as known up to an error, which would leave equal numbers without an order.
        let column = of_name.as_ref().and_then(|[first, _]| first.as_column());
        if let Some(column) = column {
            return Self::of_column(column);
        }
        let compared = of_name.unwrap_or_else(|| sides.map(Formula::clone));
        let names = compared.each_ref().map(Formula::to_string);
        Self::new(names, compared.map(|formula| formula.term(None)))
    }

    /// How the first number compares with the second on a pair of trials; `None` if one is missing, or if rounding leaves the order open.
    pub fn order(&self, rows: &[Row]) -> Option<Ordering> {
        let [first, second] = &self.numbers;
        let order = order(&first.value(rows)?, &second.value(rows)?);
        match order {
            None | Some(Ordering::Equal) => self.order_by_bits(rows).or(order),
            known => known,
        }
    }

    /// How two numbers that are known with any precision compare, where floats leave the order open; `None` if one is measured, or if they do not part.
    fn order_by_bits(&self, rows: &[Row]) -> Option<Ordering> {
        let of = |bits| {
            let [first, second] = self.numbers.each_ref();
            let (first, second) = (first.enclosure(rows, bits)?, second.enclosure(rows, bits)?);
            let is_measured = first.is_measured() || second.is_measured();
            (!is_measured).then(|| first.compare(&second)).flatten()
        };
        [128, MOST_BITS].into_iter().find_map(of)
    }
}

/// 1 if the first variant has the smaller number in a column, −1 if it has the larger one, and 0 if the numbers are equal. The mean of this term is
/// P(first < second) − P(first > second).
pub(super) fn lead(column: AnyColumn) -> Term {
    let paired = PairedNumbers::of_column(column);
    Term::of_rows([column], move |rows| {
        let lead = paired.order(rows)?.reverse() as i64;
        Some(Quantity::exact(Rational::from(lead)))
    })
    // Of an estimate the claim speaks of the two estimates on the same test examples, and says so.
    .linear()
}

/// Compares two numbers: fractions exactly, and floats up to rounding. `None` if their enclosures leave the order open.
pub fn order(first: &Quantity, second: &Quantity) -> Option<Ordering> {
    if let (Some(first), Some(second)) = (&first.exact, &second.exact) {
        return Some(first.cmp(second));
    }
    let rounding = EQUAL * first.value.abs().max(second.value.abs());
    let least = first.lower - second.upper;
    let most = first.upper - second.lower;
    if most < -rounding {
        Some(Ordering::Less)
    } else if least > rounding {
        Some(Ordering::Greater)
    } else if least >= -rounding && most <= rounding {
        Some(Ordering::Equal)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(numerator: i64, denominator: i64) -> Quantity {
        Quantity::exact(Rational::new(numerator, denominator))
    }

    #[test]
    fn fractions_are_compared_exactly_and_floats_up_to_rounding() {
        let float = Quantity::float;
        let third = exact(1, 3);
        let above = exact(1_000_000_000_000_001, 3_000_000_000_000_000);
        assert_eq!(order(&third, &above), Some(Ordering::Less));
        assert_eq!(order(&third, &float(1.0 / 3.0)), Some(Ordering::Equal));
        assert_eq!(
            order(&float(0.2), &float(0.2 + 1e-14)),
            Some(Ordering::Equal)
        );
        assert_eq!(
            order(&float(0.2), &float(0.2 + 1e-12)),
            Some(Ordering::Less)
        );
        assert_eq!(order(&float(0.3), &float(0.2)), Some(Ordering::Greater));
        assert_eq!(order(&float(0.0), &float(0.0)), Some(Ordering::Equal));
    }

    #[test]
    fn enclosures_that_overlap_have_no_order_and_wide_ones_apart_have() {
        let wide = |value| Quantity::within(value, 1e-3);
        assert_eq!(order(&wide(0.2), &wide(0.2001)), None);
        assert_eq!(order(&wide(0.2), &wide(0.2)), None);
        assert_eq!(order(&wide(0.2), &wide(0.3)), Some(Ordering::Less));
        assert_eq!(order(&Quantity::float(f64::NAN), &wide(0.3)), None);
    }
}
