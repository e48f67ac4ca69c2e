//! Finds the claim that an entry of `[[claims]]` means, and reads the claim's own keys. A mistake in a formula is reported at its place.
//!
//! A claim such as `margin-mistake-bound` has keys of its own (`norm`). It is deserialized from the keys that are not shared, so an unknown key is
//! still found at its own line.

use super::super::cell::Cell;
use super::super::diagnostic::SpecFinding;
use super::super::shape;
use super::super::tree;
use super::shared_keys::{SHARED, part};
use crate::claim::{
    Conjecture, Formula, NamedPremise, RankCorrelation, Registered, ScalingExponent, StatedClaim,
    TextMistake, Theorem, TheoremSeed,
};
use crate::trial::{Owner, numbers, parameter};
use perceptron::documented::{Key, Shape};
use serde::Deserialize;
use serde::de::DeserializeSeed;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue, ValueDeserializer};

/// The names of the claims about all cells, each with the keys whose values are formulas.
const FORMULAS: [(&str, &[&str]); 2] = [
    (ScalingExponent::DOC.name, &["of", "against"]),
    (RankCorrelation::DOC.name, &["of", "against"]),
];

/// The keys of a conjecture, and of a theorem with formulas in place of its own, whose values are formulas.
const COMPARED: &[&str] = &["observed", "limit", "trivial"];

/// Keys by which a `[[claims]]` table without `name` is recognized as a conjecture.
const CONJECTURES: [&str; 3] = ["observed", "limit", "form"];

/// A `[[claims]]` table of a spec, with the keys that determine which claim it states.
pub(super) struct ClaimEntry<'a, 'i> {
    pub table: &'a DeTable<'i>,
    pub place: Range<usize>,
    pub name: Option<&'a Spanned<String>>,
    pub control_of: Option<&'a str>,
    /// The theorems that the spec states itself.
    pub theorems: &'a [&'static Theorem],
}

