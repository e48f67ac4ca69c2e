//! Selects trials by conditions: filters of cells and variants as in a placeholder, and comparisons of formulas on each trial.

use super::expression::TrialNumber;
use super::filter::{CELL, Filter, Subject, VARIANT};
use super::parse::{LONGEST, indicator};
use super::tokens::{filter, starts_filter};
use super::validate::SpecNames;
use crate::claim::TextMistake;
use crate::claim::grammar::{self, Context, Input, Parsed, skips};
use crate::trial::{AnyColumn, Row};
use serde_json::{Map, Value};

/// Conditions that a trial must meet, such as `dimension = 5, mistakes > 3`. An empty selection selects every trial.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Selection {
    filter: Filter,
    comparisons: Vec<TrialNumber>,
}

impl Selection {
    /// Parses conditions with commas between them. A condition is a filter as in a placeholder, `KEY = VALUE` or `KEY = [VALUE, VALUE]`, or a
    /// comparison of two formulas.
    ///
    /// # Errors
    /// Returns the first mistake, with its place in the text.
    ///
    /// # Examples
    /// ```
    /// use claims::prose::Selection;
    /// assert!(Selection::parse("dimension = [5, 20], variant = plain, mistakes > 3").is_ok());
    /// let problem = Selection::parse("mistaks > 3").unwrap_err();
    /// assert_eq!(problem.at, 0..7);
    /// ```
    pub fn parse(text: &str) -> Result<Self, TextMistake> {
        let context = Context::of_run("expression", LONGEST, true);
        let allowed = "a comma and another condition, or nothing";
        grammar::whole(text, context, conditions, allowed)
    }

    /// Returns a selection of the cells at these positions in the sweep.
    pub fn of_cells(cells: impl Iterator<Item = usize>) -> Self {
        let numbers = cells.map(|cell| (cell + 1).to_string()).collect();
        Self::of_filter(Filter {
            conditions: vec![(CELL.to_owned(), numbers)],
        })
    }

    /// Returns a selection of the variant with this name.
    pub fn of_variant(variant: &str) -> Self {
        Self::of_filter(Filter::one(VARIANT, variant.to_owned()))
    }

    fn of_filter(filter: Filter) -> Self {
        Self {
            filter,
            comparisons: Vec::new(),
        }
    }

    /// Returns the selection of the trials that both selections select.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self {
            filter: self.filter.and(&other.filter),
            comparisons: [&self.comparisons[..], &other.comparisons].concat(),
        }
    }

    /// Whether a trial of the cell at this position in the sweep, with these parameters, under this variant may be selected.
    pub fn chooses(&self, cell: usize, parameters: &Map<String, Value>, variant: &str) -> bool {
        self.filter.chooses(&Subject {
            cell: Some(cell),
            parameters: Some(parameters),
            variants: &[variant.to_owned()],
        })
    }

    /// Whether all comparisons are true on a trial, or on a pair of trials; a comparison without a value is not true.
    pub fn is_true_of(&self, rows: &[Row]) -> bool {
        let mut comparisons = self.comparisons.iter();
        comparisons.all(|comparison| comparison.value(rows) == Some(1.0))
    }

    /// Whether the selection compares numbers of each trial, so that trials must be read.
    pub fn compares(&self) -> bool {
        !self.comparisons.is_empty()
    }

    /// Whether some comparison reads the second of two trials.
    pub fn is_of_pairs(&self) -> bool {
        self.comparisons.iter().any(TrialNumber::is_of_pairs)
    }

    /// Whether the filter of the selection chooses variants.
    pub fn names_variants(&self) -> bool {
        self.filter.names_variants()
    }

    /// Returns the columns that the comparisons read.
    pub fn columns(&self) -> Vec<AnyColumn> {
        let comparisons = self.comparisons.iter();
        comparisons.flat_map(TrialNumber::columns).collect()
    }

    /// Returns a mistake for every name in the conditions that the spec does not have.
    pub fn problems(&self, names: &SpecNames) -> Vec<TextMistake> {
        [names.filter(&self.filter), names.columns(&self.columns())].concat()
    }

    pub(super) fn filter(&self) -> &Filter {
        &self.filter
    }
}

fn conditions(input: &mut Input<'_>) -> Parsed<Selection> {
    let mut selection = Selection::default();
    loop {
        match starts_filter(input)? {
            true => selection.filter.conditions.push(filter(input)?),
            false => selection.comparisons.push(indicator(
                input,
                "KEY = VALUE, or a comparison of two formulas: < <= > >= == !=",
            )?),
        }
        if !skips(input, ",")? {
            return Ok(selection);
        }
    }
}
