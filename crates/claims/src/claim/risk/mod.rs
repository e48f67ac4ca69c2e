//! Holds claims about the probability of error on fresh examples: by leaving examples out, by counting mistakes, and by the distribution.

pub(super) mod agnostic_excess_risk;
pub(super) mod bayes_risk_is_attained;
pub(super) mod bayes_risk_lower_bound;
pub(super) mod coupled_runs;
pub(super) mod exchangeable_mistakes;
pub(super) mod hebb_mean_risk;
pub(super) mod hebb_risk_distribution;
pub(super) mod learning_curve;
pub(super) mod leave_one_out_error_bound;
pub(super) mod leave_one_out_errors_bound;
pub(super) mod leave_one_out_identity;
pub(super) mod leave_one_out_risk_bound;
pub(super) mod majority_vote_bound;
pub(super) mod minimax_average_risk;
pub(super) mod minimax_bound_rate;
pub(super) mod minimax_lower_bound;
pub(super) mod online_to_batch;
pub(super) mod online_to_batch_deviation;
pub(super) mod risk_at_most_distinct_mistakes;
pub(super) mod sample_complexity;
pub(super) mod unseen_mass_risk;
pub(super) mod version_space_risk;
pub(super) mod votes_on_atoms;
