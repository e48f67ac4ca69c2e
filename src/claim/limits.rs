//! Computes the limits that several claims share, with exact fractions where the row has them.

use super::MarginSource;
use crate::sample::Quantity;
use crate::trial::Trial;

/// (R/γ)², with R the radius of the sample.
pub(super) fn squared_ratio(row: &Trial, margin: &MarginSource) -> Option<Quantity> {
    Some(row.radius_squared.as_ref()?.over(&margin.squared(row)?))
}

/// The bound on updates that the row's rule obeys when ‖x‖² ≤ `radius_squared`: R²/γ² for the perceptron, and
/// (R² + 2·threshold/step)/γ² for the margin perceptron (theory C-H5).
pub(super) fn update_bound(row: &Trial, radius_squared: &Quantity, margin: &MarginSource) -> Option<Quantity> {
    let slack = margin_slack(row)?;
    Some(radius_squared.plus(&slack).over(&margin.squared(row)?))
}

/// 2·threshold/step for the margin perceptron, zero for rules without a threshold.
pub(super) fn margin_slack(row: &Trial) -> Option<Quantity> {
    let Some(threshold) = &row.threshold else { return Some(Quantity::count(0)) };
    let ratio = threshold / row.step.as_ref()?;
    Some(Quantity::exact(&ratio + &ratio))
}

/// The number of examples, which a count over one stream, or of different examples, cannot exceed.
pub(super) fn sample_size(row: &Trial) -> Quantity {
    Quantity::count(row.examples)
}

/// The number of examples for a run that shows each once; runs over many passes have no such bound.
pub(super) fn stream_length(row: &Trial) -> Option<Quantity> {
    (row.order.as_deref() == Some("stream")).then(|| sample_size(row))
}
