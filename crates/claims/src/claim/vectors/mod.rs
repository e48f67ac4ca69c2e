//! Says what the vectors of a run are: their norms, margins, losses and coefficients.

pub mod coefficients_count_updates;
pub mod coefficients_support_bound;
pub mod correcting_updates;
pub mod distance_to_boundary;
pub mod errors_are_nonpositive_margins;
pub mod half_space_regions;
pub mod hull_norm_bounds_margin;
pub mod increment_bound;
pub mod inflation;
pub mod loss_of_errors;
pub mod norm_identity;
pub mod norm_invariant;
pub mod output_margin_bound;
pub mod output_norm_at_least;
pub mod output_norm_at_most;
pub mod printed_embedding;
pub mod progress_invariant;
pub mod score_gain;
pub mod turns_towards;
pub mod vector_is_combination;
