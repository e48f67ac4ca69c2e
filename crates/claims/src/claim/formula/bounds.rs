//! Bounds the value of a formula by what its columns are: probabilities, counts and roots.

use super::name::{Name, NameMeaning};
use super::node::{Node, Operator};
use crate::stats::Interval;
use crate::trial::{AnyColumn, ColumnKind};

const NONNEGATIVE: Interval = Interval {
    lower: 0.0,
    upper: f64::INFINITY,
};

impl Node {
    /// An interval that holds every value which this part can have, whatever the trial.
    pub(super) fn bounds(&self) -> Interval {
        match self {
            Self::Number(number) => Interval::new(number.to_f64(), number.to_f64()),
            Self::Name(Name { of, .. }) => match of {
                NameMeaning::Column(column) => of_column(*column),
                NameMeaning::Root(_) => NONNEGATIVE,
                NameMeaning::Parameter(..) | NameMeaning::Stated(_) => Interval::UNBOUNDED,
                NameMeaning::Margin { .. } => NONNEGATIVE,
            },
            Self::Negated(part) => negated(part.bounds()),
            Self::Binary(operator, a, b) => of_operator(*operator, a.bounds(), b.bounds()),
            Self::Call(function, parts) => {
                let parts: Vec<Interval> = parts.iter().map(Self::bounds).collect();
                function.bounds(&parts)
            }
            Self::Sum(sum) if sum.of.bounds().lower >= 0.0 => NONNEGATIVE,
            Self::Sum(_) => Interval::UNBOUNDED,
            Self::Computed(computed, _) => computed.range,
        }
    }
}

fn of_column(column: AnyColumn) -> Interval {
    let declared = column.declared();
    match declared.kind {
        _ if ["probability", "fraction"].contains(&declared.unit) => Interval::UNIT,
        ColumnKind::Flag => Interval::UNIT,
        ColumnKind::Count | ColumnKind::Half => NONNEGATIVE,
        _ => Interval::UNBOUNDED,
    }
}

fn negated(of: Interval) -> Interval {
    Interval::new(-of.upper, -of.lower)
}

fn of_operator(operator: Operator, a: Interval, b: Interval) -> Interval {
    match operator {
        Operator::Plus => Interval::new(a.lower + b.lower, a.upper + b.upper),
        Operator::Minus => of_operator(Operator::Plus, a, negated(b)),
        Operator::Times => product(a, b),
        Operator::Over if b.lower > 0.0 => product(a, Interval::new(1.0 / b.upper, 1.0 / b.lower)),
        Operator::Over if a.lower >= 0.0 && b.lower >= 0.0 => NONNEGATIVE,
        Operator::Over => Interval::UNBOUNDED,
        Operator::Power => power(a, b),
    }
}

/// The interval of products. Where one factor may be 0 and the other one infinite, their product is 0, because no number is infinite.
fn product(a: Interval, b: Interval) -> Interval {
    let times = |x: f64, y: f64| if x == 0.0 || y == 0.0 { 0.0 } else { x * y };
    let ends = [
        times(a.lower, b.lower),
        times(a.lower, b.upper),
        times(a.upper, b.lower),
        times(a.upper, b.upper),
    ];
    Interval::new(
        ends.into_iter().fold(f64::INFINITY, f64::min),
        ends.into_iter().fold(f64::NEG_INFINITY, f64::max),
    )
}

fn power(base: Interval, exponent: Interval) -> Interval {
    let is_unit = base.lower >= 0.0 && base.upper <= 1.0 && exponent.lower >= 0.0;
    let is_even = exponent.lower == exponent.upper && exponent.lower % 2.0 == 0.0;
    match () {
        () if is_unit => Interval::UNIT,
        () if is_even || base.lower >= 0.0 => NONNEGATIVE,
        () => Interval::UNBOUNDED,
    }
}
