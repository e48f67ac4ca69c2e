//! Holds the findings of an analysis, as values that become JSON, a table or a page.

use super::{
    Bound, Carrier, Certificate, Frame, Geometry, Learned, Oddities, Scales, Skipped, Standardized,
};
use perceptron::intake::{Intake, MissingValue, NumberFormat, NumberPlace};
use perceptron::sample::Label;
use serde::Serialize;

/// The data that was read.
#[derive(Debug, Clone, Serialize)]
pub struct Counted {
    /// Number of rows of the file.
    pub rows: u64,
    /// Number of examples that are left.
    pub examples: u64,
    /// Names of the features.
    pub features: Vec<String>,
    /// Name of the label column.
    pub label: String,
    /// The class with label +1.
    pub positive: String,
    /// The classes with label −1.
    pub negative: Vec<String>,
    /// Number of examples with label +1.
    pub positive_examples: u64,
    /// All classes of the file, with their numbers of examples.
    pub classes: Vec<(String, u64)>,
    /// Format in which numbers are held.
    pub numbers: NumberFormat,
    /// Notes on how the lines of a table were read, if that is not obvious.
    pub reading: Vec<String>,
    /// Places of the first numbers that were rounded to doubles.
    pub rounded: Vec<NumberPlace>,
    /// Number of values that were rounded to doubles.
    pub rounded_values: u64,
}

/// Data that was left out or filled in.
#[derive(Debug, Clone, Serialize)]
pub struct DroppedValues {
    /// Columns that are neither label nor feature.
    pub columns: Vec<String>,
    /// Columns of an index, which are also neither label nor feature.
    pub indices: Vec<String>,
    /// Number of rows of classes that were not chosen.
    pub other_classes: u64,
    /// Number of values that are missing.
    pub missing_values: u64,
    /// Places of the first missing values.
    pub missing: Vec<MissingValue>,
    /// Number of rows left out because a value is missing.
    pub missing_rows: u64,
    /// Number of missing values that were filled in.
    pub filled: u64,
}

/// Findings of the theorems on a file, in the order in which a user asks for them.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// The data that was read.
    pub data: Counted,
    /// Data that was left out.
    pub dropped: DroppedValues,
    /// Oddities of the data.
    pub oddities: Oddities,
    /// Separability and margins, in every frame.
    pub geometry: Vec<Geometry>,
    /// Proofs of separability, or of its absence, through the origin and with an offset, for the examples as they stand in the file.
    pub certificate: Certificate,
    /// Bounds of the theorems.
    pub bounds: Vec<Bound>,
    /// Results of the learners.
    pub learners: Vec<Learned>,
    /// The features whose scale costs margin.
    pub scales: Option<Scales>,
    /// The margin after standardizing.
    pub standardized: Option<Standardized>,
    /// Frame in which the carriers were found.
    pub carried: Option<Frame>,
    /// The examples that carry the margin.
    pub carriers: Vec<Carrier>,
    /// Lines of the smallest set found whose removal makes the examples separable with an offset; `None` if they are separable, or none was found.
    pub removal: Option<Vec<u64>>,
    /// Steps that were skipped.
    pub skipped: Vec<Skipped>,
    /// Margin of every example under a separator, with its label, for the figure.
    #[serde(skip)]
    pub(super) margins: ExampleMargins,
}

/// Margins of all examples under one vector.
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
    /// Bound on a count of the learner: of the theorems that apply, the one with the smallest limit.
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
