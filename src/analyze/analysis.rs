//! Holds what an analysis found, as values that become JSON, a table or a page.

use super::{
    Bound, Carrier, Certificate, Frame, Geometry, Learned, Oddities, Scales, Skipped, Standardized,
};
use perceptron::intake::{Intake, MissingValue, NumberFormat, NumberPlace};
use perceptron::sample::Label;
use serde::Serialize;

/// What was read.
#[derive(Debug, Clone, Serialize)]
pub struct Counted {
    /// Rows of the file.
    pub rows: u64,
    /// Examples that are left.
    pub examples: u64,
    /// Features.
    pub features: Vec<String>,
    /// The label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The classes with label −1.
    pub negative: Vec<String>,
    /// Examples with label +1.
    pub positive_examples: u64,
    /// All classes of the file with their examples.
    pub classes: Vec<(String, u64)>,
    /// How numbers are held.
    pub numbers: NumberFormat,
    /// How the lines of a table were taken, where that is not plain.
    pub reading: Vec<String>,
    /// The first numbers that were rounded to doubles.
    pub rounded: Vec<NumberPlace>,
    /// How many numbers were rounded to doubles.
    pub rounded_values: u64,
}

/// What was left out or filled in.
#[derive(Debug, Clone, Serialize)]
pub struct DroppedValues {
    /// Columns that are neither label nor feature.
    pub columns: Vec<String>,
    /// Columns of an index, which are neither label nor feature either.
    pub indices: Vec<String>,
    /// Rows of classes that were not chosen.
    pub other_classes: u64,
    /// Values that are missing.
    pub missing_values: u64,
    /// The first of them.
    pub missing: Vec<MissingValue>,
    /// Rows left out because a value is missing.
    pub missing_rows: u64,
    /// Values put in place of missing ones.
    pub filled: u64,
}

/// What the theorems say of a file, in the order in which a person asks.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// What was read.
    pub data: Counted,
    /// What was left out.
    pub dropped: DroppedValues,
    /// What is odd.
    pub oddities: Oddities,
    /// Separability and margins, in every frame.
    pub geometry: Vec<Geometry>,
    /// What proves separability through the origin and with an offset, of the examples as they stand in the file.
    pub certificate: Certificate,
    /// What the theorems bound.
    pub bounds: Vec<Bound>,
    /// What the learners did.
    pub learners: Vec<Learned>,
    /// Which feature's scale costs margin.
    pub scales: Option<Scales>,
    /// The margin after standardising.
    pub standardized: Option<Standardized>,
    /// The frame of the carriers.
    pub carried: Option<Frame>,
    /// The examples that carry the margin.
    pub carriers: Vec<Carrier>,
    /// Lines of a smallest set found without which the examples are separable with an offset; none where they are separable, or none was found.
    pub removal: Option<Vec<u64>>,
    /// What was not done.
    pub skipped: Vec<Skipped>,
    /// The margin of every example under a separator, with its label: for the figure.
    #[serde(skip)]
    pub(super) margins: ExampleMargins,
}

/// The margins of all examples under one vector.
#[derive(Debug, Default)]
pub(super) struct ExampleMargins {
    pub words: String,
    pub of: Vec<(i64, f64)>,
}

impl Counted {
    pub(super) fn of(intake: &Intake) -> Self {
        let positive = intake
            .sample
            .labels
            .iter()
            .filter(|label| **label == Label::Positive);
        let others = intake.classes.iter().map(|(name, _)| name.clone());
        let others = others.filter(|name| *name != intake.positive).collect();
        Self {
            rows: intake.rows,
            examples: intake.lines.len() as u64,
            features: intake.features.clone(),
            label: intake.label.clone(),
            positive: intake.positive.clone(),
            negative: intake
                .negative
                .clone()
                .map_or(others, |chosen| vec![chosen]),
            positive_examples: positive.count() as u64,
            classes: intake.classes.clone(),
            numbers: intake.held,
            reading: intake.reading.clone(),
            rounded: intake.rounded.clone(),
            rounded_values: intake.rounded_count,
        }
    }
}

impl DroppedValues {
    pub(super) fn of(intake: &Intake) -> Self {
        Self {
            columns: intake.unused.clone(),
            indices: intake.indices.clone(),
            other_classes: intake.other_classes,
            missing_values: intake.gap_count,
            missing: intake.gaps.clone(),
            missing_rows: intake.dropped,
            filled: intake.filled.len() as u64,
        }
    }
}

impl Analysis {
    /// What bounds the count of a learner: the theorem with the least limit of those that apply.
    pub(super) fn limit_of(&self, learned: &Learned) -> Option<&Bound> {
        let counts = ["mistakes", "updates", "margin mistakes"];
        let own = self.bounds.iter().filter(|bound| {
            bound.applies && bound.learner == learned.learner && counts.contains(&bound.bounds)
        });
        let value = |bound: &Bound| {
            bound
                .limit
                .as_ref()
                .map_or(f64::INFINITY, |limit| limit.value)
        };
        own.min_by(|a, b| value(a).total_cmp(&value(b)))
    }
}
