//! Holds the keys by which trials are grouped: the variant, the cell, its parameters, and columns of trials.

use super::mistake;
use super::stack::Stack;
use crate::study::StudyError;
use claims::prose::is_named;
use claims::trial::{AnyColumn, Row, Values};
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Name of the key of variants.
const VARIANT: &str = "variant";

/// Name of the key of cells, which are counted from 1 in the order of the sweep.
const CELL: &str = "cell";

/// A key by which a table groups trials.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GroupKey {
    Cell,
    Variant,
    /// A parameter of the cells: its path, or the end of its path after a dot.
    Parameter(String),
    /// A column of the trials.
    Column(AnyColumn),
}

/// A key with the name of its column in the table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NamedKey {
    pub name: String,
    pub key: GroupKey,
}

impl NamedKey {
    /// The key of variants.
    pub(super) fn variant() -> Self {
        Self {
            name: VARIANT.into(),
            key: GroupKey::Variant,
        }
    }

    /// Finds what a key on the command line means. A parameter comes before a column of the same name.
    pub(super) fn read(given: &str, stack: &Stack) -> Result<Self, StudyError> {
        let name = given.trim();
        let key = match name {
            VARIANT => GroupKey::Variant,
            CELL => GroupKey::Cell,
            _ if !paths(stack, name).is_empty() => GroupKey::Parameter(checked(stack, name)?),
            _ => GroupKey::Column(column(stack, name)?),
        };
        let name = name.to_owned();
        Ok(Self { name, key })
    }

    /// The key's value for the trials of a cell under a variant; null if the cell has none. `None` for a column, whose trials differ.
    pub(super) fn value(&self, stack: &Stack, cell: usize, variant: &str) -> Option<Value> {
        match &self.key {
            GroupKey::Cell => Some(json!(cell + 1)),
            GroupKey::Variant => Some(json!(variant)),
            GroupKey::Parameter(name) => {
                let mut own = stack.cells[cell].iter();
                let found = own.find(|(path, _)| is_named(path, name));
                Some(found.map_or(Value::Null, |(_, value)| value.clone()))
            }
            GroupKey::Column(_) => None,
        }
    }

    pub(super) fn column(&self) -> Option<AnyColumn> {
        match self.key {
            GroupKey::Column(column) => Some(column),
            _ => None,
        }
    }
}

/// The paths of all parameters that a key names.
fn paths<'s>(stack: &'s Stack, name: &str) -> BTreeSet<&'s String> {
    let paths = stack.cells.iter().flat_map(|cell| cell.keys());
    paths.filter(|path| is_named(path, name)).collect()
}

/// Refuses a key that names two parameters of one cell, or none in a whole study.
fn checked(stack: &Stack, name: &str) -> Result<String, StudyError> {
    let own = |cell: &'_ serde_json::Map<String, Value>| {
        cell.keys().filter(|path| is_named(path, name)).count()
    };
    if stack.cells.iter().any(|cell| own(cell) > 1) {
        let paths: Vec<String> = paths(stack, name).into_iter().cloned().collect();
        let problem = format!("the key `{name}` may mean several parameters");
        return Err(mistake::of_name(&problem, name, &paths));
    }
    let ends = stack.studies.iter().skip(1).map(|study| study.first_cell);
    let ends = ends.chain([stack.cells.len()]);
    for (study, end) in stack.studies.iter().zip(ends) {
        if stack.cells[study.first_cell..end]
            .iter()
            .all(|cell| own(cell) == 0)
        {
            let (study, common) = (&study.name, common(stack));
            let problem =
                format!("the results of `{study}` have no parameter `{name}`, which others have");
            return Err(mistake::of_name(&problem, name, &common));
        }
    }
    Ok(name.to_owned())
}

/// The ends of paths of parameters that every study has, after the keys that every table can have.
fn common(stack: &Stack) -> Vec<String> {
    let end = |path: &String| path.rsplit('.').next().unwrap_or(path).to_owned();
    let of_study = |first: usize| {
        let keys = stack.cells[first].keys().map(end);
        keys.collect::<BTreeSet<String>>()
    };
    let mut sets = stack.studies.iter().map(|study| of_study(study.first_cell));
    let first = sets.next().unwrap_or_default();
    let shared = sets.fold(first, |all, own| all.intersection(&own).cloned().collect());
    [VARIANT, CELL]
        .map(str::to_owned)
        .into_iter()
        .chain(shared)
        .collect()
}

/// Finds the column of trials that a key names, which every study must have measured.
fn column(stack: &Stack, name: &str) -> Result<AnyColumn, StudyError> {
    let is_measured = |column: AnyColumn| {
        let mut studies = stack.studies.iter();
        studies.all(|study| column.measure().is_requested(&study.measures))
    };
    let measured = AnyColumn::all().filter(|column| is_measured(*column));
    let columns = measured.map(|column| column.name().to_owned());
    let valid: Vec<String> = common(stack).into_iter().chain(columns).collect();
    match AnyColumn::named(name) {
        Some(column) if is_measured(column) => Ok(column),
        Some(_) => {
            let lacking = stack.studies.iter().find(|study| {
                AnyColumn::named(name)
                    .is_some_and(|column| !column.measure().is_requested(&study.measures))
            });
            let lacking = lacking.map_or("", |study| &study.name);
            Err(
                StudyError::usage(format!("the trials of `{lacking}` have no column `{name}`"))
                    .note("allowed", valid.join(", "))
                    .help("list it in its spec under `measure`, and run it again"),
            )
        }
        None => {
            let problem = format!("no parameter and no column is named `{name}`");
            Err(mistake::of_name(&problem, name, &valid))
        }
    }
}

/// The value of a column on a trial, as a key in an order.
#[derive(Debug, Clone)]
pub(super) enum ColumnKey {
    Missing,
    Flag(bool),
    Number(f64),
    Text(String),
}

impl ColumnKey {
    pub(super) fn of(column: AnyColumn, row: &Row) -> Self {
        let Some((values, place)) = row
            .value(column)
            .filter(|(values, at)| values.is_known(*at))
        else {
            return Self::Missing;
        };
        match values {
            Values::Flag(flags) => flags[place].map_or(Self::Missing, Self::Flag),
            Values::Text(texts) => texts[place].clone().map_or(Self::Missing, Self::Text),
            Values::Reason(reasons) => reasons[place].map_or(Self::Missing, |reason| {
                Self::Text(reason.as_str().to_owned())
            }),
            numbers => numbers.float(place).map_or(Self::Missing, Self::Number),
        }
    }

    pub(super) fn value(&self) -> Value {
        match self {
            Self::Missing => Value::Null,
            Self::Flag(flag) => json!(flag),
            Self::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
                json!(*number as i64)
            }
            Self::Number(number) => json!(number),
            Self::Text(text) => json!(text),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Missing => 0,
            Self::Flag(_) => 1,
            Self::Number(_) => 2,
            Self::Text(_) => 3,
        }
    }
}

impl Ord for ColumnKey {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Flag(a), Self::Flag(b)) => a.cmp(b),
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

impl PartialOrd for ColumnKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ColumnKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ColumnKey {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_equal_exactly_if_no_order_is_between_them() {
        let keys = [
            ColumnKey::Missing,
            ColumnKey::Flag(false),
            ColumnKey::Number(1.0),
            ColumnKey::Number(2.0),
            ColumnKey::Text("1".into()),
        ];
        for (place, one) in keys.iter().enumerate() {
            for (other_place, other) in keys.iter().enumerate() {
                assert_eq!(one == other, place == other_place);
                assert_eq!(one.cmp(other), place.cmp(&other_place));
            }
        }
    }
}
