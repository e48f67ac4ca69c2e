//! Chooses cells and variants by a filter such as `variant = "plain", dimension = [5, 20]`.

use perceptron::sample::Rational;
use serde_json::{Map, Value};

/// The key that chooses variants.
pub(super) const VARIANT: &str = "variant";

/// The key that chooses a cell by its number in the order of the sweep, from 1.
pub(super) const CELL: &str = "cell";

/// Conditions on a cell and a variant, all of which must be met. An empty filter chooses everything.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Filter {
    pub conditions: Vec<(String, Vec<String>)>,
}

/// A cell under a variant, to which a filter is applied.
#[derive(Debug, Clone, Copy)]
pub(super) struct Subject<'a> {
    /// The cell's number in the order of the sweep, from 0; `None` for a verdict over all cells.
    pub cell: Option<usize>,
    /// The cell's parameters by their path.
    pub parameters: Option<&'a Map<String, Value>>,
    /// The names of the variants: one, or the two of a pair.
    pub variants: &'a [String],
}

impl Filter {
    /// Returns a filter with the conditions of both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let conditions = [self.conditions.clone(), other.conditions.clone()].concat();
        Self { conditions }
    }

    /// Returns a filter for this cell.
    pub(super) fn of_cell(cell: usize) -> Self {
        Self::one(CELL, (cell + 1).to_string())
    }

    /// Returns a filter for this value of a key.
    pub(super) fn one(key: &str, value: String) -> Self {
        let conditions = vec![(key.to_owned(), vec![value])];
        Self { conditions }
    }

    pub(super) fn names_variants(&self) -> bool {
        self.conditions.iter().any(|(key, _)| key == VARIANT)
    }

    /// Whether it chooses this cell under this variant.
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

/// Whether a key is the path of a parameter or the last part of the path.
pub(super) fn is_named(path: &str, key: &str) -> bool {
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