/// The theorem of this name, of the spec itself or of the program.
fn theorem(name: &str, own: &[&'static Theorem]) -> Option<&'static Theorem> {
    let own = own.iter().copied().find(|theorem| theorem.name == name);
    own.or_else(|| Theorem::named(name))
}

impl ClaimEntry<'_, '_> {
    /// Returns the claim that this table states: the one in `name`, a conjecture, or the claim that this one is a control of.
    pub(super) fn registered(&self, earlier: &[StatedClaim]) -> Result<Registered, SpecFinding> {
        let own = part(self.table, false);
        if let Some(name) = self.name {
            return self.named(name, own);
        }
        let key = CONJECTURES
            .iter()
            .find_map(|key| tree::find(self.table, &[key]));
        if let Some((place, _)) = key {
            return self.named(&Spanned::new(place, Conjecture::DOC.name.to_owned()), own);
        }
        let parent = earlier
            .iter()
            .find(|claim| Some(claim.id.as_str()) == self.control_of);
        match (parent, own.keys().next()) {
            (Some(parent), None) => Ok(parent.claim.clone()),
            (Some(_), Some(key)) => {
                let shared: Vec<String> = SHARED.iter().map(|&key| key.to_owned()).collect();
                let problem = format!("unknown key `{}`", key.get_ref());
                Err(SpecFinding::new(key.span(), problem).among(key.get_ref(), &shared))
            }
            (None, _) => Err(self.nameless()),
        }
    }

    /// Returns the claim of this name, with the keys in `own`, which are those that not all claims share.
    fn named(&self, name: &Spanned<String>, own: DeTable) -> Result<Registered, SpecFinding> {
        let place = name.span();
        let own = Spanned::new(place.clone(), DeValue::Table(own));
        let read = match theorem(name.get_ref(), self.theorems) {
            Some(theorem) => TheoremSeed(theorem)
                .deserialize(ValueDeserializer::from(own))
                .map(Registered::Theorem),
            None => {
                let key = Spanned::new(place.clone(), name.get_ref().clone().into());
                let tagged: DeTable = [(key, own)].into_iter().collect();
                let tagged = Spanned::new(place.clone(), DeValue::Table(tagged));
                Registered::deserialize(ValueDeserializer::from(tagged))
            }
        };
        read.map_err(|error| SpecFinding::of_value(&error, place))
    }

    fn nameless(&self) -> SpecFinding {
        let start = self.place.start;
        let help = "add a line such as name = \"online-mistake-bound\" (`perceptron-lab list claims` shows all); a claim of your own has instead observed = \"mistakes\", limit = \"radius^2/sample_margin^2\" and form = \"surely\"";
        SpecFinding::new(start..start, "the key `name` is missing").help(help)
    }
}

/// Returns all mistakes in a `[[claims]]` table: unknown and missing keys, values of the wrong kind, and keys such as `limit` whose text is not a
/// formula. `place` is the byte range of the table's header, where missing keys are reported.
pub(super) fn findings(
    table: &DeTable,
    place: Range<usize>,
    theorems: &[&'static Theorem],
) -> Vec<SpecFinding> {
    let stated = tree::find(table, &["name"]).map(|(_, node)| node.get_ref());
    let is_conjecture = || CONJECTURES.iter().any(|key| table.contains_key(*key));
    let name = match stated {
        Some(DeValue::String(name)) => Some(name.as_ref()),
        None if is_conjecture() => Some(Conjecture::DOC.name),
        _ => None,
    };
    let theorem = name.and_then(|name| theorem(name, theorems));
    let of_statement = || match shape::CLAIMS.get(name?)? {
        Shape::Table(own) => Some(own.clone()),
        _ => None,
    };
    let own = theorem.map(Theorem::all_keys).or_else(of_statement);
    let (name, table) = match own {
        Some(_) => (name.unwrap_or_default(), table.clone()),
        None => ("", part(table, true)),
    };
    let keys = own.into_iter().flatten().chain(shared(theorem));
    let formulas = check_formulas(name, theorem, &table).err();
    let (table, premises) = without_named_premises(table, theorem.is_some());
    let node = Spanned::new(place.clone(), DeValue::Table(table));
    let keys = Shape::Table(keys.collect());
    let mut findings = shape::KeyPlace::new(name, place).findings(&keys, &node);
    findings.extend(formulas);
    findings.extend(premises);
    findings
}

/// The keys that every claim can have. The name of a theorem of the spec itself is any text, because other specs do not know it.
fn shared(theorem: Option<&Theorem>) -> Vec<Key> {
    let keys = shape::SHARED.iter().cloned();
    let named = |key: Key| match (key.name, theorem) {
        ("name", Some(_)) => Key {
            shape: Shape::Text,
            ..key
        },
        _ => key,
    };
    keys.map(named).collect()
}

/// Takes the premises that name something after a sign =, such as `rule = hebb`, and those about the margin of a theorem, out of a table, and returns
/// the mistakes in them.
fn without_named_premises(mut table: DeTable, of_theorem: bool) -> (DeTable, Vec<SpecFinding>) {
    let mut findings = Vec::new();
    if let Some(DeValue::Array(premises)) = table.get_mut("premises").map(Spanned::get_mut) {
        let mut plain = DeArray::new();
        for premise in premises.iter() {
            let text = premise.get_ref().as_str();
            let is_taken = |text: &&str| match text.contains('=') {
                true => true,
                false => of_theorem && NamedPremise::named(text).is_ok(),
            };
            let text = text.filter(is_taken);
            let Some(text) = text else {
                plain.push(premise.clone());
                continue;
            };
            let mistake = NamedPremise::named(text).err();
            let finding = mistake.map(|problem| SpecFinding::new(premise.span(), problem));
            findings.extend(finding);
        }
        *premises = plain;
    }
    (table, findings)
}

impl SpecFinding {
    /// Returns the finding for a mistake within a formula.
    pub(in crate::spec) fn of_formula(place: Range<usize>, text: &str, error: TextMistake) -> Self {
        let finding = Self::new(place, error.problem).within(text, error.at);
        let finding = match &error.names {
            Some((given, valid)) => finding.among(given, valid),
            None => finding,
        };
        finding.allowed(error.allowed)
    }
}

/// Refuses a claim if a key that expects a formula has a text that is not a formula. A value that is not a text is refused later.
fn check_formulas(name: &str, theorem: Option<&Theorem>, own: &DeTable) -> Result<(), SpecFinding> {
    let keys = FORMULAS.iter().find(|(claim, _)| *claim == name);
    let keys = keys.map_or(COMPARED, |(_, keys)| keys);
    let mut nodes = keys.iter().filter_map(|key| tree::find(own, &[key]));
    let read = |text: &str| match theorem {
        Some(theorem) => theorem.formula(text),
        None => text.parse(),
    };
    nodes.try_for_each(|(_, node)| match node.get_ref() {
        DeValue::String(text) => match read(text) {
            Ok(_) => Ok(()),
            Err(error) => {
                let help = comparison_help(text, &error.at);
                let finding = SpecFinding::of_formula(node.span(), text, error);
                Err(match help {
                    Some(help) => finding.help(help),
                    None => finding,
                })
            }
        },
        _ => Ok(()),
    })
}

/// Returns which keys say what a formula tries to say, if the wrong part of its text is a comparison or a mean.
fn comparison_help(text: &str, wrong: &Range<usize>) -> Option<&'static str> {
    match text.get(wrong.clone())? {
        "<" | ">" | "=" | "≤" | "≥" => Some(
            "a formula has no comparison: the smaller side is `observed`, the larger side is `limit`, and `form` says how they are compared",
        ),
        "mean" | "E" | "average" | "expectation" => Some(
            "means are compared by the form, not in the formula: form = \"in-expectation\", with range = [LEAST, MOST]",
        ),
        _ => None,
    }
}

/// Refuses a claim whose formulas use a key of the generator or the variant that is no number in some cell to which the claim applies.
pub(super) fn check_parameters(
    claim: &StatedClaim,
    table: &DeTable,
    cells: &[Cell],
) -> Result<(), SpecFinding> {
    for (key, formula) in claim.claim.formulas() {
        for (owner, name) in formula.parameters() {
            let lacking = claim
                .cells
                .iter()
                .flat_map(|&cell| owned(&cells[cell], claim, owner));
            let mut lacking = lacking.filter(|keys| parameter(keys, name).is_none());
            if let Some(keys) = lacking.next() {
                return Err(unknown_parameter(
                    tree::find(table, &[key]),
                    owner,
                    name,
                    keys,
                ));
            }
        }
    }
    Ok(())
}

/// Refuses a formula of a figure with a key of the generator for which no cell has a number.
pub(in crate::spec) fn check_generator_keys(
    formula: &Formula,
    node: &tree::Node,
    cells: &[Cell],
) -> Result<(), SpecFinding> {
    let of_generator = |(owner, _): &(Owner, &str)| *owner == Owner::Generator;
    for (owner, name) in formula.parameters().into_iter().filter(of_generator) {
        let is_known = |cell: &Cell| parameter(&cell.content[0], name).is_some();
        if let (false, Some(cell)) = (cells.iter().any(is_known), cells.first()) {
            let found = Some((node.span(), node));
            return Err(unknown_parameter(found, owner, name, &cell.content[0]));
        }
    }
    Ok(())
}

/// Returns the keys of a cell's generator, or of the variants to which a claim applies.
fn owned<'a>(cell: &'a Cell, claim: &StatedClaim, owner: Owner) -> Vec<&'a Value> {
    match owner {
        Owner::Generator => vec![&cell.content[0]],
        Owner::Variant => {
            let variants = cell.content[1].as_array().into_iter().flatten();
            let spoken_of = |named: &&Value| {
                let name = named[0].as_str();
                name.is_some_and(|name| claim.variants.iter().any(|own| own == name))
            };
            variants.filter(spoken_of).map(|named| &named[1]).collect()
        }
    }
}

fn unknown_parameter(
    found: Option<(Range<usize>, &tree::Node)>,
    owner: Owner,
    name: &str,
    keys: &Value,
) -> SpecFinding {
    let given = format!("{}.{name}", owner.as_str());
    let known: BTreeSet<String> = numbers(keys).into_iter().collect();
    let known: Vec<String> = known
        .into_iter()
        .map(|key| format!("{}.{key}", owner.as_str()))
        .collect();
    let problem = format!("this {} has no key `{name}` with a number", owner.as_str());
    let place = found.as_ref().map_or(0..0, |(_, node)| node.span());
    let finding = SpecFinding::new(place, problem).among(&given, &known);
    let finding = match known.is_empty() {
        true => finding.allowed("the name of a column; no key here has a number"),
        false => finding,
    };
    let text = found.and_then(|(_, node)| node.get_ref().as_str());
    let at = text.and_then(|text| Some((text, text.find(&given)?)));
    match at {
        Some((text, start)) => finding.within(text, start..start + given.len()),
        None => finding,
    }
}
