//! Reads the claims of a spec: the keys all claims share, and the ones each defines for itself.

mod filter;

use super::cell::Cell;
use super::diagnostic::Finding;
use super::tree;
use crate::claim::{
    Form, MarginSource, Registered, Scope, StatedClaim, Statement, Variation, VerdictWord,
};
use perceptron::sample::Rational;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
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
    /// Refuses a key that moves or loosens a limit, where the claim has none.
    fn check_meaning(&self, statement: &Statement) -> Result<(), Finding> {
        let keys = [
            (self.scale.as_ref().map(Spanned::span), "scale"),
            (self.slack.as_ref().map(Spanned::span), "slack"),
            (self.margin.as_ref().map(Spanned::span), "margin"),
        ];
        let mut given = keys
            .into_iter()
            .filter_map(|(place, key)| Some((place?, key)));
        match given.next().filter(|_| statement.scope == Scope::Sweep) {
            None => Ok(()),
            Some((place, key)) => {
                let problem = format!(
                    "`{key}` means nothing here: this claim is about all cells at once and has no limit"
                );
                let help =
                    "leave it out; what is expected of the trend is set by the claim's own keys";
                Err(Finding::new(place, problem).help(help))
            }
        }
    }
}

/// What the claims may refer to.
pub(super) struct Names<'a> {
    pub cells: &'a [Cell],
    pub variants: &'a [String],
}

/// All claims of the spec, checked against its cells, variants and each other.
pub(super) fn read(root: &DeTable, named: &Names) -> Result<Vec<StatedClaim>, Finding> {
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
        let claim = read_one(table, item.span(), named, &claims)?;
        claims.push(claim);
    }
    Ok(claims)
}

fn read_one(
    table: &DeTable,
    span: Range<usize>,
    named: &Names,
    earlier: &[StatedClaim],
) -> Result<StatedClaim, Finding> {
    let wire = Spanned::new(span.clone(), DeValue::Table(part(table, true)));
    let wire = WireClaim::deserialize(ValueDeserializer::from(wire))
        .map_err(|error| Finding::of_toml(&error, span.clone(), &[]))?;
    let registered = registered(&wire.name, part(table, false))?;
    if let Some(invalid) = registered.fault() {
        let place = tree::place(table, &[invalid.key]);
        return Err(Finding::new(place, invalid.problem).allowed(invalid.allowed));
    }
    let statement = registered.statement(&MarginSource::Sample);
    wire.check_meaning(&statement)?;
    let margin = margin(&wire, &statement)?;
    let claim = StatedClaim {
        id: wire.id.as_ref().unwrap_or(&wire.name).get_ref().clone(),
        control_of: control_of(&wire, earlier)?,
        variants: variants(&wire, &statement, named)?,
        cells: filter::cells(table, named.cells)?,
        scale: scale(&wire)?,
        slack: slack(&wire)?,
        premise_waived: wire.premise.is_some(),
        expect: wire.expect.unwrap_or(VerdictWord::Holds),
        ..StatedClaim::plain(registered).with_margin(margin)
    };
    check_id(&wire, &claim, earlier)?;
    check_expectation(&wire, &claim, table)?;
    Ok(claim)
}

/// The keys that all claims share, or those of one claim's own.
fn part<'a>(table: &DeTable<'a>, shared: bool) -> DeTable<'a> {
    let keys = table
        .iter()
        .filter(|(key, _)| SHARED.contains(&key.get_ref().as_ref()) == shared);
    keys.map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

fn check_id(wire: &WireClaim, claim: &StatedClaim, earlier: &[StatedClaim]) -> Result<(), Finding> {
    if earlier.iter().all(|other| other.id != claim.id) {
        return Ok(());
    }
    let place = wire.id.as_ref().map_or(wire.name.span(), Spanned::span);
    let problem = format!("two claims have the id `{}`", claim.id);
    Err(Finding::new(place, problem).help("give this one its own: id = \"…\""))
}

