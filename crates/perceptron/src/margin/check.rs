//! Checks the certificates of a margin in exact fractions, one plain sum at a time, sharing no code with the search except the sample.

use super::Gordan;
use super::weights::Weights;
use crate::sample::{Rational, Sample, Separator};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

/// The signed example v_i = y_i x_i as fractions; `None` if a feature is not finite, or the sample has no such example.
fn signed_row(sample: &Sample, example: usize) -> Option<Vec<Rational>> {
    let label = sample.labels.get(example)?;
    let row = match sample.features.exact_row(example) {
        Some(row) => row,
        None => fractions(&sample.features.row(example))?,
    };
    Some(if label.sign() > 0 {
        row
    } else {
        row.iter().map(|x| -x).collect()
    })
}

fn fractions(values: &[f64]) -> Option<Vec<Rational>> {
    values
        .iter()
        .map(|&value| value.is_finite().then(|| Rational::from_float(value)))
        .collect()
}

/// The fractions as numerators over their least common denominator, so that sums need not be reduced at every step.
fn over_common_denominator(values: &[Rational]) -> (Vec<BigInt>, BigInt) {
    let common = values
        .iter()
        .fold(BigInt::one(), |lcm, value| lcm.lcm(&value.denominator()));
    (
        values
            .iter()
            .map(|value| value.numerator() * (&common / value.denominator()))
            .collect(),
        common,
    )
}

fn dot(a: &[BigInt], b: &[BigInt]) -> BigInt {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// (min y⟨u, x⟩ / ‖u‖)² of the direction u, in the scale of the features: a proved lower bound on the squared largest margin γ*² of the sample.
///
/// `None` unless the direction has the dimension of the sample and separates it, and the sample has an example.
pub fn verify_lower(sample: &Sample, separator: &Separator) -> Option<Rational> {
    let direction = match separator {
        Separator::Integers(direction) | Separator::Affine(direction, _) => {
            direction.iter().map(|&u| Rational::from(u)).collect()
        }
        Separator::Dense(direction) => fractions(direction)?,
    };
    let (direction, _) = over_common_denominator(&direction);
    if direction.len() == sample.features.dimension() {
        margin_squared(sample, &direction)
    } else {
        None
    }
}

fn margin_squared(sample: &Sample, direction: &[BigInt]) -> Option<Rational> {
    let score = |example: usize| {
        let (row, denominator) = over_common_denominator(&signed_row(sample, example)?);
        Some(Rational::from_big(dot(&row, direction), denominator))
    };
    let smallest = (0..sample.labels.len())
        .map(score)
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()?;
    let norm_squared = Rational::from_big(dot(direction, direction), BigInt::one());
    (smallest > Rational::zero()).then(|| &smallest.square() / &norm_squared)
}

/// Σ λ_i v_i for signed examples v_i = y_i x_i, up to a positive factor, in integers. If the λ give the point of the convex hull nearest to the
/// origin, this is the direction with the largest margin.
///
/// `None` if a λ is negative, none is positive, or an index is beyond the sample.
pub fn hull_point(sample: &Sample, weights: &Weights) -> Option<Vec<Rational>> {
    let (point, _) = combination(sample, weights)?;
    let whole = |x| Rational::from_big(x, BigInt::one());
    Some(point.into_iter().map(whole).collect())
}

/// Σ λ_i v_i for signed examples v_i = y_i x_i, scaled to integers, together with ‖Σ λ_i v_i / Σ λ_i‖². `None` if a λ is negative, none is positive,
/// or an index is beyond the sample.
fn combination(sample: &Sample, weights: &Weights) -> Option<(Vec<BigInt>, Rational)> {
    let rows = weights
        .iter()
        .map(|(example, _)| signed_row(sample, *example))
        .collect::<Option<Vec<_>>>()?;
    let (values, denominator) = over_common_denominator(&rows.concat());
    let (weights, _) = over_common_denominator(
        &weights
            .iter()
            .map(|(_, weight)| weight.clone())
            .collect::<Vec<_>>(),
    );
    let mut sum = vec![BigInt::ZERO; sample.features.dimension()];
    for (row, weight) in values.chunks(sum.len().max(1)).zip(&weights) {
        sum.iter_mut().zip(row).for_each(|(s, x)| *s += x * weight);
    }
    let total = weights.iter().sum::<BigInt>() * denominator;
    let convex = total > BigInt::ZERO && weights.iter().all(|weight| *weight >= BigInt::ZERO);
    convex.then(|| {
        (
            sum.clone(),
            Rational::from_big(dot(&sum, &sum), &total * &total),
        )
    })
}

/// ‖Σ λ_i v_i / Σ λ_i‖² for signed examples v_i = y_i x_i, in the scale of the features: a proved upper bound on the squared largest margin γ*² of
/// the sample.
///
/// `None` if a λ is negative, none is positive, or an index is beyond the sample.
pub fn verify_upper(sample: &Sample, hull: &Weights) -> Option<Rational> {
    combination(sample, hull).map(|(_, norm_squared)| norm_squared)
}

/// The squared largest margin γ*² exactly: it is ‖p‖² for p = Σ λ_i v_i / Σ λ_i with v_i = y_i x_i, if the direction p has just the margin ‖p‖.
///
/// `None` if the weights are not those of the nearest point of the hull, or the sample is not separable.
pub fn verify_exact(sample: &Sample, hull: &Weights) -> Option<Rational> {
    let (direction, norm_squared) = combination(sample, hull)?;
    margin_squared(sample, &direction).filter(|lower| *lower == norm_squared)
}

/// Whether λ ≥ 0, λ ≠ 0 and Σ λ_i v_i = 0 exactly, with v_i = y_i x_i: then no direction separates the sample (Gordan 1873).
pub fn verify_gordan(sample: &Sample, gordan: &Gordan) -> bool {
    combination(sample, &gordan.multipliers)
        .is_some_and(|(sum, _)| sum.iter().all(|s| *s == BigInt::ZERO))
}
