//! Turns numbers into statistical statements: confidence sequences by betting, binomial intervals, the α ledger, slopes, ranks and quantiles.
//!
//! Everything here is pure and deterministic in the order of its input. Functions that read a stream of trials take one value at a time, in bounded
//! memory. A `Level` is a type, so that no α is halved twice. Verdicts rest on [`betting`] and [`binomial`] intervals; [`student`] serves error bars
//! only.

pub mod batches;
pub mod betting;
pub mod binomial;
pub mod distance_sequence;
pub mod distribution;
pub mod interval;
pub mod ledger;
pub mod moments;
pub mod power;
pub mod quantile;
pub mod rank;
pub mod sample_size;
pub mod slope;
mod statistic;
pub mod student;
pub mod sum;
mod summary;
pub mod weighted;

pub use batches::{BATCHES, range_of_batches};
pub use betting::{
    BettingSequence, MOST_ROUNDS, Side, TwoSided, Wealth, confidence_interval, lower_bound,
    upper_bound,
};
pub use binomial::{clopper_pearson_lower, clopper_pearson_upper, share_interval};
pub use distance_sequence::{DistanceSequence, Look};
pub use distribution::EmpiricalDistribution;
pub use interval::Interval;
pub use ledger::{AlphaLedger, Level};
pub use moments::{Moments, mean};
pub use power::{all_inside, power, power_of_runs, standard_error};
pub use quantile::{median, quantile};
pub use rank::spearman;
pub use sample_size::{GameMoments, replicates_needed};
pub use slope::{log_log, theil_sen};
pub use statistic::Statistic;
pub use student::student_radius;
pub use sum::{Sum, sum};
pub use summary::Summary;
pub use weighted::{WeighedDistribution, WeightedMean};
