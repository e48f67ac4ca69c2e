//! Reads the claims of a spec: the keys that all claims share, and those that each claim defines for itself.

mod filter;
mod limit;
mod long_numbers;
mod own;
mod shared_keys;
mod stated_in;
mod wire;

pub(super) use filter::cells as selected_cells;
pub(super) use own::check_generator_keys;

#[cfg(test)]
pub(super) use shared_keys::SHARED;

use super::cell::Cell;
use super::diagnostic::SpecFinding;
use super::tree;
use crate::claim::{
    Answers, Form, MarginSource, Registered, Scope, StatedClaim, Statement, Theorem, Variation,
    VerdictKind,
};
use serde::Deserialize;
use shared_keys::part;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};
use wire::WireClaim;

/// The cells and the variant names of a spec, to which its claims can refer.
struct Names<'a> {
    cells: &'a [Cell],
    variants: Vec<String>,
    /// The theorems that the spec states itself.
    theorems: &'a [&'static Theorem],
}

/// Reads the claims of a spec and checks them against its cells, its variants and each other. Controls of a claim with mistakes are not checked.
pub(super) fn read(
    root: &DeTable,
    cells: &[Cell],
    theorems: &[&'static Theorem],
) -> Result<Vec<StatedClaim>, Vec<SpecFinding>> {
    let Some((key, node)) = tree::find(root, &["claims"]) else {
        return Ok(Vec::new());
    };
    let list = node.get_ref().as_array();
    let list = list.ok_or_else(|| {
        vec![SpecFinding::new(key, "`claims` is not a list").allowed("[[claims]] tables")]
    })?;
    let first = cells.first().into_iter().flat_map(|cell| &cell.variants);
    let named = Names {
        cells,
        variants: first.map(|(name, _)| name.clone()).collect(),
        theorems,
    };
    let (mut claims, mut findings, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for item in list {
        let text = |key| {
            tree::find(item.get_ref().as_table()?, &[key])?
                .1
                .get_ref()
                .as_str()
        };
        let called = text("id").or_else(|| text("name")).map(str::to_owned);
        if text("control_of").is_some_and(|of| wrong.iter().any(|id| id == of)) {
            wrong.extend(called);
            continue;
        }
        match read_item(item, &named, &claims) {
            Ok(claim) => claims.push(claim),
            Err(own) => {
                findings.extend(own);
                wrong.extend(called);
            }
        }
    }
    match findings.is_empty() {
        true => Ok(claims),
        false => Err(findings),
    }
}

fn read_item(
    item: &tree::Node,
    named: &Names,
    earlier: &[StatedClaim],
) -> Result<StatedClaim, Vec<SpecFinding>> {
    let table = item.get_ref().as_table();
    let table = table.ok_or_else(|| {
        vec![SpecFinding::new(item.span(), "a claim is not a table").allowed("[[claims]] blocks")]
    })?;
    let mut findings = own::findings(table, item.span(), named.theorems);
    findings.extend(long_numbers::findings(table));
    if !findings.is_empty() {
        return Err(findings);
    }
    read_one(table, item.span(), named, earlier).map_err(|finding| vec![finding])
}

fn read_one(
    table: &DeTable,
    span: Range<usize>,
    named: &Names,
    earlier: &[StatedClaim],
) -> Result<StatedClaim, SpecFinding> {
    let wire = Spanned::new(span.clone(), DeValue::Table(part(table, true)));
    let wire = WireClaim::deserialize(ValueDeserializer::from(wire))
        .map_err(|error| SpecFinding::of_value(&error, span.clone()))?;
    let entry = own::ClaimEntry {
        table,
        place: span.clone(),
        name: wire.name.as_ref(),
        theorems: named.theorems,
        control_of: wire.control_of.as_ref().map(|of| of.get_ref().as_str()),
    };
    let control_of = control_of(&wire, earlier)?;
    let is_parent = |claim: &&StatedClaim| Some(&claim.id) == control_of.as_ref();
    let parent = earlier.iter().find(is_parent);
    let usual_variants = parent.map_or(named.variants.as_slice(), |parent| &parent.variants);
    let registered = entry.registered(earlier)?;
    if let Some(invalid) = registered.validate() {
        let place = tree::place(table, &[invalid.key]);
        let finding = SpecFinding::new(place, invalid.problem);
        return Err(finding.advised(invalid.allowed, invalid.help));
    }
    let statement = registered.statement(&MarginSource::Sample);
    wire.check_meaning(&registered, &statement)?;
    let margin = margin(&wire, &statement)?;
    let variants = variants(
        &wire,
        (&registered, &statement),
        (named, usual_variants),
        &span,
    )?;
    let compares_all = variants.len() > 2 && statement.scope == Scope::Pair;
    if compares_all {
        check_comparison(&wire, table)?;
    }
    let claim = StatedClaim {
        control_of,
        cells: filter::cells(table, named.cells)?,
        scale: limit::scale(&wire)?,
        slack: limit::slack(&wire)?,
        slack_kind: limit::slack_kind(&wire, &statement)?,
        slack_reason: limit::slack_reason(&wire)?,
        about_estimates: wire.about_estimates.unwrap_or(false),
        premise_waived: wire.premise.is_some(),
        expect: wire
            .expect
            .unwrap_or(usual(statement.form, wire.control_of.is_some())),
        answers: answers(&wire, table)?,
        goal: wire.goal.unwrap_or(false),
        asks_which: compares_all && wire.expect.is_none(),
        variants,
        stated_in: stated_in::stated_in(&wire)?,
        number: stated_in::number(&wire)?,
        ..StatedClaim::plain(registered).with_margin(margin)
    };
    let claim = claim.with_id(wire.id.as_ref().map(|id| id.get_ref().clone()));
    check_id(&wire, &claim, earlier, span)?;
    check_expectation(&wire, &claim, table)?;
    own::check_parameters(&claim, table, named.cells)?;
    Ok(claim)
}

/// Refuses keys of a comparison of more than two variants that would say nothing: a goal, and an answer where nothing is expected.
fn check_comparison(wire: &WireClaim, table: &DeTable) -> Result<(), SpecFinding> {
    let has_answer = wire.expect.is_none() && table.get("answers").is_some();
    let (key, problem) = match (wire.goal, has_answer) {
        (Some(_), _) => ("goal", "a comparison of more than two variants is no goal"),
        (None, true) => (
            "answers",
            "a comparison of more than two variants takes no `answers` without `expect`",
        ),
        (None, false) => return Ok(()),
    };
    let finding = SpecFinding::new(tree::place(table, &[key]), problem);
    Err(finding
        .help("leave it out; the page names the best, or says between which nothing is decided"))
}

/// Reads the key `answers`, by which a claim answers the spec's question. No control can have it. Words are about the expected verdict; the result is
/// the answer if the claim holds.
fn answers(wire: &WireClaim, table: &DeTable) -> Result<Option<Answers>, SpecFinding> {
    let written = table.get("answers").map(Spanned::get_ref);
    let has_words = written.is_some_and(|answers| answers.as_table().is_some());
    let is_reversed = has_words && wire.expect.is_some_and(VerdictKind::refutes);
    match &wire.answers {
        Some(answers) if wire.control_of.is_some() => {
            let problem = "a control is wrong on purpose, and cannot answer the question";
            let help = "give `answers` to the claim that it is a control of";
            Err(SpecFinding::new(answers.span(), problem).help(help))
        }
        Some(answers) if is_reversed => Ok(Some(answers.get_ref().reversed())),
        answers => Ok(answers.as_ref().map(|answers| *answers.get_ref())),
    }
}

fn check_id(
    wire: &WireClaim,
    claim: &StatedClaim,
    earlier: &[StatedClaim],
    span: Range<usize>,
) -> Result<(), SpecFinding> {
    let given = wire.id.as_ref().or(wire.name.as_ref());
    let place = given.map_or(span, Spanned::span);
    let registered = Registered::docs().iter().any(|doc| doc.name == claim.id);
    if registered && claim.id != claim.name() {
        let problem = format!("`{}` is another claim's name", claim.id);
        let help = "give this one another id";
        return Err(SpecFinding::new(place, problem).help(help));
    }
    if earlier.iter().all(|other| other.id != claim.id) {
        return Ok(());
    }
    let problem = format!("two claims have the id `{}`", claim.id);
    Err(SpecFinding::new(place, problem).help("give this one its own: id = \"…\""))
}

/// Returns the verdict that is expected of a claim without the key `expect`: a claim holds, and a control is refuted.
fn usual(form: Form, is_control: bool) -> VerdictKind {
    match (form, is_control) {
        (Form::Illustration, false) => VerdictKind::Shown,
        (Form::Illustration, true) => VerdictKind::NotShown,
        (_, false) => VerdictKind::Holds,
        (_, true) => VerdictKind::Violated,
    }
}

/// Refuses an expected verdict that the claim's form never has, and a waived premise without an expected violation.
fn check_expectation(
    wire: &WireClaim,
    claim: &StatedClaim,
    table: &DeTable,
) -> Result<(), SpecFinding> {
    let is_illustration = claim.form() == Form::Illustration;
    let fits = match claim.expect {
        VerdictKind::Shown | VerdictKind::NotShown => is_illustration,
        VerdictKind::Inapplicable | VerdictKind::Inconclusive => true,
        VerdictKind::Holds | VerdictKind::Violated | VerdictKind::Vacuous => !is_illustration,
    };
    if wire.expect.is_some() && !fits {
        let allowed = match is_illustration {
            true => "\"shown\" or \"not-shown\"",
            false => "\"holds\", \"violated\", \"inconclusive\", \"vacuous\" or \"inapplicable\"",
        };
        let place = tree::place(table, &["expect"]);
        let (name, word) = (claim.name(), claim.expect.as_str());
        let problem = format!("`{name}` can never be {word}");
        return Err(SpecFinding::new(place, problem).allowed(allowed));
    }
    let agrees = matches!(claim.expect, VerdictKind::Holds | VerdictKind::Shown);
    if claim.control_of.is_some() && agrees {
        let problem = "a control is wrong on purpose, but this one is expected to agree";
        let allowed = "\"violated\", for an illustration \"not-shown\"; or no `control_of`";
        return Err(SpecFinding::new(tree::place(table, &["expect"]), problem).allowed(allowed));
    }
    match &wire.premise {
        Some(waived) if claim.expect != VerdictKind::Violated => {
            let problem =
                "`premise = \"waived\"` is only for a claim that is expected to be violated";
            let allowed =
                "premise = \"waived\" together with expect = \"violated\"; otherwise no `premise`";
            Err(SpecFinding::new(waived.span(), problem).allowed(allowed))
        }
        _ => Ok(()),
    }
}

fn margin(wire: &WireClaim, statement: &Statement) -> Result<MarginSource, SpecFinding> {
    let Some(given) = &wire.margin else {
        return Ok(statement.default_margin());
    };
    let (margin, form) = (given.get_ref(), statement.form);
    let forbidden = statement.variation == Variation::Forbidden;
    if form.is_statistical() && margin.varies() && forbidden {
        let word = margin.label();
        let problem =
            format!("this claim is about an expectation, and its proof permits no {word} margin");
        return Err(SpecFinding::new(given.span(), problem).allowed("\"population\" or a number"));
    }
    Ok(margin.clone())
}

fn control_of(wire: &WireClaim, earlier: &[StatedClaim]) -> Result<Option<String>, SpecFinding> {
    let Some(of) = &wire.control_of else {
        return Ok(None);
    };
    let ids: Vec<String> = earlier.iter().map(|claim| claim.id.clone()).collect();
    if ids.contains(of.get_ref()) {
        return Ok(Some(of.get_ref().clone()));
    }
    let of_name = of.get_ref();
    let problem = format!("no claim above this one has the id or name `{of_name}`");
    let finding = SpecFinding::new(of.span(), problem);
    Err(match ids.is_empty() {
        true => finding
            .allowed("the `id` of a [[claims]] block above this one, or its `name` if it has no `id`; no block is above this one")
            .help(format!("a control is an earlier claim made wrong on purpose: put that claim above this block and give it id = \"{of_name}\"; if this is no control, delete this line")),
        false => finding.among(of_name, &ids),
    })
}

fn variants(
    wire: &WireClaim,
    (registered, statement): (&Registered, &Statement),
    (named, usual): (&Names, &[String]),
    span: &Range<usize>,
) -> Result<Vec<String>, SpecFinding> {
    let can_compare_all = wire.control_of.is_none() && registered.compares_both_ways();
    let statement = (statement, can_compare_all);
    let Some(listed) = &wire.variants else {
        let place = wire.name.as_ref().map_or(span.clone(), Spanned::span);
        return pair_or_all(statement, usual.to_vec(), place);
    };
    if let Some(unknown) = listed
        .get_ref()
        .iter()
        .find(|name| !named.variants.contains(name))
    {
        return Err(
            SpecFinding::new(listed.span(), format!("no variant is named `{unknown}`"))
                .among(unknown, &named.variants),
        );
    }
    let names = pair_or_all(statement, listed.get_ref().clone(), listed.span())?;
    let twice = (1..names.len()).find(|&place| names[..place].contains(&names[place]));
    match twice {
        Some(place) => {
            let problem = format!("the variant `{}` is listed twice", names[place]);
            Err(SpecFinding::new(listed.span(), problem)
                .help("every variant has its own verdict: list it once"))
        }
        None => Ok(names),
    }
}

/// Checks the number of variants of a claim about pairs: two, or more if the claim can compare each with each.
fn pair_or_all(
    (statement, can_compare_all): (&Statement, bool),
    names: Vec<String>,
    place: Range<usize>,
) -> Result<Vec<String>, SpecFinding> {
    let is_fit = names.len() == 2 || names.len() > 2 && can_compare_all;
    if statement.scope == Scope::Pair && !is_fit {
        let problem = format!("this claim compares two variants, not {}", names.len());
        let two = "variants = [\"A\", \"B\"] with the names of two variants of this spec";
        let allowed = match names.len() {
            0..=2 => two.to_owned(),
            _ => format!(
                "{two}; smaller-risk-on-average without `at_most`, if it is no control, takes more"
            ),
        };
        return Err(SpecFinding::new(place, problem).allowed(allowed));
    }
    if statement.scope == Scope::Pair && names[0] == names[1] {
        return Err(
            SpecFinding::new(place, "this claim compares a variant with itself")
                .allowed("two different variants"),
        );
    }
    Ok(names)
}
