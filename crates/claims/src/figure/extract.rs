//! Reduces the rows of a cell to the few numbers that figures draw, so that no row has to be kept.

use super::observable::Observable;
use crate::claim::{Form, StatedClaim};
use crate::judge::Evidence;
use crate::stats;
use crate::trial::Trial;
use perceptron::sample::Rational;

/// The error probability of each end of an error bar: together 1 %.
const TAIL: f64 = 0.005;

/// One claim in one cell for one variant.
#[derive(Debug, Clone)]
pub(super) struct Compared {
    pub(super) claim: usize,
    pub(super) cell: usize,
    pub(super) variant: String,
    pub(super) trials: usize,
    /// Number of examples of the cell's samples.
    pub(super) examples: u64,
    /// Least, quartiles and largest of what was observed.
    pub(super) observed: [f64; 5],
    /// The mean limit.
    pub(super) limit: f64,
    /// Smallest limit, quartiles and largest.
    pub(super) limits: [f64; 5],
    /// Limit and observed value of the trial closest to its limit.
    pub(super) tightest: (f64, f64),
    /// Largest observed ÷ limit; for expectations, of the means.
    pub(super) tightness: f64,
}

impl Compared {
    /// What a claim saw of a cell; `None` where no trial has both numbers.
    pub(super) fn new(
        index: usize,
        claim: &StatedClaim,
        subject: &[String],
        cell: usize,
        rows: &[Trial],
    ) -> Option<Self> {
        let evidence = Evidence::gather(claim, subject, rows, false);
        let pairs: Vec<(f64, f64)> = evidence
            .numbers()
            .map(|(observed, limit)| (limit.value, observed.value))
            .collect();
        let (limits, observed): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let tightest = pairs
            .into_iter()
            .max_by(|a, b| ratio(*a).total_cmp(&ratio(*b)))?;
        let limit = stats::mean(&limits);
        let surely = matches!(claim.form(), Form::Surely | Form::WithProbability { .. });
        Some(Self {
            claim: index,
            cell,
            variant: subject.join(" and "),
            trials: observed.len(),
            examples: rows.first()?.examples,
            observed: five_numbers(&observed),
            limit,
            limits: five_numbers(&limits),
            tightest,
            tightness: ratio(if surely {
                tightest
            } else {
                (limit, stats::mean(&observed))
            }),
        })
    }
}

/// A measured column in one cell for one variant.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub(super) column: Observable,
    pub(super) cell: usize,
    pub(super) variant: String,
    pub(super) trials: usize,
    /// Number of examples of the cell's samples.
    pub(super) examples: u64,
    pub(super) mean: f64,
    /// Half the interval on the mean: zero in a complete enumeration, infinite for a single trial.
    pub(super) radius: f64,
    pub(super) bayes_risk: Option<f64>,
}

impl Measured {
    /// A column over the finished rows of one variant; `None` where none has it.
    pub(super) fn new(column: Observable, cell: usize, rows: &[&Trial]) -> Option<Self> {
        let rows: Vec<&&Trial> = rows
            .iter()
            .filter(|row| column.value(row).is_some())
            .collect();
        let values: Vec<f64> = rows.iter().filter_map(|row| column.value(row)).collect();
        let first = rows.first()?;
        let weights: Option<Vec<f64>> = rows
            .iter()
            .map(|row| row.weight.as_ref().map(Rational::to_f64))
            .collect();
        let (mean, radius) = match weights {
            Some(weights) => (weighted_mean(&values, &weights), 0.0),
            None => (stats::mean(&values), stats::student_radius(&values, TAIL)),
        };
        let (variant, trials) = (first.variant.clone().unwrap_or_default(), values.len());
        Some(Self {
            column,
            cell,
            variant,
            trials,
            examples: first.examples,
            mean,
            radius,
            bayes_risk: first.bayes_risk,
        })
    }
}

fn weighted_mean(values: &[f64], weights: &[f64]) -> f64 {
    let products: Vec<f64> = values
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .collect();
    stats::sum(&products) / stats::sum(weights)
}

/// observed ÷ limit; 0/0 counts as 1, as in a verdict.
fn ratio((limit, observed): (f64, f64)) -> f64 {
    if observed == limit {
        1.0
    } else {
        observed / limit
    }
}

fn five_numbers(values: &[f64]) -> [f64; 5] {
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|level| stats::quantile(values, level))
}
