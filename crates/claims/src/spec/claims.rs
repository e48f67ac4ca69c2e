//! Reads the claims of a spec: the keys all claims share, and the ones each defines for itself.

use super::cell::Cell;
use super::diagnostic::Finding;
use super::tree;
use crate::claim::{Form, MarginSource, Scope, StatedClaim, Statement, VerdictWord};
use perceptron::sample::Rational;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The keys that every claim has.
pub(super) const SHARED: &[&str] = &[
    "id",
    "name",
    "control_of",
    "variants",
    "where",
    "scale",
    "slack",
    "margin",
    "premise",
    "expect",
];

/// The only thing `premise` can say.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PremiseWord {
    Waived,
}

#[derive(Deserialize)]
struct WireClaim {
    id: Option<Spanned<String>>,
    name: Spanned<String>,
    control_of: Option<Spanned<String>>,
    variants: Option<Spanned<Vec<String>>>,
    #[serde(rename = "where")]
    _cells: Option<BTreeMap<String, IgnoredAny>>,
    scale: Option<Spanned<toml::Value>>,
    slack: Option<Spanned<f64>>,
    margin: Option<Spanned<MarginSource>>,
    premise: Option<Spanned<PremiseWord>>,
    expect: Option<VerdictWord>,
}

impl WireClaim {
    /// The first key that moves or loosens a limit, where the claim has none.
    fn meaningless(&self, statement: &Statement) -> Option<(Range<usize>, &'static str)> {
        let keys = [
            (self.scale.as_ref().map(Spanned::span), "scale"),
            (self.slack.as_ref().map(Spanned::span), "slack"),
            (self.margin.as_ref().map(Spanned::span), "margin"),
        ];
        let found = keys
            .into_iter()
            .find_map(|(place, key)| place.map(|place| (place, key)));
        found.filter(|_| statement.scope() == Scope::Sweep)
    }
}

/// What the claims may refer to.
pub(super) struct Surroundings<'a> {
    pub cells: &'a [Cell],
    pub variants: &'a [String],
}

/// All claims of the spec, checked against its cells, variants and each other.
pub(super) fn read(
    root: &DeTable,
    surroundings: &Surroundings,
) -> Result<Vec<StatedClaim>, Finding> {
    let Some((key, node)) = tree::find(root, &["claims"]) else {
        return Ok(Vec::new());
    };
    let list = node
        .get_ref()
        .as_array()
        .ok_or_else(|| Finding::new(key, "`claims` is not a list").allowed("[[claims]] tables"))?;
    let mut claims: Vec<StatedClaim> = Vec::new();
    for item in list {
        let table = item
            .get_ref()
            .as_table()
            .ok_or_else(|| Finding::new(item.span(), "a claim is not a table"))?;
        let claim = read_one(table, item.span(), surroundings, &claims)?;
        claims.push(claim);
    }
    Ok(claims)
}

