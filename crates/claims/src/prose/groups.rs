//! Collects statistics of formulas over the trials of every cell and variant, in one pass and constant memory per group.

use super::expression::{Statistic, TrialNumber};
use super::filter::{Filter, Subject};
use super::text::Prose;
use crate::stats::{EmpiricalDistribution, Moments, WeightedMean, student_radius};
use crate::trial::{Block, Row, columns};
use perceptron::sample::Rational;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The error probability of each end of the confidence interval for a mean; both ends together have 1 %.
const TAIL: f64 = 0.005;

/// Statistics, for each cell and variant, of all numbers that the placeholders of some texts compute on trials.
#[derive(Debug, Clone)]
pub struct Groups {
    pub(super) cells: Vec<Map<String, Value>>,
    measured: Vec<TrialNumber>,
    groups: BTreeMap<(usize, usize), TrialGroup>,
}

/// Statistics of the trials of one cell under one variant.
#[derive(Debug, Clone)]
struct TrialGroup {
    variant: [String; 1],
    summaries: Vec<Summary>,
}

/// Statistics of one number over the trials of one cell and variant.
#[derive(Debug, Clone, Default)]
struct Summary {
    moments: Moments,
    weighted: WeightedMean,
    has_weights: bool,
    total: f64,
    values: EmpiricalDistribution,
}

impl Groups {
    /// Prepares the statistics that the placeholders of these texts need, without trials yet. `cells` are the parameters of every cell.
    pub fn new(texts: &[&Prose], cells: Vec<Map<String, Value>>) -> Self {
        let mut measured: Vec<TrialNumber> = Vec::new();
        for wanted in texts.iter().flat_map(|text| text.measured()) {
            if !measured.contains(&wanted) {
                measured.push(wanted);
            }
        }
        Self {
            cells,
            measured,
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
            for row in rows.filter(|row| !row.is_failed()) {
                self.push((cell, variant), &row);
            }
        }
    }

    fn push(&mut self, place: (usize, usize), row: &Row) {
        let group = self.groups.entry(place).or_insert_with(|| TrialGroup {
            variant: [row.setting().name.clone().unwrap_or_default()],
            summaries: vec![Summary::default(); self.measured.len()],
        });
        let weight = row.get(columns::WEIGHT).map(Rational::to_f64);
        for (measured, summary) in self.measured.iter().zip(&mut group.summaries) {
            if let Some(value) = measured.value(row).filter(|value| value.is_finite()) {
                summary.push(value, weight);
            }
        }
    }

    /// Returns the cells (by position in the sweep) and variant names that a filter chooses, among those with trials.
    pub(super) fn chosen(&self, filter: &Filter) -> Vec<(usize, &str)> {
        let groups = self.groups.iter();
        groups
            .filter(|(place, group)| filter.chooses(&self.subject(place.0, group)))
            .map(|((cell, _), group)| (*cell, group.variant[0].as_str()))
            .collect()
    }

    /// Returns a statistic of a number over the trials in all cells and variants that a filter chooses, or says in words why it cannot be computed.
    pub(super) fn statistic(
        &self,
        statistic: Statistic,
        measured: &TrialNumber,
        filter: &Filter,
    ) -> Result<f64, String> {
        let place = self.measured.iter().position(|known| known == measured);
        let place = place.ok_or("it was not measured")?;
        let groups = self.groups.iter();
        let chosen = groups.filter(|(at, group)| filter.chooses(&self.subject(at.0, group)));
        let chosen: Vec<&Summary> = chosen.map(|(_, group)| &group.summaries[place]).collect();
        let with_values = chosen.iter().filter(|summary| summary.moments.count() > 0);
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
            variants: &group.variant,
        }
    }
}

impl Summary {
    fn push(&mut self, value: f64, weight: Option<f64>) {
        self.moments.push(value);
        self.weighted.push(value, weight.unwrap_or(1.0));
        self.has_weights |= weight.is_some();
        self.total += value;
        self.values.push(value);
    }
}

fn pooled(statistic: Statistic, summaries: &[&Summary]) -> Result<f64, String> {
    let sum = |of: &dyn Fn(&Summary) -> f64| summaries.iter().map(|one| of(one)).sum::<f64>();
    let one = || {
        match summaries {
        [one] => Ok(*one),
        _ => Err(
            "it covers several cells or variants: choose one, or take lowest(…) or highest(…) of it"
                .to_owned(),
        ),
    }
    };
    Ok(match statistic {
        Statistic::Mean | Statistic::Share => match summaries {
            [one] => one.weighted.value(),
            _ => {
                let trials = sum(&|one| one.moments.count() as f64);
                sum(&|one| one.weighted.value() * one.moments.count() as f64) / trials
            }
        },
        Statistic::Min => least(summaries.iter().map(|one| one.values.least())),
        Statistic::Max => -least(summaries.iter().map(|one| -one.values.largest())),
        Statistic::Sum | Statistic::Count | Statistic::Trials => sum(&|one| one.total),
        Statistic::Median => one()?.values.median(),
        // Outcomes with weights are a complete enumeration, whose mean is exact.
        Statistic::HalfWidth if one()?.has_weights => 0.0,
        Statistic::HalfWidth => student_radius(&one()?.moments, TAIL),
    })
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}
