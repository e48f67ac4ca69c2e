//! Compares runs with each other, over cells, and with numbers that are known.

pub(super) mod fewer_updates_exist;
pub(super) mod fewer_updates_usually;
pub(super) mod keeps_separability;
pub(super) mod rank_correlation;
pub(super) mod rarely_more_updates;
pub(super) mod same_update_sequence;
pub(super) mod same_updates;
pub(super) mod scaling_exponent;
pub(super) mod smaller_risk_on_average;
pub(super) mod stated_count;
pub(super) mod stated_expectation;
pub(super) mod stated_value;
