//! Fixes the order of the columns in the files of trials. Readers of older files rely on it, so new columns go to the end.

/// The names of all columns, in the order in which `trials.parquet` has them.
pub(super) const ORDER: [&str; 112] = [
    "generator",
    "weight",
    "rule",
    "threshold",
    "step",
    "order",
    "stop",
    "ties",
    "test_ties",
    "hypothesis",
    "offset",
    "arithmetic",
    "learner",
    "transform",
    "iid",
    "unit_norm",
    "majority_of",
    "uniform_labelling",
    "minimax_bound",
    "minimax_average",
    "minimax_least",
    "population_margin",
    "population_margin_squared",
    "population_radius_squared",
    "bayes_risk",
    "label_noise",
    "unseen_mass_risk",
    "expected_excess_risk",
    "examples",
    "dimension",
    "radius",
    "radius_squared",
    "sample_margin",
    "sample_margin_squared",
    "normalized_margin",
    "normalized_margin_squared",
    "max_margin_squared",
    "separable",
    "passes",
    "draws",
    "draws_until_last_update",
    "updates",
    "mistakes",
    "margin_mistakes",
    "distinct_margin_mistakes",
    "first_example_updated",
    "updated_positions",
    "stop_reason",
    "failure",
    "updates_left",
    "updates_min",
    "updates_max",
    "updates_expected",
    "states",
    "final_vectors",
    "planted_least",
    "progress_least",
    "norm_growth_most",
    "norm_growth_at",
    "increment_most",
    "hull_norm_least",
    "norm_identity_failures",
    "score_gain",
    "small_margins",
    "correcting_updates",
    "correcting_updates_expected",
    "turned_from_example",
    "turned_from_separator",
    "vector_changes",
    "shortest_vector_squared",
    "dichotomies",
    "independent",
    "dependency",
    "general_position",
    "labels_attained",
    "supremum_deviation",
    "risk",
    "risk_standard_error",
    "excess_risk",
    "leave_one_out_errors",
    "leave_one_out_error",
    "retrainings",
    "retrained_in_full",
    "coupling_differences",
    "risk_without_last",
    "margin_risk_without_last",
    "sphere_margin_risk_without_last",
    "cycle_found",
    "cycle",
    "cycle_updates",
    "cycle_passes",
    "iterate_risk",
    "training_errors",
    "unit_offset_errors",
    "zero_margins",
    "nonpositive_margins",
    "least_loss_of_errors",
    "output_norm_squared",
    "output_margin_squared",
    "output_progress",
    "inflation",
    "midpoints",
    "midpoints_otherwise",
    "normal_squared",
    "intercept_squared",
    "nearest_distance_squared",
    "origin_distance_squared",
    "update_digest",
    "coefficients_sum",
    "coefficients_nonzero",
    "coefficients_residual",
    "first_pass_updates",
];

/// The index of a column's name in [`ORDER`]. A name that is not in it does not compile.
pub(super) const fn place_of(name: &str) -> usize {
    let mut place = 0;
    while place < ORDER.len() {
        if is_same(ORDER[place].as_bytes(), name.as_bytes()) {
            return place;
        }
        place += 1;
    }
    panic!("a column has no place in trial/column_order.rs")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut place = 0;
    while place < one.len() {
        if one[place] != other[place] {
            return false;
        }
        place += 1;
    }
    true
}
