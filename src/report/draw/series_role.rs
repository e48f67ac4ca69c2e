//! Tells levels, with which data are compared, and boxes from other series.

use claims::figure::chart::{Mark, Series, SeriesRole, Spread};

/// Bounds, references and the lines of controls are levels to compare with; markers are for what was computed.
pub(super) fn levelled(series: &Series) -> bool {
    matches!(series.role, SeriesRole::Bound | SeriesRole::Reference)
        || (series.role == SeriesRole::Control && series.mark == Mark::Line)
}

/// Whether the series has boxes, which need room along the x axis.
pub(super) fn boxed(series: &Series) -> bool {
    series
        .points
        .iter()
        .any(|point| matches!(point.spread, Spread::Quartiles { .. }))
}
