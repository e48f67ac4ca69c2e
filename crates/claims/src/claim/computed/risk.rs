//! Computes risks with what is proved about them.

use super::number::Computed;
use crate::trial::{Row, columns};
use perceptron::sample::{Quantity, Rational};

pub(super) static EXACT_RISK: Computed = Computed {
    column: Some(columns::RISK.any()),
    ..Computed::new(
        "exact_risk",
        "the risk of the hypothesis if it is known as a fraction; missing if it is only estimated",
        &[columns::RISK.any()],
        exact_risk,
    )
    .within_unit()
};

fn exact_risk(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let risk = rows.first()?.quantity(columns::RISK.any())?;
    risk.exact.map(Quantity::exact)
}

pub(super) static GAUSSIAN_RISK: Computed = Computed::new(
    "gaussian_risk",
    "the risk of the hypothesis, known up to the rounding of the closed form for Gaussian classes",
    &[columns::RISK.any(), columns::DIMENSION.any()],
    |rows, _| {
        let row = rows.first()?;
        let risk = row.get(columns::RISK)?;
        Some(computed(risk, row.copied(columns::DIMENSION)?))
    },
)
.within_unit();

pub(super) static GAUSSIAN_BAYES_RISK: Computed = Computed::new(
    "gaussian_bayes_risk",
    "the Bayes risk, known up to the rounding of the closed form for Gaussian classes",
    &[columns::BAYES_RISK.any(), columns::DIMENSION.any()],
    |rows, _| {
        let row = rows.first()?;
        let smallest = Quantity::float(row.copied(columns::BAYES_RISK)?);
        Some(computed(&smallest, row.copied(columns::DIMENSION)?))
    },
)
.within_unit();

/// A risk of Gaussian classes with d features, enclosed: a fraction as it is, a float with its rounding error.
///
/// # Formula
///
/// ```text
/// error ≤ min(10⁻¹⁴, (d + 4) ε (2 − 2 ln p) p)    of p = Φ(−z), because z is off by (d + 4) ε z, which changes p by about z² ≤ −2 ln p of that
/// ```
fn computed(risk: &Quantity, dimension: u64) -> Quantity {
    let p = risk.value;
    let of_features = (dimension as f64 + 4.0) * f64::EPSILON;
    let error = of_features * (2.0 - 2.0 * libm::log(p.max(f64::MIN_POSITIVE))) * p;
    match &risk.exact {
        Some(_) => risk.clone(),
        None => Quantity::within(p, error.min(1e-14)),
    }
}

pub(super) static MINIMAX_RATE: Computed = Computed::new(
    "minimax_rate",
    "(d − 1)/(2en) of the minimax family on d basis vectors for n examples",
    &[columns::MINIMAX_BOUND.any()],
    minimax_rate,
);

fn minimax_rate(rows: &[Row], _: &[Quantity]) -> Option<Quantity> {
    let (examples, dimension) = rows.first()?.setting().distribution.minimax?;
    let half = Rational::new(dimension as i64 - 1, 2 * examples as i64);
    let inverse_e = Quantity::within(libm::exp(-1.0), f64::EPSILON);
    Some(Quantity::exact(half).times(&inverse_e))
}
