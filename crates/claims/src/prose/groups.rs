//! Collects statistics of formulas over the trials of every cell and variant, in one pass and constant memory per group.

use super::expression::{Body, TrialNumber};
use super::filter::{Filter, Subject};
use super::pooled::pooled;
use super::selection::Selection;
use super::text::Prose;
use crate::stats::{Statistic, Summary};
use crate::trial::{Block, Row, columns};
use perceptron::sample::Rational;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A number that is computed on every trial, and what is needed of its values.
#[derive(Debug, Clone)]
struct Measured {
    number: TrialNumber,
    /// Whether a statistic needs the values in order, such as the median.
    is_ranked: bool,
}

/// Statistics, for each cell and variant, of all numbers that some placeholders compute on trials.
#[derive(Debug, Clone)]
pub struct Groups {
    pub(super) cells: Arc<[Map<String, Value>]>,
    measured: Arc<[Measured]>,
    groups: BTreeMap<(usize, usize), TrialGroup>,
}

/// Statistics of the trials of one cell under one variant.
#[derive(Debug, Clone)]
struct TrialGroup {
    /// The name of the variant, or of both variants of a pair.
    variants: Vec<String>,
    summaries: Vec<Summary>,
}

impl Groups {
    /// Prepares the statistics that the placeholders of these texts need, without trials yet. `cells` are the parameters of every cell.
    pub fn new(texts: &[&Prose], cells: Vec<Map<String, Value>>) -> Self {
        let wanted = texts.iter().flat_map(|text| text.measured());
        Self::of_numbers(wanted, cells)
    }

    /// Prepares the statistics that the contents of some placeholders need, without trials yet.
    pub(super) fn of_bodies<'b>(
        bodies: impl Iterator<Item = &'b Body>,
        cells: Vec<Map<String, Value>>,
    ) -> Self {
        Self::of_numbers(bodies.flat_map(Body::measured), cells)
    }

    fn of_numbers<'n>(
        wanted: impl Iterator<Item = (Statistic, &'n TrialNumber)>,
        cells: Vec<Map<String, Value>>,
    ) -> Self {
        let mut measured: Vec<Measured> = Vec::new();
        for (statistic, number) in wanted {
            let is_ranked = statistic.is_ranked();
            match measured.iter_mut().find(|known| known.number == *number) {
                Some(known) => known.is_ranked |= is_ranked,
                None => measured.push(Measured {
                    number: number.clone(),
                    is_ranked,
                }),
            }
        }
        Self {
            cells: cells.into(),
            measured: measured.into(),
            groups: BTreeMap::new(),
        }
    }

    /// Returns the same statistics without any trial.
    #[must_use]
    pub fn without_trials(&self) -> Self {
        Self {
            cells: self.cells.clone(),
            measured: self.measured.clone(),
            groups: BTreeMap::new(),
        }
    }

    /// Whether no placeholder computes a number on trials, so that no trial needs to be read.
    pub fn is_empty(&self) -> bool {
        self.measured.is_empty()
    }

    /// Adds the next trials of the cell at this position in the sweep to the statistics; trials without a result are left out.
    pub fn add(&mut self, cell: usize, block: &Block) {
        if self.is_empty() {
            return;
        }
        for variant in 0..block.batches.len() {
            let rows = (0..block.len()).filter_map(|place| block.row(place, variant));
            rows.for_each(|row| self.push((cell, variant), &[row], 1));
        }
    }

    /// Adds `times` trials with the values of this row, or pairs of trials with those of two rows, to the statistics of a cell; `place` is the position
    /// of the cell and of the (first) variant. A trial without a result is left out.
    pub fn push(&mut self, place: (usize, usize), rows: &[Row], times: u64) {
        if rows.iter().any(Row::is_failed) {
            return;
        }
        let group = self.groups.entry(place).or_insert_with(|| TrialGroup {
            variants: rows
                .iter()
                .map(|row| row.setting().name.clone().unwrap_or_default())
                .collect(),
            summaries: self
                .measured
                .iter()
                .map(|measured| Summary::new(measured.is_ranked))
                .collect(),
        });
        let weight = rows.first().and_then(|row| row.get(columns::WEIGHT));
        let weight = weight.map(Rational::to_f64);
        for (measured, summary) in self.measured.iter().zip(&mut group.summaries) {
            if let Some(value) = measured
                .number
                .value(rows)
                .filter(|value| value.is_finite())
            {
                summary.push(value, weight, times);
            }
        }
    }

    /// Adds the trials of other statistics of the same numbers. Rounding aside, the result is the same as if all trials had been added to one.
    pub fn merge(&mut self, other: Self) {
        for (place, more) in other.groups {
            match self.groups.get_mut(&place) {
                None => drop(self.groups.insert(place, more)),
                Some(own) => {
                    let pairs = own.summaries.iter_mut().zip(&more.summaries);
                    pairs.for_each(|(own, more)| own.merge(more));
                }
            }
        }
    }

    /// Whether some trial is in a cell and variant that a selection chooses.
    pub fn has_trials(&self, selection: &Selection) -> bool {
        !self.chosen(selection.filter()).is_empty()
    }

    /// Returns the cells (by position in the sweep) and variant names that a filter chooses, among those with trials.
    pub(super) fn chosen(&self, filter: &Filter) -> Vec<(usize, &str)> {
        let groups = self.groups.iter();
        groups
            .filter(|(place, group)| filter.chooses(&self.subject(place.0, group)))
            .filter_map(|((cell, _), group)| Some((*cell, group.variants.first()?.as_str())))
            .collect()
    }

    /// Returns a statistic of a number over the trials in all cells and variants that a filter chooses, or says in words why it cannot be computed.
    pub(super) fn statistic(
        &self,
        statistic: Statistic,
        measured: &TrialNumber,
        filter: &Filter,
    ) -> Result<f64, String> {
        let place = self
            .measured
            .iter()
            .position(|known| known.number == *measured);
        let place = place.ok_or("it was not measured")?;
        let groups = self.groups.iter();
        let chosen = groups.filter(|(at, group)| filter.chooses(&self.subject(at.0, group)));
        let chosen: Vec<&Summary> = chosen.map(|(_, group)| &group.summaries[place]).collect();
        let with_values = chosen.iter().filter(|summary| summary.count() > 0);
        let with_values: Vec<&Summary> = with_values.copied().collect();
        match (chosen.is_empty(), with_values.is_empty()) {
            (true, _) => Err("no trial has such a cell and variant".into()),
            (_, true) => Err("it has no value on any trial".into()),
            _ => pooled(statistic, &with_values),
        }
    }

    fn subject<'a>(&'a self, cell: usize, group: &'a TrialGroup) -> Subject<'a> {
        Subject {
            cell: Some(cell),
            parameters: self.cells.get(cell),
            variants: &group.variants,
        }
    }
}
