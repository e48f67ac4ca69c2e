//! Holds the findings of an analysis, as values that become JSON, a table or a page.

use super::{
    Bound, Carrier, Certificate, ComparedMistakes, Frame, Geometry, Learned, LongRunFinding,
    Oddities, Scales, Skipped, Standardized,
};
use perceptron::intake::{Format, Intake, MissingValue, NumberFormat, NumberPlace};
use perceptron::sample::Label;
use serde::Serialize;

/// Facts about the data file as it was read: its rows, columns, classes and number format.
#[derive(Debug, Clone, Serialize)]
pub struct Counted {
    /// Number of rows of the data file.
    pub rows: u64,
    /// Number of examples used, after rows were left out.
    pub examples: u64,
    /// Names of the columns that are used as features.
    pub features: Vec<String>,
    /// Name of the label column.
    pub label: String,
    /// Name of the class that gets label +1.
    pub positive: String,
    /// Names of the classes that get label −1.
    pub negative: Vec<String>,
    /// Number of examples with label +1.
    pub positive_examples: u64,
    /// Names of all classes in the file, each with its number of examples.
    pub classes: Vec<(String, u64)>,
    /// Format in which feature values are held: exact, or as doubles.
    pub numbers: NumberFormat,
    /// Whether the file is a table, whose columns can be chosen by their names.
    #[serde(skip)]
    pub is_table: bool,
    /// Notes on how the lines of a table were read, such as its delimiter, if that is not obvious.
    pub reading: Vec<String>,
    /// Row and column of the first feature values that were rounded to doubles.
    pub rounded: Vec<NumberPlace>,
    /// Number of feature values that were rounded to doubles.
    pub rounded_values: u64,
}

/// Parts of the data file that were left out, and the missing values that were filled in.
#[derive(Debug, Clone, Serialize)]
pub struct DroppedValues {
    /// Names of the columns that are used neither as label nor as feature.
    pub columns: Vec<String>,
    /// Names of the columns that only number the rows (an index), which are used neither as label nor as feature.
    pub indices: Vec<String>,
    /// Number of rows left out because their class was not chosen for either label.
    pub other_classes: u64,
    /// Number of values that are missing.
    pub missing_values: u64,
    /// Row and column of the first missing values.
    pub missing: Vec<MissingValue>,
    /// Number of rows left out because a value is missing.
    pub missing_rows: u64,
    /// Number of missing values that were replaced by the mean of their column.
    pub filled: u64,
}

/// Findings of the theorems on a file, in the order in which a user asks for them.
#[derive(Debug, Serialize)]
pub struct Analysis {
    /// The data file as it was read.
    pub data: Counted,
    /// The rows and values of the data file that were left out or filled in.
    pub dropped: DroppedValues,
    /// Oddities of the data, such as constant features and contradicting examples.
    pub oddities: Oddities,
    /// Separability and margins, in every frame (through the origin or with an offset, unchanged or normalized).
    pub geometry: Vec<Geometry>,
    /// Proofs of separability, or of its absence, through the origin and with an offset, for the examples as they stand in the file.
    pub certificate: Certificate,
    /// The bound of each theorem that applies to the examples.
    pub bounds: Vec<Bound>,
    /// Results of running each learner on the examples.
    pub learners: Vec<Learned>,
    /// Where the perceptron goes in every frame that no vector separates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub long_runs: Vec<LongRunFinding>,
    /// The mistakes of one pass in every frame that no vector separates, with two bounds that need no separator.
    pub compared: Vec<ComparedMistakes>,
    /// The features whose scale makes the margin small; `None` if that was not examined.
    pub scales: Option<Scales>,
    /// The largest margin after every feature was scaled to mean 0 and standard deviation 1.
    pub standardized: Option<Standardized>,
    /// Frame in which the carriers of the margin were found; `None` if no carriers were found.
    pub carried: Option<Frame>,
    /// The examples that carry the maximum margin, like support vectors, with their weights.
    pub carriers: Vec<Carrier>,
    /// Lines of the smallest set of examples found whose removal makes the others separable with an offset; `None` if all examples are separable, or
    /// no such set was found.
    pub removal: Option<Vec<u64>>,
    /// Steps of the analysis that were skipped, with reasons.
    pub skipped: Vec<Skipped>,
    /// Margin of every example under one separator, with its label, for the figure.
    #[serde(skip)]
    pub(super) margins: ExampleMargins,
}

/// Margin of every example under one vector, with its label, and a description of the vector.
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
            is_table: intake.format != Format::Libsvm,
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
    /// The theorem with the smallest limit on a count of this learner (mistakes, updates or margin mistakes) among those that apply.
    pub(super) fn limit_of(&self, learned: &Learned) -> Option<&Bound> {
        let counts = ["mistakes", "updates", "margin mistakes"];
        let own = self.bounds.iter().filter(|bound| {
            bound.applies
                && bound.learner == learned.learner
                && counts.contains(&bound.bounds.as_str())
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
