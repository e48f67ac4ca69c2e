//! Holds claims about the weight vectors of a run: their norms, margins, losses and coefficients.

pub(super) mod coefficients_count_updates;
pub(super) mod coefficients_support_bound;
pub(super) mod correcting_updates;
pub(super) mod distance_to_boundary;
pub(super) mod errors_are_nonpositive_margins;
pub(super) mod half_space_regions;
pub(super) mod hull_norm_bounds_margin;
pub(super) mod increment_bound;
pub(super) mod inflation;
pub(super) mod loss_of_errors;
pub(super) mod margin_of_the_arc;
pub(super) mod margin_on_the_circle;
pub(super) mod norm_identity;
pub(super) mod norm_invariant;
pub(super) mod output_margin_bound;
pub(super) mod output_norm_at_least;
pub(super) mod output_norm_at_most;
pub(super) mod printed_embedding;
pub(super) mod progress_invariant;
pub(super) mod score_gain;
pub(super) mod turns_towards;
pub(super) mod vector_is_combination;
