//! Holds the samples through which a search moves: integers over one denominator, labels, and the planted separator.

use crate::certificate::fractions;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};
use perceptron::generate::{LabelledPoint, Points, Votes};
use perceptron::sample::{Features, Integers, Label, Rational, Sample, Separator};
use serde::{Deserialize, Serialize};

/// Denominator of the grid to which samples of floats are rounded, unless their numbers need a finer one.
const GRID: f64 = 1000.0;

/// The samples among which a search looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Space {
    /// The largest number of examples that a move or a random sample makes.
    pub examples: usize,
    /// The largest number of examples of a sample from which the search starts; of a larger one it takes the first.
    pub first_examples: usize,
    /// The largest numerator of a feature in absolute value.
    pub largest: i64,
    /// The part of a sample that may change.
    pub changes: Changes,
}

/// The part of a sample that a search may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Changes {
    /// Numbers, labels, order and number of examples.
    #[default]
    All,
    /// The order of the examples of the samples of the spec.
    Order,
}

/// A sample of exact numbers in the search.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Candidate {
    /// Number of features.
    pub dimension: usize,
    /// The numerators of all examples, row after row.
    pub values: Vec<i64>,
    /// The labels, 1 or −1, one for each example.
    pub labels: Vec<i8>,
    /// The denominator of all features.
    pub denominator: i64,
    /// The planted separator, up to a positive factor; `None` if the sample has none.
    pub separator: Option<Vec<i64>>,
}

impl Candidate {
    /// Takes over a sample; floats are rounded to a grid of 1/1000. `None` if the numbers do not fit 64 bits.
    pub fn of(sample: &Sample) -> Option<Self> {
        let features = &sample.features;
        let rows: Option<Vec<Vec<Rational>>> = (0..sample.labels.len())
            .map(|example| features.exact_row(example))
            .collect();
        let (values, denominator) = match rows {
            Some(rows) => numerators(&rows.concat())?,
            None => rounded(features)?,
        };
        let separator = sample.planted.as_ref().map(|planted| {
            let exact = numerators(&fractions(planted)).map(|(values, _)| values);
            exact.or_else(|| coarse(&planted_floats(planted)))
        });
        Some(Self {
            dimension: features.dimension(),
            values,
            labels: sample
                .labels
                .iter()
                .map(|label| label.sign() as i8)
                .collect(),
            denominator,
            separator: separator.flatten(),
        })
    }

    /// Number of examples.
    pub fn examples(&self) -> usize {
        self.labels.len()
    }

    /// The numerators of an example.
    pub fn row(&self, example: usize) -> &[i64] {
        &self.values[example * self.dimension..(example + 1) * self.dimension]
    }

    /// The numerators of an example, to be changed.
    pub(super) fn row_mut(&mut self, example: usize) -> &mut [i64] {
        &mut self.values[example * self.dimension..(example + 1) * self.dimension]
    }

    /// Puts an example at a place.
    pub(super) fn insert(&mut self, place: usize, row: &[i64], label: i8) {
        let at = place * self.dimension;
        self.values.splice(at..at, row.iter().copied());
        self.labels.insert(place, label);
    }

    /// Takes out an example, and returns it.
    pub(super) fn remove(&mut self, place: usize) -> (Vec<i64>, i8) {
        let at = place * self.dimension;
        let row = self.values.drain(at..at + self.dimension).collect();
        (row, self.labels.remove(place))
    }

    /// The sample with zeros for further features; `None` if it has more than this number of features.
    pub(super) fn padded(self, dimension: usize) -> Option<Self> {
        let missing = dimension.checked_sub(self.dimension)?;
        let zeros = vec![0; missing];
        let rows = self.values.chunks(self.dimension.max(1));
        let values = rows.flat_map(|row| [row, &zeros].concat()).collect();
        let longer = |mut separator: Vec<i64>| {
            separator.extend(&zeros);
            separator
        };
        Some(Self {
            dimension,
            values,
            separator: self.separator.map(longer),
            ..self
        })
    }

