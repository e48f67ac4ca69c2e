//! Weighs the outcomes of a complete enumeration: expectations and probabilities as fractions or proved enclosures, without statistics.

use super::{Case, Evidence};
use perceptron::sample::{Quantity, Rational};

/// Probability, observed value and limit.
type Outcome<'a> = (&'a Rational, &'a Quantity, &'a Quantity);

/// Every outcome with its probability, what was observed and its limit; `None` unless all outcomes count in full and their probabilities
/// add up to one. The cases are no independent draws: without all of them there is nothing to say.
fn outcomes<'a>(evidence: &'a Evidence) -> Option<Vec<Outcome<'a>>> {
    if !evidence.is_finished() || evidence.applicable() < evidence.cases.len() as u64 {
        return None;
    }
    let one = |case: &'a Case| {
        let (observed, limit, _) = case.numbers.as_ref()?;
        Some((case.weight.as_ref()?, observed, limit))
    };
    let outcomes: Vec<Outcome> = evidence.cases.iter().map(one).collect::<Option<_>>()?;
    let total = outcomes
        .iter()
        .fold(Rational::zero(), |sum, (weight, _, _)| &sum + weight);
    (total == Rational::one()).then_some(outcomes)
}

/// `E[observed]` and `E[limit]`.
///
/// # Formula
///
/// ```text
/// E[x] = Σ weight · x,    in fractions, or rounded outward at every product and sum
/// ```
pub(super) fn expectations(evidence: &Evidence) -> Option<(Quantity, Quantity)> {
    let outcomes = outcomes(evidence)?;
    let mean = |values: &mut dyn Iterator<Item = (&Rational, &Quantity)>| {
        values.fold(Quantity::count(0), |sum, (weight, value)| {
            sum.plus(&weighted(weight, value))
        })
    };
    let observed = mean(
        &mut outcomes
            .iter()
            .map(|(weight, observed, _)| (*weight, *observed)),
    );
    Some((
        observed,
        mean(&mut outcomes.iter().map(|(weight, _, limit)| (*weight, *limit))),
    ))
}

/// P(observed > limit): what is certain, and what rounding leaves possible.
pub(super) fn exceedance(evidence: &Evidence) -> Option<Quantity> {
    let outcomes = outcomes(evidence)?;
    let probability = |test: &dyn Fn(&Quantity, &Quantity) -> bool| {
        let chosen = outcomes
            .iter()
            .filter(|(_, observed, limit)| test(observed, limit));
        chosen.fold(Rational::zero(), |sum, (weight, _, _)| &sum + *weight)
    };
    let certain = probability(&|observed, limit| observed.exceeds(limit));
    let possible = probability(&|observed, limit| match (&observed.exact, &limit.exact) {
        (Some(observed), Some(limit)) => observed > limit,
        _ => observed.upper > limit.lower,
    });
    if certain == possible {
        return Some(Quantity::exact(certain));
    }
    let (certain, possible) = (Quantity::exact(certain), Quantity::exact(possible));
    Some(Quantity {
        value: certain.value,
        lower: certain.lower,
        upper: possible.upper,
        exact: None,
    })
}

/// A probability times a number of any sign, which [`Quantity::times`] does not multiply.
fn weighted(weight: &Rational, value: &Quantity) -> Quantity {
    if let Some(exact) = &value.exact {
        return Quantity::exact(weight * exact);
    }
    let weight = Quantity::exact(weight.clone());
    let lower = if value.lower < 0.0 {
        weight.upper
    } else {
        weight.lower
    } * value.lower;
    let upper = if value.upper < 0.0 {
        weight.lower
    } else {
        weight.upper
    } * value.upper;
    Quantity {
        value: weight.value * value.value,
        lower: lower.next_down(),
        upper: upper.next_up(),
        exact: None,
    }
}
