//! Measures the maximum margin of a sample, as a proved interval, and whether the sample is separable.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::column::columns;
use perceptron::learn::InnerProducts;
use perceptron::margin::{Separability, of_gram, separability};
use perceptron::sample::{Quantity, Rational, Sample};

columns! {
    /// The square of the largest margin of the sample, a proved interval; empty if not separable or not asked for.
    MAX_MARGIN_SQUARED: Quantity = "max_margin_squared" as "\\gamma_*^2" in "norm²";
    /// Whether some vector separates the sample; empty if that was not decided.
    SEPARABLE: bool = "separable" in "";
}

/// Measures whether a sample is separable, and its maximum margin as a proved interval.
pub(super) struct MaxMargin;

/// Whether a sample is separable, and its squared maximum margin; both are `None` if separability is undecided.
#[derive(Default)]
struct LargestMargin {
    separable: Option<bool>,
    margin_squared: Option<Quantity>,
}

impl Measurement for MaxMargin {
    fn of_sample(&self, sample: &Sample) -> Option<SampleFinding> {
        Some(LargestMargin::of(sample).finding())
    }

    fn of_products(&self, products: &InnerProducts) -> Option<SampleFinding> {
        let margin_squared = of_gram(&products.entries, &products.labels);
        let largest = LargestMargin {
            separable: margin_squared.as_ref().map(|_| true),
            margin_squared,
        };
        Some(largest.finding())
    }

    fn is_of_answers(&self) -> bool {
        true
    }
}

impl LargestMargin {
    /// Computes the maximum margin of a sample. The exact fraction is kept only if it is short: for a large sample it can have thousands of digits.
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

    fn finding(self) -> SampleFinding {
        Box::new(move |record| {
            record.set(columns::SEPARABLE, self.separable);
            record.set(columns::MAX_MARGIN_SQUARED, self.margin_squared.clone());
        })
    }
}
