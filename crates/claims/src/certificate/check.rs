//! Checks a certificate against its sample in exact arithmetic, sharing nothing with the learner but the sample.
//!
//! This check and the walk in `order.rs` are an independent implementation of the loop: a fault there cannot hide itself here.
//! A certificate is checked by its own arithmetic: `certificate/check.rs` takes settings from the spec and the sample from `sample`, and repeats the
//! listed updates in big integers, in f64 side by side where the run was in f64; nothing of `learn` is used. 1/‖x‖ is enclosed to 512 binary digits
//! where the normalized rule meets unequal norms. Examples shown without an update are not listed; `order.rs` comes upon them by walking the order
//! itself, with code of its own and the draws of the address, and so checks draws, passes and the reason to stop. What it cannot check (that no run
//! of all orders is longer, where a cap on work falls) it says instead of calling the certificate valid.

use super::Certificate;
use super::answer::{CheckResult, refused, require};
use super::exact::Integral;
use super::geometry::{check_gordan, check_margin, check_radius};
use super::order::{OrderCheck, check_order};
use super::rule::{CertifiedRule, RunInProgress};
use crate::trial::Repetition;
use serde_json::Value;

/// Re-checks a certificate, line by line; `blank` is what address, spec and sample say without a run, and the trial has sample and order.
///
/// Every update must be called for by the vector that the updates before it make; after the last, a clean pass must have nothing left to
/// update on. In f64 both arithmetics are followed side by side. Then the order is walked, showing by showing, with the draws that the trial's
/// address gives it: it must come upon the same updates, make the same counts and end for the same reason. The margin's ends are evaluated
/// as fractions.
pub fn check(certificate: &Certificate, blank: &Certificate, trial: &Repetition) -> CheckResult {
    let all = || {
        check_header(certificate, blank)?;
        let Some(integral) = Integral::new(&trial.sample) else {
            return refused(
                "sample_digest",
                "the sample has a feature that is not finite",
            );
        };
        check_run(certificate, &integral)?;
        let order = check_order(certificate, &integral, trial)?;
        check_radius(certificate, &integral)?;
        require(
            certificate.radius_squared == blank.radius_squared,
            "radius_squared",
            || "it is wider than the sample's own".into(),
        )?;
        check_margin(certificate, &integral)?;
        check_gordan(certificate, &integral)?;
        Ok(order)
    };
    match all() {
        Ok(OrderCheck::InFull(order)) => CheckResult::Valid { order },
        Ok(OrderCheck::InPart(why)) => CheckResult::OrderNotChecked { why },
        Err(answer) => answer,
    }
}

const HEADER: [&str; 14] = [
    "version",
    "address",
    "experiment",
    "cell",
    "variant",
    "replicate",
    "examples",
    "dimension",
    "sample_digest",
    "rule",
    "threshold",
    "step",
    "ties",
    "arithmetic",
];

fn check_header(certificate: &Certificate, blank: &Certificate) -> Result<(), CheckResult> {
    let fields = |of: &Certificate| serde_json::to_value(of).unwrap_or(Value::Null);
    let (given, wanted) = (fields(certificate), fields(blank));
    match HEADER
        .into_iter()
        .find(|&field| given[field] != wanted[field])
    {
        Some(field) => refused(
            field,
            format!(
                "it says {}, the spec and its sample say {}",
                given[field], wanted[field]
            ),
        ),
        None => Ok(()),
    }
}

fn check_run(certificate: &Certificate, sample: &Integral) -> Result<(), CheckResult> {
    if certificate.rule.is_none() {
        return check_no_run(certificate);
    }
    let rule = CertifiedRule::new(certificate, sample);
    let mut run = RunInProgress::new(sample, &rule);
    let mut mistakes = 0;
    for (position, &example) in certificate.updates.iter().enumerate() {
        let field = format!("updates[{position}]");
        require(example < sample.examples(), &field, || {
            format!(
                "there is no example {example}, the last is {}",
                sample.examples() - 1
            )
        })?;
        let decision = rule.decide(&run, example, &field)?;
        require(decision.due, &field, || {
            format!("after the updates before it, example {example} calls for no update")
        })?;
        mistakes += u64::from(decision.mistake);
        run.update(example, &rule);
    }
    check_counts(certificate, &rule, mistakes)?;
    // No other stop promises that nothing was left to update on.
    if certificate.stop_reason.as_deref() != Some("clean-pass") {
        return Ok(());
    }
    for example in 0..sample.examples() {
        let due = rule.decide(&run, example, "stop_reason")?.due;
        require(!due, "stop_reason", || {
            format!(
                "a pass after the last update is not clean: example {example} calls for an update"
            )
        })?;
    }
    Ok(())
}

/// Where no learner ran, nothing is said of a run.
fn check_no_run(certificate: &Certificate) -> Result<(), CheckResult> {
    let none = "there is a value, but no learner ran";
    let said = [
        ("updates", !certificate.updates.is_empty()),
        ("counts", certificate.counts.is_some()),
        ("stop_reason", certificate.stop_reason.is_some()),
    ];
    let said = said.into_iter().find(|(_, said)| *said);
    said.map_or(Ok(()), |(field, _)| refused(field, none))
}

/// Every example below the threshold is an update, and every mistake is below a positive threshold.
fn check_counts(
    certificate: &Certificate,
    rule: &CertifiedRule,
    mistakes: u64,
) -> Result<(), CheckResult> {
    let Some(counts) = &certificate.counts else {
        return refused("counts", "it is missing");
    };
    let updates = certificate.updates.len() as u64;
    for (name, count) in [
        ("updates", counts.updates),
        ("margin_mistakes", counts.margin_mistakes),
    ] {
        require(count == updates, &format!("counts.{name}"), || {
            format!("it is {count}, but {updates} updates are listed")
        })?;
    }
    // At threshold 0 a tie may be a mistake that calls for no update, and is not listed.
    let agrees =
        counts.mistakes == mistakes || rule.has_threshold_zero() && counts.mistakes > mistakes;
    require(agrees, "counts.mistakes", || {
        format!(
            "it is {}, but {mistakes} of the updates were mistakes",
            counts.mistakes
        )
    })?;
    require(counts.draws >= updates, "counts.draws", || {
        format!("it is {}, fewer than the {updates} updates", counts.draws)
    })
}
