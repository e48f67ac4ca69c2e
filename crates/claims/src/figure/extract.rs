//! Reduces the trials of a cell to the few numbers that figures draw, so that no trial needs to be stored.

use super::bins::Bins;
use crate::claim::{Closeness, Form, StatedClaim};
use crate::judge::{Case, Status, ratio};
use crate::stats::{EmpiricalDistribution, Summary};
use crate::trial::{AnyColumn, Batch, Block, Row, columns};
use perceptron::sample::Rational;
use std::collections::BTreeMap;

/// Largest number of steps of a distribution function that a figure draws, a few more than can be seen.
const MOST_STEPS: usize = 160;

/// The levels of the quantiles that a box shows.
const FIVE_NUMBERS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Number of ranges of a stated distribution function in each of which a figure draws a point.
const FUNCTION_POINTS: f64 = 128.0;

/// Accumulates the trials of one claim in one cell for one variant.
#[derive(Debug, Clone)]
pub(super) struct ClaimAccumulator {
    complete: bool,
    examples: Option<u64>,
    /// The observed values as if they counted equally, for the steps of their distribution function.
    observed: EmpiricalDistribution,
    /// The observed value and the limit. Trials have equal weights, or their probabilities in a complete enumeration.
    sides: [Summary; 2],
    /// The distribution of observed ÷ limit, and that of observed − limit.
    shares: EmpiricalDistribution,
    differences: EmpiricalDistribution,
    /// Whether the claim compares pairs of trials, so that their differences are kept.
    is_paired: bool,
    /// The weight of the first trial, its probability in a complete enumeration and else 1; `weighs_equally` says whether all have the same.
    weight: Option<f64>,
    weighs_equally: bool,
    /// (limit, observed value) of the trial with the largest observed ÷ limit so far.
    tightest: Option<(f64, f64)>,
    /// The replicate of that trial.
    closest: u64,
    /// Of a claim about a distribution function: one (observed value, function there) in each of [`FUNCTION_POINTS`] ranges of the function.
    function: BTreeMap<u64, (f64, f64)>,
}

impl ClaimAccumulator {
    pub(super) fn new(complete: bool, is_paired: bool) -> Self {
        Self {
            complete,
            examples: None,
            observed: EmpiricalDistribution::default(),
            sides: [Summary::new(true), Summary::new(true)],
            shares: EmpiricalDistribution::default(),
            differences: EmpiricalDistribution::default(),
            is_paired,
            weight: None,
            weighs_equally: true,
            tightest: None,
            closest: 0,
            function: BTreeMap::new(),
        }
    }

    /// Adds the trials of a block; `places` are the positions of the claim's variants among the batches of the block.
    pub(super) fn add(&mut self, claim: &StatedClaim, places: &[usize], block: &Block) {
        let Some(_) = block.rows(0, places) else {
            return;
        };
        let examples = |place| {
            block
                .row(place, *places.first()?)?
                .copied(columns::EXAMPLES)
        };
        let known = || (0..block.len()).find_map(examples);
        self.examples = self.examples.or_else(known);
        let distinct = block.distinct(places, &Case::reads(claim));
        let made = |place| Case::of(claim, &block.rows(place, places).unwrap_or_default());
        distinct.each(made, |case, trials| {
            let speaks = case.status != Status::Inapplicable;
            if claim.form() == Form::HasDistribution && speaks {
                self.trace(case);
            }
            if speaks {
                self.push(case, &block.replicates[trials]);
            }
        });
    }

    /// Adds consecutive trials with the same case.
    fn push(&mut self, case: &Case, replicates: &[u64]) {
        let (Some(numbers), Some(last)) = (&case.numbers, replicates.last()) else {
            return;
        };
        let times = replicates.len() as u64;
        let (observed, limit) = (numbers.observed.value, numbers.limit.value);
        let weight = case
            .weight
            .as_ref()
            .filter(|_| self.complete)
            .map_or(1.0, Rational::to_f64);
        self.observed.push_times(observed, times);
        let share = ratio(observed, limit).unwrap_or(f64::NAN);
        self.shares.push_times(share, times);
        if self.is_paired {
            self.differences.push_times(observed - limit, times);
        }
        self.weighs_equally &= *self.weight.get_or_insert(weight) == weight;
        let probability = self.complete.then_some(weight);
        for (side, value) in self.sides.iter_mut().zip([observed, limit]) {
            side.push(value, probability, times);
        }
        // If several are equally close, the last one is kept.
        let is_closer = |(limit, observed): (f64, f64)| ratio(observed, limit) <= numbers.ratio();
        if self.tightest.is_none_or(is_closer) {
            self.tightest = Some((limit, observed));
            self.closest = *last;
        }
    }

