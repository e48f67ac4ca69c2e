//! Finds the claim that an entry of [[claims]] means, and reads the keys that are its own, formulas with the place of what is wrong in them.
//!
//! `claim` has its own keys (`norm` of `margin-mistake-bound`): a claim is deserialised from what the shared keys leave over, so an unknown key is
//! still found at its own line.

use super::super::cell::Cell;
use super::super::diagnostic::SpecFinding;
use super::super::shape;
use super::super::tree;
use super::shared_keys::{SHARED, part};
use crate::claim::{
    Conjecture, Formula, FormulaError, RankCorrelation, Registered, ScalingExponent, StatedClaim,
};
use crate::trial::{Owner, numbers, parameter};
use perceptron::documented::Shape;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The claims that have formulas, and the keys in which they stand.
const FORMULAS: [(&str, &[&str]); 3] = [
    (Conjecture::DOC.name, &["observed", "limit", "trivial"]),
    (ScalingExponent::DOC.name, &["of", "against"]),
    (RankCorrelation::DOC.name, &["of", "against"]),
];

/// The keys by which an entry without a name is known to be a conjecture.
const CONJECTURES: [&str; 3] = ["observed", "limit", "form"];

/// The entry, as far as it says which claim is meant.
pub(super) struct ClaimEntry<'a, 'i> {
    pub table: &'a DeTable<'i>,
    pub place: Range<usize>,
    pub name: Option<&'a Spanned<String>>,
    pub control_of: Option<&'a str>,
}

impl ClaimEntry<'_, '_> {
    /// The claim with its own keys: the one that is named, a conjecture, or the one that this entry is a control of.
    pub(super) fn registered(&self, earlier: &[StatedClaim]) -> Result<Registered, SpecFinding> {
        let own = part(self.table, false);
        if let Some(name) = self.name {
            return named(name, own);
        }
        let key = CONJECTURES
            .iter()
            .find_map(|key| tree::find(self.table, &[key]));
        if let Some((place, _)) = key {
            return named(&Spanned::new(place, Conjecture::DOC.name.to_owned()), own);
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

    fn nameless(&self) -> SpecFinding {
        let start = self.place.start;
        let help = "add it here: name = …, or state a conjecture of your own: observed = …, limit = … and form = …";
        SpecFinding::new(start..start, "the key `name` is missing").help(help)
    }
}

/// The keys of an entry that its claim does not have, that it lacks, whose values are of another kind, and formulas that are none.
pub(super) fn findings(table: &DeTable, place: Range<usize>) -> Vec<SpecFinding> {
    let stated = tree::find(table, &["name"]).map(|(_, node)| node.get_ref());
    let is_conjecture = || CONJECTURES.iter().any(|key| table.contains_key(*key));
    let name = match stated {
        Some(DeValue::String(name)) => Some(name.as_ref()),
        None if is_conjecture() => Some(Conjecture::DOC.name),
        _ => None,
    };
    let found = name.and_then(|name| Some((name, shape::CLAIMS.get(name)?)));
    let (name, keys, table) = match found {
        Some((name, Shape::Table(own))) => {
            let all = own.iter().chain(shape::SHARED.iter());
            (name, all.cloned().collect(), table.clone())
        }
        _ => ("", shape::SHARED.clone(), part(table, true)),
    };
    let formulas = check_formulas(name, &table).err();
    let node = Spanned::new(place.clone(), DeValue::Table(table));
    let mut findings = shape::KeyPlace::new(name, place).findings(&Shape::Table(keys), &node);
    findings.extend(formulas);
    findings
}

/// The claim of the registry, with its own keys: deserialised as `{ name = { own keys } }`.
fn named(name: &Spanned<String>, own: DeTable) -> Result<Registered, SpecFinding> {
    let key = Spanned::new(name.span(), name.get_ref().clone().into());
    let own = Spanned::new(name.span(), DeValue::Table(own));
    let tagged: DeTable = [(key, own)].into_iter().collect();
    let tagged = Spanned::new(name.span(), DeValue::Table(tagged));
    Registered::deserialize(ValueDeserializer::from(tagged))
        .map_err(|error| SpecFinding::of_value(&error, name.span()))
}

impl SpecFinding {
    /// What is wrong within a formula.
    fn of_formula(place: Range<usize>, text: &str, error: FormulaError) -> Self {
        let finding = Self::new(place, error.problem).within(text, error.at);
        let finding = match &error.names {
            Some((given, valid)) => finding.among(given, valid),
            None => finding,
        };
        finding.allowed(error.allowed)
    }
}

/// Refuses what is no formula where one is due; what is no text at all is refused later.
fn check_formulas(name: &str, own: &DeTable) -> Result<(), SpecFinding> {
    let keys = FORMULAS.iter().find(|(claim, _)| *claim == name);
    let nodes = keys.into_iter().flat_map(|(_, keys)| keys.iter());
    let mut nodes = nodes.filter_map(|key| tree::find(own, &[key]));
    nodes.try_for_each(|(_, node)| match node.get_ref() {
        DeValue::String(text) => match text.parse::<Formula>() {
            Ok(_) => Ok(()),
            Err(error) => Err(SpecFinding::of_formula(node.span(), text, error)),
        },
        _ => Ok(()),
    })
}

/// Refuses formulas that name keys which some cell or variant has no number for.
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

/// The keys of the generator of a cell, or of the variants that a claim speaks of.
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
    let problem = format!("this {} has no number `{name}`", owner.as_str());
    let place = found.as_ref().map_or(0..0, |(_, node)| node.span());
    let finding = SpecFinding::new(place, problem).among(&given, &known);
    let finding = match known.is_empty() {
        true => finding.allowed("a column, or a key with a number: this one has none"),
        false => finding,
    };
    let text = found.and_then(|(_, node)| node.get_ref().as_str());
    let at = text.and_then(|text| Some((text, text.find(&given)?)));
    match at {
        Some((text, start)) => finding.within(text, start..start + given.len()),
        None => finding,
    }
}
