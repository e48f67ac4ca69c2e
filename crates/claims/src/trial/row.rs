//! Declares the columns of a trial, with their meaning and unit.

use super::column::{Entry, Kind, row};
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeMap;
use std::sync::LazyLock;

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
        pub leave_one_out_error: Option<f64>,
        /// Whether some vector has the labels as scores, θ·x_i = y_i for all i, in exact fractions.
        pub labels_attained: Option<bool>,
        /// Whether the first example of the sample was ever updated on.
        pub first_example_updated: Option<bool>,
        /// Number of examples without an update whose removal, on the same draws, changes the sequence of updates.
        pub coupling_differences: Option<u64>,
        /// Risk of the hypothesis trained without the last example.
        pub risk_without_last: Option<f64>,
        /// That risk as a fraction, where it is known as one.
        pub risk_without_last_exact: Option<Rational>,
        /// P(y⟨w, x⟩ < threshold) for the hypothesis trained without the last example, where examples are basis vectors of unit norm.
        pub margin_risk_without_last: Option<Rational>,
        /// Whether an exact run in cyclic order came back to a vector with which it had begun a pass.
        pub cycle_found: Option<bool>,
        /// The updates on every example between the two passes: multipliers λ ≥ 0 with Σ λ_i y_i x_i = 0.
        pub cycle: Option<String>,
        /// Updates of the cycle.
        pub cycle_updates: Option<u64>,
        /// Passes of the cycle.
        pub cycle_passes: Option<u64>,
        /// Mean risk of the vectors of an online run, each taken before its example.
        pub iterate_risk: Option<f64>,
        /// That mean as a fraction, where it is known as one.
        pub iterate_risk_exact: Option<Rational>,
        /// Errors of the last vector on its own sample, scored as test examples are; ties may count half.
        pub training_errors: Option<f64>,
        /// The same errors with the constant feature's weight replaced by 1; empty without an offset and for float features.
        pub unit_offset_errors: Option<f64>,
        /// Examples of the sample with y⟨w, x⟩ = 0 for the last vector.
        pub zero_margins: Option<u64>,
        /// Examples of the sample with y⟨w, x⟩ ≤ 0 for the last vector.
        pub nonpositive_margins: Option<u64>,
        /// Smallest hinge loss max(0, 1 − y⟨w, x⟩) among the examples with y⟨w, x⟩ ≤ 0; empty if there is none.
        pub least_loss_of_errors: Option<Quantity>,
        /// ‖w‖² of the last vector.
        pub output_norm_squared: Option<Quantity>,
        /// The square of min y⟨w, x⟩/‖w‖ of the last vector on its sample; 0 if that is not positive.
        pub output_margin_squared: Option<Quantity>,
        /// The learner beside the one loop, with the setting that makes it another; empty for the loop.
        pub learner: Option<String>,
        /// What was done to the sample before the learner saw it; the columns of the sample are those before.
        pub transform: Option<String>,
        /// The first 16 hexadecimal digits of the SHA-256 of the updated examples, in order.
        pub update_digest: Option<String>,
        /// Sum of |α_i| of a learner that keeps one coefficient per example.
        pub coefficients_sum: Option<u64>,
        /// Number of coefficients that are not zero.
        pub coefficients_nonzero: Option<u64>,
        /// The risk above the smallest possible one.
        pub excess_risk: Option<Quantity>,
        /// The expected excess risk in closed form, for the learners and laws that have one.
        pub expected_excess_risk: Option<Quantity>,
        /// The expected risk by the law of basis vectors, of a rule that is right on those it saw and scores the others 0.
        pub unseen_mass_risk: Option<Rational>
    }
}

impl Trial {
    /// Whether what the learner was shown has the norms and margins of the sample.
    pub fn keeps_geometry(&self) -> bool {
        self.transform.as_deref().is_none_or(|transform| {
            transform == "reflect" || transform.starts_with("signed-permutation")
        })
    }

    /// The columns that hold a number, by name.
    pub fn numbers() -> impl Iterator<Item = &'static str> {
        let is_number = |name: &str, (column, kind): &(String, Kind)| {
            column == name && matches!(kind, Kind::Integer | Kind::Float)
        };
        let columns = Self::columns();
        Self::MEANINGS
            .iter()
            .map(|(name, _)| *name)
            .filter(move |name| columns.iter().any(|column| is_number(name, column)))
    }

    /// The number in a column; `None` if it holds none, or there is no such column.
    pub fn number(&self, column: &str) -> Option<f64> {
        static POSITIONS: LazyLock<BTreeMap<String, usize>> = LazyLock::new(|| {
            Trial::columns()
                .into_iter()
                .enumerate()
                .map(|(index, (name, _))| (name, index))
                .collect()
        });
        match self.entries().swap_remove(*POSITIONS.get(column)?) {
            Entry::Integer(value) => value.map(|value| value as f64),
            Entry::Float(value) => value,
            Entry::Text(_) | Entry::Boolean(_) => None,
        }
    }

    /// Whether the run was cut off or failed, so that its counts are no final ones.
    pub fn is_incomplete(&self) -> bool {
        self.is_failed()
            || matches!(
                self.stop_reason.as_deref(),
                Some("update-cap" | "state-cap")
            )
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
        format!(
            "{}:{}:{}",
            self.cell,
            self.variant.as_deref().unwrap_or("-"),
            self.replicate
        )
    }
}
