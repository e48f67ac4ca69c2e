//! Measures the geometry of a sample as a learner sees it: radius, margins of the planted separator, and the findings of measurements.

use super::measurement::{Measurement, SampleFinding};
use crate::trial::Record;
use crate::trial::column::columns;
use perceptron::learn::InnerProducts;
use perceptron::sample::{Margins, Quantity, Sample};
use std::fmt;

columns! {
    /// Number of examples in the sample.
    EXAMPLES: u64 = "examples" as "N" in "examples";
    /// Number of features, the constant one included.
    DIMENSION: u64 = "dimension" as "d" in "features";
    /// R, the largest norm of an example.
    RADIUS: f64 = "radius" in "norm";
    /// R² with its enclosure.
    RADIUS_SQUARED: Quantity = "radius_squared" as "R^2" in "norm²";
    /// Smallest y⟨u, x⟩/‖u‖ of the planted separator on this sample; not positive if it does not separate it.
    SAMPLE_MARGIN: f64 = "sample_margin" in "norm";
    /// The square of a positive sample margin, with its enclosure.
    SAMPLE_MARGIN_SQUARED: Quantity = "sample_margin_squared" as "\\gamma^2" in "norm²";
    /// Smallest y⟨u, x⟩/(‖u‖‖x‖) of the planted separator on this sample.
    NORMALIZED_MARGIN: f64 = "normalized_margin" in "";
    /// The square of a positive normalized margin, with its enclosure.
    NORMALIZED_MARGIN_SQUARED: Quantity = "normalized_margin_squared" as "\\gamma_n^2" in "";
}

/// The size, radius and margins of a sample as a learner sees it, as far as they are known, with what other measurements found on the sample.
#[derive(Default)]
pub(in crate::trial) struct Geometry {
    examples: u64,
    /// Dimension, radius and margins; `None` if the features have no finite form.
    measured: Option<MeasuredGeometry>,
    /// Results of the requested measurements on the sample, each as a function that fills the columns of its measurement.
    findings: Vec<SampleFinding>,
}

struct MeasuredGeometry {
    /// The number of features; `None` for the feature space of a kernel that has no finite form.
    dimension: Option<u64>,
    radius_squared: Quantity,
    margins: Option<Margins>,
}

impl fmt::Debug for Geometry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Geometry")
            .field("examples", &self.examples)
            .finish_non_exhaustive()
    }
}

impl Geometry {
    /// The geometry of a sample of which only the number of examples is known.
    pub(in crate::trial) fn unknown(examples: usize) -> Self {
        Self {
            examples: examples as u64,
            ..Self::default()
        }
    }

    /// Measures the radius and margins of a sample, and makes these further measurements on it.
    pub(in crate::trial) fn of(sample: &Sample, measurements: &[&dyn Measurement]) -> Self {
        let planted = sample.planted.as_ref();
        let planted = planted.filter(|_| !sample.labels.is_empty());
        let measured = MeasuredGeometry {
            dimension: Some(sample.features.dimension() as u64),
            radius_squared: sample.features.radius_squared(),
            margins: planted.map(|separator| separator.margins(sample)),
        };
        let findings = measurements.iter().filter_map(|one| one.of_sample(sample));
        Self {
            examples: sample.labels.len() as u64,
            measured: Some(measured),
            findings: findings.collect(),
        }
    }

    /// Returns the geometry of these examples together with others that have the same planted separator: the larger radius and the smaller margins.
    /// The results of other measurements are dropped.
    pub(in crate::trial) fn with(self, others: Self) -> Self {
        let measured = match (self.measured, others.measured) {
            (Some(these), Some(others)) => Some(these.with(others)),
            (these, others) => these.or(others),
        };
        Self {
            examples: self.examples + others.examples,
            measured,
            findings: Vec::new(),
        }
    }

    /// Measures the radius of examples that are known only by their matrix of inner products, as for a kernel, and makes these further measurements.
    pub(in crate::trial) fn of_products(
        products: &InnerProducts,
        measurements: &[&dyn Measurement],
    ) -> Self {
        let examples = products.labels.len();
        let squares = (0..examples).map(|i| products.entries[i * (examples + 1)]);
        let largest = squares.fold(0.0, f64::max);
        let measured = MeasuredGeometry {
            dimension: None,
            radius_squared: Quantity::within(largest, 4.0 * f64::EPSILON * largest),
            margins: None,
        };
        let findings = measurements
            .iter()
            .filter_map(|one| one.of_products(products));
        Self {
            examples: examples as u64,
            measured: Some(measured),
            findings: findings.collect(),
        }
    }

    /// Fills the columns that describe the sample: size, dimension, radius, margins, and those of the other measurements.
    pub(in crate::trial) fn describe(&self, record: &mut Record) {
        record.set(columns::EXAMPLES, self.examples);
        if let Some(measured) = &self.measured {
            measured.describe(record);
        }
        self.findings.iter().for_each(|finding| finding(record));
    }
}

impl MeasuredGeometry {
    fn describe(&self, record: &mut Record) {
        record.set(columns::DIMENSION, self.dimension);
        record.set(columns::RADIUS, self.radius_squared.value.sqrt());
        record.set(columns::RADIUS_SQUARED, self.radius_squared.clone());
        if let Some(margins) = &self.margins {
            let (plain, normalized) = (&margins.margin_squared, &margins.normalized_margin_squared);
            record.set(columns::SAMPLE_MARGIN, margins.margin);
            record.set(columns::SAMPLE_MARGIN_SQUARED, plain.clone());
            record.set(columns::NORMALIZED_MARGIN, margins.normalized_margin);
            record.set(columns::NORMALIZED_MARGIN_SQUARED, normalized.clone());
        }
    }

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
