//! Turns numbers into statistical statements: intervals, anytime-valid tests, the alpha ledger and slopes.
//!
//! Everything here is pure and deterministic in the order of its input. What a verdict rests on is in [`betting`] and
//! [`binomial`]; [`hoeffding`] and [`student`] only serve comparisons.

pub mod batches;
pub mod betting;
pub mod binomial;
pub mod hoeffding;
pub mod interval;
pub mod ledger;
pub mod quantile;
pub mod rank;
pub mod sample_size;
pub mod slope;
pub mod student;

pub use batches::{BATCHES, batched, range_of_batches};
pub use betting::{BettingSequence, Side, Wealth, confidence_interval, lower_bound, upper_bound};
pub use binomial::{
    binomial_p_above, binomial_p_below, clopper_pearson, clopper_pearson_lower,
    clopper_pearson_upper,
};
pub use hoeffding::{empirical_bernstein_radius, hoeffding_radius};
pub use interval::Interval;
pub use ledger::AlphaLedger;
pub use quantile::{
    mean, median, quantile, standard_error, sum, variance, weighted_mean, weighted_quantile,
};
pub use rank::{ranks, spearman};
pub use sample_size::replicates_needed;
pub use slope::{log_log, theil_sen};
pub use student::student_radius;
