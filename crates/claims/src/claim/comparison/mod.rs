//! Compares runs with each other, over cells, and with numbers that are known.

pub mod fewer_updates_exist;
pub mod fewer_updates_usually;
pub mod keeps_separability;
pub mod rank_correlation;
pub mod rarely_more_updates;
pub mod same_update_sequence;
pub mod same_updates;
pub mod scaling_exponent;
pub mod smaller_risk_on_average;
pub mod stated_count;
pub mod stated_expectation;
pub mod stated_value;
