//! Chooses cells and variants by a filter such as `variant = "plain", dimension = [5, 20]`.

use perceptron::sample::Rational;
use serde_json::{Map, Value};

/// The key of a filter that chooses variants by name, as in `variant = "plain"`.
pub(super) const VARIANT: &str = "variant";

/// The key of a filter that chooses a cell by its number in the order of the sweep, from 1.
pub(super) const CELL: &str = "cell";

/// A filter for cells and variants: conditions `key = values`, all of which must be met, each by one of its values. An empty filter chooses
/// everything.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Filter {
    pub conditions: Vec<(String, Vec<String>)>,
}

/// A cell under one variant, or under the two that a claim compares, to which a filter is applied.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject<'a> {
    /// The cell's number in the order of the sweep, from 0; `None` for a verdict over all cells.
    pub cell: Option<usize>,
    /// The cell's parameters by their path in the spec, such as `generator.dimension`; `None` for a verdict over all cells.
    pub parameters: Option<&'a Map<String, Value>>,
    /// The names of the variants: one, or two for a claim that compares two variants.
    pub variants: &'a [String],
}

impl Filter {
    /// Returns a filter that requires the conditions of this filter and of the other one.
    pub(super) fn and(&self, other: &Self) -> Self {
        let conditions = [self.conditions.clone(), other.conditions.clone()].concat();
        Self { conditions }
    }

    /// Returns a filter that chooses only the cell at this position in the sweep, from 0.
    pub(super) fn of_cell(cell: usize) -> Self {
        Self::one(CELL, (cell + 1).to_string())
    }

    /// Returns a filter with the single condition that this key has this value.
    pub(super) fn one(key: &str, value: String) -> Self {
        let conditions = vec![(key.to_owned(), vec![value])];
        Self { conditions }
    }

    pub(super) fn names_variants(&self) -> bool {
        self.conditions.iter().any(|(key, _)| key == VARIANT)
    }

    /// Whether this cell under this variant meets all conditions of the filter.
    pub(super) fn chooses(&self, subject: &Subject) -> bool {
        self.conditions
            .iter()
            .all(|(key, values)| values.iter().any(|value| is_met(key, value, subject)))
    }
}

fn is_met(key: &str, value: &str, subject: &Subject) -> bool {
    match key {
        VARIANT => subject.variants.iter().any(|variant| variant == value),
        CELL => subject
            .cell
            .is_some_and(|cell| (cell + 1).to_string() == value),
        _ => {
            let parameters = subject.parameters.into_iter().flatten();
            let mut named = parameters.filter(|(path, _)| is_named(path, key));
            named.any(|(_, found)| is_equal(found, value))
        }
    }
}

/// Whether a key names the parameter at this path: it is the whole path, or the end of it after a dot.
pub fn is_named(path: &str, key: &str) -> bool {
    path == key
        || path
            .strip_suffix(key)
            .is_some_and(|before| before.ends_with('.'))
}

fn is_equal(found: &Value, value: &str) -> bool {
    let as_text = found
        .as_str()
        .map_or_else(|| found.to_string(), str::to_owned);
    let numbers = number(&as_text).zip(number(value));
    as_text == value || numbers.is_some_and(|(a, b)| a == b)
}

/// Reads a text as a number: an integer, a decimal or a fraction.
pub(super) fn number(text: &str) -> Option<f64> {
    let plain: Option<f64> = text.parse().ok();
    plain.or_else(|| Some(text.parse::<Rational>().ok()?.to_f64()))
}