fn read_one(
    table: &DeTable,
    span: Range<usize>,
    surroundings: &Surroundings,
    earlier: &[StatedClaim],
) -> Result<StatedClaim, Finding> {
    let split = |shared: bool| -> DeTable {
        table
            .iter()
            .filter(|(key, _)| SHARED.contains(&key.get_ref().as_ref()) == shared)
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect()
    };
    let wire = Spanned::new(span.clone(), DeValue::Table(split(true)));
    let wire = WireClaim::deserialize(ValueDeserializer::from(wire))
        .map_err(|error| Finding::of_toml(&error, span.clone(), &[]))?;
    let statement = statement(&wire.name, split(false))?;
    if let Some((key, allowed)) = statement.fault() {
        return Err(Finding::new(
            tree::place(table, &[key]),
            format!("`{key}` is outside its range"),
        )
        .allowed(allowed));
    }
    if let Some((place, key)) = wire.meaningless(&statement) {
        let problem = format!(
            "`{key}` means nothing here: this claim is about all cells at once and has no limit"
        );
        return Err(Finding::new(place, problem)
            .help("leave it out; what is expected of the trend is set by the claim's own keys"));
    }
    let margin = margin(&wire, &statement)?;
    let claim = StatedClaim {
        id: wire.id.as_ref().unwrap_or(&wire.name).get_ref().clone(),
        control_of: control_of(&wire, earlier)?,
        variants: variants(&wire, &statement, surroundings)?,
        cells: cells(table, surroundings.cells)?,
        scale: scale(&wire)?,
        slack: slack(&wire)?,
        premise_waived: wire.premise.is_some(),
        expect: wire.expect.unwrap_or(VerdictWord::Holds),
        statement,
        margin,
    };
    if earlier.iter().any(|other| other.id == claim.id) {
        let place = wire.id.as_ref().map_or(wire.name.span(), Spanned::span);
        return Err(
            Finding::new(place, format!("two claims have the id `{}`", claim.id))
                .help("give this one its own: id = \"…\""),
        );
    }
    let shown = matches!(claim.expect, VerdictWord::Shown | VerdictWord::NotShown);
    let is_illustration = claim.form() == Form::Illustration;
    if wire.expect.is_some()
        && (shown != is_illustration
            && !matches!(
                claim.expect,
                VerdictWord::Inapplicable | VerdictWord::Inconclusive
            ))
    {
        let allowed = if is_illustration {
            "\"shown\" or \"not-shown\""
        } else {
            "\"holds\", \"violated\", \"inconclusive\", \"vacuous\" or \"inapplicable\""
        };
        return Err(Finding::new(
            tree::place(table, &["expect"]),
            format!(
                "`{}` never comes out {}",
                wire.name.get_ref(),
                claim.expect.word()
            ),
        )
        .allowed(allowed));
    }
    if let Some(waived) = wire
        .premise
        .filter(|_| claim.expect != VerdictWord::Violated)
    {
        return Err(
            Finding::new(waived.span(), "`premise = \"waived\"` is for controls only")
                .allowed("beside expect = \"violated\""),
        );
    }
    Ok(claim)
}

/// The claim of the registry, with its own keys: deserialised as `{ name = { own keys } }`.
fn statement(name: &Spanned<String>, own: DeTable) -> Result<Statement, Finding> {
    let key = Spanned::new(name.span(), name.get_ref().clone().into());
    let tagged: DeTable = [(key, Spanned::new(name.span(), DeValue::Table(own)))]
        .into_iter()
        .collect();
    let tagged = Spanned::new(name.span(), DeValue::Table(tagged));
    Statement::deserialize(ValueDeserializer::from(tagged))
        .map_err(|error| Finding::of_toml(&error, name.span(), SHARED).for_claim(&error, name))
}

impl Finding {
    /// An unknown claim is not helped by the shared keys: only the names of claims are valid there.
    fn for_claim(self, error: &toml::de::Error, name: &Spanned<String>) -> Self {
        if !error
            .message()
            .starts_with(&format!("unknown variant `{}`", name.get_ref()))
        {
            return self;
        }
        let names: Vec<String> = Statement::DOCS
            .iter()
            .map(|doc| doc.name.to_owned())
            .collect();
        Self::new(name.span(), format!("unknown claim `{}`", name.get_ref()))
            .among(name.get_ref(), &names)
    }
}

fn margin(wire: &WireClaim, statement: &Statement) -> Result<MarginSource, Finding> {
    let form = statement.form();
    let Some(margin) = &wire.margin else {
        return Ok(form.default_margin());
    };
    let varies = matches!(margin.get_ref(), MarginSource::Sample | MarginSource::Max);
    if form.is_statistical() && varies && !statement.permits_random_limit() {
        let problem = format!(
            "this claim is about an expectation, and its proof permits no {} margin",
            margin.get_ref().word()
        );
        return Err(Finding::new(margin.span(), problem).allowed("\"population\" or a number"));
    }
    Ok(margin.get_ref().clone())
}

fn control_of(wire: &WireClaim, earlier: &[StatedClaim]) -> Result<Option<String>, Finding> {
    let Some(of) = &wire.control_of else {
        return Ok(None);
    };
    let ids: Vec<String> = earlier.iter().map(|claim| claim.id.clone()).collect();
    if ids.contains(of.get_ref()) {
        return Ok(Some(of.get_ref().clone()));
    }
    Err(Finding::new(
        of.span(),
        format!("`{}` is no claim above this one", of.get_ref()),
    )
    .among(of.get_ref(), &ids))
}