    /// The sample with as many of its first examples as have at most this number of features in all.
    pub(super) fn shortened(mut self, numbers: usize) -> Self {
        let most = (numbers / self.dimension.max(1)).max(1);
        self.labels.truncate(most);
        self.values.truncate(most * self.dimension);
        self
    }

    /// The largest numerator in absolute value.
    pub fn largest(&self) -> u64 {
        let sizes = self.values.iter().map(|value| value.unsigned_abs());
        sizes.max().unwrap_or(0)
    }

    /// The sample as learners and measurements take it.
    pub fn sample(&self) -> Sample {
        let store = Integers::new(self.dimension, self.values.clone(), self.denominator);
        let labels = self.labels.iter().map(|label| Label::of_sign(*label > 0));
        Sample {
            features: Features::Integers(store),
            labels: labels.collect(),
            planted: self.separator.clone().map(Separator::Integers),
        }
    }

    /// The sample as a generator of specs.
    pub fn points(&self) -> Points {
        let fraction = |value: &i64| Rational::new(*value, self.denominator);
        let examples = (0..self.examples()).map(|example| LabelledPoint {
            x: self.row(example).iter().map(fraction).collect(),
            y: self.labels[example].into(),
        });
        let whole = |separator: &Vec<i64>| separator.iter().copied().map(Rational::from).collect();
        Points {
            examples: examples.collect(),
            separator: self.separator.as_ref().map(whole),
            floats: false,
        }
    }

    /// The sets of features by which the labels are a majority or a disjunction.
    pub(super) fn votes(&self) -> Votes {
        let Some(separator) = &self.separator else {
            return Votes::default();
        };
        let labels = self.labels.iter().map(|label| i64::from(*label));
        let examples = self.values.chunks(self.dimension.max(1)).zip(labels);
        Votes::of(examples, self.denominator, separator)
    }

    /// The sample with its separator twice as long, so that it is not one of zeros and ones.
    pub(super) fn without_vote(mut self) -> Self {
        let separator = self.separator.iter_mut().flatten();
        separator.for_each(|u| *u = u.saturating_mul(2));
        self
    }

    /// Whether all examples have norm 1.
    pub(super) fn has_unit_norms(&self) -> bool {
        let unit = i128::from(self.denominator).pow(2);
        (0..self.examples()).all(|example| {
            let squares = self.row(example).iter().map(|x| i128::from(*x).pow(2));
            squares.sum::<i128>() == unit
        })
    }
}

/// Fractions as integers over their least common denominator; `None` if one leaves 64 bits.
fn numerators(values: &[Rational]) -> Option<(Vec<i64>, i64)> {
    let common = values
        .iter()
        .fold(BigInt::one(), |lcm, value| lcm.lcm(&value.denominator()));
    let whole = |value: &Rational| (value.numerator() * (&common / value.denominator())).to_i64();
    let values: Option<Vec<i64>> = values.iter().map(whole).collect();
    Some((values?, common.to_i64()?))
}

/// The features of a sample of floats on a grid.
fn rounded(features: &Features) -> Option<(Vec<i64>, i64)> {
    let rows = (0..features.examples()).flat_map(|example| features.row(example).into_owned());
    let values: Vec<f64> = rows.collect();
    let largest = values.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let is_usable = largest.is_finite() && (1e-3..=1e9).contains(&largest);
    let on_grid = |x: &f64| (x * GRID).round() as i64;
    is_usable.then(|| (values.iter().map(on_grid).collect(), GRID as i64))
}

fn planted_floats(planted: &Separator) -> Vec<f64> {
    fractions(planted).iter().map(Rational::to_f64).collect()
}

/// A direction as integers of about four digits.
fn coarse(direction: &[f64]) -> Option<Vec<i64>> {
    let largest = direction.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let scaled = |x: &f64| (10.0 * GRID * x / largest).round() as i64;
    (largest > 0.0 && largest.is_finite()).then(|| direction.iter().map(scaled).collect())
}