    /// Records a point of the stated distribution function, if it is the first in its range.
    fn trace(&mut self, case: &Case) {
        let Some(numbers) = &case.numbers else { return };
        let (observed, function) = (numbers.observed.value, numbers.limit.value);
        let range = (function * FUNCTION_POINTS) as u64;
        self.function.entry(range).or_insert((observed, function));
    }

    /// Returns the points of the stated distribution function in ascending order.
    fn function(&self) -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, f64)> = self.function.values().copied().collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }

    /// Returns the steps of the distribution function of these values; none if the outcomes of an enumeration have different weights.
    fn steps(&self, of: &EmpiricalDistribution) -> Vec<(f64, f64)> {
        if self.weighs_equally {
            of.steps(MOST_STEPS)
        } else {
            Vec::new()
        }
    }

    /// Returns the shares of ranges of these values; `None` if the outcomes of an enumeration have different weights.
    fn bins(&self, of: &EmpiricalDistribution) -> Option<Bins> {
        Bins::of(&of.steps(usize::MAX)).filter(|_| self.weighs_equally)
    }

    /// Returns the numbers to draw; `None` if no trial has both an observed value and a limit.
    pub(super) fn finished(self, claim: &StatedClaim, named: ClaimSubject) -> Option<ClaimSummary> {
        let tightest = self.tightest?;
        let (observed, limit) = (self.sides[0].mean(), self.sides[1].mean());
        let tightness = match claim.form().closeness() {
            Closeness::OfTrials => ratio(tightest.1, tightest.0),
            Closeness::OfMeans | Closeness::None => ratio(observed, limit),
        };
        Some(ClaimSummary {
            claim: named.claim,
            cell: named.cell,
            variant: named.variant,
            trials: self.observed.len() as usize,
            examples: self.examples?,
            steps: self.steps(&self.observed),
            share_steps: self.steps(&self.shares),
            bins: self.bins(&self.observed),
            differences: self.bins(&self.differences),
            function: self.function(),
            complete: self.complete,
            observed: FIVE_NUMBERS.map(|level| self.sides[0].quantile(level)),
            middle: [0.05, 0.95].map(|level| self.sides[0].quantile(level)),
            mean: observed,
            radius: self.sides[0].half_width(None),
            limit,
            limits: FIVE_NUMBERS.map(|level| self.sides[1].quantile(level)),
            tightest,
            closest: self.closest,
            tightness,
        })
    }
}

/// The claim, cell (both by index) and variant that a [`ClaimSummary`] is about.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ClaimSubject {
    pub(super) claim: usize,
    pub(super) cell: usize,
    pub(super) variant: String,
}

/// The numbers that figures draw of one claim in one cell for one variant.
#[derive(Debug, Clone)]
pub(super) struct ClaimSummary {
    pub(super) claim: usize,
    pub(super) cell: usize,
    pub(super) variant: String,
    pub(super) trials: usize,
    /// Number of examples of the cell's samples.
    pub(super) examples: u64,
    /// Whether the trials are a complete enumeration.
    pub(super) complete: bool,
    /// The distribution function of the observed value in few steps (value, fraction of trials up to it); `share_steps` is that of observed ÷ limit.
    pub(super) steps: Vec<(f64, f64)>,
    pub(super) share_steps: Vec<(f64, f64)>,
    /// The shares of ranges of the observed value, and (next field) of observed − limit.
    pub(super) bins: Option<Bins>,
    pub(super) differences: Option<Bins>,
    /// Points of the distribution function that the claim states, in ascending order; none if it states none.
    pub(super) function: Vec<(f64, f64)>,
    /// Minimum, first quartile, median, third quartile and maximum of the observed value.
    pub(super) observed: [f64; 5],
    /// The 5 % and the 95 % quantile of the observed value.
    pub(super) middle: [f64; 2],
    /// The mean of the observed value, and half the width of the interval on it: zero for a complete enumeration, infinite for a single trial.
    pub(super) mean: f64,
    radius: f64,
    /// The mean limit.
    pub(super) limit: f64,
    /// Minimum, first quartile, median, third quartile and maximum of the limit.
    pub(super) limits: [f64; 5],
    /// (limit, observed value) of the trial with the largest observed ÷ limit.
    pub(super) tightest: (f64, f64),
    /// The replicate of that trial.
    pub(super) closest: u64,
    /// Largest observed ÷ limit; for expectations, mean observed ÷ mean limit. `None` if the limit is zero.
    pub(super) tightness: Option<f64>,
}

