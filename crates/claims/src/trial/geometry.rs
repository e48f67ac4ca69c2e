//! Measures the geometry of a sample as a learner sees it: radius, margins of the planted separator, the largest margin, and how the points lie.

use super::dichotomies::Position;
use super::{Measure, Record, columns};
use perceptron::learn::InnerProducts;
use perceptron::margin::{Separability, of_gram, separability, shortest_norm_squared};
use perceptron::sample::{Margins, Quantity, Rational, Sample};
use std::collections::BTreeSet;

/// What is known of a sample.
#[derive(Debug, Default)]
pub(super) struct Geometry {
    examples: u64,
    /// Missing where the features have no finite form.
    seen: Option<Seen>,
}

#[derive(Debug)]
struct Seen {
    /// Missing in the space of a kernel that has no finite form.
    dimension: Option<u64>,
    radius_squared: Quantity,
    margins: Option<Margins>,
    largest: Largest,
    shortest: Option<Rational>,
    position: Position,
}

/// Whether the sample is separable, and with which margin; both missing where that is open, or was not asked.
#[derive(Debug, Default)]
struct Largest {
    separable: Option<bool>,
    margin_squared: Option<Quantity>,
}

impl Geometry {
    /// Of a number of examples whose features are not known.
    pub(super) fn unknown(examples: usize) -> Self {
        let examples = examples as u64;
        let seen = None;
        Self { examples, seen }
    }

    /// Of a sample, with as much as is asked for.
    pub(super) fn of(sample: &Sample, measures: &BTreeSet<Measure>) -> Self {
        let planted = sample.planted.as_ref();
        let planted = planted.filter(|_| !sample.labels.is_empty());
        let largest = measures.contains(&Measure::MaxMargin);
        let seen = Seen {
            dimension: Some(sample.features.dimension() as u64),
            radius_squared: sample.features.radius_squared(),
            margins: planted.map(|separator| separator.margins(sample)),
            largest: if largest {
                Largest::of(sample)
            } else {
                Largest::default()
            },
            shortest: if measures.contains(&Measure::ShortestVector) {
                shortest_norm_squared(sample)
            } else {
                None
            },
            position: Position::of(sample, measures),
        };
        Self {
            seen: Some(seen),
            ..Self::unknown(sample.labels.len())
        }
    }

    /// Of these examples and others of the same planted separator, of which nothing was asked but radius and margins.
    pub(super) fn with(self, others: Self) -> Self {
        let seen = match (self.seen, others.seen) {
            (Some(these), Some(others)) => Some(these.with(others)),
            (these, others) => these.or(others),
        };
        let examples = self.examples + others.examples;
        Self { examples, seen }
    }

    /// Of examples known by their inner products, with as much as is asked for.
    pub(super) fn of_products(products: &InnerProducts, measures: &BTreeSet<Measure>) -> Self {
        let examples = products.labels.len();
        let squares = (0..examples).map(|i| products.entries[i * (examples + 1)]);
        let largest = squares.fold(0.0, f64::max);
        let asked = measures.contains(&Measure::MaxMargin);
        let margin_squared = asked.then(|| of_gram(&products.entries, &products.labels));
        let margin_squared = margin_squared.flatten();
        let seen = Seen {
            dimension: None,
            radius_squared: Quantity::within(largest, 4.0 * f64::EPSILON * largest),
            margins: None,
            largest: Largest {
                separable: margin_squared.as_ref().map(|_| true),
                margin_squared,
            },
            shortest: None,
            position: Position::default(),
        };
        Self {
            seen: Some(seen),
            ..Self::unknown(examples)
        }
    }

    /// Fills the columns of the sample itself.
    pub(super) fn describe(&self, record: &mut Record) {
        record.set(columns::EXAMPLES, self.examples);
        let Some(seen) = &self.seen else { return };
        record.set(columns::DIMENSION, seen.dimension);
        record.set(columns::RADIUS, seen.radius_squared.value.sqrt());
        record.set(columns::RADIUS_SQUARED, seen.radius_squared.clone());
        if let Some(margins) = &seen.margins {
            let (plain, normalized) = (&margins.margin_squared, &margins.normalized_margin_squared);
            record.set(columns::SAMPLE_MARGIN, margins.margin);
            record.set(columns::SAMPLE_MARGIN_SQUARED, plain.clone());
            record.set(columns::NORMALIZED_MARGIN, margins.normalized_margin);
            record.set(columns::NORMALIZED_MARGIN_SQUARED, normalized.clone());
        }
        let Largest {
            separable,
            margin_squared,
        } = &seen.largest;
        record.set(columns::SEPARABLE, *separable);
        record.set(columns::MAX_MARGIN_SQUARED, margin_squared.clone());
        record.set(columns::SHORTEST_VECTOR_SQUARED, seen.shortest.clone());
        seen.position.describe(record);
    }
}

impl Seen {
    fn with(self, others: Self) -> Self {
        let larger = self.radius_squared.value >= others.radius_squared.value;
        let [these, those] = [self.radius_squared, others.radius_squared];
        let margins = self.margins.zip(others.margins);
        Self {
            radius_squared: if larger { these } else { those },
            margins: margins.map(|(these, those)| these.least(&those)),
            ..others
        }
    }
}

impl Largest {
    /// The fraction is kept only where it is short: the exact margin of a large sample can have thousands of digits.
    fn of(sample: &Sample) -> Self {
        const LONGEST: u64 = 256;
        match separability(sample) {
            Separability::Separable(found) => {
                let is_short = |fraction: &Rational| fraction.denominator().bits() <= LONGEST;
                let squared = found.squared;
                let exact = squared.exact.clone().filter(is_short);
                Self {
                    separable: Some(true),
                    margin_squared: Some(Quantity { exact, ..squared }),
                }
            }
            Separability::NotSeparable(_) => Self {
                separable: Some(false),
                margin_squared: None,
            },
            Separability::Open { .. } => Self::default(),
        }
    }
}
