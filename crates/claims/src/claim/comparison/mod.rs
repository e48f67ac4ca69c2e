//! Holds statements that a spec makes of columns and formulas which it names: known values, pairs of runs, and trends over the cells of a sweep.

pub(super) mod rank_correlation;
pub(super) mod scaling_exponent;
pub(super) mod smaller_risk_on_average;
pub(super) mod stated_expectation;
pub(super) mod stated_value;
pub(super) mod usually_smaller;
