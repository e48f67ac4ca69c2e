//! Checks what a certificate says about its sample, in exact fractions: the radius, the margin, and the proof that no direction separates it.

use super::answer::{CheckResult, refused, require};
use super::exact::{Integral, integers};
use super::{Certificate, Enclosure};
use perceptron::sample::Rational;

pub(super) fn check_radius(
    certificate: &Certificate,
    sample: &Integral,
) -> Result<(), CheckResult> {
    let (interval, radius) = (&certificate.radius_squared, sample.radius_squared());
    let agrees =
        interval.starts_below(&radius) && interval.ends_above(&radius) && interval.names(&radius);
    require(agrees, "radius_squared", || {
        format!(
            "the largest squared norm is {radius}, near {}",
            radius.to_f64()
        )
    })
}

/// Checks a certificate's list of (example, weight): the examples must exist in the sample, and the weights must not be negative nor all be zero.
fn check_weights(
    field: &str,
    weights: &[(usize, Rational)],
    sample: &Integral,
) -> Result<(), CheckResult> {
    for (position, (example, weight)) in weights.iter().enumerate() {
        let fine = *example < sample.examples() && !weight.is_negative();
        require(fine, &format!("{field}[{position}]"), || {
            format!(
                "example {example} of {}, weight {weight}",
                sample.examples()
            )
        })?;
    }
    require(
        weights.iter().any(|(_, weight)| !weight.is_zero()),
        field,
        || "no weight is positive".into(),
    )
}

pub(super) fn check_margin(
    certificate: &Certificate,
    sample: &Integral,
) -> Result<(), CheckResult> {
    let (separator, interval) = match (&certificate.separator, &certificate.margin_squared) {
        (Some(separator), Some(interval)) => (separator, interval),
        (None, None) if certificate.hull.is_none() => return Ok(()),
        _ => {
            return refused(
                "margin_squared",
                "separator, margin_squared and hull belong together",
            );
        }
    };
    require(separator.len() == sample.dimension(), "separator", || {
        format!(
            "it has {} of {} entries",
            separator.len(),
            sample.dimension()
        )
    })?;
    let Some(lower) = sample.margin_squared(&integers(separator)) else {
        return refused("separator", "it does not classify every example correctly");
    };
    let upper = match &certificate.hull {
        None => lower.clone(),
        Some(hull) => {
            check_weights("hull", hull, sample)?;
            sample.hull_squared(hull)
        }
    };
    check_interval(interval, &lower, &upper)
}

fn check_interval(
    interval: &Enclosure,
    lower: &Rational,
    upper: &Rational,
) -> Result<(), CheckResult> {
    let low = || {
        format!(
            "its lower end is not proved: the separator's squared margin is {lower}, near {}",
            lower.to_f64()
        )
    };
    require(interval.starts_below(lower), "margin_squared.lower", low)?;
    let high = || {
        format!(
            "its upper end is not proved: the squared norm of the hull's point is {upper}, near {}",
            upper.to_f64()
        )
    };
    require(interval.ends_above(upper), "margin_squared.upper", high)?;
    require(
        interval.names(lower) && interval.names(upper),
        "margin_squared.exact",
        || format!("it is between {lower} and {upper}"),
    )?;
    require(
        *interval == Enclosure::between(lower, upper),
        "margin_squared",
        || "its ends are not the tightest ones that the separator and the hull prove".into(),
    )
}

pub(super) fn check_gordan(
    certificate: &Certificate,
    sample: &Integral,
) -> Result<(), CheckResult> {
    let Some(multipliers) = &certificate.gordan else {
        return Ok(());
    };
    check_weights("gordan", multipliers, sample)?;
    let (sum, _) = sample.combination(multipliers);
    require(
        sum.iter().all(|entry| *entry == num_bigint::BigInt::ZERO),
        "gordan",
        || "the weighted sum of the signed examples is not zero".into(),
    )
}