/// Refuses an expectation that the claim's form never meets, and a waived premise without a violation.
fn check_expectation(
    wire: &WireClaim,
    claim: &StatedClaim,
    table: &DeTable,
) -> Result<(), Finding> {
    let is_illustration = claim.form() == Form::Illustration;
    let fits = match claim.expect {
        VerdictWord::Shown | VerdictWord::NotShown => is_illustration,
        VerdictWord::Inapplicable | VerdictWord::Inconclusive => true,
        VerdictWord::Holds | VerdictWord::Violated | VerdictWord::Vacuous => !is_illustration,
    };
    if wire.expect.is_some() && !fits {
        let allowed = match is_illustration {
            true => "\"shown\" or \"not-shown\"",
            false => "\"holds\", \"violated\", \"inconclusive\", \"vacuous\" or \"inapplicable\"",
        };
        let place = tree::place(table, &["expect"]);
        let (name, word) = (wire.name.get_ref(), claim.expect.word());
        let problem = format!("`{name}` never comes out {word}");
        return Err(Finding::new(place, problem).allowed(allowed));
    }
    match &wire.premise {
        Some(waived) if claim.expect != VerdictWord::Violated => {
            let problem = "`premise = \"waived\"` is for controls only";
            let allowed = "beside expect = \"violated\"";
            Err(Finding::new(waived.span(), problem).allowed(allowed))
        }
        _ => Ok(()),
    }
}

/// The claim of the registry, with its own keys: deserialised as `{ name = { own keys } }`.
fn registered(name: &Spanned<String>, own: DeTable) -> Result<Registered, Finding> {
    let key = Spanned::new(name.span(), name.get_ref().clone().into());
    let own = Spanned::new(name.span(), DeValue::Table(own));
    let tagged: DeTable = [(key, own)].into_iter().collect();
    let tagged = Spanned::new(name.span(), DeValue::Table(tagged));
    Registered::deserialize(ValueDeserializer::from(tagged))
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
        let names: Vec<String> = Registered::DOCS
            .iter()
            .map(|doc| doc.name.to_owned())
            .collect();
        Self::new(name.span(), format!("unknown claim `{}`", name.get_ref()))
            .among(name.get_ref(), &names)
    }
}

fn margin(wire: &WireClaim, statement: &Statement) -> Result<MarginSource, Finding> {
    let Some(given) = &wire.margin else {
        return Ok(statement.form.default_margin());
    };
    let (margin, form) = (given.get_ref(), statement.form);
    let forbidden = statement.variation == Variation::Forbidden;
    if form.is_statistical() && margin.varies() && forbidden {
        let word = margin.word();
        let problem =
            format!("this claim is about an expectation, and its proof permits no {word} margin");
        return Err(Finding::new(given.span(), problem).allowed("\"population\" or a number"));
    }
    Ok(margin.clone())
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
    named: &Names,
) -> Result<Vec<String>, Finding> {
    let Some(listed) = &wire.variants else {
        return pair_or_all(statement, named.variants.to_vec(), wire.name.span());
    };
    if let Some(unknown) = listed
        .get_ref()
        .iter()
        .find(|name| !named.variants.contains(name))
    {
        return Err(
            Finding::new(listed.span(), format!("no variant is named `{unknown}`"))
                .among(unknown, named.variants),
        );
    }
    pair_or_all(statement, listed.get_ref().clone(), listed.span())
}

fn pair_or_all(
    statement: &Statement,
    names: Vec<String>,
    place: Range<usize>,
) -> Result<Vec<String>, Finding> {
    if statement.scope == Scope::Pair && names.len() != 2 {
        return Err(Finding::new(place, "this claim compares two variants")
            .allowed("variants = [\"first\", \"second\"]"));
    }
    if statement.scope == Scope::Pair && names[0] == names[1] {
        return Err(
            Finding::new(place, "this claim compares a variant with itself")
                .allowed("two different variants"),
        );
    }
    Ok(names)
}

fn scale(wire: &WireClaim) -> Result<Rational, Finding> {
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