fn variants(
    wire: &WireClaim,
    statement: &Statement,
    surroundings: &Surroundings,
) -> Result<Vec<String>, Finding> {
    let Some(named) = &wire.variants else {
        return pair_or_all(statement, surroundings.variants.to_vec(), wire.name.span());
    };
    if let Some(unknown) = named
        .get_ref()
        .iter()
        .find(|name| !surroundings.variants.contains(name))
    {
        return Err(
            Finding::new(named.span(), format!("no variant is named `{unknown}`"))
                .among(unknown, surroundings.variants),
        );
    }
    pair_or_all(statement, named.get_ref().clone(), named.span())
}

fn pair_or_all(
    statement: &Statement,
    names: Vec<String>,
    place: Range<usize>,
) -> Result<Vec<String>, Finding> {
    if statement.scope() == Scope::Pair && names.len() != 2 {
        return Err(Finding::new(place, "this claim compares two variants")
            .allowed("variants = [\"first\", \"second\"]"));
    }
    if statement.scope() == Scope::Pair && names[0] == names[1] {
        return Err(
            Finding::new(place, "this claim compares a variant with itself")
                .allowed("two different variants"),
        );
    }
    Ok(names)
}

/// The cells whose parameters are among the values that `where` lists; a switch that a cell leaves out is false.
fn cells(claim: &DeTable, cells: &[Cell]) -> Result<BTreeSet<usize>, Finding> {
    let Some((place, filter)) = tree::find(claim, &["where"]) else {
        return Ok((0..cells.len()).collect());
    };
    let filter = filter
        .get_ref()
        .as_table()
        .ok_or_else(|| Finding::new(place.clone(), "`where` is not a table"))?;
    for (key, node) in filter {
        let known: BTreeSet<String> = cells
            .iter()
            .flat_map(|cell| cell.parameters.keys().cloned())
            .collect();
        if !known.contains(key.get_ref().as_ref()) {
            let known: Vec<String> = known.into_iter().collect();
            return Err(Finding::new(
                key.span(),
                format!("no cell has a parameter `{}`", key.get_ref()),
            )
            .among(key.get_ref(), &known));
        }
        if !node.get_ref().is_array() {
            return Err(
                Finding::new(node.span(), "the values of a filter are not a list")
                    .allowed("a list, such as [9]"),
            );
        }
    }
    let wanted = |cell: &Cell| {
        filter.iter().all(|(key, node)| {
            let value = cell
                .parameters
                .get(key.get_ref().as_ref())
                .unwrap_or(&serde_json::Value::Bool(false));
            node.get_ref().as_array().is_some_and(|items| {
                items
                    .iter()
                    .any(|item| *value == super::cell::parameter(&tree::json(item.get_ref())))
            })
        })
    };
    let chosen: BTreeSet<usize> = cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| wanted(cell))
        .map(|(index, _)| index)
        .collect();
    if chosen.is_empty() {
        Err(Finding::new(place, "`where` selects no cell")
            .help("its values must occur in the sweep"))
    } else {
        Ok(chosen)
    }
}

fn scale(wire: &WireClaim) -> Result<Rational, Finding> {
    let Some(scale) = &wire.scale else {
        return Ok(Rational::one());
    };
    let read = match scale.get_ref() {
        toml::Value::Integer(value) => Some(Rational::from(*value)),
        toml::Value::Float(value) => Some(Rational::from_decimal(*value)),
        toml::Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let positive = read.filter(|value| !value.is_negative() && !value.is_zero());
    positive.ok_or_else(|| {
        Finding::new(scale.span(), "`scale` is not a positive number")
            .allowed("a number above 0, or a quoted fraction")
    })
}

fn slack(wire: &WireClaim) -> Result<f64, Finding> {
    let Some(slack) = &wire.slack else {
        return Ok(0.0);
    };
    let allowed = (0.0..1.0).contains(slack.get_ref());
    if allowed {
        Ok(*slack.get_ref())
    } else {
        Err(Finding::new(slack.span(), "`slack` is outside [0, 1)")
            .allowed("a relative slack, such as 0.05"))
    }
}
