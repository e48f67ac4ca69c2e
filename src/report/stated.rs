//! Prints the claims of an experiment: statement, formula, premise, source and controls.

use super::document::{Block, Inline};
use super::summary_row::StatementKind;
use claims::claim::{Form, Registered, StatedClaim, StatedIn};
use claims::numbers::counted;

/// Returns one section per claim that is not a control, with statement, formula, premise and source; the controls of the claim follow.
pub(super) fn claims(claims: &[StatedClaim]) -> Vec<Block> {
    let heads = claims
        .iter()
        .filter(|claim| parent(claim, claims).is_none());
    heads
        .flat_map(|head| {
            section(
                head,
                claims
                    .iter()
                    .filter(|claim| parent(claim, claims).is_some_and(|of| of.id == head.id)),
            )
        })
        .collect()
}

/// The claim that a control belongs to, found by its id or its name in the registry.
fn parent<'a>(claim: &StatedClaim, claims: &'a [StatedClaim]) -> Option<&'a StatedClaim> {
    let of = claim.control_of.as_ref()?;
    let theorems = || claims.iter().filter(|other| other.control_of.is_none());
    theorems()
        .find(|other| other.id == *of)
        .or_else(|| theorems().find(|other| other.name() == of))
}

/// Whether a claim is a control of another one.
pub(super) fn is_control_of(
    claim: &StatedClaim,
    other: &StatedClaim,
    claims: &[StatedClaim],
) -> bool {
    parent(claim, claims).is_some_and(|of| of.id == other.id)
}

fn section<'a>(claim: &StatedClaim, controls: impl Iterator<Item = &'a StatedClaim>) -> Vec<Block> {
    let told = claim.printed();
    let item = |name: &str, text: String| {
        [
            vec![Inline::Strong(format!("{name}:"))],
            Inline::parse(&format!(" {}", text.replace('\n', " "))),
        ]
        .concat()
    };
    let judged = match &claim.claim {
        Registered::Theorem(theorem) => Some(theorem.relation(&claim.margin)),
        _ => None,
    };
    let judged = judged.map(|judged| item("Judged", judged));
    let mut items = Vec::from_iter(judged);
    items.extend([
        item("Premise", told.premise),
        item("Source", told.source),
        item("Here", settings(claim, None)),
    ]);
    items.extend(stated_in(claim).map(|text| item("Stated in", text)));
    let numbers = (!claim.number.is_empty()).then(|| claim.number.join(", "));
    items.extend(numbers.map(|numbers| item("About", numbers)));
    items.extend(controls.map(|control| {
        item(
            "Control",
            format!("`{}`, {}", control.id, settings(control, Some(claim))),
        )
    }));
    vec![
        Block::Heading(3, claim.id.clone()),
        Block::paragraph(&told.statement),
        Block::Formula(told.tex),
        Block::List(items),
    ]
}

/// Where a claim's statement is made; `None` for a theorem or a conjecture that is expected to agree and names no place.
fn stated_in(claim: &StatedClaim) -> Option<String> {
    let place = claim.stated_in.as_ref();
    match StatementKind::of(place, claim.expect.refutes()) {
        StatementKind::Guess => Some("this spec only: a guess that is stated to be tested".into()),
        _ => place.map(StatedIn::to_string),
    }
}

/// Describes the settings of a claim in the spec; for a control only the differences from its claim, and the expected verdict.
fn settings(claim: &StatedClaim, of: Option<&StatedClaim>) -> String {
    let known = of.map(parts).unwrap_or_default();
    let own = parts(claim).into_iter().filter(|part| {
        !known.contains(part) && (of.is_some() || *part != format!("`{}`", claim.id))
    });
    let expected = match claim.asks_which {
        true => "nothing",
        false => claim.expect.as_str(),
    };
    own.chain([format!("expected: {expected}")])
        .collect::<Vec<_>>()
        .join("; ")
}

fn slack(claim: &StatedClaim) -> String {
    let reason = claim.slack_reason.as_ref();
    let reason = reason.map(|reason| format!(" ({reason})"));
    // That of a distribution function is a difference of probabilities.
    let kind = match claim.form() {
        Form::HasDistribution => "",
        _ => "relative ",
    };
    format!("{kind}slack {}{}", claim.slack, reason.unwrap_or_default())
}

fn parts(claim: &StatedClaim) -> Vec<String> {
    let scale = claim.scale.to_string();
    let is_conjecture = matches!(claim.claim, Registered::Conjecture(_));
    let trend = claim
        .claim
        .formulas()
        .into_iter()
        .filter(|_| !is_conjecture);
    let trend: Vec<String> = trend
        .map(|(key, formula)| format!("{key} `{formula}`"))
        .collect();
    let parts = [
        Some(format!("`{}`", claim.name())),
        (!trend.is_empty()).then(|| trend.join(" ")),
        Some(format!("form {}", claim.form().as_str())),
        (!is_conjecture).then(|| format!("margin γ: {}", claim.margin.label())),
        (scale != "1").then(|| format!("the limit times {scale}")),
        (claim.slack != 0.0).then(|| slack(claim)),
        claim
            .premise_waived
            .then(|| "evaluated although its premise may fail".into()),
        (!claim.variants.is_empty()).then(|| format!("variants {}", claim.variants.join(", "))),
        claim
            .compares_all()
            .then(|| "each compared with each later one".into()),
        Some(counted(claim.cells.len() as u64, "setting")),
    ];
    parts.into_iter().flatten().collect()
}
