//! Says when runs end, and what is true when they have.

pub mod cycles_exactly_if_not_separable;
pub mod first_example_is_updated;
pub mod never_stops;
pub mod no_training_errors;
pub mod no_updates_left;
pub mod random_draws_bound;
pub mod shortest_vector;
pub mod stops_at_clean_pass;
pub mod stops_exactly_if_separable;
pub mod strictly_separable;
