//! Declares the columns of a trial, with their meaning and unit.

use super::column::row;
use crate::sample::{Quantity, Rational};

row! {
    /// One stored row. A column is empty where the quantity does not exist or was not asked for.
    pub struct Trial {
        /// The cell: its sorted list of exact parameters.
        pub cell: String,
        /// Index of the independent draw within the cell, from 0.
        pub replicate: u64,
        /// Name of the learner configuration; empty where no learner ran.
        pub variant: Option<String>,
        /// Name of the generator.
        pub generator: String,
        /// Exact probability of this outcome in a complete enumeration; empty for random draws.
        pub weight: Option<Rational>,
        /// The update rule.
        pub rule: Option<String>,
        /// What y⟨w, x⟩ must reach; empty for rules that update on mistakes.
        pub threshold: Option<Rational>,
        /// The factor of every update.
        pub step: Option<Rational>,
        /// How examples were chosen.
        pub order: Option<String>,
        /// When the run was to stop.
        pub stop: Option<String>,
        /// Whether y⟨w, x⟩ = 0 counts as a mistake: mistake, positive (sign(0) = +1), or the mutant strict.
        pub ties: Option<String>,
        /// How a test example with ⟨w, x⟩ = 0 is scored: mistake, positive or half.
        pub test_ties: Option<String>,
        /// Which vector was returned: last, averaged or voted.
        pub hypothesis: Option<String>,
        /// The constant feature; empty for none.
        pub offset: Option<Rational>,
        /// exact or f64.
        pub arithmetic: Option<String>,
        /// Number of examples in the sample.
        pub examples: u64,
        /// Number of features, the constant one included.
        pub dimension: u64,
        /// Whether the law draws independent, identically distributed examples.
        pub iid: bool,
        /// Whether every example has unit norm by law.
        pub unit_norm: bool,
        /// Number of signs whose majority is the label; empty where features are no signs or the label is no majority.
        pub majority_of: Option<u64>,
        /// Whether the labels are fair coins drawn for every sample.
        pub uniform_labelling: bool,
        /// The minimax lower bound on the expected risk, for its family.
        pub minimax_bound: Option<Rational>,
        /// The expected risk averaged over the labelings of the minimax family, for rules that fit what they saw.
        pub minimax_average: Option<Rational>,
        /// R, the largest norm of an example.
        pub radius: f64,
        /// R² with its enclosure.
        pub radius_squared: Option<Quantity>,
        /// Smallest y⟨u, x⟩/‖u‖ of the planted separator on this sample; not positive if it does not separate it.
        pub sample_margin: Option<f64>,
        /// The square of a positive sample margin, with its enclosure.
        pub sample_margin_squared: Option<Quantity>,
        /// Smallest y⟨u, x⟩/(‖u‖‖x‖) of the planted separator on this sample.
        pub normalized_margin: Option<f64>,
        /// The square of a positive normalised margin, with its enclosure.
        pub normalized_margin_squared: Option<Quantity>,
        /// The almost-sure lower bound on the margin that the law gives.
        pub population_margin: Option<f64>,
        /// The square of the population margin, with its enclosure.
        pub population_margin_squared: Option<Quantity>,
        /// The square of an almost-sure upper bound on ‖x‖, with its enclosure.
        pub population_radius_squared: Option<Quantity>,
        /// The square of the largest margin of the sample, a proved interval; empty if not separable or not asked for.
        pub max_margin_squared: Option<Quantity>,
        /// Whether some vector separates the sample, where that was decided.
        pub separable: Option<bool>,
        /// Sweeps over the sample, the clean one included.
        pub passes: Option<u64>,
        /// Examples shown.
        pub draws: Option<u64>,
        /// Changes of the vector; with the order all-orders, of a longest run, as all counts are.
        pub updates: Option<u64>,
        /// Wrong predictions among the examples shown, under the tie convention.
        pub mistakes: Option<u64>,
        /// Examples shown with y⟨w, x⟩ below the threshold; for rules without a threshold, the mistakes.
        pub margin_mistakes: Option<u64>,
        /// Number of different examples among the margin mistakes; empty for a mutant whose updates are others.
        pub distinct_margin_mistakes: Option<u64>,
        /// Number of examples on which an update was still due when the run ended, by a full scan.
        pub updates_left: Option<u64>,
        /// Why the run stopped: clean-pass, end-of-stream, quiet-period, update-cap, undecided or out-of-range; of all orders also cycle
        /// (some never end), never (none ends) and state-cap.
        pub stop_reason: Option<String>,
        /// Updates of a shortest run over all orders.
        pub updates_min: Option<u64>,
        /// Updates of a longest run over all orders; empty if some order never ends.
        pub updates_max: Option<u64>,
        /// Mean updates where every choice is uniform among the examples that call for an update; empty if some order never ends.
        pub updates_expected: Option<Rational>,
        /// Vectors that some order reaches.
        pub states: Option<u64>,
        /// Vectors among them at which no update is due.
        pub final_vectors: Option<u64>,
        /// Smallest y⟨u, x⟩ of the planted separator u on the examples as the learner saw them, u not of unit length.
        pub planted_least: Option<Quantity>,
        /// Smallest ⟨w_t, u⟩/t over the updates t, in units of the step.
        pub progress_least: Option<Quantity>,
        /// Largest ‖w_t‖²/t over the updates t, in units of the step squared.
        pub norm_growth_most: Option<Quantity>,
        /// Largest growth of ‖w‖² by one update, in units of the step squared.
        pub increment_most: Option<Quantity>,
        /// Smallest ‖w_t‖²/t² over the updates t, in units of the step squared: no margin of the sample has a larger square.
        pub hull_norm_least: Option<Quantity>,
        /// Updates after which ‖w‖² was not the sum of ‖x_s‖² + 2y_s⟨w_s, x_s⟩ over the updates; empty for floats.
        pub norm_identity_failures: Option<u64>,
        /// Labelings of the sample's points that some vector realises strictly.
        pub dichotomies: Option<u64>,
        /// Whether the points are linearly independent.
        pub independent: Option<bool>,
        /// Integers a, one per point, with Σ a·x = 0; empty for independent points.
        pub dependency: Option<String>,
        /// Whether any d of the points, or all if there are fewer, are independent.
        pub general_position: Option<bool>,
        /// Probability that a label is flipped, where the supremum of deviations is measured.
        pub label_noise: Option<f64>,
        /// Largest |empirical risk − risk| over all half-spaces through the origin, or over all thresholds on the line.
        pub supremum_deviation: Option<f64>,
        /// Probability of error on a fresh example.
        pub risk: Option<f64>,
        /// The risk as a fraction, where it is known as one.
        pub risk_exact: Option<Rational>,
        /// Standard error of a Monte Carlo risk; 0 for a closed form.
        pub risk_standard_error: Option<f64>,
        /// Smallest risk of any classifier, where it is known and not zero.
        pub bayes_risk: Option<f64>,
        /// Errors on left-out examples, each by the hypothesis trained on the others; ties may count half.
        pub leave_one_out_errors: Option<f64>,
        /// leave_one_out_errors / examples.
        pub leave_one_out_error: Option<f64>
    }
}

impl Trial {
    /// Whether the run was cut off or failed, so that its counts are no final ones.
    pub fn is_incomplete(&self) -> bool {
        self.is_failed() || matches!(self.stop_reason.as_deref(), Some("update-cap" | "state-cap"))
    }

    /// Whether the trial gave no result: exact integers left their range.
    pub fn is_failed(&self) -> bool {
        self.stop_reason.as_deref() == Some("out-of-range")
    }

    /// Whether rounding left a sign open.
    pub fn is_undecided(&self) -> bool {
        self.stop_reason.as_deref() == Some("undecided")
    }

    /// `cell:variant:replicate`, the trial's address within its experiment.
    pub fn address(&self) -> String {
        format!("{}:{}:{}", self.cell, self.variant.as_deref().unwrap_or("-"), self.replicate)
    }
}
