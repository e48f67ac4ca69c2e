//! Checks a certificate against its sample in exact arithmetic, with no code of the learner.
//!
//! This check and the walk in `order.rs` are an independent implementation of the learning loop, so that a fault of the loop cannot hide itself. The
//! check takes the settings from the spec and the examples from the sample. It repeats the listed updates in big integers and, for a run in f64, in
//! f64 too (`rule.rs`, which also answers `rounding-dependent`). Learners with steps of their own run in f64, and only so are they repeated
//! (`own_step.rs`). If the normalized rule meets unequal norms, 1/‖x‖ is enclosed to 512 binary digits.
//!
//! Examples shown without an update are not listed. `order.rs` finds them by walking the order with its own code and the random draws of the address,
//! and so checks the examples shown, the passes and the stop reason. Two things cannot be checked: that no run of all orders is longer, and where a
//! cap on work ends a run. The check then says so instead of calling the certificate valid.

use super::Certificate;
use super::answer::{CheckResult, refused, require};
use super::closed_set::check_closed_set;
use super::exact::Integral;
use super::geometry::{check_gordan, check_margin, check_radius};
use super::order::{OrderCheck, check_order};
use super::rule::{CertifiedRule, RunInProgress};
use crate::trial::Repetition;
use serde_json::Value;

/// Checks a certificate field by field against the spec and the sample. `blank` is the certificate that address, spec and sample give without a run;
/// `trial` holds the sample and the order.
///
/// Every listed update must be called for by the weight vector that the updates before it produce. If the run stopped at a clean pass, no example may
/// call for an update after the last one. Runs in f64 are repeated in both arithmetics. Then the order is walked example by example, with the random
/// draws of the trial's address: it must produce the same updates, the same counts and the same stop reason. Both ends of the margin's interval are
/// evaluated as fractions.
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
            || "it differs from the radius of the sample".into(),
        )?;
        check_margin(certificate, &integral)?;
        check_gordan(certificate, &integral)?;
        let rule = CertifiedRule::new(certificate, &integral);
        check_closed_set(certificate, &rule, &trial.sample)?;
        Ok(order)
    };
    match all() {
        Ok(OrderCheck::InFull(order)) => CheckResult::Valid { order },
        Ok(OrderCheck::InPart(why)) => CheckResult::OrderNotChecked { why },
        Err(answer) => answer,
    }
}

const HEADER: [&str; 14] = [
    "address",
    "experiment",
    "cell",
    "variant",
    "replicate",
    "examples",
    "dimension",
    "sample_digest",
    "rule",
    "learner",
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
    let (mut mistakes, mut margin_mistakes) = (0, 0);
    for (position, &example) in certificate.updates.iter().enumerate() {
        let field = format!("updates[{position}]");
        require(example < sample.examples(), &field, || {
            format!(
                "there is no example {example}; the last is {}",
                sample.examples() - 1
            )
        })?;
        let decision = rule.decide(&run, example, &field)?;
        let due = decision.due && run.changes(example);
        require(due, &field, || {
            format!("after the updates before it, example {example} calls for no update")
        })?;
        mistakes += u64::from(decision.mistake);
        margin_mistakes += u64::from(decision.margin_mistake);
        run.update(example, &rule);
    }
    check_counts(certificate, &rule, [mistakes, margin_mistakes])?;
    // Only a clean pass promises that no example calls for an update.
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

/// Checks that a certificate of a trial without a learner has no updates, counts or stop reason.
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

/// Compares a certificate's counts with its list of updates, of which `mistakes` were wrong predictions and `margin_mistakes` had scores below the
/// threshold. Every margin mistake is an update, and so is every mistake unless the threshold is 0. Steps of a learner's own that change nothing are no
/// updates, though.
fn check_counts(
    certificate: &Certificate,
    rule: &CertifiedRule,
    [mistakes, margin_mistakes]: [u64; 2],
) -> Result<(), CheckResult> {
    let Some(counts) = &certificate.counts else {
        return refused("counts", "it is missing");
    };
    let updates = certificate.updates.len() as u64;
    for (name, count, listed, kind) in [
        ("updates", counts.updates, updates, "updates"),
        (
            "margin_mistakes",
            counts.margin_mistakes,
            margin_mistakes,
            "updates on margin mistakes",
        ),
    ] {
        let agrees = count == listed || name != "updates" && rule.may_be_idle() && count > listed;
        require(agrees, &format!("counts.{name}"), || {
            format!("it is {count}, but {listed} {kind} are listed")
        })?;
    }
    // At threshold 0 a tie may be a mistake that calls for no update and so is not listed.
    let unlisted = rule.has_threshold_zero() || rule.may_be_idle();
    let agrees = counts.mistakes == mistakes || unlisted && counts.mistakes > mistakes;
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
