//! Turns the key `select` of a variant into the learner `select`: one configuration for each value of the chosen key.

use super::diagnostic::SpecFinding;
use super::tree::{self, Node};
use perceptron::learn::{Candidates, KeyChoice, OtherLearner, Select, Variant};
use serde::Deserialize;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// Keys that describe how examples are seen, and not the configuration that is chosen.
const AROUND: [&str; 5] = ["offset", "transform", "arithmetic", "draws", "comparator"];

/// Keys that describe the result as well as the configuration: what is returned, and how test examples with a score of 0 count.
const OF_BOTH: [&str; 2] = ["hypothesis", "test_ties"];

/// Reads the variant of a table, whose name stands at `place`; one with the key `select` has the learner that carries it out.
pub(super) fn variant(node: &Node, place: Range<usize>) -> Result<Variant, SpecFinding> {
    let table = node.get_ref().as_table();
    match table.and_then(|table| Some((table, tree::find(table, &["select"])?.1))) {
        Some((table, choice)) => chosen(table, choice, place),
        None => read(node.clone(), place),
    }
}

fn read(node: Node, place: Range<usize>) -> Result<Variant, SpecFinding> {
    let read = Variant::deserialize(ValueDeserializer::from(node));
    read.map_err(|error| SpecFinding::of_value(&error, place))
}

fn chosen(table: &DeTable, choice: &Node, place: Range<usize>) -> Result<Variant, SpecFinding> {
    let at = choice.span();
    let wanted = KeyChoice::deserialize(ValueDeserializer::from(choice.clone()))
        .map_err(|error| SpecFinding::of_value(&error, at.clone()))?;
    let refused = |problem: &str, allowed: &str| {
        let finding = SpecFinding::new(at.clone(), problem);
        finding.allowed(allowed)
    };
    let folds = wanted.folds().ok_or_else(|| {
        let allowed = "a number of parts from 2, such as \"3-fold\"";
        refused("`by` of `select` is no cross validation", allowed)
    })?;
    let path: Vec<&str> = wanted.key.split('.').collect();
    if let Some(problem) = wrong_path(table, &path) {
        let allowed = "the whole path of a key of the learner, such as \"rule.margin-perceptron.threshold\" or \"stop.passes\"";
        return Err(refused(&problem, allowed));
    }
    let (mut among, mut names) = (Vec::new(), Vec::new());
    for value in values(choice) {
        let mut own = part(table, |key| !is_around(key));
        tree::set(&mut own, &path, &value.span(), value.clone());
        let own = Spanned::new(value.span(), DeValue::Table(own));
        let shown = tree::json(value.get_ref());
        let shown = shown
            .as_str()
            .map_or_else(|| shown.to_string(), str::to_owned);
        if names.contains(&shown) {
            let problem = format!("`{shown}` is listed twice among the values to choose from");
            return Err(SpecFinding::new(value.span(), problem).help("leave one of them out"));
        }
        // A mistake that the value makes is at the value, not at the key that it changes.
        among.push(read(own, value.span()).map_err(|mut finding| {
            finding.problem = format!("`{}` = {shown}: {}", wanted.key, finding.problem);
            finding.span = value.span();
            finding
        })?);
        names.push(shown);
    }
    let outer = part(table, |key| {
        is_around(key) && key != "select" || OF_BOTH.contains(&key)
    });
    let outer = read(Spanned::new(place.clone(), DeValue::Table(outer)), place)?;
    let select = Select {
        among: Candidates(among),
        names,
        folds: folds as usize,
    };
    Ok(Variant {
        learner: Some(OtherLearner::Select(select)),
        ..outer
    })
}

/// Whether a key of a variant is about the choice and not about the configurations.
fn is_around(key: &str) -> bool {
    AROUND.contains(&key) || key == "select"
}

/// Says why a path is none of a key that can be chosen, if so.
fn wrong_path(table: &DeTable, path: &[&str]) -> Option<String> {
    let key = path.join(".");
    if is_around(path[0]) || OF_BOTH.contains(&path[0]) {
        return Some(format!("`{key}` cannot be chosen by cross validation"));
    }
    if !Variant::DOC.keys.iter().any(|(known, _)| *known == path[0]) {
        return Some(format!("a variant has no key `{key}`"));
    }
    // A rule or learner that the variant does not have would be made up without a word.
    let is_missing =
        matches!(path, ["rule" | "learner", _, ..]) && tree::find(table, &path[..2]).is_none();
    is_missing.then(|| format!("`{key}`: this variant has no `{}`", path[..2].join(".")))
}

/// The values to choose from.
fn values<'t, 'i>(choice: &'t Node<'i>) -> impl Iterator<Item = &'t Node<'i>> {
    let table = choice.get_ref().as_table();
    let listed = table.and_then(|table| tree::find(table, &["from"]));
    let listed = listed.and_then(|(_, listed)| listed.get_ref().as_array());
    listed.into_iter().flat_map(|listed| listed.iter())
}

/// The keys of a table that are wanted.
fn part<'i>(table: &DeTable<'i>, wanted: impl Fn(&str) -> bool) -> DeTable<'i> {
    let mut part = DeTable::new();
    let own = table.iter().filter(|(key, _)| wanted(key.get_ref()));
    own.for_each(|(key, value)| drop(part.insert(key.clone(), value.clone())));
    part
}