impl ClaimSummary {
    /// The interval on the mean of the observed value, not below 0 if no value is; only the mean if the interval is not known.
    pub(super) fn interval(&self) -> [f64; 2] {
        let radius = Some(self.radius)
            .filter(|radius| radius.is_finite())
            .unwrap_or(0.0);
        let lower = self.mean - radius;
        let lower = if self.observed[0] >= 0.0 {
            lower.max(0.0)
        } else {
            lower
        };
        [lower, self.mean + radius]
    }
}

/// Computes the number of values, mean and variance of a column over the trials of one variant in one cell (one point of the sweep), trial by trial.
#[derive(Debug, Clone)]
pub(super) struct ColumnAccumulator {
    column: AnyColumn,
    cell: usize,
    variant: String,
    examples: Option<u64>,
    bayes_risk: Option<f64>,
    values: Summary,
    /// The number of features, used only if `is_consistent`: examples are independent and every run so far ended on a weight vector without an error
    /// on its sample.
    features: Option<u64>,
    is_consistent: bool,
}

impl ColumnAccumulator {
    pub(super) fn new(column: AnyColumn, cell: usize, batch: &Batch) -> Self {
        Self {
            column,
            cell,
            variant: batch.setting.name.clone().unwrap_or_default(),
            examples: None,
            bayes_risk: batch.setting.get(columns::BAYES_RISK).copied(),
            values: Summary::new(false),
            features: None,
            is_consistent: batch.setting.get(columns::IID) == Some(&true)
                && batch
                    .setting
                    .get(columns::HYPOTHESIS)
                    .is_some_and(|word| word == "last")
                && batch.setting.ends_on_separators_only(),
        }
    }

    /// Whether this accumulator belongs to this column, this cell and the variant of this batch.
    pub(super) fn is_of(&self, column: AnyColumn, cell: usize, batch: &Batch) -> bool {
        let variant = batch.setting.name.as_deref().unwrap_or_default();
        self.column == column && self.cell == cell && self.variant == variant
    }

    /// Adds a trial, if the column has a value on it.
    pub(super) fn push(&mut self, row: &Row) {
        let Some(value) = row.number(self.column) else {
            return;
        };
        self.examples = self.examples.or_else(|| row.copied(columns::EXAMPLES));
        self.features = self.features.or_else(|| row.copied(columns::DIMENSION));
        self.is_consistent &= row.ended_cleanly();
        let weight = row.get(columns::WEIGHT).map(Rational::to_f64);
        self.values.push(value, weight, 1);
    }

    /// Returns the numbers to draw; `None` if the column has a value on no trial.
    pub(super) fn finished(&self) -> Option<ColumnSummary> {
        Some(ColumnSummary {
            column: self.column,
            cell: self.cell,
            variant: self.variant.clone(),
            trials: self.values.count() as usize,
            examples: self.examples?,
            mean: self.values.mean(),
            radius: self.values.half_width(None),
            bayes_risk: self.bayes_risk,
            features: self.features.filter(|_| self.is_consistent),
        })
    }
}

/// The numbers that figures draw of a column in one cell for one variant.
#[derive(Debug, Clone)]
pub(super) struct ColumnSummary {
    pub(super) column: AnyColumn,
    pub(super) cell: usize,
    pub(super) variant: String,
    pub(super) trials: usize,
    /// Number of examples of the cell's samples.
    pub(super) examples: u64,
    pub(super) mean: f64,
    /// Half the width of the interval on the mean: zero for a complete enumeration, infinite for a single trial.
    pub(super) radius: f64,
    pub(super) bayes_risk: Option<f64>,
    /// The number of features, if the examples are independent and no run's hypothesis has an error on its sample; else `None`.
    pub(super) features: Option<u64>,
}
