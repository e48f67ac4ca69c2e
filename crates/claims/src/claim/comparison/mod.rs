//! Holds claims that compare runs with each other, cells of a sweep with each other, and runs with known numbers.

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
pub(super) mod usually_smaller;
