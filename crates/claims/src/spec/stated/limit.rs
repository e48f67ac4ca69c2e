//! Reads the keys that scale or loosen the limit of a claim.

use super::wire::WireClaim;
use crate::claim::{SlackKind, Statement};
use crate::spec::diagnostic::SpecFinding;
use perceptron::sample::Rational;

pub(super) fn scale(wire: &WireClaim) -> Result<Rational, SpecFinding> {
    let Some(scale) = &wire.scale else {
        return Ok(Rational::one());
    };
    let read = match scale.get_ref() {
        toml::Value::Integer(value) => Some(Rational::from(*value)),
        toml::Value::Float(value) => Rational::from_decimal(*value),
        toml::Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let positive = read.filter(|value| !value.is_negative() && !value.is_zero());
    positive.ok_or_else(|| {
        SpecFinding::new(scale.span(), "`scale` is not a positive number")
            .allowed("a number above 0, such as 0.1, or a fraction in quotes, such as \"1/10\"")
    })
}

pub(super) fn slack_reason(wire: &WireClaim) -> Result<Option<String>, SpecFinding> {
    match (&wire.slack_reason, &wire.slack) {
        (Some(reason), None) => Err(SpecFinding::new(
            reason.span(),
            "`slack_reason` is given without `slack`",
        )
        .allowed("`slack_reason` only together with `slack`, such as slack = 0.05")),
        (reason, _) => Ok(reason.as_ref().map(|reason| reason.get_ref().clone())),
    }
}

/// Reads what the slack is, which only a claim about a mean or a probability with a slack can say.
pub(super) fn slack_kind(
    wire: &WireClaim,
    statement: &Statement,
) -> Result<SlackKind, SpecFinding> {
    let Some(kind) = &wire.slack_kind else {
        return Ok(statement.slack_kind);
    };
    let form = statement.form;
    let problem = match (&wire.slack, form.is_bet_on()) {
        (None, _) => "`slack_kind` is given without `slack`".to_owned(),
        (Some(_), true) => return Ok(*kind.get_ref()),
        (Some(_), false) => format!(
            "`slack_kind` has no meaning for a claim of the form {}",
            form.as_str()
        ),
    };
    let allowed = "`slack_kind` together with `slack`, in a claim about a mean or a probability";
    Err(SpecFinding::new(kind.span(), problem)
        .allowed(allowed)
        .help("delete this line"))
}

pub(super) fn slack(wire: &WireClaim) -> Result<f64, SpecFinding> {
    let Some(slack) = &wire.slack else {
        return Ok(0.0);
    };
    let allowed = (0.0..1.0).contains(slack.get_ref());
    if allowed {
        Ok(*slack.get_ref())
    } else {
        Err(SpecFinding::new(slack.span(), "`slack` is outside [0, 1)")
            .allowed("a number from 0 and below 1, such as 0.05: the fraction by which the limit is widened"))
    }
}
