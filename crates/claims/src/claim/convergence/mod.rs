//! Holds claims about when runs end, and about what is true when they have ended.

pub(super) mod cycles_exactly_if_not_separable;
pub(super) mod first_example_is_updated;
pub(super) mod long_run_error_rate;
pub(super) mod never_stops;
pub(super) mod no_training_errors;
pub(super) mod no_updates_left;
pub(super) mod random_draws_bound;
pub(super) mod shortest_vector;
pub(super) mod stays_in_closed_set;
pub(super) mod stops_at_clean_pass;
pub(super) mod stops_exactly_if_separable;
pub(super) mod strictly_separable;
