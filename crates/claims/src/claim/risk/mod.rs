//! Bounds the probability of error on fresh examples, by leaving out, by counting and by the law.

pub mod agnostic_excess_risk;
pub mod bayes_risk_is_attained;
pub mod bayes_risk_lower_bound;
pub mod coupled_runs;
pub mod exchangeable_mistakes;
pub mod leave_one_out_error_bound;
pub mod leave_one_out_errors_bound;
pub mod leave_one_out_identity;
pub mod leave_one_out_risk_bound;
pub mod minimax_average_risk;
pub mod minimax_bound_rate;
pub mod minimax_lower_bound;
pub mod online_to_batch;
pub mod risk_at_most_distinct_mistakes;
pub mod sample_complexity;
pub mod unseen_mass_risk;
pub mod version_space_risk;
