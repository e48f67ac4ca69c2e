//! Computes the distribution of the risk of Hebb's rule, and the learning curves of one pass over teacher-student data.

use super::number::Computed;
use crate::stats::Interval;
use crate::trial::{AnyColumn, Row, columns};
use perceptron::sample::Quantity;
use perceptron::special::hebb_angle::HebbAngle;
use perceptron::special::learning_curve;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

pub(super) static DISTRIBUTION: Computed = Computed {
    arguments: 1,
    ..Computed::new(
        "hebb_distribution",
        "the distribution function, at the risk, of the risk of one pass of Hebb's rule over teacher-student data; in parentheses the degrees of freedom of χ²",
        &[columns::RISK.any(), columns::EXAMPLES.any()],
        distribution,
    )
    .within_unit()
};

/// The distributions of the angle by their numbers of examples and degrees of freedom, each prepared once.
static PREPARED: Mutex<BTreeMap<[u64; 2], Option<Arc<HebbAngle>>>> = Mutex::new(BTreeMap::new());

fn distribution(rows: &[Row], arguments: &[Quantity]) -> Option<Quantity> {
    let row = rows.first()?;
    let degrees = arguments.first()?.value;
    let size = [row.copied(columns::EXAMPLES)?, degrees.max(0.0) as u64];
    Some(value(&*prepared(size)?, row.get(columns::RISK)?))
}

fn prepared(size: [u64; 2]) -> Option<Arc<HebbAngle>> {
    let mut known = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
    let [examples, degrees] = size;
    let angle = known
        .entry(size)
        .or_insert_with(|| HebbAngle::new(examples, degrees).map(Arc::new));
    angle.clone()
}

/// The distribution function at a measured risk, whose own enclosure it covers.
fn value(angle: &HebbAngle, risk: &Quantity) -> Quantity {
    let at = |error_rate: f64| angle.distribution(error_rate);
    let value = at(risk.value);
    let end = |end: f64| match end == risk.value {
        true => value,
        false => at(end),
    };
    Quantity {
        value,
        lower: (end(risk.lower) - HebbAngle::ERROR).max(0.0),
        upper: (end(risk.upper) + HebbAngle::ERROR).min(1.0),
        exact: None,
    }
}

const SIZE: &[AnyColumn] = &[columns::EXAMPLES.any(), columns::DIMENSION.any()];

/// The range of a learning curve.
const BELOW_HALF: Interval = Interval {
    lower: 0.0,
    upper: 0.5,
};

pub(super) static CURVE_OF_HEBB: Computed = Computed {
    range: BELOW_HALF,
    ..Computed::new(
        "curve_of_hebb",
        "the learning curve of Hebb's rule, whatever the variant's rule",
        SIZE,
        |rows, _| hebb(rows.first()?),
    )
};

pub(super) static CURVE_OF_PERCEPTRON: Computed = Computed {
    range: BELOW_HALF,
    ..Computed::new(
        "curve_of_perceptron",
        "the learning curve of the perceptron, whatever the variant's rule",
        SIZE,
        |rows, _| perceptron(rows.first()?),
    )
};

/// The number of examples per feature.
fn alpha(row: &Row) -> Option<f64> {
    let examples = row.copied(columns::EXAMPLES)? as f64;
    Some(examples / row.copied(columns::DIMENSION)? as f64)
}

fn hebb(row: &Row) -> Option<Quantity> {
    Some(Quantity::within(learning_curve::hebb(alpha(row)?), 1e-15))
}

fn perceptron(row: &Row) -> Option<Quantity> {
    let [risk, error] = learning_curve::perceptron(alpha(row)?);
    Some(Quantity::within(risk, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_encloses_the_values_at_both_ends_of_a_risk() {
        let angle = HebbAngle::new(50, 9).unwrap();
        let found = value(&angle, &Quantity::within(0.1, 1e-3));
        assert_eq!(found.value, angle.distribution(0.1));
        assert!(
            found.lower < angle.distribution(0.0991) && found.upper > angle.distribution(0.1009)
        );
        let sharp = value(&angle, &Quantity::float(0.1));
        assert!(sharp.upper - sharp.lower < 3e-10);
    }
}
