//! Says in an answer whether the controls of the answering claim were refuted. A control is a claim made wrong on purpose.

use super::super::stated::is_control_of;
use super::claim_verdicts::ClaimVerdicts;
use claims::claim::{LimitDirection, StatedClaim};
use claims::judge::Verdict;
use claims::numbers::{counted, percent, significant};

/// Returns the sentence that says whether the controls of a claim were refuted; `None` if it has none.
pub(super) fn sentence(
    subject: &ClaimVerdicts,
    claims: &[StatedClaim],
    verdicts: &[Verdict],
) -> Option<String> {
    let judged = |claim: &&StatedClaim| verdicts.iter().any(|verdict| verdict.id == claim.id);
    let own: Vec<&StatedClaim> = claims
        .iter()
        .filter(|claim| is_control_of(claim, subject.claim, claims))
        .filter(judged)
        .collect();
    let is_refuted = |claim: &&StatedClaim| {
        let mut own = verdicts.iter().filter(|verdict| verdict.id == claim.id);
        own.all(|verdict| verdict.verdict.refutes())
    };
    let spared = own.iter().filter(|claim| !is_refuted(claim)).count();
    if spared > 0 {
        let all = counted(own.len() as u64, "claim");
        return Some(format!(
            "But {spared} of {all} made wrong on purpose was not refuted, so these runs could have missed an error."
        ));
    }
    match (mildest(&own), own.as_slice()) {
        (_, []) => None,
        (Some(scale), _) => Some(scaled(subject, scale)),
        (None, [one]) => Some(format!("“{}”, made wrong on purpose, is refuted.", one.id)),
        (None, several) => Some(format!(
            "{} claims made wrong on purpose are refuted.",
            several.len()
        )),
    }
}

/// Of the factors by which controls scale the limit, the one closest to 1 on a logarithmic scale; `None` if no control scales it.
fn mildest(controls: &[&StatedClaim]) -> Option<f64> {
    let scales = controls.iter().map(|claim| claim.scale.to_f64());
    let scales = scales.filter(|scale| *scale > 0.0 && *scale != 1.0);
    scales.min_by(|a, b| libm::log(*a).abs().total_cmp(&libm::log(*b).abs()))
}

fn scaled(subject: &ClaimVerdicts, scale: f64) -> String {
    let what = match subject.claim.form().direction() {
        LimitDirection::Above | LimitDirection::Below => "A bound",
        LimitDirection::Both => "A value",
    };
    // Where 1 is compared with how often a bound is kept, a smaller part of it is a larger bound.
    let factor = match subject.sides.observed.as_str() {
        "1" => 1.0 / scale,
        _ => scale,
    };
    let change = percent((factor - 1.0).abs());
    if factor > 0.5 && factor < 1.0 {
        format!("{what} {change} smaller is refuted.")
    } else if factor > 1.0 && factor < 2.0 {
        format!("{what} {change} larger is refuted.")
    } else {
        format!("{what} {} as large is refuted.", part(factor))
    }
}

/// Formats a factor on a limit in words if it is a simple fraction, otherwise as a percentage.
fn part(scale: f64) -> String {
    const PARTS: [(f64, &str); 8] = [
        (2.0, "half"),
        (3.0, "a third"),
        (4.0, "a quarter"),
        (5.0, "a fifth"),
        (6.0, "a sixth"),
        (8.0, "an eighth"),
        (10.0, "a tenth"),
        (20.0, "a twentieth"),
    ];
    let found = PARTS
        .iter()
        .find(|(parts, _)| (scale * parts - 1.0).abs() < 1e-9);
    match (found, percent(scale)) {
        (Some((_, words)), _) => (*words).to_owned(),
        (None, rounded) if rounded == "100 %" => format!("{} %", significant(scale * 100.0, 12)),
        (None, rounded) => rounded,
    }
}
