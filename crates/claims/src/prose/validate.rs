//! Refuses placeholders that read a column that the spec does not measure, or name a cell, variant or claim that it lacks, because a page could not
//! fill them. A name that is no column at all is refused earlier, by `claim/formula/parse.rs`.

use super::expression::{Body, Condition, Expression};
use super::filter::{self, Filter, Subject};
use super::text::Prose;
use crate::claim::{self, TextMistake};
use crate::trial::{AnyColumn, Measure};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The names of a spec's cells, variants, claims and measurements, which its placeholders may use.
#[derive(Debug, Clone, Copy)]
pub struct SpecNames<'a> {
    /// The parameters of every cell by their path in the spec.
    pub cells: &'a [&'a Map<String, Value>],
    /// The names of all variants; one empty name if no learner runs.
    pub variants: &'a [String],
    /// The ids of all claims.
    pub claims: &'a [String],
    /// The measurements that the spec makes, whose columns placeholders may read.
    pub measures: &'a BTreeSet<Measure>,
}

impl Prose {
    /// Returns a mistake for every name in the text's placeholders that the spec does not have, with its place in the text.
    pub fn problems(&self, names: &SpecNames) -> Vec<TextMistake> {
        let mut problems = Vec::new();
        for placeholder in self.each_placeholder() {
            let found = names.problems(&placeholder.body).into_iter();
            problems.extend(found.map(|problem| TextMistake {
                at: placeholder.at.clone(),
                ..problem
            }));
        }
        problems
    }
}

impl SpecNames<'_> {
    pub(super) fn problems(&self, body: &Body) -> Vec<TextMistake> {
        let expressions = body.expressions().into_iter();
        let of_expressions = expressions.flat_map(|part| match part {
            Expression::OfTrials(_, measured, filter) => {
                [self.columns(&measured.columns()), self.filter(filter)].concat()
            }
            Expression::OfVerdicts(_, claim, filter) => {
                [self.claim(claim), self.filter(filter)].concat()
            }
            Expression::Extreme(_, _, filter) => self.filter(filter),
            _ => Vec::new(),
        });
        let conditions = body.conditions().into_iter();
        let of_conditions = conditions.flat_map(|condition| match condition {
            Condition::Trend(_, _, along, filter) => {
                [self.key(along), self.filter(filter)].concat()
            }
            Condition::ClaimState(_, claim, filter) => {
                [self.claim(claim), self.filter(filter)].concat()
            }
            Condition::Compare(..) | Condition::Both(..) => Vec::new(),
        });
        of_expressions.chain(of_conditions).collect()
    }

    fn claim(&self, claim: &str) -> Vec<TextMistake> {
        match self.claims.iter().any(|known| known == claim) {
            true => Vec::new(),
            false => vec![
                TextMistake::new(0..0, format!("the spec has no claim `{claim}`"))
                    .among(claim, self.claims.to_vec()),
            ],
        }
    }

    /// Returns a mistake for each of these columns that the spec does not measure.
    pub(super) fn columns(&self, columns: &[AnyColumn]) -> Vec<TextMistake> {
        let is_measured = |column: &&AnyColumn| {
            let needed = claim::measures(std::slice::from_ref(*column));
            let mut needed = needed.iter().filter(|measure| **measure != Measure::Run);
            needed.all(|measure| self.measures.contains(measure))
        };
        let missing = columns.iter().filter(|column| !is_measured(column));
        missing
            .map(|column| {
                let name = column.name();
                TextMistake::new(0..0, format!("the spec does not measure `{name}`")).allowed(format!(
                    "a column that claims or figures read, or measure = [\"{name}\"] in the spec"
                ))
            })
            .collect()
    }

    /// Returns a mistake for each key or value of a filter that no cell and no variant of the spec has.
    pub(super) fn filter(&self, filter: &Filter) -> Vec<TextMistake> {
        let keys = filter.conditions.iter().flat_map(|(key, _)| self.key(key));
        let values = filter.conditions.iter().flat_map(|(key, values)| {
            let single = values.iter().map(|value| Filter::one(key, value.clone()));
            single
                .filter(|single| !self.is_chosen(single))
                .map(|single| {
                    let (key, values) = &single.conditions[0];
                    let problem =
                        format!("no cell and no variant has {key} = {}", values.join(", "));
                    TextMistake::new(0..0, problem).among(&values[0], self.values(key))
                })
        });
        let found: Vec<TextMistake> = keys.chain(values).collect();
        match found.is_empty() && !self.is_chosen(filter) {
            true => vec![
                TextMistake::new(0..0, "no cell and variant has all of these values together")
                    .allowed("values that occur together in a cell of the sweep"),
            ],
            false => found,
        }
    }

    fn is_chosen(&self, filter: &Filter) -> bool {
        let cells = self.cells.iter().enumerate();
        cells.into_iter().any(|(cell, parameters)| {
            self.variants.iter().any(|variant| {
                filter.chooses(&Subject {
                    cell: Some(cell),
                    parameters: Some(parameters),
                    variants: std::slice::from_ref(variant),
                })
            })
        })
    }

    /// Returns a mistake if a key of a filter names no parameter of any cell, or several parameters of one cell.
    fn key(&self, key: &str) -> Vec<TextMistake> {
        if [filter::VARIANT, filter::CELL].contains(&key) {
            return Vec::new();
        }
        let own = |cell: &&Map<String, Value>| {
            let paths = cell.keys();
            paths.filter(|path| filter::is_named(path, key)).count()
        };
        let problem = match self.cells.iter().map(own).max().unwrap_or(0) {
            0 => format!("no parameter of a cell is named `{key}`"),
            1 => return Vec::new(),
            _ => format!("`{key}` may mean several parameters; write the whole name in quotes"),
        };
        let paths = self.paths();
        let further = [filter::VARIANT, filter::CELL].map(str::to_owned);
        let valid = paths.iter().cloned().chain(further).collect();
        vec![TextMistake::new(0..0, problem).among(key, valid)]
    }

    fn paths(&self) -> BTreeSet<String> {
        self.cells
            .iter()
            .flat_map(|cell| cell.keys().cloned())
            .collect()
    }

    fn values(&self, key: &str) -> Vec<String> {
        if key == filter::VARIANT {
            return self.variants.to_vec();
        }
        let parameters = self.cells.iter().copied().flatten();
        let named = parameters.filter(|(path, _)| filter::is_named(path, key));
        let shown = named.map(|(_, value)| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        shown.collect::<BTreeSet<_>>().into_iter().collect()
    }
}
